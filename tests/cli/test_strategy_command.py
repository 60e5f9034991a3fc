"""`grundy strategy`: the tree as text, JSON and DOT, its proof, and what has no strategy."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grundy.cli import group
from grundy.errors import GrundyError
from grundy.explain.checker import verify

FIRST = """\
nim(1,2,4): N, the first player wins: take 1 from the heap of 4, to nim(1,2,3).
The whole strategy has 2 positions; --out FILE writes it as a proof.

1. nim(1,2,3)
  take the whole heap of 1  -> take 1 from the heap of 3, to nim(2,2)
  take the whole heap of 2  -> take 2 from the heap of 3, to nim(1,1)
  take 1 from the heap of 2 -> take the whole heap of 3, to nim(1,1)
  take the whole heap of 3  -> take 1 from the heap of 2, to nim(1,1)
  take 2 from the heap of 3 -> take the whole heap of 2, to nim(1,1)
  take 1 from the heap of 3 -> take the whole heap of 1, to nim(2,2)
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["strategy", *arguments], standalone_mode=False)


def test_the_first_replies() -> None:
    assert run("nim(1,2,4)").stdout == FIRST


def test_positions_that_occur_again_have_their_number() -> None:
    text = run("cram(4x4)", "--depth", "2").stdout
    assert text.startswith("cram(4x4): P, the second player wins.\n")
    assert "(or 7 alike)" in text
    assert (
        "4. cram(____/xx__/__xx/____): of equal parts two cancel, a move in one being answered in the other\n" in text
    )
    assert text.count("(4)\n") > 3
    assert "... and more moves; --most lists more" in run("cram(4x4)", "--most", "1").stdout


def test_a_last_move_that_loses() -> None:
    assert "-> nothing: that was the last move, and it loses" in run("nim(1,1)", "--misere").stdout
    over = run("nim(0)", "--misere")
    assert (over.return_value, over.stdout) == (0, "nim(0) under misère play: N, the first player wins.\n")


def test_a_draw() -> None:
    found = run("sos(6)")
    assert (found.return_value, found.stdout) == (0, "sos(6): D, a draw.\nNeither player has a strategy that wins.\n")


@pytest.mark.parametrize(
    "game", ["cram(3x4)", "nim(1,2,4)", "northcott(W..B/W...B)", "nimstring(1x2)", "treblecross(7)"]
)
@pytest.mark.parametrize("play", [(), ("--misere",)], ids=["normal", "misere"])
def test_the_whole_is_a_certificate(game: str, play: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "strategy.cert"
    found = run(game, "--out", str(out), "--json", *play)
    if isinstance(found.exception, GrundyError):
        assert "no misère form" in str(found.exception)
        return
    assert json.loads(found.stdout)["certificate"] == str(out)
    assert verify(out).valid


def test_a_name_of_a_file_cannot_write_on_a_terminal(tmp_path: Path) -> None:
    out = tmp_path / "\x1b[31mproof"
    assert "\x1b" not in run("nim(1,2,4)", "--out", str(out)).stdout
    assert out.is_file()


def test_dot() -> None:
    text = run("nim(1,2,4)", "--format", "dot").stdout
    assert '  start -> p1 [label="take 1 from the heap of 4"];\n' in text
    assert text.count("p1 -> p2") == 6
    assert '"nim(1,1)"' in run("nim(1,1)", "--misere", "--format", "dot").stdout


def test_what_is_not_decided_has_what_is_known() -> None:
    found = run("sprouts(30)", "--timeout", "0.1", "--json")
    answer = json.loads(found.stdout)
    assert found.return_value == 1
    assert (answer["outcome"], answer["winner"], answer["positions"]) == (None, None, [])
    assert "0.1 s" in answer["reason"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dots_and_boxes(2x2)"], "points decide"),
        (["sos(6)", "--misere"], "no misère form"),
        (["nimm(3)"], "did you mean nim?"),
    ],
)
def test_what_has_no_strategy_is_one_line(arguments: list[str], words: str) -> None:
    found = run(*arguments)
    assert isinstance(found.exception, GrundyError)
    assert words in str(found.exception)
    assert not found.stdout
