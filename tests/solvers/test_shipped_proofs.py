"""Rows of the store that comes with the package, checked without search: a share of them, or all."""

from random import Random

import pytest
from caches import rules_of
from claims_without_search import LostClaims, NimberClaims
from thorough import THOROUGH, share

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.reader import Reader
from grundy.games.chomp.rules import transpose
from grundy.games.chomp.search import make_lost_bars
from grundy.games.sprouts.rules import sprouts
from grundy.games.sprouts.search import SproutsExpansion, from_bytes
from grundy.solvers.proof.expansion import Parts, expansion_of
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.misere import MisereSpace
from grundy.solvers.proof.store import SHIPPED_PROOFS, ProofStore
from grundy.solvers.solver import Solver

pytestmark = pytest.mark.slow

STORE = ProofStore(SHIPPED_PROOFS, read_only=True)
TWO = {(6, 13), (8, 10), (9, 10), (10, 14), (12, 13), (13, 16), (14, 16)}  # boards of Chomp with two winning bites
NORMAL, MISERE, MISERE_WINS = [*range(11, 21), 22, 23], [*range(8, 15)], {10, 11, 12}  # the last: OEIS A164950
ROWS_BY_PLAIN_RULES = 400 if THOROUGH else 25


@pytest.mark.parametrize("name", ["sprouts(1)", "boxing_match(2x2)"])
def test_every_nimber_holds(name: str) -> None:
    rules, rows = expansion_of(parse(name).summands[0].ruleset), STORE.rows(rules_of(name), False)
    known = {rules.read_canonical(text): fact for text, fact, _ in rows}
    assert len(known) == len(rows) > 1_000
    assert min(known.values()) >= 0
    claims = NimberClaims(rules, known)
    for key in share([*known], 24):
        assert claims.hold(key), rules.show(key)


def test_options_of_some_rows_by_the_plain_rules() -> None:
    """Those of the check above are compiled."""
    rules = SproutsExpansion(sprouts)
    rules.plain_lists = 1 << 30
    rows = STORE.rows(rules_of("sprouts(1)"), False)
    for text, *_ in Random(len(rows)).sample(rows, ROWS_BY_PLAIN_RULES):
        key = rules.read_canonical(text)
        assert isinstance(key, bytes)
        assert rules.read(text) == key
        plain = [rules.parts(to) for to in sprouts.moves((from_bytes(key),))]
        assert set(map(in_order, plain)) == set(map(in_order, rules.options(key))), text


def in_order(parts: Parts) -> tuple[str, ...]:
    return tuple(sorted(map(repr, parts)))


def test_every_misere_position_is_lost() -> None:
    space = MisereSpace(expansion_of(sprouts), Memory())
    rows = STORE.rows(rules_of("sprouts(1)"), True)
    known = {space.read(text) for text, _, _ in rows}
    assert len(known) == len(rows) > 300
    claims = LostClaims(space, known)
    for node in share([*known], 8):
        assert claims.hold(node), space.show(node)


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


@pytest.mark.parametrize(("misere", "spots"), [(False, NORMAL), (True, MISERE)])
def test_sprouts_at_once(misere: bool, spots: list[int]) -> None:
    """From no more than the row of the position or of an option."""
    for number in share(spots, 2):
        solver = Solver(Budget(seconds=60))
        won = number in MISERE_WINS if misere else number % 6 in (3, 4, 5)
        assert (solver.outcome(parse(f"sprouts({number})"), misere) == "N") == won
        searched = [method.count for method in solver.methods if str(method).startswith("proof search")]
        assert sum(count or 0 for count in searched) <= 1
