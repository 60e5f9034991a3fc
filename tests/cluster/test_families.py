"""Families: which rulesets a pattern holds, and one line for whatever is none."""

import pytest

from grundy.cluster.families import read_family
from grundy.errors import GrundyError


@pytest.mark.parametrize(
    ("text", "count", "some"),
    [
        ("octal(0.???)", 512, ["octal(0.0)", "octal(0.137)", "octal(0.7)", "octal(0.777)"]),
        ("octal(?.??)", 128, ["octal(0.77)", "octal(4.0)", "octal(4.31)"]),
        ("octal(4.1?)", 8, ["octal(4.1)", "octal(4.17)"]),
        ("hexadecimal(?.?)", 64, ["hexadecimal(0.F)", "hexadecimal(C.8)"]),
        ("subtraction(1..8)", 255, ["subtraction(8)", "subtraction(1,3,4)", "subtraction(1,2,3,4,5,6,7,8)"]),
        (" octal ( 0 . 7 ? ) ", 8, ["octal(0.77)"]),
    ],
)
def test_members(text: str, count: int, some: list[str]) -> None:
    family = read_family(text)
    names = [str(ruleset) for ruleset in family]
    assert len(names) == len(set(names)) == family.size == count
    assert set(some) <= set(names)
    assert str(read_family(str(family))) == str(family)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no family ''"),
        ("chomp(3x?)", "no family 'chomp'"),
        ("octal", "expected '('"),
        ("octal(0.8?)", "a digit below 8"),
        ("octal(3.??)", "0, 4 or ?"),
        ("octal(0.)", "1 to 64 digits"),
        ("octal(0.??", "expected ')'"),
        ("octal(0.??) + nim", "nothing more"),
        ("octal(0.???????)", "2,097,152 rulesets"),
        ("hexadecimal(0." + "?" * 64 + ")", "rulesets; sweep at most"),
        ("hexadecimal(0." + "?" * 65 + ")", "1 to 64 digits"),
        ("subtraction(2..8)", "from 1 to a bound"),
        ("subtraction(1..0)", "from 1 to a bound"),
        ("subtraction(1,2)", "expected '..'"),
        ("subtraction(1..10^999)", "from 1 to a bound"),
    ],
)
def test_what_is_no_family(text: str, said: str) -> None:
    with pytest.raises(GrundyError) as caught:
        read_family(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300
