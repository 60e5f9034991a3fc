"""Turning up to k coins: the values of single heads."""

from grundy.explain.page import Page, ValueLaw, WorkedValue
from grundy.games.turn_up_to.rules import TurnUpTo


def law(rules: TurnUpTo, page: Page) -> ValueLaw:
    def work_out(n: int) -> WorkedValue:
        value = rules.value(n)
        return page.text("{}", page.step(f"{value} = {value:b}₂")), value

    words = (
        "The values of the coins grow, and each is the least number that is no nim-sum of fewer than k values "
        "before it; so no k heads or fewer are lost."
    )
    return page.law(words, work_out)
