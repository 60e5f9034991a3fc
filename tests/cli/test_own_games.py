"""Games of one's own that are wrong: one line with the file, the line and the cure, within the time allowed."""

import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
from pace import is_in_time

pytestmark = pytest.mark.slow

HEAPS = """from grundy import HeapGame

class Mine(HeapGame):
    "Mine."
    def options(self, heap):
        {}

mine = Mine()
"""
GRID = """from grundy import Ruleset
from grundy.boards.grid import Grid
class Mine(Ruleset):
    "Mine."
    {}
    def moves(self, position):
        {}

mine = Mine()
"""
STRIP = GRID.replace("grid import Grid", "strip import Strip")
BROKEN = {  # the source, and what is said of it
    "no tuples": (HEAPS.format("yield from range(heap)"), "line 6: options(1) of Mine gives 0, which is no tuple"),
    "lists": (
        HEAPS.format("yield from ([n] for n in range(heap))"),
        "gives [0], which is no tuple of heaps; write (0,)",
    ),
    "a float": (HEAPS.format("if heap: yield (heap / 2,)"), "a heap is no whole number; use // instead of /"),
    "a text for a heap": (HEAPS.format("yield ('a',)"), "whole numbers, such as (2, 3)"),
    "less than nothing": (HEAPS.format("yield (heap - 9,)"), "gives (-9,), in which a heap is less than nothing"),
    "no end": (HEAPS.format("while True: yield (0,)"), "gives (0,), which changes nothing"),
    "too many": (HEAPS.format("yield from ((0,) for n in range(10**9 * heap))"), "more than 10,000 options of (1,)"),
    "one argument": (HEAPS.replace(", heap", "").format("yield (0,)"), "write def options(self, heap)"),
    "a board that is a class": (GRID.format("board = Grid", "yield position"), "write board = Grid()"),
    "no rows": (GRID.format("board = Grid()", "yield ()"), "gives (), where a position was expected"),
    "an end of the process": ("raise SystemExit(3)\n", "line 1, fails to load: SystemExit: 3"),
    "nothing": (HEAPS.format("[(n,) for n in range(heap)]"), "gives None; yield each option"),
    "an error": (HEAPS.format("yield (heap // 0,)"), "mine.py, line 6: ZeroDivisionError"),
    "larger heaps": (HEAPS.format("yield (heap + 1,)"), "a move must leave less"),
    "no board": (GRID.format("", "yield position"), "mine.py, line 3: Mine has no board"),
    "lists of rows": (GRID.format("board = Grid()", "yield list(position)"), "which can change; positions are plain"),
    "nothing on a grid": (GRID.format("board = Grid()", "[position]"), "of Mine gives None; yield each option"),
    "a number on a grid": (GRID.format("board = Grid()", "yield 0.5"), "gives 0.5, where a position was expected"),
    "a shorter row": (
        STRIP.format("board = Strip()", "if position: yield position[1:]"),
        "line 7: moves('.') of Mine gives '', which is not of the size of '.'; keep the size",
    ),
    "no colon": ("class Mine\n", "mine.py fails to load: SyntaxError: expected ':' (mine.py, line 1)"),
    "no module": ("x = 1\nimport nothing_of_this_name\n", "mine.py, line 2, fails to load: ModuleNotFoundError"),
    "no ruleset": ("x = 1\n", "mine.py holds no ruleset; end it with a line such as mine = Mine()"),
}


def solve(path: Path, game: str) -> tuple["subprocess.CompletedProcess[str]", float]:
    started = monotonic()
    command = [sys.executable, "-m", "grundy", "--games", str(path), "solve", game, "--timeout", "2"]
    return subprocess.run(command, capture_output=True, text=True, check=False), monotonic() - started


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_one_line(name: str, tmp_path: Path) -> None:
    source, line = BROKEN[name]
    (tmp_path / "mine.py").write_text(source)
    done, seconds = solve(tmp_path / "mine.py", "mine(2x2)" if "Grid" in source else "mine(5)")
    assert line in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.returncode == 2
    assert is_in_time(seconds, 4)


def test_moves_without_end_keep_the_clock(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(HEAPS.format("while True: pass\n        yield"))
    done, seconds = solve(tmp_path / "mine.py", "mine(5)")
    assert (done.returncode, "not decided within 2 s" in done.stdout) == (1, True)
    assert is_in_time(seconds, 4)


def test_a_game_that_hides_another_says_so(tmp_path: Path) -> None:
    source = HEAPS.replace("mine =", "kayles =").format("yield from ((n,) for n in range(heap))")
    (tmp_path / "mine.py").write_text(source)
    done, _ = solve(tmp_path / "mine.py", "kayles(5)")
    assert done.stderr == f"grundy: kayles is the one in {tmp_path / 'mine.py'}, which hides the built-in one\n"
    assert "Its nimber is 5." in done.stdout
