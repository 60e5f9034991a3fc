"""Prim: the least prime factor of a heap decides."""

from grundy.explain.page import Page, ValueLaw, WorkedValue
from grundy.games.prim.factors import least_prime, nimber_of


def law(page: Page) -> ValueLaw:
    def work_out(n: int) -> WorkedValue:
        prime = least_prime(n) if n > 1 else None
        words = page.text("{}", page.step(f"{n} = {prime}*{n // prime}")) if prime else page.text("{}", page.size(n))
        return words, nimber_of(n) or 0

    words = (
        "An even heap is worth 0 and a heap of 1 is worth 1; any other is worth the place of its least prime "
        "factor among 2, 3, 5, 7 and so on."
    )
    proof = "What is left has no common divisor with n, so it has another least prime; all smaller ones can be had."
    return page.law(words, work_out, proof)
