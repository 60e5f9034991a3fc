"""The command line as a script sees it: a real process, standard output, standard error, exit codes."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pace import is_in_time

Completed = subprocess.CompletedProcess[str]


def grundy(*arguments: str, stdin: str = "", timeout: float = 60) -> Completed:
    command = [sys.executable, "-m", "grundy", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=timeout, check=False)


def answer(*arguments: str) -> Any:
    done = grundy(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_solve_prints_exactly_the_promised_object() -> None:
    found = answer("solve", "nim(13,12,8)")
    assert found.pop("seconds") >= 0
    assert found == {
        "schema": 1,
        "game": "nim(13,12,8)",
        "play": "normal",
        "outcome": "N",
        "nimber": 9,
        "nimber_status": "exact",
        "parts": [{"game": f"nim({n})", "nimber": n} for n in (13, 12, 8)],
        "winning_moves": [
            {"move": "take 9 from the heap of 13", "to": "nim(4,12,8)", "ways": 1},
            {"move": "take 7 from the heap of 12", "to": "nim(13,5,8)", "ways": 1},
            {"move": "take 7 from the heap of 8", "to": "nim(13,12,1)", "ways": 1},
        ],
        "winning_count": 3,
        "complete": True,
        "method": "theorem: Bouton 1902",
    }


def test_an_ended_game_has_no_move() -> None:
    assert grundy("solve", "kayles(0)").stdout.endswith("There is no move.\n")
    assert "every option is an N-position" in grundy("solve", "nim(1,1)").stdout


def test_solve_misere() -> None:
    found = answer("solve", "--misere", "nim(1,1,1,6)")
    assert (found["play"], found["nimber"], found["nimber_status"]) == ("misere", None, "none")
    assert [(move["to"], move["ways"]) for move in found["winning_moves"]] == [("nim(1,1,1)", 1)]


def test_solve_all_moves() -> None:
    found = answer("solve", "--moves", "all", "nim(2)")
    assert found["moves"] == [
        {"move": "take the whole heap of 2", "to": "nim(0)", "outcome": "P", "nimber": 0, "remoteness": 0},
        {"move": "take 1 from the heap of 2", "to": "nim(1)", "outcome": "N", "nimber": 1, "remoteness": 1},
    ]
    assert "moves" not in answer("solve", "--moves", "none", "nim(2)")


def test_ways_count_moves_to_the_same_option() -> None:
    found = answer("solve", "nim(3,3,1)")
    assert [(move["to"], move["ways"]) for move in found["winning_moves"]] == [("nim(2,3,1)", 2), ("nim(3,3)", 1)]
    assert found["winning_count"] == 2


def test_most_limits_the_list_and_not_the_count() -> None:
    found = answer("solve", "--most", "1", "nim(13,12,8)")
    assert (len(found["winning_moves"]), found["winning_count"], found["complete"]) == (1, 3, False)


@pytest.mark.parametrize("heaps", ["10^9", "10^100,3"])
def test_huge_heaps_are_immediate(heaps: str) -> None:
    found = answer("solve", f"kayles({heaps})")
    assert found["outcome"] == "N"
    assert "period 12 from 71" in found["method"]
    assert found["winning_moves"]
    assert not found["complete"]


def test_only_the_outcome_where_the_nimber_costs_too_much() -> None:
    found = answer("solve", "wythoff(10^40, 16180339887498948482045868343656381177203)")
    assert (found["outcome"], found["nimber"], found["nimber_status"]) == ("N", None, "not computed")
    assert any(move["move"] == "go 1 along the diagonal" for move in found["winning_moves"])
    lost = answer("solve", f"wythoff({10**40 - 1}, 16180339887498948482045868343656381177202)")
    assert (lost["outcome"], lost["nimber"], lost["winning_count"]) == ("P", 0, 0)


def test_a_row_that_can_be_completed_has_no_nimber() -> None:
    found = answer("solve", "treblecross(X.X..) + nim(3)")
    assert (found["outcome"], found["nimber"], found["nimber_status"]) == ("N", None, "none")
    assert [move["to"] for move in found["winning_moves"]] == ["treblecross(XXX..) + nim(3)"]


def test_not_decided_within_the_budget() -> None:
    done = grundy("solve", "--json", "--timeout", "0.3", "--misere", "nim(40,40) + kayles(80)")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["outcome"], found["nimber"], found["winning_count"]) == (None, None, None)


@pytest.mark.parametrize(
    ("expression", "stdin"),
    [
        ("kaylse(5)", ""),
        ("nim(3,", ""),
        ("nim(-1)", ""),
        ("octal(0.8)(3)", ""),
        ("chomp(1,2)", ""),
        ("-", "(" * 100_000),
        ("-", "a" * 10_000_000),
        ("-", "nim(" + "9" * 1_000_000 + ")"),
        ("-", "nim(1) + " * 20_000),
        ("@no/such/file", ""),
    ],
    ids=lambda text: str(text)[:20],
)
def test_bad_input_is_one_line_and_exit_2_in_a_second(expression: str, stdin: str) -> None:
    started = time.monotonic()
    done = grundy("solve", expression, stdin=stdin)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert len(done.stderr) < 300
    assert is_in_time(time.monotonic() - started, 5)  # a second on a quiet machine


@pytest.mark.parametrize(
    "arguments", [["sovle"], ["solve"], ["solve", "nim(3)", "--most", "x"], ["table", "nim", "8"], ["games", "kaylse"]]
)
def test_bad_calls_are_one_line_and_exit_2(arguments: list[str]) -> None:
    done = grundy(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def test_values() -> None:
    assert answer("values", "octal(0.137)", "--to", "12") == {
        "ruleset": "octal(0.137)",
        "from": 0,
        "values": [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2],
    }
    assert answer("values", "ruler", "--to", "9") == {"ruleset": "ruler", "from": 1, "values": [1, 2, 1, 4, 1, 2, 1, 8]}
    assert grundy("values", "ruler", "--to", "4", "--bfile").stdout == "1 1\n2 2\n3 1\n"
    assert grundy("values", "nim", "--to", "3", "--csv").stdout == "n,g\n0,0\n1,1\n2,2\n"
    assert answer("values", "nim", "--to", "0")["values"] == []


def test_values_of_a_family_of_boards() -> None:
    boards = "node_kayles(grid 2xn)"
    assert answer("values", boards, "--to", "5") == {"ruleset": boards, "from": 1, "values": [1, 0, 1, 0]}
    assert grundy("values", boards, "--to", "4", "--bfile").stdout == "1 1\n2 0\n3 1\n"
    assert grundy("values", boards, "--to", "3", "--csv").stdout == "n,g\n1,1\n2,0\n"
    lines = grundy("values", boards, "--to", "24", "--verbose")
    assert lines.stdout.splitlines()[-1] == "Observed, not proved: period 2 from 1 on"
    assert lines.stderr.startswith("search by the definition")
    outcomes = answer("values", "cram(3xn)", "--to", "6", "--outcomes", "--misere")
    assert (outcomes["from"], outcomes["outcomes"], outcomes["p_positions"]) == (1, [*"PPNPP"], [1, 2, 4, 5])
    for options in (["--out", "x.seq"], ["--misere"], ["--outcomes", "--csv"]):
        refused = grundy("values", boards, *options)
        assert refused.returncode == 2
        assert len(refused.stderr.splitlines()) == 1


def test_values_of_a_family_that_are_found_in_time_are_printed() -> None:
    late = grundy("values", "cram(nxn)", "--to", "30", "--timeout", "5")
    assert late.returncode == 1
    assert late.stdout.startswith(" 1  0 0")
    assert "not decided within 5 s" in late.stderr
    late = grundy("values", "cram(nxn)", "--to", "30", "--timeout", "3", "--outcomes", "--misere", "--json")
    assert late.returncode == 1
    assert json.loads(late.stdout)["outcomes"][:4] == ["N", "N", "N", "P"]


def test_period() -> None:
    found = answer("period", "kayles")
    assert found["checked_to"] > 160
    assert {key: found[key] for key in ("ruleset", "period", "preperiod", "saltus", "proved", "theorem")} == {
        "ruleset": "kayles",
        "period": 12,
        "preperiod": 71,
        "saltus": 0,
        "proved": True,
        "theorem": "Guy and Smith 1956",
    }
    assert len(found["exceptions"]) == 14
    done = grundy("period", "officers", "--limit", "400", "--json")
    assert (done.returncode, json.loads(done.stdout)["period"]) == (1, None)


def test_table_and_calc() -> None:
    assert answer("table", "wythoff", "3x4")["rows"] == [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    assert answer("table", "nim", "2x3")["rows"] == [[0, 1, 2], [1, 0, 3]]
    assert answer("calc", "24*17") == {"expression": "24*17", "value": 128}
    assert answer("calc", "x^2 + x + 6 = 0")["roots"] == [14, 15]
    assert grundy("calc", "1/0").returncode == 2


def test_games() -> None:
    listed = {game["name"]: game for game in answer("games")}
    assert listed["kayles"]["example"] == "kayles(13)"
    assert answer("games", "Dawson's Chess")["name"] == "dawsons_chess"
    assert "Knock down one pin" in grundy("games", "kayles").stdout


def test_the_expression_may_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("nim(3,5,7)\n")
    assert answer("solve", f"@{tmp_path / 'game'}")["nimber"] == 1
    assert json.loads(grundy("solve", "-", "--json", stdin="nim(1,2)").stdout)["nimber"] == 3


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    mine = tmp_path / "mygames.py"
    mine.write_text(
        "from grundy import HeapGame\n"
        "class MyGame(HeapGame):\n"
        '    """Take one stone or three."""\n'
        "    def options(self, heap):\n"
        "        return ((heap - take,) for take in (1, 3) if take <= heap)\n"
    )
    done = grundy("--games", str(mine), "solve", "--json", "my_game(12) + nim(2)")
    found = json.loads(done.stdout)
    assert (found["nimber"], [move["to"] for move in found["winning_moves"]]) == (2, ["my_game(12)"])
    assert "my_game" in grundy("--games", str(mine), "games").stdout
    mine.write_text("1/0")
    done = grundy("--games", str(mine), "games")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_play_to_the_end() -> None:
    done = grundy("play", "nim(1,2,3)", "--first", "computer", stdin="1\n" * 20)
    assert done.returncode == 0
    assert "You win." in done.stdout or "The computer wins." in done.stdout


def test_the_computer_wins_what_can_be_won() -> None:
    for misere in ([], ["--misere"]):
        done = grundy("play", "nim(3,5,7)", "--first", "computer", *misere, stdin="1\n" * 40)
        assert "The computer wins." in done.stdout


def test_play_reads_positions_undo_hint_and_quit() -> None:
    done = grundy("play", "nim(3,5,7)", stdin="hint\nnim(2,5,7)\nundo\nnim(9)\nnonsense\nquit\n")
    assert done.returncode == 0
    assert "hint: take 1 from the heap of 3" in done.stdout
    assert "no move leads from nim(3,5,7) to nim(9)" in done.stderr
    assert done.stdout.endswith("Stopped.\n")


def test_grundy_alone_shows_three_examples() -> None:
    done = grundy()
    assert done.returncode == 0
    assert done.stdout.count("  grundy ") >= 3


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    assert "_GRUNDY_COMPLETE" in grundy("completion", shell).stdout
    variables = {"_GRUNDY_COMPLETE": "bash_complete", "COMP_WORDS": "grundy solve kay", "COMP_CWORD": "2"}
    command = [sys.executable, "-c", "import sys; sys.argv[0] = 'grundy'; from grundy.__main__ import run; run()"]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=False)
    assert done.stdout == "plain,kayles\n"
