"""Every command on hard positions of every ruleset, each in a process of its own, to see that `--timeout` is kept.

`PYTHONPATH=src:tests:tests/cli python tests/cli/clock_matrix.py` runs all of them with --timeout 2 and prints the
slowest, in some two hours on a core; words after it choose the commands that contain them. With `--log FILE` it can be
stopped and goes on where it was; `--share 2/5` takes every fifth from the second on. With an empty $GRUNDY_CACHE
compilation is measured too. The test takes one command in turn for each ruleset.
"""

import os
import re
import sys
import tempfile
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from json import dumps, loads
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from caches import make_cache

FACTORS = (3, 1000, 10**12)  # by which the numbers of the example are multiplied
OF_GAMES = (
    "solve G",
    "solve G --json --moves all",
    "solve G --misere --json",
    "solve G --fresh",
    "explain G --full",
    "explain G --misere",
    "certify G --out OUT",
    "certify G --kind nimber --out OUT",
    "strategy G --depth 3",
    "plot G --out OUT.svg",
    "plot G --kind graph --out OUT.svg",
    "export G --format dot",
    "play G --first computer",
)
OF_RULESETS = (
    "values R --to 10^9",
    "values R --to 10^9 --out OUT.seq",
    "period R --limit 2^40 --json --fresh",
    "table R 900x900",
    "misere R --to 1000",
    "misere R --to 30",
    "conjecture R",
    "conjecture R --to 10^6",
    "same R R",
    "certify R --out OUT",
    "certify R --to 10^30 --out OUT",
    "certify R --misere --to 500 --out OUT",
    "plot R --kind heat --size 400x400 --out OUT.png",
    "export R --to 10^6 --format csv",
)
FORKSERVER = get_context("forkserver")
FORKSERVER.set_forkserver_preload(["grundy.cli.common", "grundy.catalog", "grundy.solvers.solution", "click", "numpy"])


class Run(NamedTuple):
    seconds: float
    code: int | None
    command: str
    errors: str


def harder(text: str, factor: int) -> str:
    """The example with larger numbers, longer rows of coins and larger boards."""
    head, bracket, position = text.partition(")(" if ")(" in text else "(")  # a compound has games for its position
    if head.startswith("digraph"):  # an arrow on to the next vertices, and some back
        head = f"digraph({make_arrows(min(factor, 1000))}"
        larger = "v0)"
    elif head == "directed_geography":
        larger = f"{make_arrows(min(factor, 1000))}; v0)"
    elif head == "poset":
        larger = ",".join(f"v{n}<v{n + step}" for n in range(min(factor, 240) * 4) for step in (1, 3)) + ")"
    elif "W" in position:  # a counter of each colour in each row
        larger = "/".join([position.rstrip(")")] * min(factor, 40)) + ")"
    elif "r1c1-" in position:  # the edges of a grid
        larger = re.sub(r"^[^;)]*", f"grid {min(factor + 1, 30)}x{min(factor + 1, 30)}", position)
    elif re.fullmatch(r"[xoRL/]+\)", position):
        larger = "/".join(row * min(factor, 40) for row in position[:-1].split("/")) + ")"
    elif re.search("[HT01]{4}", position):
        larger = re.sub("[HT01]{4,}", lambda row: row[0] * min(factor, 40), position)
    else:
        side = "x" if factor == 1000 else ""  # of a board only the first side, so that it is a long one, not refused
        larger = re.sub(rf"(?<![A-Za-wyz{side}\d])\d+(?![\d.])", lambda number: str(int(number[0]) * factor), position)
    return f"{head}{bracket}{larger}"


def make_arrows(factor: int) -> str:
    """A digraph with cycles, of so many times five vertices."""
    count = 5 * factor
    return "; ".join(f"v{n}: v{n + 1} v{n * n % count} v{n * 7 % count}" for n in range(count))


def rulesets() -> Iterator[tuple[str, str]]:
    """Each ruleset as text, with its example."""
    from rulesets import catalogue, example

    for ruleset in catalogue():
        yield str(ruleset), str(example(ruleset))


