"""Proofs for games whose moves entail, and for margins of points: which positions need a line, and in which order.

Values and margins are the solver's, and nobody need trust them: a line says no more than what the checker finds again
from the lines before it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from mmap import mmap
from operator import xor
from typing import cast

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import LOONY, Entailed, Loony, lost_heaps, members
from grundy.errors import LoopError, UndefinedError
from grundy.explain.certificates.file import CertificateLine, Header
from grundy.explain.checker import Certificate, EntailingPositions, Margins, rules_at_hand, rulesets_of_game
from grundy.expressions import parse
from grundy.solvers.solver import Solver

UnitValue = int | Loony | Entailed
Turn = tuple[bool, tuple[str, ...]]  # whether the player who makes a move goes on, and the units that it leaves


def header_of(kind: str, game: Game, trusted: Iterable[str]) -> Header:
    game = parse(str(game))  # as the checker will read it
    rules = rules_at_hand(rulesets_of_game(game))
    return {"kind": kind, "game": str(game), "play": "normal", "trusted": [*trusted], "rules": rules, "claim": {}}


def without_lines(header: Header, budget: Budget) -> Certificate:
    """A certificate whose header tells the checker's classes how positions are named."""
    return Certificate(header, cast(mmap, b""), 0, budget)


def ranks(start: Iterable[str], needs: Callable[[str], Iterable[str]]) -> dict[str, int]:
    """All names that are needed for the first ones, each after those that it needs itself."""
    found, below, stack = dict[str, int](), set[str](), [(name, False) for name in start]
    while stack:
        name, is_done = stack.pop()
        if name in found:
            continue
        if is_done:
            found[name] = len(found)
            below.discard(name)
            continue
        if name in below:
            raise LoopError(f"play can return to {name}, and no kind of certificate covers that where moves entail")
        below.add(name)
        stack.append((name, True))
        stack += [(need, False) for need in needs(name) if need not in found]
    return found


class EntailingProof:
    """Which units need lines for the value of a unit, and for a winning move."""

    def __init__(self, header: Header, budget: Budget, fresh: bool) -> None:
        self.positions = EntailingPositions(without_lines(header, budget))
        self.solver = Solver(budget, fresh)
        self.value, self.turns = cache(self.find_value), cache(self.list_turns)

    def find_value(self, unit: str) -> UnitValue:
        value = self.solver.total(parse(unit))
        if not isinstance(value, int | Loony | Entailed):
            raise UndefinedError(f"{unit} has no finite value, and no kind of certificate covers that")
        return value

    def list_turns(self, unit: str) -> list[Turn]:
        """The different moves, those that leave little first."""
        turns = {(goes_on, tuple(sorted(units))) for goes_on, units in self.positions.turns(unit)}
        return sorted(turns, key=lambda turn: (sum(map(len, turn[1])), turn))

    def total(self, units: Iterable[str]) -> UnitValue:
        return reduce(xor, map(self.value, units), cast(UnitValue, 0))

    def won_heaps(self, turn: Turn) -> int:
        lost = lost_heaps(self.total(turn[1]))
        return ~lost if turn[0] else lost

    def needs(self, unit: str) -> list[str]:
        """The units that must have lines before this one."""
        value, turns = self.value(unit), self.turns(unit)
        if isinstance(value, Entailed):
            return [need for _, units in turns for need in units]
        if isinstance(value, Loony):
            return [need for turn in self.covering(turns) for need in turn[1]]
        chosen = [next(turn for turn in turns if self.won_heaps(turn) >> heap & 1) for heap in range(value)]
        found = [need for turn in chosen for need in turn[1]]
        for turn in turns:
            if turn not in chosen:
                found += turn[1] if turn[0] else self.answer(turn[1], value) or turn[1]
        return found

    def covering(self, turns: list[Turn]) -> Iterator[Turn]:
        """Moves that together win beside every heap."""
        first = min((turn for turn in turns if self.won_heaps(turn) < 0), key=lambda turn: ~self.won_heaps(turn))
        yield first
        for heap in members(~self.won_heaps(first)):
            yield next(turn for turn in turns if self.won_heaps(turn) >> heap & 1)

    def answer(self, units: tuple[str, ...], heap: int) -> list[str] | None:
        """The units that must have lines so that a move in one of these wins beside the others and the heap."""
        if any(isinstance(self.value(unit), Entailed) for unit in units):
            return None
        loony = [unit for unit in units if self.value(unit) == LOONY]
        for unit in loony or sorted(units, key=len, reverse=True):
            others = [*units]
            others.remove(unit)
            total = self.total(others)
            if isinstance(total, int):
                for turn in self.turns(unit):
                    if self.won_heaps(turn) >> (total ^ heap) & 1:
                        return [*others, *turn[1]]
        return None

    def prove(self, kind: str | None) -> tuple[Header, Iterator[CertificateLine]]:
        """The claim, and the lines that prove it: the outcome, or with the kind `nimber` the value."""
        units = tuple(self.positions.first())
        value = self.total(units)
        if kind == "nimber" and isinstance(value, Entailed):
            raise UndefinedError("what must be answered at once has no nimber; certify the outcome")
        claim: Header = {"outcome": "P" if lost_heaps(value) & 1 else "N"}
        wanted: Iterable[str] = units
        if kind == "nimber":
            claim["nimber"] = value if isinstance(value, int) else str(value)
        elif claim["outcome"] == "N":
            wanted = self.answer(units, 0) or units
        lines = ranks(wanted, self.needs)
        return claim, ((unit, written(self.value(unit)), rank, []) for unit, rank in lines.items())


