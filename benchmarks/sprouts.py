"""Sprouts from 1 spot on, results kept from each number of spots to the next, and nothing taken from disk.

The baseline is the same search with the moves listed by the plain rules instead of the compiled core.
"""

from importlib import import_module
from time import process_time

from benchmarks import Table
from grundy import parse
from grundy.core.budget import Budget
from grundy.games.sprouts.search import COMPILED, SproutsExpansion, from_bytes
from grundy.solvers.proof.expansion import Key, Parts, expansion_of
from grundy.solvers.proof.prover import Prover

__all__ = ["run"]

LANDS = parse("sprouts(1)").summands[0].ruleset
NORMAL = [range(1, 9), range(9, 12), range(12, 13), range(13, 14), range(14, 15), range(15, 16), range(16, 18)]
MISERE = [range(1, 6), range(6, 10), range(10, 11), range(11, 12), range(12, 13)]


class PlainRules(SproutsExpansion):
    """The same lands with the moves of the ruleset itself."""

    def options(self, key: Key) -> list[Parts]:
        """The lands after each curve."""
        assert isinstance(key, bytes)
        return list(dict.fromkeys(self.parts(to) for to in self.ruleset.moves((from_bytes(key),))))


def run() -> Table:
    """The nodes and seconds of each stretch, and how many times longer the plain rules take for the first one."""
    import_module(COMPILED)  # which a search loads only after some hundred nodes
    parts(Prover(expansion_of(LANDS)), 3)
    stretch(Prover(expansion_of(LANDS), fresh=True), False, range(1, 6))  # compile
    rows = [row for misere, stretches in ((False, NORMAL), (True, MISERE)) for row in play(misere, stretches)]
    header = ["play", "spots", "first player", "nodes", "seconds", "times faster than by the plain rules"]
    return Table("Sprouts", header, rows)


def play(misere: bool, stretches: list[range]) -> list[list[str]]:
    """The rows of one play."""
    prover, plain = Prover(expansion_of(LANDS), fresh=True), Prover(PlainRules(LANDS), fresh=True)
    rows = [stretch(prover, misere, spots) for spots in stretches]
    slow = float(stretch(plain, misere, range(1, 6))[4])
    fast = float(stretch(Prover(expansion_of(LANDS), fresh=True), misere, range(1, 6))[4])
    rows[0][-1] = f"{slow / max(fast, 0.01):,.0f} (1 to 5 spots)"
    return rows


def parts(prover: Prover, spots: int) -> Parts:
    """The start with so many spots."""
    return prover.parts(parse(f"sprouts({spots})").summands[0].position)


def stretch(prover: Prover, misere: bool, spots: range) -> list[str]:
    """Who wins each number of spots in turn."""
    start, name = process_time(), "misere" if misere else "normal"
    search = prover.misere if misere else prover.normal
    before = search.nodes
    outcomes = ["L" if prover.is_lost(parts(prover, n), 0, Budget(), misere) else "W" for n in spots]
    which = f"{spots[0]} to {spots[-1]}" if len(spots) > 1 else str(spots[0])
    taken = process_time() - start
    return [name, which, " ".join(outcomes), f"{search.nodes - before:,}", f"{taken:.2f}", ""]
