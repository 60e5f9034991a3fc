"""A sweep whose workers and driver are killed ends as an undisturbed one does, every ruleset once."""

import subprocess
import sys
from pathlib import Path

import pytest
from sweep_deaths import survived

from grundy.cluster.atlas import read

pytestmark = pytest.mark.slow

# A worker does not survive octal(0.6), whose standard form is octal(0.37).
POISON = """
import os, signal, sys
from pathlib import Path
from grundy.cluster.families import read_family
from grundy.cluster.study import study
from grundy.cluster.sweep import sweep

def work(forms, limit, bounds):
    if "octal(0.37)" in map(lambda form: str(form.ruleset), forms):
        os.kill(os.getpid(), signal.SIGKILL)
    return study(forms, limit, bounds)

if __name__ == "__main__":
    summary = sweep(read_family("octal(0.?)"), 512, Path(sys.argv[1]), count=2, work=work)
    print(summary.done, summary.failed)
"""


def test_three_deaths_of_a_worker_and_one_of_the_driver(tmp_path: Path) -> None:
    assert 0 < survived("octal(?.??)", 2**12, tmp_path, 128) < 128


def test_a_ruleset_that_kills_its_worker_is_left_out(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(POISON)
    command = [sys.executable, str(script), str(tmp_path / "x.db")]
    for _ in range(2):  # the second time there is nothing more to do
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "7 1\n", "")
    status = {str(row["ruleset"]): (row["status"], row["reason"]) for row in read(tmp_path / "x.db").rows}
    assert status.pop("octal(0.6)") == ("failed", "it killed its worker, 3 times")
    assert set(status.values()) == {("done", None)}
