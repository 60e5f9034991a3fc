"""An install of grundy and click alone: it solves, explains, plays and verifies, and says what the full one adds."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = [
    "anywidget",
    "dask",
    "distributed",
    "fastapi",
    "jinja2",
    "llvmlite",
    "matplotlib",
    "numba",
    "numpy",
    "rich",
    "uvicorn",
]
LIGHT = f"import sys; sys.modules.update(dict.fromkeys({HEAVY}, None))\n"
RUN = "import sys; sys.argv[0] = 'grundy'; from grundy.__main__ import run; run()"
COMMANDS = [  # in their order: what one writes, another reads
    'solve "kayles(13) + nim(3,5,7)"',
    'solve "kayles(10^100, 3)"',
    'solve --misere "nim(1,1,1,6)"',
    "solve sprouts(4) --fresh",
    'explain "wythoff(10,15)"',
    'explain "chomp(3x4)"',
    'values "octal(0.137)" --to 52',
    "period kayles",
    "table wythoff 8x8",
    'calc "x^2 + x + 6 = 0"',
    "graph moves.dot",
    "conjecture mock_turtles",
    "same nim nim",
    'certify "kayles(13)" --out k.cert',
    "verify k.cert",
    'strategy "cram(4x4)" --out s.cert',
    "atlas --json --where 'period = 34'",
    'plot "octal(0.77)" --out kayles.svg',
    "export wythoff --size 4x4 --format latex",
    "worksheet --ruleset nim --count 1",
    "puzzle --daily",
    "games nim",
    'play "nim(3,5,7)"',
]
SEARCHED = ["cram(4x4)", "chomp(4x5)", "boxing_match(3x4)", "chomp_3d(2x2x3)", "nimstring(2x2)", "dots_and_boxes(2x2)"]
FULL = [
    'values "octal(0.16)" --to 100000',
    'period "octal(0.16)"',
    "misere kayles --to 30",
    "serve --port 0",
    "site --out pages",
    "warm",
]


def run(words: str, before: str = LIGHT, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", before + RUN, *shlex.split(words)]
    return subprocess.run(command, cwd=folder, input="", capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_what_a_light_install_does(tmp_path: Path) -> None:
    (tmp_path / "moves.dot").write_text("digraph { a -> b -> c -> a; a -> d }")
    for words in COMMANDS:
        done = run(words, folder=tmp_path)
        assert (done.returncode, done.stderr.removeprefix("your move> ")) == (0, ""), words
        assert done.stdout, words


@pytest.mark.slow
@pytest.mark.parametrize("game", SEARCHED)
def test_its_searches_agree_with_those_of_the_full_install(game: str) -> None:
    light, full = (json.loads(run(f"solve --json --fresh '{game}'", before).stdout) for before in (LIGHT, ""))
    for name in ("outcome", "nimber", "winning_count", "margin"):
        assert light.get(name) == full.get(name), name


@pytest.mark.parametrize("words", FULL)
def test_what_it_leaves_out_is_said_in_one_line(words: str, tmp_path: Path) -> None:
    done = run(words, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grundy: this needs ")
    assert "pip install grundy adds" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_sweep_in_one_process_needs_no_dask(tmp_path: Path) -> None:
    before = "import sys; sys.modules.update(dask=None, distributed=None)\n"
    done = run("sweep --json 'octal(0.?)' --limit 2^9 --out some.db", before, tmp_path)
    assert done.stderr == ""
    assert json.loads(done.stdout)["done"] == 8
    refused = run("sweep 'octal(0.?)' --workers 2 --limit 2^9 --out more.db", before, tmp_path)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "a cluster needs dask" in refused.stderr
