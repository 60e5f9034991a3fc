"""Colour and width on a terminal, and neither in a pipe."""

import os
import pty
import re
import subprocess
import sys
from fcntl import ioctl
from struct import pack
from termios import TIOCSWINSZ

import pytest

from grundy.cli.terminal import colour, fit

pytestmark = pytest.mark.slow
SUM = "kayles(5) + nim(3,5)"


def run_on_terminal(*arguments: str, columns: int = 80, **environment: str) -> str:
    """What a command prints on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, pack("HHHH", 24, columns, 0, 0))
    names = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "TERM")}
    process = subprocess.Popen(
        [sys.executable, "-m", "grundy", *arguments], stdout=theirs, env=names | {"TERM": "xterm"} | environment
    )
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 10_000)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    assert process.wait() == 0
    return text.decode().replace("\r\n", "\n")


def test_colour_on_a_terminal() -> None:
    text = run_on_terminal("solve", SUM)
    assert "\033[1mN\033[0m" in text
    assert "\033[32m  in nim(3,5), take 2 from the heap of 3\033[0m, to kayles(5) + nim(1,5)" in text
    plain = re.sub(r"\033\[\d+m", "", text)
    assert run_on_terminal("solve", SUM, NO_COLOR="1") == run_on_terminal("solve", SUM, TERM="dumb") == plain
    piped = subprocess.run([sys.executable, "-m", "grundy", "solve", SUM], capture_output=True, text=True, check=True)
    assert piped.stdout == plain


@pytest.mark.parametrize("columns", [40, 60])
def test_prose_fits_the_width(columns: int) -> None:
    text = run_on_terminal("explain", SUM, columns=columns, NO_COLOR="1")
    prose = [line for line in text.splitlines() if not re.search(r"\S {2,}\S", line)]
    assert max(map(len, prose)) <= columns
    wide = subprocess.run([sys.executable, "-m", "grundy", "explain", SUM], capture_output=True, text=True, check=True)
    assert text.split() == wide.stdout.split()


def test_columns_stay_whole() -> None:
    table = "kayles(5)      4  100"
    assert next(fit([table, "a long line of words"], 10, is_prose=True)) == table
    assert list(colour(["Moves (2):", "  loses  take 1"])) == ["Moves (2):", "  loses  take 1"]


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "nim(3,5,7)", "--moves", "all"],
        ["values", "kayles", "--to", "30"],
        ["values", "wythoff", "--outcomes"],
        ["misere", "kayles", "--to", "12"],
        ["period", "kayles"],
        ["conjecture", "kayles"],
    ],
    ids=" ".join,
)
def test_every_answer_fits_a_narrow_terminal(words: list[str]) -> None:
    text = run_on_terminal(*words, columns=40, NO_COLOR="1")
    long_words = [line for line in text.splitlines() if len(line) > 40 and " " in line.strip()]
    assert not long_words
    wide = subprocess.run([sys.executable, "-m", "grundy", *words], capture_output=True, text=True, check=True)
    assert text.split() == wide.stdout.split()


def test_help_fits_a_narrow_terminal() -> None:
    assert max(map(len, run_on_terminal("solve", "--help", columns=40).splitlines())) <= 40


def test_winning_moves_among_all_have_colour() -> None:
    text = run_on_terminal("solve", "nim(3,5)", "--moves", "all", columns=80)
    assert re.search(r"\033\[32m  wins +take 2 from the heap of 5\033", text)
