"""A game as the checker will see it, before there is a file: names of positions, their options, what adds up."""

from collections.abc import Iterable

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.explain.certificates.file import Header
from grundy.explain.checker import LOST, Certificate

__all__ = ["LOST", "Play"]


class Play(Certificate):
    """The part of a certificate that asks the rules, without any lines."""

    def __init__(self, game: Game, trusted: Iterable[str], misere: bool, budget: Budget) -> None:
        self.game, self.trusted, self.budget = str(game), list(trusted), budget
        self.misere, self.rule = misere, "misère" if misere else "normal"
        self.first = self.begin()

    def header_of(self, claim: Header) -> Header:
        """What a certificate about the game begins with."""
        play = "misere" if self.misere else "normal"
        return {"kind": "lines", "game": self.game, "play": play, "trusted": self.trusted, "claim": claim}
