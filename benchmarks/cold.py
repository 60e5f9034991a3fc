"""The first answers on a fresh install: each command of the README, and examples of the gallery, cold and warm.

A fresh virtual environment is made, with the extra that `grundy mcp` needs, and each command has an empty cache at
first: cold. Then it is asked again: warm.
With GRUNDY_SAME_ENVIRONMENT=1 only the caches are fresh. Commands run as on a terminal; the first sign is their first
line there, in processor seconds: an answer, progress, or that kernels are being compiled.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks import Table

__all__ = ["run"]

ROOT = Path(__file__).parents[1]
EXAMPLES = 20  # of the gallery
ALLOWED_SECONDS = 1.5
LONG = {"sweep": ["--timeout", "10"]}  # takes minutes, warm or cold
PROGRAM = """
import json, os, sys, time

class Terminal:
    def __init__(self, stream):
        self.stream, self.buffer = stream, stream.buffer
    def __getattr__(self, name):
        return getattr(self.stream, name)
    def isatty(self):
        return True
    def write(self, text):
        facts.setdefault("sign", time.process_time())
        note()
        if "Play at" in text:
            raise SystemExit
        return self.stream.write(text)

def note(*rest):
    compilation = sys.modules.get("grundy.kernels.compilation")
    facts["compiled"] = compilation.STOPWATCH.seconds if compilation else 0
    with open(os.environ["GRUNDY_FACTS"], "w") as file:
        json.dump(facts, file)

facts = {}
sys.argv[0] = "grundy"
sys.stdout, sys.stderr = Terminal(sys.stdout), Terminal(sys.stderr)
try:
    from grundy.cli import main
    main()
finally:
    note()
"""


class Run(NamedTuple):
    """What a command cost: processor seconds, seconds by the clock, those of compilation, the first sign."""

    spent: float
    passed: float
    compiled: float
    sign: float


def commands() -> Iterator[str]:
    """The commands of the README, then examples of the gallery, as a shell reads them."""
    from grundy.catalog import entries

    for line in (ROOT / "README.md").read_text("utf-8").splitlines():
        if found := re.match(r"(grundy .+?)  ", line):
            yield found[1]
    examples = [entry.card for entry in entries().values()]
    yield from (f"grundy solve {shlex.quote(text)}" for text in examples[:: len(examples) // EXAMPLES][:EXAMPLES])


def prepare(folder: Path, python: str) -> None:
    """Write the files that the README's commands read."""
    (folder / "moves.dot").write_text("digraph { a -> b -> c -> a; a -> d }\n")
    (folder / "questions.txt").write_text("nim(3,5,7)\nkayles(13)\n")
    made = ["values", "octal(0.6)", "--to", "100000", "--out", "officers.seq"]
    subprocess.run([python, "-m", "grundy", *made], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def ask(python: str, command: str, folder: Path, cache: Path) -> Run | None:
    """Run the command once; None where it needs what is not installed."""
    line, _, given = command.removeprefix("grundy ").partition(" < ")
    facts = folder / "facts.json"
    dropped = {"PYTHONDONTWRITEBYTECODE"} | ({"PYTHONPATH"} if python != sys.executable else set())
    env = {key: value for key, value in os.environ.items() if key not in dropped}
    env |= {"GRUNDY_CACHE": str(cache), "GRUNDY_FACTS": str(facts), "TERM": "dumb"}
    facts.unlink(missing_ok=True)
    started = perf_counter()
    with open(folder / given if given else os.devnull) as asked, open(folder / "said.txt", "w+") as said:
        words = [python, "-c", PROGRAM, *shlex.split(line.replace("DIR", "site")), *LONG.get(line.split()[0], [])]
        process = subprocess.Popen(words, cwd=folder, env=env, stdin=asked, stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        if process.returncode not in (0, 1):
            print(f"{command}: {said.read().strip()[-200:]}", file=sys.stderr)
            return None
    found: dict[str, Any] = json.loads(facts.read_text())
    passed = perf_counter() - started
    return Run(usage.ru_utime + usage.ru_stime, passed, found["compiled"], found.get("sign", usage.ru_utime))


def make_environment(folder: Path) -> str:
    """The interpreter of a fresh environment with this package in it, as pip installs it."""
    if os.environ.get("GRUNDY_SAME_ENVIRONMENT"):
        return sys.executable
    python = folder / "venv" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", f"{ROOT}[mcp]"], check=True)
    return str(python)


def run() -> Table:
    """The table, in the order of the README."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = make_environment(folder)
        prepare(folder, python)
        for number, command in enumerate(commands()):
            cold, warm = (ask(python, command, folder, folder / f"cache{number}") for _ in range(2))
            if not cold or not warm:
                rows.append((f"`{command}`", "needs more than is installed", *[""] * 6))
                continue
            figures = (cold.spent, warm.spent, cold.passed, warm.passed, cold.compiled, cold.sign)
            within = "yes" if cold.sign <= ALLOWED_SECONDS else "no"
            rows.append((f"`{command}`", *(f"{figure:.2f}" for figure in figures), within))
            print(*rows[-1], file=sys.stderr, flush=True)
    header = (
        "command",
        "cold",
        "warm",
        "cold, by the clock",
        "warm, by the clock",
        "compiling",
        "first sign",
        "in 1.5 s",
    )
    return Table("The first answers on a fresh install", header, rows)
