"""The lines of a proof search: what `solvers/proof` found out, in the names that the checker uses."""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import xor

from grundy.core.game import Game
from grundy.explain.certificates.file import Header, Line
from grundy.explain.certificates.play import Play
from grundy.expressions import parse
from grundy.solvers.proof.claims import Claim
from grundy.solvers.proof.provers import searchable

__all__ = ["Searched", "may_search"]


def may_search(game: Game, misere: bool) -> bool:
    """Whether a proof search may be asked: one ruleset, whose play ends and falls apart."""
    rulesets = {summand.ruleset for summand in game.summands}
    return len(rulesets) == 1 and all(searchable(it) and (it.separate or not misere) for it in rulesets)


class Searched:
    """The claims of a proof, each after those that it rests on."""

    def __init__(self, play: Play, claims: Iterable[Claim]) -> None:
        self.play = play
        self.values = {self.name(claim.parts): claim.nimber for claim in claims}

    def name(self, parts: tuple[str, ...]) -> str:
        """The parts as one name."""
        (ruleset,) = {summand.ruleset for summand in parse(str(self.play.game)).summands}
        return " + ".join(sorted(f"{ruleset}({part})" for part in parts))

    def outcome(self) -> Header:
        """The outcome of the game: it is lost where the values of its units are proved and cancel."""
        known = all(unit in self.values for unit in self.play.first)
        lost = known and not reduce(xor, (self.values[unit] for unit in self.play.first), 0)
        return {"outcome": "P" if lost else "N"}

    def lines(self) -> Iterator[Line]:
        """A line for each claim."""
        return ((name, str(value), rank, []) for rank, (name, value) in enumerate(self.values.items()))