def commands(ruleset: str, example: str, timeout: float) -> Iterator[list[str]]:
    for form in OF_GAMES:
        for factor in FACTORS:
            yield [*(harder(example, factor) if word == "G" else word for word in form.split()), f"--timeout={timeout}"]
    for form in OF_RULESETS:
        yield [*(ruleset if word == "R" else word for word in form.split()), f"--timeout={timeout}"]


def run_here(arguments: list[str], errors: str) -> None:
    """Be the command; what it prints is thrown away, its errors go to a file."""
    for number, path in enumerate((os.devnull, os.devnull, errors)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), number)
    sys.argv = ["grundy", *arguments]
    from grundy.__main__ import run

    run()


class Running:
    """A command that runs, and the file of its errors."""

    def __init__(self, arguments: list[str], folder: Path) -> None:
        self.arguments, self.errors = arguments, folder / f"{id(self)}.errors"
        out = str(folder / f"{id(self)}.out")
        words = [word.replace("OUT", out) if word.startswith("OUT") else word for word in arguments]
        self.started = monotonic()
        self.process = FORKSERVER.Process(target=run_here, args=(words, str(self.errors)))
        self.process.start()

    def finish(self) -> Run:
        self.process.join()
        text = self.errors.read_text(errors="replace") if self.errors.exists() else ""
        return Run(monotonic() - self.started, self.process.exitcode, " ".join(self.arguments), text)


def run_all(wanted: Iterable[list[str]], processes: int = 2) -> Iterator[Run]:
    """The commands as they end, so many at a time."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GRUNDY_CACHE"] = str(make_cache(Path(folder) / "cache"))
        running: dict[int, Running] = {}
        for arguments in wanted:
            command = Running(arguments, Path(folder))
            running[command.process.sentinel] = command
            if len(running) >= processes:
                yield from (running.pop(ended).finish() for ended in wait_for_end(running))
        while running:
            yield from (running.pop(ended).finish() for ended in wait_for_end(running))


def wait_for_end(running: Iterable[int]) -> list[int]:
    return [ended for ended in wait(list(running)) if isinstance(ended, int)]


def read_log(log: Path | None) -> list[Run]:
    """The commands that earlier runs have finished."""
    return [Run(*loads(line)) for line in log.read_text().splitlines()] if log and log.exists() else []


def choose(arguments: Namespace, finished: list[Run]) -> list[list[str]]:
    """The commands of the share, with all of the words, that have not been run."""
    every = (command for name, example in rulesets() for command in commands(name, example, arguments.timeout))
    chosen = [command for command in every if all(word in " ".join(command) for word in arguments.words)]
    done = {each.command for each in finished}
    part, parts = arguments.share
    return [command for command in chosen[part - 1 :: parts] if " ".join(command) not in done]


def read_arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="run the commands that contain all of these")
    parser.add_argument("--timeout", type=float, default=2)
    parser.add_argument("--processes", type=int, default=1, help="so many commands at a time")
    parser.add_argument("--share", type=lambda text: [int(part) for part in text.split("/")], default=[1, 1])
    parser.add_argument("--log", type=Path, help="the file of the commands that are finished: those are not run again")
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    done = read_log(arguments.log)
    wanted = choose(arguments, done)
    with open(arguments.log or os.devnull, "a") as log:
        for number, each in enumerate(run_all(wanted, arguments.processes), 1):
            done.append(each)
            print(dumps(each), file=log, flush=True)
            if each.seconds > arguments.timeout + 2 or each.code not in (0, 1, 2) or "Traceback" in each.errors:
                print(f"{each.seconds:6.2f} s  exit {each.code}  {each.command}  {each.errors[-200:]!r}", flush=True)
            if number % 200 == 0:
                print(f"{number} of {len(wanted)}", flush=True)
    print(f"{len(done)} commands, the slowest:")
    for each in sorted(done, reverse=True)[:20]:
        print(f"{each.seconds:6.2f} s  exit {each.code}  {each.command}")


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[1]))
    main()
