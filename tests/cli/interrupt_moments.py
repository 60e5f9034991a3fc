"""Ctrl-C at random moments of many commands, to see that each ends within a second and without a traceback.

`PYTHONPATH=src:tests:tests/cli python tests/cli/interrupt_moments.py 50 [SEED]` tries so many moments and prints the
slowest. A signal that meets Python before the first line of grundy is Python's affair, and counted apart.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from caches import make_cache
from clock_matrix import commands, rulesets

PACKAGE = os.path.join("src", "grundy")
LAST_MOMENT_SECONDS = 3.0
OTHERS = (  # that are not about one ruleset
    "calc 24*17",
    "games",
    "bipartite --up-to 40",
    "sweep octal(0.???) --to 10^5 --out OUT.db",
    "atlas --where period=34",
    "serve --port 0",
    "solve sprouts(12) --fresh",
    "solve cram(6x7) --fresh",
    "values octal(0.6) --to 10^9 --out OUT.seq",
    "period octal(0.106) --limit 2^40",
)


class Interrupted(NamedTuple):
    seconds: float  # from the signal to the end
    moment: float
    code: int
    command: str
    errors: str

    def __str__(self) -> str:
        told = f"{self.seconds:6.2f} s after {self.moment:.2f} s  exit {self.code}  {self.command[:100]}"
        return f"{told}\n{self.errors}" if self.is_wrong else told

    @property
    def is_of_python(self) -> bool:
        return "Traceback" in self.errors and PACKAGE not in self.errors

    @property
    def is_wrong(self) -> bool:
        """Otherwise it ends by itself, by its own exit code, or by the signal where Python starts or ends."""
        is_code_right = self.code in (0, 1, 2, 130, -signal.SIGINT)
        return not self.is_of_python and not (is_code_right and "Traceback" not in self.errors)


def heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background of a shell ignores them


def interrupt(command: list[str], moment: float, folder: Path) -> Interrupted:
    words = [word.replace("OUT", str(folder / "out")) if word.startswith("OUT") else word for word in command]
    started = [sys.executable, "-m", "grundy", *words]
    with open(folder / "errors", "w+b") as errors:
        process = subprocess.Popen(
            started, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=heed_interrupts
        )
        sleep(moment)
        signalled = monotonic()
        process.send_signal(signal.SIGINT)
        code = process.wait()
        seconds = monotonic() - signalled
        errors.seek(0)
        return Interrupted(seconds, moment, code, " ".join(command), errors.read().decode(errors="replace"))


def try_moments(number: int, seed: int) -> list[Interrupted]:
    choose = random.Random(seed)
    done: list[Interrupted] = []
    wanted = [command for name, example in rulesets() for command in commands(name, example, 60)]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GRUNDY_CACHE"] = str(make_cache(Path(folder) / "cache"))
        while len(done) < number:
            command = choose.choice(OTHERS).split() if choose.random() < 0.3 else choose.choice(wanted)
            each = interrupt(command, choose.uniform(0, LAST_MOMENT_SECONDS), Path(folder))
            if each.code not in (0, 1, 2):  # else it had ended before
                done.append(each)
            if each.is_wrong or each.seconds > 1:
                print(
                    f"{each.seconds:6.2f} s after {each.moment:.2f} s  exit {each.code}  {each.command}\n{each.errors}"
                )
    return done


if __name__ == "__main__":
    done = try_moments(int(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else random.randrange(1 << 30))
    print(
        f"{len(done)} commands interrupted, {sum(each.is_wrong for each in done)} wrongly ended,"
        f" {sum(each.is_of_python for each in done)} while Python itself started; the slowest:"
    )
    for each in sorted(done, reverse=True)[:10]:
        print(each)
