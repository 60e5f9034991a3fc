"""Coin-turning games on a row and in the plane: published answers, theorems against the rules, errors."""

import json
import pickle
import re
from collections import Counter
from itertools import islice, product
from pathlib import Path
from typing import Any

import oracle
import pytest

from grundy import parse, parse_ruleset
from grundy.boards.coin_grid import CoinSheet, Tartan
from grundy.boards.coins import CoinGame, TurnLimit
from grundy.catalog import entries
from grundy.core.game import Game
from grundy.core.nimbers import nim_product
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotationError, NotDecided
from grundy.render.text import draw
from grundy.solvers.solver import Solver

ANSWERS = json.loads((Path(__file__).parents[1] / "data" / "answers.json").read_text(encoding="utf-8"))
COINS = [answer for answer in ANSWERS if answer["family"] == "coin_turning" and not answer["game"].startswith("nim_")]
ROWS = [
    *(entry.ruleset for entry in entries().values() if isinstance(entry.ruleset, CoinGame)),
    *map(parse_ruleset, ["coin_subtraction_two_coins(1,3,4)", "coin_subtraction_pile_form(2,3)"]),
    *map(parse_ruleset, ["coin_subtraction_one_or_two(2,5,7)", "coin_subtraction_one_or_two(1)"]),
]
SHEETS = [
    "mock_turtles * ruler",
    "turning_turtles * twins",
    "coin_subtraction_two_coins(1,3) * rulerette",
    "coin_subtraction_one_or_two(2) * coin_subtraction_pile_form(1,2)",
    "triplets * grunt",
    "rugs",
    "turning_corners",
    "acrostic_twins",
]


def questions(*queries: str) -> pytest.MarkDecorator:
    chosen = [answer for answer in COINS if answer["query"] in queries]
    return pytest.mark.parametrize("answer", chosen, ids=lambda answer: answer["id"])


def ruleset_of(answer: dict[str, Any]) -> Ruleset[Any]:
    """The ruleset of an answer, whose file writes tartan(A,B) for A * B and the distances apart."""
    name = re.sub(r"tartan\((\w+),(\w+)\)", r"(\1 * \2)", answer["game"])
    distances = ",".join(map(str, answer["params"].get("S", [])))
    return parse_ruleset(re.sub(r"(coin_subtraction_\w+)", rf"\1({distances})", name))


def position_of(answer: dict[str, Any]) -> str:
    """The position as text; the labels of an exercise may count rows from 1 where the ruleset does from 0."""
    position = answer["position"]
    if isinstance(position, str):
        return position
    if isinstance(position[0], str):
        return "/".join(position)
    heads = [position] if isinstance(position[0], int) else position
    return "100x100; " + " ".join(f"({row - shift(answer)},{column})" for row, column in heads)


def shift(answer: dict[str, Any]) -> int:
    return int(answer["params"].get("convention") == "1based")


def turned_coins(game: Game) -> set[frozenset[Any]]:
    return {move.handle for move in game.winning_moves()}


def coins_of(answer: dict[str, Any], move: Any) -> frozenset[Any]:
    """The coins of a listed move: numbers, places, or two rows and the ends of a run of columns."""
    if isinstance(move, dict):
        first, last = move["cols"]
        return frozenset(product((row - shift(answer) for row in move["rows"]), range(first, last + 1)))
    return frozenset(tuple(coin) if isinstance(coin, list) else coin for coin in move)


