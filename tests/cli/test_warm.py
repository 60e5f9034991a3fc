"""Compilation: `grundy warm` does all of it, a terminal is told of it, and no time limit counts it."""

import json
import os
import pty
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from inspect import signature
from pathlib import Path
from time import monotonic

import pytest
from pace import is_in_time
from thorough import share

from grundy.cli.clock import EXCUSED_SECONDS
from grundy.core.budget import Budget, out_of_time
from grundy.errors import NotDecided
from grundy.kernels import compilation
from grundy.kernels.warming import kernels, specialisations

SCHEMA = json.loads((files("grundy") / "data" / "schemas.json").read_text(encoding="utf-8"))["commands"]["warm"]
SMALL = ["solve", "chomp_3d(3x3x4)"]  # one small kernel
COMMANDS = [  # which use all kernels but those of arrays of nimbers
    ["values", "octal(0.16)", "--to", "300000"],
    ["values", "octal(0.6)", "--to", "300000"],
    ["values", "octal(0.07)", "--to", "100000"],
    ["values", "hexadecimal(0.8F)", "--to", "20000"],
    ["values", "octal(4.[3])", "--to", "20000"],
    ["values", "grundys_game", "--to", "20000"],
    ["period", "octal(0.16)"],
    ["solve", "boxing_match(4x4)"],
    ["solve", "cram(5x5)"],
    ["solve", "chomp(8x9)"],
    SMALL,
    ["solve", "sprouts(7)"],
    ["solve", "nimstring(3x3)"],
    ["solve", "dots_and_boxes(2x4)"],
    ["misere", "octal(0.75)", "--to", "30"],
]
PROGRAM = """
import sys
from grundy.kernels import compilation
compilation.REPORTS.append(lambda kernel: sys.stderr.write(f"compiles {kernel}"))
from grundy.cli import main
main()
"""
COMPILE = """
import sys, time
from grundy import HeapGame
from grundy.kernels.compilation import STOPWATCH

class Slow(HeapGame):
    "Compile for ever."
    def options(self, heap):
        STOPWATCH.start("sample")
        time.sleep(60)
        yield (0,)

slow = Slow()
"""
LONGER = """
import time
from grundy.cli.clock import Clock
from grundy.kernels.compilation import STOPWATCH
clock = Clock()
clock.start()
clock.limit(0.2)
STOPWATCH.start("sample")
time.sleep(1.5)
STOPWATCH.stop()
clock.stop()
print("answered")
"""


@pytest.fixture
def stopwatch(monkeypatch: pytest.MonkeyPatch) -> compilation.Stopwatch:
    new = compilation.Stopwatch()
    monkeypatch.setattr(compilation, "STOPWATCH", new)
    return new


def test_the_seconds_of_compilation_count_in_no_budget(stopwatch: compilation.Stopwatch) -> None:
    whole, strict = Budget(seconds=1), Budget(seconds=1, excused=2)
    stopwatch.before += 10
    assert whole.elapsed < -9
    assert -2 <= strict.elapsed < -1
    assert Budget(seconds=1).elapsed >= 0  # what was compiled before it began is no part of it
    assert strict.smaller(5, 1).excused == 2


def test_a_kernel_within_another_is_counted_once(stopwatch: compilation.Stopwatch) -> None:
    started = monotonic()
    for _ in range(2):
        stopwatch.start("kernel")
    stopwatch.stop()
    assert 0 < stopwatch.seconds <= monotonic() - started
    stopwatch.stop()
    assert stopwatch.seconds == stopwatch.seconds


def test_compilation_is_named_where_the_time_ran_out(stopwatch: compilation.Stopwatch) -> None:
    assert "allow more" in str(out_of_time(5))
    assert "for 4.2 s kernels were compiled, once" in str(out_of_time(5, 4.2))
    stopwatch.before = 9.0  # for other questions
    budget = Budget(seconds=1, excused=0)
    stopwatch.before += 0.5
    late = replace(budget, started=budget.started - 2)
    with pytest.raises(NotDecided, match=r"within 1 s: for 0.5 s kernels were compiled, once"):
        late.look()


def test_a_time_limit_that_was_given_is_kept(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(COMPILE)
    command = ["--games", "slow.py", "solve", "slow(3)", "--timeout", "0.5"]
    started = monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "grundy", *command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "kernels were compiled, once; ask again" in done.stdout + done.stderr
    assert monotonic() - started > 0.5 + EXCUSED_SECONDS
    assert is_in_time(monotonic() - started, 0.5 + 2 + 0.5)


def test_a_default_time_limit_waits_for_the_compiler() -> None:
    done = subprocess.run([sys.executable, "-c", LONGER], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("answered\n", 0)


def test_every_kernel_says_what_it_takes() -> None:
    known = list(specialisations())
    assert len(known) > 50
    for kernel, example in known:
        signature(kernel.py_func).bind(*example)
    silent = {kernel.__name__ for kernel in kernels() if not hasattr(kernel.py_func, "examples")}
    assert not {name for name in silent if not name.startswith("_")}  # those are called by other kernels only


@pytest.mark.slow
def test_a_terminal_is_told_of_compilation_and_a_pipe_is_not(tmp_path: Path) -> None:
    env = os.environ | {"GRUNDY_CACHE": str(tmp_path / "cache"), "TERM": "xterm"}
    command = [sys.executable, "-m", "grundy", *SMALL, "--fresh"]
    piped = subprocess.run(
        command, env=env | {"GRUNDY_CACHE": str(tmp_path / "other")}, capture_output=True, check=True
    )
    assert piped.stderr == b""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    assert process.wait() == 0
    assert os.read(ours, 1 << 16).decode().count("compiling kernels, once") == 1
    os.close(ours)


@pytest.mark.slow
def test_nothing_is_compiled_after_warm() -> None:
    from jsonschema import Draft202012Validator  # here, since it is slow to load

    command = [sys.executable, "-m", "grundy", "warm"]
    answer = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
    Draft202012Validator(SCHEMA).validate(answer)
    assert answer["kernels"] == len(list(specialisations()))
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert " 0 of them compiled now" in again.stdout
    assert again.stderr == ""
    for words in share(COMMANDS, 3):
        asked = subprocess.run([sys.executable, "-c", PROGRAM, *words, "--fresh"], capture_output=True, text=True)
        assert (asked.returncode, asked.stderr) == (0, ""), words
