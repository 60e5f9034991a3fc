"""Boxing Match by its compiled search: the definition, the table of full boards, strips, sums, and large boards."""

from itertools import product

import pytest

from grundy import kayles, parse
from grundy.core.budget import Budget
from grundy.core.nimbers import mex
from grundy.errors import NotDecided
from grundy.games.boxing_match.rules import boxing_match, strip_nimber, strip_period
from grundy.solvers.proof.expansion import expansion_of
from grundy.solvers.proof.prover import Prover
from grundy.solvers.solution import solve

pytestmark = pytest.mark.slow

Board = tuple[str, ...]
# full boards of r rows, from r columns on
NIMBERS = {2: "2 2 1 4 3 3 1 4 2 6 5 0", 3: "3 5 1 6 9 2 1 10 9 2 5", 4: "4 2 9 3 7 6 6", 5: "6 6 3 7", 6: "5 4"}


def nimber(prover: Prover, board: Board) -> int:
    """The nimber of a board by the compiled search."""
    return prover.nimber(prover.parts(board), Budget())


def full(rows: int, columns: int) -> Board:
    """The full board."""
    return boxing_match.board.cell(rows, columns)


def by_definition(side: int) -> list[int]:
    """The nimbers of all boards of this side, which are numbers of as many bits as squares, by mex over all moves."""
    squares = [
        sum(1 << (top + row) * side + left + column for row in range(size) for column in range(size))
        for size in range(1, side + 1)
        for top, left in product(range(side - size + 1), repeat=2)
    ]
    values: list[int] = []
    for board in range(1 << side * side):
        values.append(mex(values[board ^ square] for square in squares if board & square == square))
    return values


def test_every_board_up_to_four_by_four() -> None:
    prover = Prover(expansion_of(boxing_match), fresh=True)
    for number, value in enumerate(by_definition(4)):
        text = format(number, "016b")
        board = text[:4], text[4:8], text[8:12], text[12:]
        if board == min(boxing_match.board.symmetries(board)):
            assert nimber(prover, board) == value


def test_the_table_of_full_boards() -> None:
    prover = Prover(expansion_of(boxing_match), fresh=True)
    for rows, line in NIMBERS.items():
        found = [nimber(prover, full(rows, columns)) for columns in range(rows, rows + len(line.split()))]
        assert found == [int(n) for n in line.split()]


def test_four_by_thirteen_is_lost() -> None:
    assert nimber(Prover(expansion_of(boxing_match), fresh=True), full(4, 13)) == 0


def test_options_of_areas_are_those_of_the_rules() -> None:
    areas = expansion_of(boxing_match)
    for board in [full(3, 4), ("1110", "1111", "0111", "0011"), ("11011", "11111", "01110"), full(2, 7), full(4, 4)]:
        (key,) = areas.parts(board)
        rules = {tuple(sorted(map(str, areas.parts(to)))) for to in boxing_match.moves(board)}
        assert {tuple(sorted(map(str, option))) for option in areas.options(key)} == rules
        assert areas.read(areas.show(key)) == key


def test_strips_are_kayles_with_lone_stones() -> None:
    prover = Prover(expansion_of(boxing_match), fresh=True)
    assert [strip_nimber(n) for n in range(2, 31)] == [nimber(prover, full(2, n)) for n in range(2, 31)]
    assert [strip_nimber(n) >> 1 for n in range(400)] == [int(n) >> 1 for n in kayles.values(400)]


def test_the_period_of_strips_is_proved() -> None:
    known, period = strip_period()
    assert (period.preperiod, period.period, period.proved) == (71, 12, True)
    assert known[70] != known[82]
    reach = 2 * period.preperiod + period.period + 2  # Guy and Smith 1956 for moves of two columns
    assert len(known) >= reach + period.period
    assert all(known[n] == known[n + 12] for n in range(71, reach))


def test_long_strips_by_their_period() -> None:
    assert parse("boxing_match(2x500)").nimber == strip_nimber(500) == strip_nimber(80)
    assert parse("boxing_match(300x2) + nim(3)").nimber == strip_nimber(300) ^ 3


@pytest.mark.parametrize(("text", "value"), [("6x6", 5), ("4x6", 9), ("5x7", 3)])
def test_a_full_board_is_solved_with_its_nimber(text: str, value: int) -> None:
    found = solve(parse(f"boxing_match({text})"), fresh=True)
    assert (found.outcome, found.nimber, found.nimber_status) == ("N", value, "exact")
    assert found.winning
    assert found.winning.complete
    assert all(move.to.nimber == 0 for move in found.winning.moves)


def test_areas_that_fall_apart_and_sums() -> None:
    assert parse("boxing_match(1111101111/1111101111/1111101111/1111100000)").nimber == 2 ^ 5
    assert parse("boxing_match(4x6) + nim(9)").outcome == "P"
    assert parse("boxing_match(5x6) + boxing_match(5x5)").nimber == 0


def test_equal_areas_cancel() -> None:
    assert parse("boxing_match(11111110000000/" + "/".join(["11111110111111"] * 6) + ")").outcome == "N"
    assert parse("boxing_match(" + "/".join(["1111101111"] * 4) + ")").nimber == 2 ^ 4


def test_the_slides_board_is_answered_by_the_theorem() -> None:
    found = solve(parse("boxing_match(10x20)"), budget=Budget(seconds=20))
    assert found.outcome == "N"
    assert "symmetric" in found.method
    assert found.winning
    assert "take rows 1-10, columns 6-15" in [move.label for move in found.winning.moves]


def test_a_search_ends_with_its_budget() -> None:
    prover = Prover(expansion_of(boxing_match), fresh=True)
    with pytest.raises(NotDecided):
        prover.nimber(prover.parts(full(8, 8)), Budget(positions=2_000))
    assert nimber(prover, full(3, 4)) == 5
