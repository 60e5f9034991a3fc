"""Faults in a person's own game that show late, or elsewhere than in its moves: one line with place and cure."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grundy import catalog, cli
from grundy.boards.own_rules import OwnRulesError
from grundy.cli.clock import Clock
from grundy.errors import GrundyError
from grundy.solvers import search
from grundy.solvers.compiled_options import Translation

HEAPS = """from grundy import HeapGame

class Mine(HeapGame):
    "Mine."
    def options(self, heap):
        yield from ((n,) for n in range(heap))
        {}

mine = Mine()
"""
COINS = """from grundy import CoinGame

class Mine(CoinGame):
    "Mine."
    def turns(self, coin):
        yield ()
        {}

mine = Mine()
"""
STRIP = """from grundy import Ruleset
from grundy.boards.strip import Strip
class Mine(Ruleset):
    "Mine."
    board = Strip()
    def moves(self, row):
        for i, cell in enumerate(row):
            if cell == ".": yield row[:i] + "X" + row[i + 1:]
            {}

mine = Mine()
"""
BLOCKS = """from grundy.boards.grid import GridGame
class Mine(GridGame):
    "Mine."
    def blocks(self, position):
        yield (0, 0, 1, 1) if position[0][0] == "_" else {}

mine = Mine()
"""
GRAPH = """from grundy import Ruleset
from grundy.boards.graph import Graph
class Mine(Ruleset):
    "Contract an edge."
    board = Graph()
    def moves(self, edges):
        for n, (u, v) in enumerate(edges):
            yield tuple((u if a == v else a, u if b == v else b) for a, b in edges[:n] + edges[n + 1:])

