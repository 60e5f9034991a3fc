"""Fair shares: the prime factors of a heap, counted."""

from grundy.core.numbers import factor
from grundy.explain.page import Page, ValueLaw, WorkedValue
from grundy.games.fair_shares.shares import count_factors


def law(page: Page) -> ValueLaw:
    def work_out(n: int) -> WorkedValue:
        powers = " * ".join(f"{prime}^{power}" for prime, power in factor(n) or ())
        return page.text("{}", page.step(f"{n} = {powers}")) if powers else page.text("dead"), count_factors(n)

    words = "The nimber is the number of odd prime factors, each as often as it divides, and one more if n is even."
    proof = (
        "An even number of equal heaps is worth 0. An odd number k of them is worth one heap of n/k, which has "
        "fewer odd factors and is as even as n; every smaller number of odd factors is reached."
    )
    return page.law(words, work_out, proof)