class TestPublishedAnswers:
    @questions("sg", "sg+winning_moves")
    def test_nimber(self, answer: dict[str, Any]) -> None:
        ruleset, expected = ruleset_of(answer), answer["expected"]
        if answer["position"] is None:
            assert answer["params"]["pattern"] == "i+j odd"
            for size, value in expected.items():
                rows = ("".join("TH"[(i + j) % 2] for j in range(int(size))) for i in range(int(size)))
                assert ruleset("/".join(rows)).nimber == value
            return
        game = ruleset(position_of(answer))
        assert game.nimber == (expected if isinstance(expected, int) else expected["sg"])
        if isinstance(expected, dict) and "head_sg" in expected:
            assert [part.nimber for part in game.parts()] == expected["head_sg"]
        if isinstance(expected, dict) and "follower_values" in expected:
            assert sorted({Solver().nimber(option) for option in game.options()}) == expected["follower_values"]

    @questions("sg+winning_moves")
    def test_winning_moves(self, answer: dict[str, Any]) -> None:
        ruleset = ruleset_of(answer)
        game = ruleset(position_of(answer))
        assert turned_coins(game) == {coins_of(answer, move) for move in answer["expected"]["winning_moves"]}

    @questions("sg_sequence")
    def test_sequence(self, answer: dict[str, Any]) -> None:
        ruleset, (first, last) = ruleset_of(answer), answer["params"]["range"]
        assert ruleset.board.first == answer["params"]["base"] == first
        assert [ruleset(ruleset.board.line(n)).nimber for n in range(first, last + 1)] == answer["expected"]

    @questions("sg_table")
    def test_table(self, answer: dict[str, Any]) -> None:
        ruleset, rows = ruleset_of(answer), answer["expected"]
        top, left = ruleset.board.origin
        for row, column in product(range(len(rows)), range(len(rows[0]))):
            assert Game.of(ruleset, ruleset.board.cell(top + row, left + column)).nimber == rows[row][column]

    @questions("outcome")
    def test_outcome(self, answer: dict[str, Any]) -> None:
        for heads, outcome in answer["expected"].items():
            coins = {int(head) for head in heads.split(",")}
            row = "".join("TH"[coin in coins] for coin in range(max(coins) + 1))
            assert ruleset_of(answer)(row).outcome == outcome

    @questions("max_length")
    def test_longest_play(self, answer: dict[str, Any]) -> None:
        ruleset, (first, last) = ruleset_of(answer), answer["params"]["range"]
        assert isinstance(ruleset, CoinGame)
        rows = [ruleset.board.line(n) for n in range(first, last + 1)]
        assert [ruleset.longest(row) for row in rows] == answer["expected"]

    @questions("solve")
    def test_pairs_of_smaller_values(self, answer: dict[str, Any]) -> None:
        """A head of Turning Corners on (v1, v2) has a move to u for each pair of the list."""
        v1, v2, u = (answer["params"][key] for key in ("v1", "v2", "u"))
        ruleset = ruleset_of(answer)
        reached = ruleset.reach(ruleset.board.make(f"99x99; ({v1},{v2})"), u)
        assert reached is not None
        assert [list(min(sheet.heads)) for sheet in reached] == answer["expected"]

    def test_every_query_is_asked(self) -> None:
        known = {"sg", "sg+winning_moves", "sg_sequence", "sg_table", "outcome", "max_length", "solve"}
        assert {answer["query"] for answer in COINS} <= known

    def test_moves_of_the_southeast_coin(self) -> None:
        assert len(parse("(mock_turtles * mock_turtles)(5x6; (4,5))").moves()) == 176


@pytest.mark.parametrize("ruleset", ROWS, ids=str)
class TestRows:
    """All rows of up to 7 coins."""

    def test_nimber_and_reach(self, ruleset: CoinGame) -> None:
        for row in ruleset.board.small(7):
            assert ruleset.theorem(row) == oracle.nimber(ruleset, row)
            for wanted in range(4):
                reached, options = ruleset.reach(row, wanted), ruleset.moves(row)
                assert reached is not None
                assert Counter(reached) == Counter(to for to in options if oracle.nimber(ruleset, to) == wanted)

    def test_longest_play_of_all_is_that_of_the_heads(self, ruleset: CoinGame) -> None:
        for row in ruleset.board.small(6):
            assert ruleset.longest(row) == parse(f"{ruleset}({row})").height

    def test_formulas_are_what_the_rules_say(self, ruleset: CoinGame) -> None:
        first, coins = ruleset.board.first, {"mogul": 20, "moidores": 18}.get(ruleset.name, 60)  # millions of moves
        assert all(ruleset.value(coin) == ruleset.value_by_rules(coin) for coin in range(first, first + coins))


