"""Mark where half of the heap may be left: its factors 2 decide."""

from grundy.core.numbers import low_bit
from grundy.explain.page import Page, ValueLaw, WorkedValue
from grundy.games.mark.halves import nimber_of_half


def law(page: Page) -> ValueLaw:
    def work_out(n: int) -> WorkedValue:
        if not n:
            return page.text("empty"), 0
        power = low_bit(n)
        zeros = page.step(f"{n} = 2^{power.bit_length() - 1} * {n // power}")
        return page.text("{}", zeros), nimber_of_half(n)

    words = "A heap is lost exactly if it is 0 or has an odd number of factors 2; the others have the nimber 1 or 2."
    proof = (
        "From an odd number of factors 2, half the heap has one factor fewer and the heap less one has none. From "
        "an even number above 0, half the heap has an odd number; and if n is odd, either n - 1 or half of it has."
    )
    return page.law(words, work_out, proof)