mine = Mine()
"""
HERE = "mine.py, line 7: options(31) of Mine gives"
SOLVE, VALUES = ["solve", "mine(60)"], ["values", "mine", "--to", "60"]
MISERE = ["solve", "mine(40)", "--misere"]
ROW = ["solve", "mine(........)"]


def late(yielded: str) -> str:
    return HEAPS.format(f"if heap > 30: {yielded}")


def late_row(yielded: str) -> str:
    return STRIP.format(f"if len(row) > 7: yield {yielded}")


def giving(method: str, result: str, template: str = HEAPS) -> str:
    return template.format(f"pass\n    def {method}:\n        return {result}")


FAULTS = {  # the source, the command, and what is said
    "a float": (late("yield (1.5,)"), SOLVE, f"{HERE} (1.5,), in which a heap is no whole number; use // instead"),
    "a float in values": (late("yield (1.5,)"), VALUES, f"{HERE} (1.5,), in which"),
    "a number": (late("yield 3"), SOLVE, f"{HERE} 3, which is no tuple of heaps; write (3,)"),
    "nothing": (late("yield None"), VALUES, f"{HERE} None, which is no move; leave that out"),
    "a text": (late("yield ('3',)"), SOLVE, f"{HERE} ('3',), in which a heap is no whole number"),
    "a list": (late("yield [3]"), SOLVE, f"{HERE} [3], which is no tuple of heaps; write (3,)"),
    "a list in values": (late("yield [3]"), VALUES, f"{HERE} [3], which is no tuple of heaps; write (3,)"),
    "truth": (HEAPS.format("if heap == 1: yield (True,)"), SOLVE, "gives (True,), in which a heap is no whole number"),
    "larger": (late("yield (heap + 1,)"), MISERE, "options(40) of Mine gives (41,), in which a heap is not less"),
    "larger in values": (late("yield (heap + 1,)"), VALUES, f"{HERE} (32,), in which a heap is not less than 31"),
    "negative": (
        late("yield (-2,)"),
        MISERE,
        "line 7: options(40) of Mine gives (-2,), in which a heap is less than nothing; leave out",
    ),
    "no change": (late("yield (heap,)"), SOLVE, f"{HERE} (31,), which changes nothing; leave it out"),
    "an error": (late("yield (1 // 0,)"), SOLVE, "mine.py, line 7: ZeroDivisionError: "),
    "an error far below": (late("yield from map(int, 'x')"), SOLVE, "mine.py, line 7: ValueError: invalid literal"),
    "an end of the process": (late("raise SystemExit(3)"), SOLVE, "mine.py, line 7: SystemExit: 3 in options(31)"),
    "a list of options": (
        HEAPS.replace("yield from (", "found = [").replace("(heap))", "(heap)]").format("return [*found, 5]"),
        SOLVE,
        "mine.py, line 7: options(0) of Mine gives 5, which is no tuple of heaps; write (5,)",
    ),
    "a theorem in words": (giving("theorem(self, position)", "'three'"), SOLVE, "line 9: theorem((60,)) of Mine gives"),
    "half a nimber": (giving("theorem(self, position)", "1.5"), SOLVE, "1.5, which is no nimber; return a whole"),
    "parts that are a number": (giving("parts(self, position)", "5"), SOLVE, "gives 5; yield each option, or return"),
    "parts that are numbers": (
        giving("parts(self, position)", "[5]"),
        SOLVE,
        "line 9: parts((60,)) of Mine gives 5, where",
    ),
    "a representative": (giving("canonical(self, position)", "5"), MISERE, "gives 5, where a position was expected"),
    "a verdict": (giving("verdict(self, position, misere)", "'win'"), SOLVE, 'which is no outcome; return "N", "P"'),
    "a late list on a strip": (late_row("list(row)"), ROW, "line 9: moves('........') of Mine gives ['.', '.', '.',"),
    "late nothing on a strip": (late_row("None"), ROW, "None, which is no move; leave that out"),
    "a late short row": (late_row("row[1:]"), ROW, "'.......', which is not of the size of '........'; keep the size"),
    "a late sign": (late_row("'Z' + row[1:]"), ROW, "gives 'Z.......', where a position was expected"),
    "the coin itself": (
        COINS.format("yield (coin,)"),
        ["solve", "mine(TTH)"],
        "mine.py, line 7: turns(0) of Mine gives (0,), in which coin 0 itself stands, which is turned anyway",
    ),
    "a coin alone": (
        COINS.format("yield from range(coin)"),
        ["solve", "mine(TTH)"],
        "mine.py, line 7: turns(1) of Mine gives 0, which is no tuple of coins; write (0,)",
    ),
    "a coin to the right": (
        COINS.format("if coin > 7: yield (coin + 1,)"),
        ["values", "mine", "--to", "20"],
        "turns(8) of Mine gives (9,), in which 9 is no coin to the left of 8; coins count from 0",
    ),
    "a block that is none": (
        BLOCKS.format("7"),
        ["solve", "mine(1x1)"],
        "line 5: blocks(('x',)) of Mine gives 7, which is",
    ),
    "a block outside": (BLOCKS.format("(0, 0, 2, 2)"), ["solve", "mine(1x1)"], "is not a block of free squares on"),
    "parallel edges": (
        GRAPH,
        ["solve", "mine(a-b,b-c,c-a)"],
        "would be written '0-2,0-2', and that is read as '0-2'; each edge stands there once",
    ),
}


def ask(path: Path, *command: str) -> None:
    cli.group.main(["--games", str(path), *command], standalone_mode=False, obj=Clock())


def write(folder: Path, source: str) -> Path:
    (folder / "mine.py").write_text(source)
    return folder / "mine.py"


@pytest.fixture(autouse=True)
def no_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_GAMES", "")


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_place(name: str, tmp_path: Path) -> None:
    source, command, line = FAULTS[name]
    with pytest.raises(GrundyError) as caught:
        ask(write(tmp_path, source), *command)
    assert line in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'mine.py'}, line ")


def test_a_late_fault_is_one_line_of_the_program(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grundy", "--games", str(write(tmp_path, late("yield (1.5,)"))), *SOLVE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_integers_of_numpy_are_plain_ones(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    source = HEAPS.replace("(n,)", "(numpy.int64(n),)").replace("from grundy", "import numpy\nfrom grundy", 1)
    rules = catalog.load_own(str(write(tmp_path, source.format("pass")))).mine
    assert {type(heap) for option in rules.options(9) for heap in option} == {int}
    assert rules(9, 4).nimber == 13


def test_right_rules_give_what_they_gave(tmp_path: Path) -> None:
    """Watched rules have the values of the same rules that are not watched."""
    source = late("pass")
    space: dict[str, object] = {}
    exec(source, space)
    plain, watched = space["mine"], catalog.load_own(str(write(tmp_path, source))).mine
    assert [search.nimber(watched(n)) for n in range(20)] == [search.nimber(plain(n)) for n in range(20)]  # type: ignore[operator]
    assert list(watched.values(2000)) == list(range(2000))
    assert "seen[" in Translation(watched).program()[0]  # and it can still be compiled


@pytest.mark.parametrize("question", ["mine_two(5)", "Mine-Two 5"])
def test_an_unrelated_fault_is_not_told(question: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = HEAPS.format("yield [heap]").replace("Mine", "Broken").replace("mine", "mine_broken")
    lesser = HEAPS.format("yield [heap]")  # its name begins the name of the one that is asked for
    right = HEAPS.format("pass").replace("Mine", "MineTwo").replace("mine", "mine_two")
    ask(write(tmp_path, wrong + lesser + right), "solve", question)
    assert "mine_two(5): N" in capsys.readouterr().out


def test_the_fault_is_told_of_the_game_that_is_asked_for(tmp_path: Path) -> None:
    wrong = HEAPS.format("yield [heap]").replace("Mine", "Broken").replace("mine", "broken")
    with pytest.raises(OwnRulesError, match="of Mine gives"):
        ask(write(tmp_path, wrong + late("yield (1.5,)")), *SOLVE)


LOADING = {"sleeps": "import time\ntime.sleep(60)\n", "loops": "while True:\n    pass\n"}


@pytest.mark.slow
@pytest.mark.parametrize("name", LOADING)
def test_a_file_that_never_ends_keeps_the_clock(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, LOADING[name] + HEAPS.format("pass"))
    command = [sys.executable, "-m", "grundy", "--games", str(path), "solve", "mine(5)", "--timeout", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 1
    assert "had not finished loading: not decided within 1 s" in done.stderr
    assert f"{path}, line " in done.stderr


@pytest.mark.slow
def test_what_cannot_be_interrupted_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, late("n = 3 ** (10 ** 8)"))
    command = [sys.executable, "-m", "grundy", "--games", str(path), "solve", "mine(60)", "--timeout", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, "not decided within 1 s" in done.stderr) == (1, True)


def test_prints_stand_beside_the_answer(tmp_path: Path) -> None:
    path = write(tmp_path, "print('loading')\n" + HEAPS.format("print('options')"))
    command = [sys.executable, "-m", "grundy", "--games", str(path), "solve", "mine(5)", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["nimber"] == 5
    assert {"loading", "options"} == set(done.stderr.split("\n")) - {""}


def test_a_class_with_defaults_reads_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fields = "@dataclass(frozen=True)\nclass Mod(HeapGame):\n    a: int = 3\n    b: int = 1\n"
    source = HEAPS.format("pass").replace("class Mine(HeapGame):\n", fields).replace("mine = Mine()", "modular = Mod()")
    path = write(tmp_path, "from dataclasses import dataclass\n" + source)
    for question, shown in [("modular(3,1)(5)", "mod(5)"), ("mod(5)", "mod(5)"), ("mod(2,1)(5)", "mod(2,1)(5)")]:
        ask(path, "solve", question)
        assert capsys.readouterr().out.startswith(f"{shown}: N")


def test_a_game_without_an_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, HEAPS.format("pass"))
    ask(path, "games", "mine")
    shown = capsys.readouterr().out
    assert "Example:" not in shown
    assert 'write example = "9" in the class Mine' in shown
    for command in (["puzzle", "--ruleset", "mine", "--seed", "3"], ["worksheet", "--ruleset", "mine"]):
        with pytest.raises(GrundyError, match='write example = "9" in the class Mine'):
            ask(path, *command)


def test_a_game_that_hides_another_has_none_of_its_equals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ask(write(tmp_path, HEAPS.format("pass").replace("mine =", "kayles =")), "games", "kayles")
    assert "Same values" not in capsys.readouterr().out
    ask(tmp_path / "mine.py", "games", "rayles")
    assert "kayles (the rules" not in capsys.readouterr().out


def test_equals_of_a_game_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    cli.group.main(["games", "kayles"], standalone_mode=False, obj=Clock())
    assert "Same values: rayles (the rules are the same)" in capsys.readouterr().out


def test_a_stone_that_slides_frees_a_square(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = STRIP.replace("strip import Strip", "grid import Grid").replace("Strip()", "Grid()").format("pass")
    source = source.replace("for i, cell in enumerate(row):", "if row == ('x_',):").replace(
        'if cell == ".": yield row[:i] + "X" + row[i + 1:]', "yield ('_x',)"
    )
    ask(write(tmp_path, source), "solve", "mine(x_)")
    assert "cover row 1, column 2 and free row 1, column 1, to mine(_x)" in capsys.readouterr().out


def test_rules_may_call_themselves_as_deep_as_before(tmp_path: Path) -> None:
    body = "return position[0] and 1 + self.theorem((position[0] - 1,))"
    source = HEAPS.format(f"pass\n    def theorem(self, position):\n        {body}")
    rules = catalog.load_own(str(write(tmp_path, source))).mine
    assert rules(800).nimber == 800


def test_methods_that_take_something_else_or_remember(tmp_path: Path) -> None:
    source = (
        late("yield 3").replace("    def options", "    @cache\n    def options").replace("yield from ", "return list")
    )
    source = "from functools import cache\n" + source.replace("        if heap > 30: yield 3\n", "")
    rules = catalog.load_own(str(write(tmp_path, source.replace("(n,)", "(n / 1,)")))).mine
    with pytest.raises(OwnRulesError, match=r"line 6: options\(1\) of Mine gives \(0.0,\), in which"):
        rules.options(1)
    with pytest.raises(OwnRulesError, match=r"write def options\(self, heap\)"):
        rules.options(1, 2)
    rules.options.cache_clear()
