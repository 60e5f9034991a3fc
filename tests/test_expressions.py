"""The expression language: what reads, what does not, and where it says so."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import kayles, nim, parse, parse_ruleset
from grundy.core.game import Game
from grundy.errors import GrundyError, NotationError


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("nim(3,5,7)", "nim(3,5,7)"),
        (" NIM ( 3 , 5,7 ) ", "nim(3,5,7)"),
        ("nim(0,3)", "nim(3)"),
        ("nim(10^3, 2**4, 1_000)", "nim(1000,16,1000)"),
        ("kayles(13) + nim(3,5,7)", "kayles(13) + nim(3,5,7)"),
        ("(kayles(13) + nim(3)) + nim(2)", "kayles(13) + nim(3) + nim(2)"),
        ("((nim(3)))", "nim(3)"),
        ("octal(0.137)(18)", "octal(0.137)(18)"),
        ("octal(.77)(5)", "octal(0.77)(5)"),
        ("octal_0.73(6,7)", "octal(0.73)(6,7)"),
        ("hexadecimal(0.8f)(18)", "hexadecimal(0.8F)(18)"),
        ("octal(4.[3])(5)", "octal(4.[3])(5)"),
        ("octal(0.{0,2}7)(5)", "octal(0.57)(5)"),
        ("hexadecimal(0.{2+})(9)", "hexadecimal(0.{2+})(9)"),
        ("hexadecimal(0.{1,3,5+}[{0,4}])(9)", "hexadecimal(0.{1,3,5+}[{0,4}])(9)"),
        ("subtraction(4,1,3)(100)", "subtraction(1,3,4)(100)"),
        ("subtraction(odd)(9)", "subtraction(odd)(9)"),
        ("subtraction(1 mod 3, 2+)(9)", "subtraction(1 mod 3,2+)(9)"),
        ("subtraction(powers_of_two)(9)", "subtraction(powers_of_2)(9)"),
        ("Dawson's Kayles(18)", "dawsons_kayles(18)"),
        ("dawsons-kayles(3)(18)", "dawsons_kayles(3)(18)"),
        ("kayles(x.xxxx)", "kayles(x.xxxx)"),
        ("dawsons_chess(.X....)", "dawsons_chess(3)"),
        ("treblecross(..X...X)", "treblecross(..X...X)"),
        ("treblecross(20)", "treblecross(20)"),
        ("grundy(5,8,13)", "grundys_game(5,8,13)"),
        ("chomp(3x7)", "chomp(7,7,7)"),
        ("mock_turtles(tthth)", "mock_turtles(TTHTH)"),
    ],
)
def test_reads_and_prints(text: str, printed: str) -> None:
    assert str(parse(text)) == printed
    assert parse(printed) == parse(text)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "expected the name of a ruleset", 0),
        ("nim", "nim needs a position, such as nim(3,5,7)", 0),
        ("nim(3,", "never closed", 3),
        ("nim(3))", "closes nothing", 6),
        ("nim(-1)", "cannot be negative", 4),
        ("nim(3) + ", "expected the name", 9),
        ("nim(3) nim(4)", "expected nothing more", 7),
        ("nim(3 x)", "expected nothing more", 6),
        ("nim(a)", "expected", 4),
        ("kaylse(5)", "did you mean kayles?", 0),
        ("clobber(xo)", "did you mean impartial_clobber?", 0),
        ("tic-tac-toe(3)", "did you mean notakto?", 0),
        ("strings and coins(2x2)", "did you mean dots_and_boxes?", 0),
        ("nim(2)(3)", "nim has no parameters", 3),
        ("octal(0.137)", "octal needs parameters", 0),
        ("octal(0.187)(3)", "octal digits are 0 to 7", 9),
        ("octal(0.)(3)", "no digits", 8),
        ("octal(3.7)(3)", "before the point", 6),
        ("subtraction(0)(3)", "at least 1", 12),
        ("subtraction(evn)(3)", "expected a number to take", 12),
        ("subtraction(1 mod 0)(3)", "modulo 0", 12),
        ("chomp(3x)", "expected the number of columns", 8),
        ("mock_turtles(HXT)", "expected H (heads)", 14),
        ("(nim * kayles)(3)", "do not multiply", 5),
        ("nim(2^99999999999999)", "more than 4,000 digits", 6),
        ("nim(" + "9" * 5000 + ")", "5,000 digits", 4),
        ("(" * 100_000, "more than 100 brackets", 100),
        ("nim(1)+" * 300_000, "at most 2,000,000", 0),
    ],
    ids=lambda value: str(value)[:25],
)
def test_errors_name_the_place_and_the_cure(text: str, message: str, place: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert message in str(caught.value)
    assert caught.value.place == place
    assert "\n" not in str(caught.value)


def test_caret_stands_under_the_place() -> None:
    with pytest.raises(NotationError) as caught:
        parse("nim(3) + kaylse(5)")
    assert caught.value.caret == "nim(3) + kaylse(5)\n         ^"


@given(st.text(alphabet=string.printable + "²⊕ω", max_size=60))
def test_garbage_never_breaks_it(text: str) -> None:
    try:
        assert isinstance(parse(text), Game)
    except GrundyError as error:
        assert "\n" not in str(error).replace(text, "")  # noqa: PT017 (any text may be refused, in one line)


@given(
    st.sampled_from(["nim", "kayles", "octal", "chomp", "ruler", "subtraction"]),
    st.text("()0123456789,.x+HT ", max_size=30),
)
def test_nearly_right_text_never_breaks_it(name: str, text: str) -> None:
    try:
        game = parse(f"{name}({text}")
    except GrundyError:
        return
    assert parse(str(game)) == game


def test_ruleset_and_game_read_brackets_differently() -> None:
    assert str(parse_ruleset("dawsons_kayles(4)")) == "dawsons_kayles(4)"
    assert str(parse("dawsons_kayles(4)")) == "dawsons_kayles(4)"
    assert parse("dawsons_kayles(4)").nimber == 2
    assert parse_ruleset("dawsons_kayles(4)").values(5)[4] == 1


def test_equality_is_of_positions() -> None:
    assert nim(0, 0) == nim(0) == nim(3).play(nim(0))
    assert kayles(0) != nim(0)
    assert nim(3) + kayles(0) == nim(3)
    assert nim(3, 5).equivalent(nim(6))


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("wythoff(3,3)", "wythoff(0,0)"),
        ("kayles(2)", "kayles(0)"),
        ("hackenbush(0-1)", "hackenbush()"),
        ("node_removal(path 1)", "node_removal()"),
        ("kayles(1) + nim(0)", "kayles(0)"),
        ("subtraction(1,3,4)(1)", "subtraction(1,3,4)(0)"),
    ],
)
def test_a_game_with_nothing_left_is_the_end_of_its_own_ruleset(text: str, end: str) -> None:
    (option,) = {str(move.to) for move in parse(text).winning_moves()}
    assert option == end
    assert str(parse(end)) == end
