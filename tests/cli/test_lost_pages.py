"""A mapped file whose pages cannot be read any more, as on a disk that fails: one line, and the code of a bad file.

Cutting a file while it is mapped has the same effect on the process as a disk that fails.
"""

import subprocess
import sys
from pathlib import Path

import pytest

# Cut the file as soon as a function has been called so many times, and be the command.
CUT = """
import importlib, os, sys
module, name, calls, path = sys.argv[1:5]
owner = importlib.import_module(module)
*classes, name = name.split(".")
for each in classes:
    owner = getattr(owner, each)
function, called = getattr(owner, name), []
def cut(*arguments, **options):
    result = function(*arguments, **options)
    called.append(1)
    if len(called) == int(calls):
        os.truncate(path, 0)
    return result
setattr(owner, name, cut)
sys.argv[1:] = sys.argv[5:]
from grundy.__main__ import run
run()
"""
FILE = "grundy.solvers.sequence_file"
CHECKER = "grundy.explain.checker"


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("made", "cut", "asked"),
    [
        ("values octal(0.6) --to 1000000 --out F", (FILE, "SequenceFile.append_block", "4"), ""),
        ("values nim --to 40000 --out F", (FILE, "SequenceFile.read", "1"), "seq F --slice 100:200"),
        ("values octal(0.6) --to 40000 --out F", (FILE, "SequenceFile.read", "1"), "seq F --rare"),
        ("certify kayles --out F", (CHECKER, "is_whole", "1"), "verify F"),
        ("certify nim --to 1100000 --out F", (CHECKER, "is_whole", "1"), "verify F"),
    ],
)
def test_a_file_that_is_cut_while_it_is_mapped(
    made: str, cut: tuple[str, str, str], asked: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "F")
    make, ask = ([path if word == "F" else word for word in line.split()] for line in (made, asked or made))
    if asked:
        assert run("-m", "grundy", *make).returncode == 0
    done = run("-c", CUT, *cut, path, *ask)
    assert done.stderr == f"grundy: cannot read {path}: its disk failed, or another process cut it\n"
    assert (done.stdout, done.returncode) == ("", 2)
