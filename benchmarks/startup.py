"""Start-up: short questions against an interpreter that does nothing, and who imports what.

Processor time, the least of many runs: others may use the machine. What Python's own modules cost is charged to the
package that loads them first.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from benchmarks import Table

__all__ = ["run"]

RUN = "import sys; sys.argv[0] = 'grundy'; from grundy.__main__ import run; run()"
BARE = "python -c pass"
SMALL, HELP = "2 x bare + 40", "60"
QUESTIONS: dict[str, tuple[list[str], str]] = {  # the arguments, and how many milliseconds are allowed
    'grundy solve "nim(3,5,7)"': (["solve", "nim(3,5,7)"], SMALL),
    'grundy calc "24*17"': (["calc", "24*17"], SMALL),
    "grundy --help": (["--help"], HELP),
    "grundy completion bash": (["completion", "bash"], HELP),
    "completion of `grundy solve ka`": ([], HELP),
    'grundy solve "kayles(10^9)"': (["solve", "kayles(10^9)"], ""),
    "grundy games nim": (["games", "nim"], ""),
}
COMPLETE = {"_GRUNDY_COMPLETE": "bash_complete", "COMP_WORDS": "grundy solve ka", "COMP_CWORD": "2"}
ROUNDS, IMPORT_ROUNDS = 20, 5
DEAREST = 4  # modules that are named
OWNERS = ("grundy", "click", "numpy", "rich")


def environment(arguments: list[str]) -> dict[str, str]:
    """Without what keeps Python from writing bytecode; a user has it after the first call."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | ({} if arguments else COMPLETE)


def milliseconds(command: list[str], env: dict[str, str]) -> float:
    """The processor time of one call."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
    after = getrusage(RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def imports(text: str) -> Iterator[tuple[str, str, int]]:
    """Each module that was imported, its owner, and its own microseconds, from the output of `-X importtime`."""
    owners: list[str] = []  # of the modules that are being loaded; a module stands below those that it imports
    for line in reversed(text.splitlines()):
        if found := re.fullmatch(r"import time: +(\d+) \| +\d+ \|( +)(\S+)", line):
            depth, package = len(found[2]) // 2, found[3].partition(".")[0]
            mine = package if package in OWNERS else owners[depth - 1] if depth else "Python"
            owners[depth:] = [mine]
            yield found[3], mine, int(found[1])


def breakdown(command: list[str], env: dict[str, str]) -> tuple[str, str]:
    """The milliseconds of imports by owner, and our modules that cost most."""
    timed = [command[0], "-X", "importtime", *command[1:]]
    runs = [subprocess.run(timed, env=env, capture_output=True, text=True).stderr for _ in range(IMPORT_ROUNDS)]
    found = min((list(imports(told)) for told in runs), key=lambda modules: sum(cost for _, _, cost in modules))
    owners: Counter[str] = Counter()
    for _, owner, cost in found:
        owners[owner] += cost
    ours = Counter({module: cost for module, _, cost in found if module.startswith("grundy")}).most_common(DEAREST)
    by_owner = ", ".join(f"{owner} {cost / 1000:.0f}" for owner, cost in owners.most_common())
    return by_owner, ", ".join(f"{module.removeprefix('grundy.')} {cost / 1000:.1f}" for module, cost in ours)


def run() -> Table:
    """The processor time of each question, what is allowed, and what its imports cost."""
    commands = {
        name: ([sys.executable, "-c", RUN, *words], environment(words)) for name, (words, _) in QUESTIONS.items()
    }
    everything = {BARE: ([sys.executable, "-c", "pass"], environment(["pass"])), **commands}
    times: dict[str, list[float]] = {name: [] for name in everything}
    for _ in range(ROUNDS):  # interleaved, so that a noisy minute hits all alike
        for name, (command, env) in everything.items():
            times[name].append(milliseconds(command, env))
    bare = min(times[BARE])
    rows = []
    for name, (command, env) in everything.items():
        least, limit = min(times[name]), QUESTIONS.get(name, ([], ""))[1]
        allowed = {SMALL: f"{2 * bare + 40:.0f}", HELP: HELP}.get(limit, "")
        spent = f"{least:.0f}", f"{median(times[name]):.0f}", f"{least / bare:.1f}", allowed
        rows.append((name, *spent, *breakdown(command, env)))
    header = ("command", "least ms", "median", "of bare Python", "allowed", "imports, ms", "dearest modules of ours")
    return Table("Start-up", header, rows)
