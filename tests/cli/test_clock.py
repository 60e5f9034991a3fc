"""`--timeout` and Ctrl-C are kept, whatever runs."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

import pytest
from clock_matrix import commands, rulesets, run_all
from pace import is_in_time

# Games whose moves take for ever, each in its own way.
ENDLESS = """
import time
from grundy import HeapGame

class Loop(HeapGame):
    "Look for a move in a loop."
    def options(self, heap):
        while True:
            pass
        yield (0,)

class Deaf(HeapGame):
    "Look for a move in a loop that catches everything."
    def options(self, heap):
        while True:
            try:
                time.sleep(60)
            except BaseException:
                pass
        yield (0,)

class Busy(HeapGame):
    "Look for a move in a call into C that lets no other thread run."
    def options(self, heap):
        max(range(10**14))
        yield (0,)

class Many(HeapGame):
    "Take nothing, again and again."
    def options(self, heap):
        while heap:
            yield (0,)

loop, deaf, busy, many = Loop(), Deaf(), Busy(), Many()
"""
LINE = "grundy: not decided within 0.3 s; allow more with --timeout\n"
CTRL_C_IN_IMPORT = """
import sys
class Interrupt:
    def find_spec(self, name, *rest):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
from grundy.__main__ import run
run()
"""

STRIKE = """
            import os, signal
            try:
                os.kill(os.getpid(), signal.SIGINT)
                while True:
                    pass
            except KeyboardInterrupt:
                raise SyntaxError("no such module") from None
"""


SLOW_ERRORS = """
import sys, time
class Slow:
    def __getattr__(self, name):
        return getattr(errors, name)
    def write(self, text):
        time.sleep(0.8)
        return errors.write(text)
errors, sys.stderr = sys.stderr, Slow()
from grundy.__main__ import run
run()
"""


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("games") / "endless.py"
    path.write_text(ENDLESS)
    return str(path)


def grundy(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "grundy", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_a_command_in_turn_for_each_ruleset() -> None:
    turn = cycle(range(len(list(commands("R", "G(1)", 1)))))
    wanted = [list(commands(name, example, 0.3))[next(turn)] for name, example in rulesets()]
    done = list(run_all(wanted))
    assert len(done) == len(wanted)
    for run in done:
        assert run.code in (0, 1, 2), run
        assert "Traceback" not in run.errors, run
        assert is_in_time(run.seconds, 8), run  # without the clock some of them take hours


@pytest.mark.parametrize("game", ["loop", "deaf"])
def test_a_move_that_never_comes(endless: str, game: str) -> None:
    process = grundy("--games", endless, "solve", f"{game}(5)", "--json", "--timeout", "0.3")
    out, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    answer = json.loads(out)
    assert (answer["game"], answer["outcome"], answer["nimber_status"]) == (f"{game}(5)", None, "not computed")
    assert errors in ("", LINE)


def test_moves_that_never_end(endless: str) -> None:
    process = grundy("--games", endless, "solve", "many(5)", "--json", "--timeout", "0.3")
    out, errors = process.communicate(timeout=30)
    assert (out, process.returncode) == ("", 2)
    assert errors.endswith("options() of Many gives more than 10,000 options of (1,); let it come to an end\n")


@pytest.mark.slow
def test_a_call_that_lets_no_thread_run(endless: str) -> None:
    process = grundy("--games", endless, "solve", "busy(5)", "--timeout", "0.3")
    assert (process.communicate(timeout=30), process.returncode) == (("", LINE), 1)
    process = grundy("--games", endless, "solve", "busy(5)", "--json", "--timeout", "0.3")
    out, errors = process.communicate(timeout=30)
    assert (json.loads(out)["game"], errors, process.returncode) == ("busy(5)", LINE, 1)


@pytest.mark.slow
@pytest.mark.parametrize("command", [["certify", "cram(7x7)"], ["values", "couples_are_forever", "--to", "10^9"]])
def test_nothing_is_raised_while_the_last_line_is_printed(command: list[str], tmp_path: Path) -> None:
    """A search has stopped by itself, and its line is not yet printed when the clock would raise an error."""
    out = ["--out", str(tmp_path / "c")] if command[0] == "certify" else []
    arguments = [sys.executable, "-c", SLOW_ERRORS, *command, *out, "--timeout", "0.3"]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=60)
    assert re.fullmatch(
        r"grundy: not decided within 0\.3 s(; allow more|: for .* kernels were compiled).*\n", done.stderr
    )
    assert done.returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", ["values", "period", "conjecture", "misere", "table"])
def test_every_question_ends(endless: str, command: str) -> None:
    size = ["9x9"] if command == "table" else []
    process = grundy("--games", endless, command, "loop", *size, "--timeout", "0.3")
    process.communicate(timeout=30)
    assert process.returncode in (1, 2)


@pytest.mark.parametrize("game", ["loop", "deaf"])
def test_ctrl_c(endless: str, game: str) -> None:
    process = grundy("--games", endless, "solve", f"{game}(5)")
    time.sleep(1)  # it runs, or is still loading
    started = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors.strip()) == (130, "grundy: interrupted")
    assert is_in_time(time.monotonic() - started, 5)


def test_ctrl_c_while_loading() -> None:
    done = subprocess.run([sys.executable, "-c", CTRL_C_IN_IMPORT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "grundy: interrupted\n")


def test_no_command_compiles_before_its_clock_runs() -> None:
    """The file of a command is loaded before --timeout is read."""
    program = "import sys\nfrom importlib import import_module\nfrom grundy.cli import COMMANDS\n"
    program += "for name in COMMANDS:\n    import_module(f'grundy.cli.{name}')\nassert 'numba' not in sys.modules\n"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_an_error_that_the_signal_became() -> None:
    """Python turns an interruption of the import of `unicodedata` into a SyntaxError."""
    program = CTRL_C_IN_IMPORT.replace('"click"', '"grundy.cli.solve"').replace("raise KeyboardInterrupt", STRIKE)
    done = subprocess.run(
        [sys.executable, "-c", program, "solve", "nim(1)"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "grundy: interrupted\n")


@pytest.mark.slow
def test_a_heap_with_too_many_moves_to_list(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grundy", "play", "nim(2^70,5)"]
    done = subprocess.run(command, input="nim(2^70,9)\nnim(12345,5)\nnim(5)\n", capture_output=True, text=True)
    assert "... and many more; write the position to reach" in done.stdout
    assert "no move leads from nim(1180591620717411303424,5)" in done.stderr
    assert "The computer's move: take 12340 from the heap of 12345." in done.stdout
    assert done.stdout.rstrip().endswith("The computer wins.")
