"""What people write at first, in expressions and in Python."""

from typing import Any

import networkx
import numpy as np
import pytest

from grundy import (
    Game,
    boxing_match,
    circular_nim,
    cram,
    digraph,
    directed_geography,
    end_nim,
    frobenius,
    hackenbush,
    impartial_col,
    kayles,
    mex,
    moore_nim,
    nim,
    nim_divide,
    nim_power,
    nim_product,
    nim_sum,
    node_kayles,
    parse,
    parse_ruleset,
    poset,
    solve,
    staircase_nim,
    subtraction,
    turning_turtles,
    two_dimensional_nim,
    wythoff,
    zeckendorf,
)
from grundy.core.budget import Budget
from grundy.errors import GrundyError, MoveError, NotationError, UndefinedError
from grundy.explain.answer import answer_lines


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("nim 3 5 7", "nim(3,5,7)"),
        ("nim 3, 5 + kayles 13", "nim(3,5) + kayles(13)"),
        ("Dawson's Kayles 5", "dawsons_kayles(5)"),
        ("nim(13 17)", "nim(13,17)"),
        ("subtraction(1-6)(31)", "subtraction(1,2,3,4,5,6)(31)"),
        ("subtraction(1..3, 7)(31)", "subtraction(1,2,3,7)(31)"),
        ("subtraction(powers of 2)(31)", "subtraction(powers_of_2)(31)"),
        ("subtraction(Powers of two, 3)(31)", "subtraction(3,powers_of_2)(31)"),
        ("subtraction(all but 3, 5)(31)", "subtraction(1,2,4,6+)(31)"),
        ("subtraction(all except 3-5)(31)", "subtraction(1,2,6+)(31)"),
        ("4.[3](20)", "octal(4.[3])(20)"),
        ("0.16(20)", "octal(0.16)(20)"),
        (".77(20) + nim(1)", "octal(0.77)(20) + nim(1)"),
        (".8F(20)", "hexadecimal(0.8F)(20)"),
        ("sos(S___)", "sos(S...)"),
        ("nimble(.o.o)", "nimble(1,3)"),
        ("*3 + *5", "nim(3) + nim(5)"),
        ("chomp 3x4 + cram 2x2", "chomp(4,4,4) + cram(2x2)"),
        ("hackenbush(0-1-2, 0-3)", "hackenbush(0-1,1-2,0-3)"),
        ("kayles(xx_xxx)", "kayles(xx.xxx)"),
        ("dawsons_kayles(xx_xxx)", "dawsons_kayles(2,3)"),
        ("chomp(3 \u00d7 7) \u2295 nim(\uff13\uff0c5)", "chomp(7,7,7) + nim(3,5)"),
        ("cram(3X4)", "cram(3x4)"),
        ("node_kayles(a\u2013b)", "node_kayles(a-b)"),
        ("(mock_turtles \u00d7 ruler)(TH/TT)", "(mock_turtles * ruler)(TH/TT)"),
        ("cram(__x\n_xx)", "cram(__x/_xx)"),
        ("rugs(HT\nTH)", "rugs(HT/TH)"),
        ("wythoff 3 5", "wythoff(3,5)"),
        ("subtraction(prime numbers)(31)", "subtraction(primes)(31)"),
    ],
)
def test_expressions(text: str, meant: str) -> None:
    assert str(parse(text)) == meant


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        ("subtraction(1,2)", "second bracket: subtraction(1,2)(100)"),
        ("subtraction", "second bracket: subtraction(1,3,4)(100)"),
        ("subtraction(6-1)(9)", "write 1-6"),
        ("subtraction(1-10^9)(9)", "bounded_nim(1000000000)"),
        ("mock_turtles(THT) * ruler(TTH)", "(mock_turtles * ruler)(TTT/TTH/TTT)"),
        ("(mock_turtles x ruler)(HT/TH)", "did you mean (mock_turtles * ruler)(HT/TH)?"),
        ("nim(0x10)", "did you mean nim(16)?"),
        ("nim(10^9-20)", "did you mean nim(999999980)?"),
        ("nim(2*w)", "did you mean nim(w*2)?"),
        ("nim(3) xor nim(5)", "did you mean nim(3) + nim(5)?"),
        ("subtraction(1,2,...,6)(9)", "did you mean subtraction(1-6)(9)?"),
        ("subtraction(1 to 6)(9)", "did you mean subtraction(1-6)(9)?"),
        ("subtraction(1..)(9)", "did you mean subtraction(1+)(9)?"),
        ("wythoff(3)", "wythoff is written wythoff(10,15)"),
        ("wythoff(3,5,7)", "wythoff is written wythoff(10,15)"),
        ("nim 3 5 x", "no ruleset is called"),
        ("nim(1,000)", "without commas: 1000"),
        ("nim(3;5;7)", "did you mean nim(3,5,7)?"),
        ("nim(3 stones)", "did you mean nim(3)?"),
        ("2 nim(3)", "did you mean nim(3) + nim(3)?"),
        ("nim(3), kayles(5)", "did you mean nim(3) + kayles(5)?"),
        ("nim(3,5) misere", "--misere 'nim(3,5)'"),
        ("kayles(||.|)", "did you mean kayles(xx.x)?"),
        ("nimble(_x_x)", "did you mean nimble(_o_o)?"),
        ("cram(3,4)", "did you mean cram(3x4)?"),
        ("cram(__x _xx)", "rows are separated by '/': __x/_xx"),
        ("chomp(3 by 7)", "did you mean chomp(3x7)?"),
        ("turning_turtles(01001)", "did you mean turning_turtles(THTTH)?"),
        ("hackenbush(tree)", "tree has no edge"),
        ("node_kayles(tree)", "no graph is called tree"),
        ("node_kayles(K4)", "did you mean node_kayles(complete 4)?"),
        ("node_kayles(3x4)", "did you mean node_kayles(grid 3x4)?"),
        ("node_kayles(path(5))", "did you mean node_kayles(path 5"),
        ("digraph(a->b, b->c)(a)", "did you mean digraph(a: b; b: c)(a)?"),
        ("geography(grid 3x3; 1,2)", "did you mean geography(grid 3x3; r1c2)?"),
        ("poset(a<a)", "a would be below itself"),
        ("octal 0.77 13", "did you mean octal(0.77)(13)?"),
        ("moore_nim(1,2,3)", "second bracket: moore_nim(2)(1,2,3)"),
        ("nim()", "write nim(3,5,7)"),
        ("nim(2.5)", "2.5 is not a whole number"),
        ("nim[3,5,7]", "brackets are round: nim(3,5,7)"),
        ("subtraction{1,2}(9)", "brackets are round: subtraction(1,2)(9)"),
        ("3,5,7", "heaps of nim are nim(3,5,7)"),
        ("kayles(5) and nim(3)", "games are joined by +"),
        ("misere nim(3,5)", "--misere 'nim(3,5)'"),
        ("misère(nim(3,5))", "--misere 'nim(3,5)'"),
        ("octal(77)(10)", "a code such as 0.77"),
        ("mock_turtles*ruler(HT/TH)", "stands in brackets: (mock_turtles * ruler)(HT/TH)"),
        ("mock_turtles \u00d7 ruler(4x4; (2,2))", "(mock_turtles * ruler)(4x4; (2,2))"),
        ("nim(1 000)", "without blanks: 1000"),
        ("nim(10 000 000, 5)", "without blanks: 10000000"),
        ("kayles(3 000)", "without blanks: 3000"),
        ("node_kayles(K2,2)", "write its edges: a1-b1,a1-b2,a2-b1,a2-b2; write K2,K2,2 for two vertices"),
        ("arc_kayles(K9,9)", "a2-b7,..."),
        ("node_kayles(P5)", "did you mean node_kayles(path 4)?"),
        ("node_kayles(S5)", "did you mean node_kayles(star 5)?"),
        ("turn_up_to(4)*ruler", "(turn_up_to(4) * ruler)(HT/TH)"),
        ("ruler * turn_up_to(4)(HT/TH)", "(ruler * turn_up_to(4))(HT/TH)"),
    ],
)
def test_errors(text: str, cure: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert cure in str(caught.value)


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        ("nim(5)", "write nim alone where rules are asked for"),
        ("subtraction(1,2)(10)", "without a position: write subtraction(1,2)"),
        ("subtraction", "such as subtraction(1,3,4)"),
    ],
)
def test_games_where_rules_are_asked_for(text: str, cure: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_ruleset(text)
    assert cure in str(caught.value)


def test_bare_codes_of_rulesets() -> None:
    assert str(parse_ruleset("0.16")) == "octal(0.16)"
    assert str(parse_ruleset("4.07")) == "octal(4.07)"
    assert str(parse_ruleset("0.[3]")) == "octal(0.[3])"
    assert str(parse_ruleset("0.{2+}")) == "hexadecimal(0.{2+})"


@pytest.mark.parametrize(
    ("game", "meant"),
    [
        (nim([3, 5, 7]), "nim(3,5,7)"),
        (nim(np.array([3, 5])), "nim(3,5)"),
        (kayles(np.int64(4)), "kayles(4)"),
        (wythoff((3, 5)), "wythoff(3,5)"),
        (two_dimensional_nim((1, 2), (4, 1)), "two_dimensional_nim((1,2),(4,1))"),
        (cram(3, 3), "cram(3x3)"),
        (cram(["__x", "___"]), "cram(__x/___)"),
        (boxing_match([[1, 1], [1, 0]]), "boxing_match(11/10)"),
        (boxing_match(np.ones((2, 3))), "boxing_match(111/111)"),
        (turning_turtles([2, 4]), "turning_turtles(THTH)"),
        (hackenbush([(0, 1), (1, 2)]), "hackenbush(0-1,1-2)"),
        (hackenbush(networkx.path_graph(4)), "hackenbush(0-1,1-2,2-3)"),
        (digraph({"a": ["b"], "b": []})("a"), "digraph(a: b)(a)"),
        (node_kayles({0: [1], 1: [0, 2], 2: [1], 3: []}), "node_kayles(0-1,1-2,3)"),
        (hackenbush({0: [1], 1: [0, 2, 2], 2: [1, 1]}), "hackenbush(0-1,1-2,1-2)"),
        (impartial_col({0: [1]}, {0: "x"}), "impartial_col(0-1; 0=x)"),
        (poset({"a": ["b"], "c": ()}), "poset(a<b,c)"),
        (directed_geography({0: [1, 2], 1: [0]}, 0), "directed_geography(0: 1 2; 1: 0; 0)"),
        (sum([nim(3), nim(5)]), "nim(3) + nim(5)"),
    ],
)
def test_python_values(game: Game, meant: str) -> None:
    assert str(game) == meant


@pytest.mark.parametrize("value", [2.5, 3.0, True, None, "x", -1])
def test_values_that_are_no_heaps(value: Any) -> None:
    with pytest.raises(GrundyError):
        nim(value)


def test_heaps_are_equal_in_any_order_where_their_places_do_not_matter() -> None:
    assert nim(3, 5) == nim(5, 3)
    assert hash(nim(3, 5)) == hash(nim(5, 3))
    assert nim(3, 5).play(nim(5, 2)) == nim(2, 5)
    for ordered in (end_nim, circular_nim(2), staircase_nim):
        assert ordered(1, 2, 3) != ordered(2, 1, 3)


def test_games_are_collections_of_their_options() -> None:
    game = nim(2)
    assert (game.position, game.is_over, len(game.moves()), list(game)) == ((2,), False, 2, [nim(0), nim(1)])
    assert nim(0).is_over
    with pytest.raises(UndefinedError, match="is a sum"):
        _ = (nim(1) + kayles(2)).position


def test_functions_take_numbers_or_a_collection() -> None:
    assert frobenius([4, 7, 9]) == frobenius(4, 7, 9) == 10
    assert mex([0, 1]) == mex(0, 1) == 2
    assert mex() == mex([]) == 0
    assert nim_sum([3, 5]) == nim_sum(3, 5) == 6
    assert [str(move.to) for move in solve("nim(3)").winning_moves] == ["nim(0)"]


def test_a_list_of_moves_says_whether_it_is_complete() -> None:
    whole, part = solve(nim(30), moves="all"), solve(nim(30), moves="all", most=10)
    assert whole.moves is not None
    assert part.moves is not None
    assert (len(whole.moves.rows), whole.moves.complete) == (30, True)
    assert (len(part.moves.rows), part.moves.complete) == (10, False)
    assert "Moves (10, not all; --most lists more):" in answer_lines(part)
    assert part.json()["moves_complete"] is False


def test_lengths_that_take_too_long_cost_no_answer() -> None:
    answer = solve(nim(60, 70, 80), lengths=True, budget=Budget(seconds=1.0))
    assert [str(move.to) for move in answer.winning_moves] == ["nim(22,70,80)"]
    assert answer.json()["lengths_decided"] is False
    assert any(line.startswith("How long play lasts was not decided") for line in answer_lines(answer))
    assert solve(nim(1, 2), lengths=True).json()["remoteness"] == 3


def test_moves_are_listed_up_to_a_million() -> None:
    for game in (nim(10**30), nim(10**30, 5) + kayles(3)):
        with pytest.raises(UndefinedError, match="more than 1,000,000 moves; winning_moves"):
            game.moves()
    assert [str(move.to) for move in nim(10**30, 5).winning_moves()] == ["nim(5,5)"]
    assert len(nim(3_000).moves()) == 3_000


def test_a_vertex_that_reads_like_a_graph_reads_back() -> None:
    for edges in ([("K4", "a")], [("tree", "b")]):
        game = node_kayles([*edges, ("b", "c"), ("a", "c")])
        for option in game.options():
            assert str(parse(str(option))) == str(option)
    assert parse(str(node_kayles([("K4", "K4")]))) == node_kayles("K4,K4")
    assert parse(str(node_kayles("K3,K3,3"))) == node_kayles([("K3",), ("3",)])


@pytest.mark.parametrize(
    ("game", "to", "after"),
    [
        ("nim(3) + kayles(4)", "kayles(4) + nim(2)", "kayles(4) + nim(2)"),
        ("nim(3) + nim(5)", "nim(3,2)", "nim(3) + nim(2)"),
        ("nim(3,5)", "nim(2) + nim(3)", "nim(3,2)"),
        ("nim(3) + wythoff(0,1)", "wythoff(0,0) + nim(3)", "nim(3)"),
        ("kayles(1)", "kayles(0)", "kayles(0)"),
        ("nim(1) + kayles(0)", "kayles(0) + nim(0)", "nim(0)"),
        ("nim(3) + nim(3)", "nim(2)", ""),
        ("kayles(1)", "nim(0)", "kayles(0)"),
        ("wythoff(1,1)", "nim(0)", "wythoff(0,0)"),
        ("kayles(3)", "nim(2)", ""),
    ],
)
def test_moves_to_positions_that_are_written_in_another_order(game: str, to: str, after: str) -> None:
    if after:
        assert str(parse(game).play(parse(to))) == after
        return
    with pytest.raises(MoveError, match="no move leads"):
        parse(game).play(parse(to))


@pytest.mark.parametrize(
    ("make", "values"),
    [
        (subtraction, ()),
        (moore_nim, (2.0,)),
        (cram, ([[1, 2], [3, 4]],)),
        (digraph, (5,)),
        (parse, (3,)),
        (node_kayles, ({0: "12"},)),
        (hackenbush, ({0: 1},)),
        (poset, ({"a": ["b"], "b": ["a"]},)),
    ],
)
def test_values_that_are_refused(make: Any, values: tuple[Any, ...]) -> None:
    with pytest.raises(GrundyError):
        make(*values)


def test_a_row_of_coins_is_no_longer_than_memory() -> None:
    with pytest.raises(NotationError, match="not 1000000000000"):
        turning_turtles([10**12])


@pytest.mark.parametrize(
    ("function", "arguments", "result"),
    [
        (frobenius, (np.int64(4), np.int64(7)), 17),
        (frobenius, (np.array([4, 7]),), 17),
        (nim_sum, (np.uint8(200), 300), 200 ^ 300),
        (nim_sum, (np.array([200, 100], np.uint8), np.int32(300)), 200 ^ 100 ^ 300),
        (nim_product, (np.int64(6), np.uint8(21)), 104),
        (nim_divide, (np.int64(104), np.int64(21)), 6),
        (nim_power, (np.int64(2), np.int64(3)), 1),
        (mex, (np.int64(0), 1), 2),
        (mex, (np.arange(4),), 4),
        (zeckendorf, (np.int64(43),), [34, 8, 1]),
    ],
)
def test_numbers_of_numpy(function: Any, arguments: tuple[Any, ...], result: object) -> None:
    assert function(*arguments) == result


@pytest.mark.parametrize(
    ("function", "arguments", "cure"),
    [
        (solve, (3,), "such as nim(3,5), or an expression in quotes"),
        (solve, (["nim(3)"],), "an expression in quotes"),
        (solve, (nim,), "give one such as nim(3,5,7)"),
        (moore_nim, (3, 5, 7), "moore_nim(2)(3, 5, 7)"),
        (frobenius, (4.0, 7), "4.0 is not a whole number; write 4"),
        (mex, (1.5,), "1.5 is not a whole number"),
        (mex, ("01",), "is a text; give whole numbers"),
        (nim_sum, ([3, "5"],), "'5' is not a whole number"),
        (nim_product, (1.5, 2), "1.5 is not a whole number"),
        (nim.values, ("5",), "'5' is not a whole number"),
        (nim.values, (-1,), "give 0 or more"),
    ],
)
def test_errors_of_python_calls(function: Any, arguments: tuple[Any, ...], cure: str) -> None:
    with pytest.raises(GrundyError) as caught:
        function(*arguments)
    assert cure in str(caught.value)
