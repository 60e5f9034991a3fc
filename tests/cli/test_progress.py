"""The line of progress: how much, how fast and what is tried; on a terminal only, and erased before the answer."""

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grundy import cram, kayles, nim, octal, parse_ruleset
from grundy.cli import common
from grundy.cli.common import Progress, erase_line
from grundy.core.budget import Budget, Meter
from grundy.explain.account import explain
from grundy.explain.certificates.make import certify_game
from grundy.explain.checker import verify
from grundy.explain.conjecture import conjecture
from grundy.solvers.misere.analysis import analyse_ruleset


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def stages_of(work: Callable[[Budget], object]) -> set[str]:
    """What was tried, as it is shown."""
    meter, seen = Meter(), set[str]()
    work(Budget(report=lambda spent: seen.add(meter.stage), meter=meter))
    return seen


def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(Progress, "is_shown", False)
    monkeypatch.setattr(common, "terminal_columns", lambda: 60)
    return shown


def test_what_an_earlier_run_did_took_no_time() -> None:
    progress = Progress(400, "heaps")
    progress.before = 200
    assert progress.line(200, 2.0) == "200 heaps, 0 a second"
    assert progress.line(300, 2.0) == "[###############.....] 300 heaps, 50 a second, 2 s left at most"


def test_how_far_how_fast_and_what(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    progress = Progress(400, "values", stage=lambda: ", by the definition")
    assert (
        progress.line(100, 2.0) == "[#####...............] 100 values, 50 a second, 6 s left at most, by the definition"
    )
    progress(100)
    assert terminal.getvalue() == ""  # it is too early
    progress.started -= 1
    progress(100)
    (line,) = terminal.getvalue().split("\r\033[K")[1:]
    assert len(line.rstrip("\r")) == 59  # one column is free, so that no terminal breaks the line
    erase_line()
    assert terminal.getvalue().endswith("\r\r\033[K")
    erase_line()
    assert terminal.getvalue().count("\033[K") == 2


def test_long_commands_say_what_they_try(tmp_path: Path) -> None:
    tried = stages_of(lambda budget: conjecture(octal("0.137"), 200, budget))
    assert {", values of octal(0.137)", ", compared with kayles"} <= tried
    assert any(stage.startswith(", formulas for ") for stage in tried)
    quotient = stages_of(lambda budget: analyse_ruleset(parse_ruleset("kayles"), 12, budget))
    assert ", heap 11 of 12, quotient of order 18" in quotient
    assert ", freeing heap 2 of a quotient of order 2" in quotient
    account = stages_of(lambda budget: explain(nim(3, 5) + kayles(5), budget=budget))
    assert {", who wins", ", nimbers of the parts", ", winning moves"} <= account
    certify_game(cram("4x4"), tmp_path / "proof")
    checked = stages_of(lambda budget: verify(tmp_path / "proof", budget))
    assert any(stage.endswith("% of the lines") for stage in checked)


def test_a_pipe_shows_none_of_it() -> None:
    command = [sys.executable, "-m", "grundy", "conjecture", "octal(0.137)"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "\033" not in done.stdout
