"""`grundy lookup`: rulesets by their values, from the shipped index."""

import json
from random import Random

import pytest
from click.testing import CliRunner

from grundy.cli.lookup import lookup as command
from grundy.cluster.atlas import SHIPPED_ATLAS, read
from grundy.errors import GrundyError, NotationError
from grundy.explain import lookup as lookups
from grundy.explain.lookup import lookup, sequences
from grundy.expressions import parse_ruleset
from grundy.solvers.value_sequence import ValueSequence

CODES = {f"octal({whole}.{digits:03o})" for whole in "04" for digits in range(512)}


def test_the_index_is_true() -> None:
    """Rulesets of a sample have the values that the index says; each code of the atlas is in it, once."""
    every = sequences()
    for names, first, text in Random(5).sample(every, 40):
        sequence, values = ValueSequence(parse_ruleset(names.split(" ")[-1])), text.strip(",").split(",")
        assert sequence.first == first
        assert [str(sequence.value(first + n)) for n in range(len(values))] == values
    listed = {name for names, _, _ in every for name in names.split(" ")}
    assert {str(parse_ruleset(name)) for name in CODES} <= listed
    assert {str(row["ruleset"]) for row in read(SHIPPED_ATLAS, columns=("ruleset",)).rows} <= listed
    assert {"kayles", "nim", "grundys_game"} <= listed


@pytest.mark.parametrize(
    ("text", "ruleset", "start"),
    [
        ("0,1,2,3,1,4,3,2,1,4", "kayles", 0),
        ("3 1 4 3 2 1 4", "kayles", 3),
        ("0,0,0,1,0,2,1,0,2,1,0", "grundys_game", 0),
        ("PNNNPNNNPNNN", "bounded_nim(3)", 0),
        ("1,1,1,2,2,0,3,3,1,1,1,0,4", "octal(0.0137)", 2),
        ("0,1,2,3,4,5,6,7,8,9,10", "nim", 0),
    ],
)
def test_known_sequences(text: str, ruleset: str, start: int) -> None:
    (found,) = (it for it in lookup(text) if ruleset in it.rulesets)
    assert found.start == start


def test_the_command() -> None:
    result = CliRunner().invoke(command, ["0,1,2,3,1,4,3,2,1,4,2,6"], standalone_mode=False)
    assert result.return_value == 0
    assert result.output.startswith("from 0 on: kayles, ")
    answer = json.loads(CliRunner().invoke(command, ["0,1,2,3,1,4", "--json"], standalone_mode=False).output)
    assert any("kayles" in found["rulesets"] for found in answer if found["from"] == 0)
    few = CliRunner().invoke(command, ["0,1,2", "--most", "2"], standalone_mode=False).output.splitlines()
    assert len(few) == 3
    assert few[-1].startswith("and ")
    none = CliRunner().invoke(command, ["63,62,61,60"], standalone_mode=False)
    assert none.return_value == 1
    assert "No ruleset" in none.output


@pytest.mark.parametrize(
    ("text", "words"),
    [("1,x,3", "'x' is no value"), ("1,2", "2 terms"), ("", "0 terms"), ("PN", "2 terms"), ("-1,2,3", "'-1'")],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        lookup(text)


def test_a_damaged_index_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookups, "is_whole", lambda path: False)
    sequences.cache_clear()
    try:
        with pytest.raises(GrundyError, match="install grundy again"):
            lookup("0,1,2")
    finally:
        sequences.cache_clear()