def written(value: UnitValue) -> str:
    """The value as the checker reads it."""
    return f"!{value.heaps}" if isinstance(value, Entailed) else str(value)


class MarginProof:
    """Which positions need a line that says how large their margin is at least, or at most."""

    def __init__(self, header: Header, budget: Budget, fresh: bool) -> None:
        self.margins, self.solver = Margins(without_lines(header, budget)), Solver(budget, fresh)
        self.margin, self.options = cache(lambda name: self.solver.margin(parse(name))), cache(self.list_options)

    def list_options(self, name: str) -> list[tuple[int, bool, str]]:
        return sorted(set(self.margins.options(name)), key=lambda option: (len(option[2]), option))

    def needs(self, bound: str) -> Iterator[str]:
        """The bounds that one rests on, as a sign before the name: > for the least, < for the most."""
        sign, name = bound[0], bound[1:]
        for points, goes_on, option in self.options(name):
            if sign == "<":
                yield f"{'<' if goes_on else '>'}{option}"
            elif points + (self.margin(option) if goes_on else -self.margin(option)) == self.margin(name):
                yield f"{'>' if goes_on else '<'}{option}"
                return

    def prove(self, kind: str | None) -> tuple[Header, Iterator[CertificateLine]]:
        """The claim, and the lines that prove it: the outcome, or with the kind `margin` the number."""
        name = self.margins.name(self.margins.summand.position)
        margin = self.margin(name)
        claim: Header = {"outcome": "N" if margin > 0 else "P" if margin < 0 else "D"}
        if kind == "margin" or not margin:
            claim["margin"] = margin
        signs = "<>" if "margin" in claim else ">" if margin > 0 else "<"
        return claim, self.lines(name, ranks([sign + name for sign in signs], self.needs))

    def lines(self, first: str, bounds: Iterable[str]) -> Iterator[CertificateLine]:
        """A line for each name, after those that its bounds rest on."""

        def names_below(name: str) -> Iterator[str]:
            return (need[1:] for sign in "<>" if sign + name in bounds for need in self.needs(sign + name))

        for name, rank in ranks([first], names_below).items():
            least, most = (str(self.margin(name)) if sign + name in bounds else "" for sign in "><")
            yield name, f"{least}..{most}", rank, []
