"""Bounded nim: the remainders of its heaps."""

from grundy.explain.page import Page, ValueLaw, WorkedValue
from grundy.games.bounded_nim.rules import BoundedNim


def law(rules: BoundedNim, page: Page) -> ValueLaw:
    def work_out(n: int) -> WorkedValue:
        return page.text("{}", page.step(f"{n} mod ({rules.k} + 1) = {rules.value(n)}")), rules.value(n)

    proof = "The k heaps below n have all the other remainders modulo k + 1, so the mex is that of n."
    return page.law("The nimber of a heap is its remainder modulo k + 1.", work_out, proof)
