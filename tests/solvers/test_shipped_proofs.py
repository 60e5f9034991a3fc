"""Rows of the store that comes with the package, checked without search: a share of them, or all.

An option is a smaller position, so that no claim can rest on itself: what the rows say of the options is enough.
"""

from collections import Counter
from functools import cache

import pytest
from caches import rules_of
from thorough import share

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.reader import Reader
from grundy.games.chomp.rules import transpose
from grundy.games.chomp.search import make_lost_bars
from grundy.solvers.proof.expansion import Key, Parts, expansion_of
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.misere import LOST, WON, MisereSpace, Whole
from grundy.solvers.proof.store import SHIPPED_PROOFS, ProofStore
from grundy.solvers.solver import Solver

pytestmark = pytest.mark.slow

STORE = ProofStore(SHIPPED_PROOFS, read_only=True)
TWO = {(6, 13), (8, 10), (9, 10), (10, 14), (12, 13), (13, 16), (14, 16)}  # boards of Chomp with two winning bites
Known = dict[Key, int]


def split(parts: Parts, known: Known) -> tuple[int, list[Key]]:
    """The nim-sum of the parts that are known, and the others but for pairs of equal ones."""
    rest, total = [], 0
    for key, copies in Counter(parts).items():
        if copies % 2 and key in known:
            total ^= known[key]
        elif copies % 2:
            rest.append(key)
    return total, rest


@pytest.mark.parametrize("name", ["sprouts(1)", "boxing_match(2x2)"])
def test_every_nimber_holds(name: str) -> None:
    ruleset = parse(name).summands[0].ruleset
    rules, rows = expansion_of(ruleset), STORE.rows(rules_of(name), False)
    known = {rules.read_canonical(text): fact for text, fact, _ in rows}
    assert len(known) == len(rows) > 1_000

    def reached(options: list[tuple[int, list[Key]]]) -> set[int]:
        return {total for total, rest in options if not rest}

    @cache
    def nimbers(key: Key) -> set[int]:
        return reached([split(option, known) for option in rules.options(key)])

    for key, nimber in share([*known.items()], 6):
        options = [split(option, known) for option in rules.options(key)]
        assert all(nimber ^ total in nimbers(*rest) if rest else nimber != total for total, rest in options)
        assert reached(options) >= set(range(nimber))


def test_every_misere_position_is_lost() -> None:
    space = MisereSpace(expansion_of(parse("sprouts(1)").summands[0].ruleset), Memory())
    rows = STORE.rows(rules_of("sprouts(1)"), True)
    known = {space.read(text) for text, _, _ in rows}
    assert len(known) == len(rows) > 300

    def is_lost(whole: Whole) -> bool:
        return whole in known if whole[0] else space.label(whole) == LOST

    @cache
    def is_won(whole: Whole) -> bool:
        return any(map(is_lost, space.followers(whole))) if whole[0] else space.label(whole) == WON

    for node in share([*known], 3):
        assert all(map(is_won, space.followers(node)))


def test_every_winning_bite_of_chomp() -> None:
    """By the table of all bars with up to 14 columns; with 16 it takes ten seconds."""
    board = parse("chomp(2x2)").summands[0].ruleset.board
    wins = {
        board.read(Reader(text)): {board.read(Reader(to)) for to in moves}
        for text, moves in STORE.wins(rules_of("chomp(2x2)")).items()
    }
    sides = {(rows, columns) for rows in range(3, 17) for columns in range(3, 17) if rows != columns}
    assert {(len(bar), bar[0]) for bar in wins} == {*sides, (16, 16)}
    table = make_lost_bars((14,) * 14, False, Budget())
    for bar, moves in wins.items():
        assert wins[transpose(bar)] == set(map(transpose, moves))
        assert bar[0] > 14 or len(bar) > bar[0] or moves == set(table.wins(bar))
        assert len(moves) == 1 + ((*sorted((len(bar), bar[0])),) in TWO)


def test_the_store_says_where_it_comes_from() -> None:
    told = dict(line.split(": ", 1) for line in STORE.origin())
    assert told["sprouts(17)"].startswith("who wins under ")
    assert told["chomp(13x16)"] == "2 winning moves by a table of all positions, grundy 0.1.0"


@pytest.mark.parametrize(("misere", "spots", "outcomes"), [(False, 11, "NPPPNNN"), (True, 8, "PPNNN")])
def test_sprouts_at_once(misere: bool, spots: int, outcomes: str) -> None:
    solver = Solver(Budget(seconds=60))
    found = [solver.outcome(parse(f"sprouts({n})"), misere) for n in range(spots, spots + len(outcomes))]
    assert "".join(found) == outcomes