@pytest.mark.parametrize("name", SHEETS)
class TestSheets:
    """All sheets of up to 8 coins, and all heads within 5 x 5 coins."""

    def test_nimber_and_reach(self, name: str) -> None:
        ruleset = parse_ruleset(name)
        for sheet in ruleset.board.small(8):
            assert ruleset.theorem(sheet) == oracle.nimber(ruleset, sheet)
        for sheet in islice(ruleset.board.small(8), 600):
            for wanted in range(4):
                reached, options = ruleset.reach(sheet, wanted), ruleset.moves(sheet)
                assert reached is not None
                assert Counter(reached) == Counter(to for to in options if oracle.nimber(ruleset, to) == wanted)

    def test_single_heads_by_the_mex_of_their_options(self, name: str) -> None:
        ruleset = parse_ruleset(name)
        (top, left), values = ruleset.board.origin, dict[Any, int]()
        for row, column in product(range(top, top + 5), range(left, left + 5)):
            options = set[int]()
            for sheet in ruleset.moves(ruleset.board.cell(row, column)):
                total = 0
                for head in sheet.heads:
                    total ^= values[head]
                options.add(total)
            values[row, column] = next(n for n in range(len(options) + 1) if n not in options)
            assert ruleset.theorem(ruleset.board.cell(row, column)) == values[row, column]

    def test_text_and_pickle(self, name: str) -> None:
        ruleset = parse_ruleset(name)
        assert parse_ruleset(str(ruleset)) == ruleset
        for sheet in islice(ruleset.board.small(6), 100):
            game = Game.of(ruleset, sheet)
            assert parse(str(game)).summands == game.summands
            assert pickle.loads(pickle.dumps(game)) == game
            assert len({move.handle for move in game.moves()}) == len(game.moves())


def test_coins_that_turn_alone_are_worth_one() -> None:
    assert parse("turn_up_to(1)(HHTH)").nimber == 1


class TestNotation:
    def test_sparse_and_dense_are_the_same(self) -> None:
        assert parse("rugs(2x3; (1,1), (2,3))") == parse("rugs(HTT/TTH)") == parse("rugs( htt / tth )")
        assert str(parse("turning_corners(100x100; (3,4) (1,2))")) == "turning_corners(100x100; (1,2) (3,4))"
        assert str(parse("rugs(30x30)")) == "rugs(30x30)"

    def test_the_size_may_be_the_last_number(self) -> None:
        for text in ("(twins * ruler)(100x100; (100,100))", "turning_corners(4x4; (4,4))"):
            assert str(parse(text)) == text
        (move,) = parse("turning_corners(2x2; (2,2))").winning_moves()
        assert str(move.to) == "turning_corners(2x2; (0,0) (0,2) (2,0))"
        assert draw(parse("turning_corners(1x1; (1,1))")).count("T") == 3

    def test_the_first_coin_is_what_the_factors_say(self) -> None:
        assert parse("(mock_turtles * ruler)(TH/TT)").summands[0].position == CoinSheet(2, 2, frozenset([(0, 2)]))

    def test_a_move_in_words(self) -> None:
        (move,) = parse("(coin_subtraction_two_coins(1,2,3,4) * ruler)(100x100; (99,100) (3,1))").winning_moves()
        assert move.label == "turn rows 97 and 99, columns 97 to 100"
        assert str(parse("rugs(HTTH/TTTT)").winning_moves()[0]) == "turn row 1, columns 3 and 4"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("rugs(HT/T)", "a row of 1 coins below one of 2; make them equal"),
            ("rugs(HT/)", "expected rows of H"),
            ("rugs(3x3; (0,1))", "no coin there: 3x3 has rows from 1 to 3 and columns from 1 to 3"),
            ("turning_corners(3x3; (1,4))", "no coin there"),
            ("rugs(3x3; (1,1) (1,1))", "named before"),
            ("rugs(3x3; (1,1),)", "expected '('"),
            ("rugs(0x3)", "at least 1x1"),
            ("rugs(3x3 (1,1))", "expected nothing more"),
            ("coin_subtraction_two_coins(0,1)(HT)", "a distance of 1 or more"),
            ("coin_subtraction_two_coins(odd)(HT)", "expected a distance"),
            ("(ruler * nim)(HT/TH)", "do not multiply"),
            ("(ruler * ruler * ruler)(HT/TH)", "do not multiply"),
        ],
    )
    def test_errors_name_the_cure(self, text: str, message: str) -> None:
        with pytest.raises(NotationError, match=re.escape(message)):
            parse(text)

    def test_a_set_of_distances_is_needed(self) -> None:
        from grundy import coin_subtraction_two_coins

        with pytest.raises(NotationError, match="needs a distance"):
            coin_subtraction_two_coins()
        assert coin_subtraction_two_coins(3, 1, 3) == parse_ruleset("coin_subtraction_two_coins(1,3)")


