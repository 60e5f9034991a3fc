"""`grundy solve --json -`: many questions to one process, one a line, and an object a line."""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from test_clock import endless

from grundy import parse
from grundy.catalog import entries
from grundy.solvers.solution import solve

__all__ = ["endless"]


def ask(text: str | bytes, *options: str, before: tuple[str, ...] = ()) -> tuple[list[Any], str, int]:
    command = [sys.executable, "-m", "grundy", *before, "solve", "--json", "-", *options]
    data = text.encode() if isinstance(text, str) else text
    done = subprocess.run(command, input=data, capture_output=True, timeout=120, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode(), done.returncode


@contextmanager
def conversation() -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "grundy", "solve", "--json", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as process:
        try:
            yield process
        finally:
            process.kill()


def test_every_line_has_the_answer_that_it_has_alone() -> None:
    examples = [it.example for it in entries().values() if parse(it.example).summands[0].ruleset.has_normal]
    assert len(examples) > 100
    found, errors, code = ask("\n".join(examples))
    assert (errors, code) == ("", 0)
    assert len(found) == len(examples)
    compared = 0
    for example, answer in zip(examples, found, strict=True):
        alone = solve(parse(example)).json()
        assert (answer["game"], answer["outcome"]) == (alone["game"], alone["outcome"]), example
        if "not computed" not in (answer["nimber_status"], alone["nimber_status"]):  # a search that is bounded in time
            assert (answer["nimber"], answer["nimber_status"]) == (alone["nimber"], alone["nimber_status"]), example
            compared += 1
        if answer["complete"] and alone["complete"]:  # as is that for further moves
            assert answer["winning_count"] == alone["winning_count"], example
            assert answer["winning_moves"] == alone["winning_moves"], example
    assert compared > 0.95 * len(examples)


def test_moves_keep_the_names_of_their_own_line() -> None:
    """Equal rulesets and heaps in another order: what was remembered of the one names no move of the other."""
    found, _, _ = ask("dawsons_chess(18)\noctal(0.137)(18)\nnim(1,2)\nnim(2,1)\n")
    heads = [[move["to"].partition("(")[0] for move in answer["winning_moves"]] for answer in found]
    assert heads == [["dawsons_chess"] * 2, ["octal"] * 2, ["nim"], ["nim"]]


def test_options_hold_for_all_lines() -> None:
    found, _, code = ask("nim(1,1)\nnim(2,2)\n", "--misere", "--moves", "none")
    assert [(it["play"], it["outcome"], it["winning_moves"]) for it in found] == [
        ("misere", "N", []),
        ("misere", "P", []),
    ]
    assert code == 0


def test_a_bad_line_is_told_in_its_place_and_the_others_go_on() -> None:
    found, errors, code = ask(b"nim(3)\n\nnim(3,\nkaylse(5)\n\xff\n" + b"9" * 2_000_001 + b"\nkayles(5)")
    assert code == 2
    assert [it.get("nimber", it.get("line")) for it in found] == [3, 3, 4, 5, 6, 4]
    assert found[1] == {
        "schema": 1,
        "line": 3,
        "game": "nim(3,",
        "error": "this bracket is never closed; add ')' (at character 4)",
    }
    assert "did you mean kayles" in found[2]["error"]
    assert "UTF-8" in found[3]["error"]
    assert "more than 2,000,000" in found[4]["error"]
    assert errors == f"grundy: line 3: {found[1]['error']}; 3 more lines were not read\n"


def test_a_single_bad_expression_is_one_line_and_exit_2() -> None:
    _, errors, code = ask("nim(3,")
    assert (errors, code) == ("grundy: line 1: this bracket is never closed; add ')' (at character 4)\n", 2)
    assert ask(" \n\n") == ([], "grundy: no expression on standard input; write one a line, such as nim(3,5,7)\n", 2)


@pytest.mark.parametrize("text", ["nim(3,\n5,\n\n7)", "nim(3,5) +\nnim(7)\n"])
def test_one_expression_may_be_spread_over_all_lines(text: str) -> None:
    ((answer,), errors, code) = ask(text)
    assert (answer["nimber"], errors, code) == (1, "", 0)


def test_a_first_line_that_never_ends_is_one_bad_line() -> None:
    found, _, code = ask("nim(3,\nkayles(5)\nnim(2)\n")
    assert ([it.get("nimber") for it in found], code) == ([None, 4, 2], 2)


def test_the_timeout_is_for_each_line(endless: str) -> None:
    found, errors, code = ask("many(5)\nloop(5)\nnim(2)\n", "--timeout", "0.3", before=("--games", endless))
    assert [it["outcome"] for it in found] == [None, None, "N"]
    assert (errors, code) == ("", 1)


@pytest.mark.slow
def test_a_question_that_cannot_be_stopped_ends_the_process(endless: str) -> None:
    found, errors, code = ask("nim(2)\ndeaf(5)\nnim(3)\n", "--timeout", "0.3", before=("--games", endless))
    assert [(it["game"], it["outcome"]) for it in found] == [("nim(2)", "N"), ("deaf(5)", None)]
    said = "grundy: not decided within 0.3 s; allow more with --timeout; the lines after line 2 were not answered\n"
    assert (errors, code) == (said, 1)
    found, errors, code = ask("loop(3)\nbusy(5)\nnim(3)\n", "--timeout", "0.3", before=("--games", endless))
    assert [(it["game"], it["outcome"]) for it in found] == [("loop(3)", None)]  # busy(5) has no object of its own
    assert code == 1
    assert errors == "grundy: not decided within 0.3 s; allow more with --timeout\n"


def test_a_reader_may_take_his_time() -> None:
    """Longer than the timeout, with the pipe full."""
    lines = r"printf 'nim(3,5)\n%.0s' {1..1500}"
    command = f"{lines} | {sys.executable} -m grundy solve --json - --timeout 0.2 | (sleep 4; cat)"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, timeout=120)
    assert (done.stderr, done.returncode, len(done.stdout.splitlines())) == ("", 0, 1500)


def test_one_question_at_a_time() -> None:
    with conversation() as process:
        assert process.stdin
        assert process.stdout
        for heap in (3, 5):
            process.stdin.write(f"nim({heap})\n".encode())
            assert select.select([process.stdout], [], [], 30)[0], "no answer before the next question"
            assert json.loads(process.stdout.readline())["nimber"] == heap
        process.stdin.close()
        assert process.wait(30) == 0


def test_ctrl_c_between_two_questions() -> None:
    with conversation() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"nim(3)\n")
        assert json.loads(process.stdout.readline())["nimber"] == 3
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(30) == 130
        told = process.stderr.read().strip().removesuffix(b"; the lines after line 1 were not answered")
        assert told == b"grundy: interrupted"  # with the rest, where the answer was read before it was done with
        assert process.stdout.read() == b""


def test_a_reader_that_has_enough_is_no_error() -> None:
    command = f"yes 'nim(3,5)' | head -n 5000 | {sys.executable} -m grundy solve --json - | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (json.loads(done.stdout)["nimber"], done.stderr) == (6, "")