class TestLarge:
    def test_far_heads_by_formula(self) -> None:
        far = 10**40
        assert parse(f"turning_corners(10^40x10^40; ({far},{far - 1}))").nimber == nim_product(far, far - 1)
        assert parse(f"acrostic_twins(10^40x10^40; ({far},5))").winning_moves()[0].handle == {(5, 5), (far, 5)}

    def test_far_heads_by_a_period(self) -> None:
        """Distances 1 .. m repeat with period m + 1, and 1, 3, 4 with period 7."""
        ruleset = parse_ruleset("coin_subtraction_two_coins(1,2,3,4) * twins")
        assert isinstance(ruleset, Tartan)
        assert [ruleset.value((10**40 + k, 1)) for k in range(7)] == [0, 1, 2, 3, 4, 0, 1]
        pile = parse_ruleset("coin_subtraction_pile_form(1,3,4)")
        assert isinstance(pile, CoinGame)
        assert [pile.value(7 * 10**40 + k) for k in range(7)] == [0, 1, 0, 1, 2, 3, 2]
        assert len(parse("(coin_subtraction_two_coins(1,3,4) * twins)(10^40x10; (10^40,7))").winning_moves()) == 1

    def test_work_without_end_is_refused(self) -> None:
        far = parse("turning_corners(10^9x10^9; (10^9,10^9))")
        assert far.outcome == "N"
        for question in (far.winning_moves, far.options):
            with pytest.raises(NotDecided, match="too many moves"):
                question()
        with pytest.raises(NotDecided, match="no period"):
            parse("(coin_subtraction_two_coins(10^9) * twins)(10^9x3; (10^9,2))").nimber  # noqa: B018

    def test_patience_ends(self) -> None:
        patience = TurnLimit(3)
        assert next(patience.count([(1,)])) == (1,)
        with pytest.raises(GrundyError, match="not all moves were seen"):
            list(patience.count([(1,)]))


@pytest.mark.parametrize("name", ["turning_turtles", "twins", "mock_turtles", "ruler", "rulerette"])
def test_turns_to_a_nimber_are_those_of_the_rules(name: str) -> None:
    """For all coins below 24 and nimbers below 70."""
    rules = parse_ruleset(name)
    assert isinstance(rules, CoinGame)
    for coin in range(rules.board.first, 24):
        for nimber in range(70):
            turns = rules.turns_to(coin, nimber)
            assert turns is not None
            assert sorted(turns) == sorted(others for others in rules.turns(coin) if rules.total(others) == nimber)
