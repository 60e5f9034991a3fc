"""Compiled kernels on disk: used by the next process, never stale, and no loss where they cannot be kept."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grundy
from grundy.kernels import cache

SOURCE = Path(grundy.__file__).parent
# A package of two files, in which a kernel calls a helper of the other file.
KERNEL = """
from grundy.kernels.helper import step
from grundy.kernels.jit import jit

@jit
def double(n):
    return 2 * step(n)

@jit
def total(values):
    values[1:] = 2
    return values.sum()
"""
HELPER = "from grundy.kernels.jit import section\n@section\ndef step(n):\n    return n + {}\n"
CALL = "from grundy.kernels.sample import double; print(double(5), double._cache.__class__.__name__)"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in ("__init__.py", "kernels/__init__.py", "kernels/jit.py", "kernels/cache.py", "kernels/compilation.py"):
        (tmp_path / "src/grundy" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCE / name, tmp_path / "src/grundy" / name)
    (tmp_path / "src/grundy/__init__.py").write_text("")
    (tmp_path / "src/grundy/kernels/sample.py").write_text(KERNEL)
    (tmp_path / "src/grundy/kernels/helper.py").write_text(HELPER.format(1))
    return tmp_path


def call(package: Path, saved: str = "saved", code: str = CALL) -> tuple[str, str]:
    env = os.environ | {"PYTHONPATH": str(package / "src"), "GRUNDY_CACHE": str(package / saved)}
    env["PYTHONDONTWRITEBYTECODE"] = "1"  # bytecode knows edits by the second, and these follow one another faster
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip(), done.stderr.strip()


def files(package: Path) -> list[Path]:
    return sorted(package.glob("saved/kernels/*/grundy*"))


@pytest.mark.slow
def test_an_edit_of_a_helper_is_seen(package: Path) -> None:
    assert call(package) == ("12 KernelCache", "")
    (first,) = files(package)
    before = first.stat().st_mtime_ns
    assert call(package) == ("12 KernelCache", "")
    assert [file.stat().st_mtime_ns for file in files(package)] == [before]
    (package / "src/grundy/kernels/helper.py").write_text(HELPER.format(2))
    assert call(package) == ("14 KernelCache", "")
    assert len(files(package)) == 2
    data = bytearray(first.read_bytes())
    data[len(data) // 2] ^= 1
    first.write_bytes(data)
    (package / "src/grundy/kernels/helper.py").write_text(HELPER.format(1))
    told = call(package)
    assert told[0] == "12 KernelCache"
    assert "is damaged; it is compiled again" in told[1]


LOAD = """
import sys
import numpy as np
from grundy.kernels.sample import double, total
print(total(np.ones(4, np.int64)), "numba.np.linalg" in sys.modules, "numba.np.arrayobj" in sys.modules)
print(double(2.5), total(np.ones(4)))
"""


@pytest.mark.slow
def test_what_is_kept_loads_no_compiler_which_is_there_when_needed(package: Path) -> None:
    assert call(package, code=LOAD) == ("7 True True\n7.0 7.0", "")
    for file in package.glob("saved/kernels/*/*.double-*"):
        file.unlink()
    assert call(package, code=LOAD) == ("7 False False\n7.0 7.0", "")


@pytest.mark.slow
def test_no_directory_at_all(package: Path) -> None:
    (package / "plain").write_text("a file where the directory should be")
    assert call(package, "plain") == ("12 NullCache", "")


def test_old_stamps_are_pruned(tmp_path: Path) -> None:
    for number in range(cache.KEPT_STAMPS + 3):
        (tmp_path / str(number)).mkdir()
        os.utime(tmp_path / str(number), (number, number))
    cache.prune_stamps(tmp_path)
    assert sorted(map(int, os.listdir(tmp_path))) == list(range(3, cache.KEPT_STAMPS + 3))


def test_a_directory_that_cannot_be_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*rest: object, **options: object) -> None:
        raise PermissionError

    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path))
    find = cache.kernel_directory.__wrapped__
    directory = find()
    assert directory == tmp_path / "kernels" / cache.kernel_stamp()
    monkeypatch.setattr(os, "utime", refuse)
    monkeypatch.setattr(os, "access", lambda *rest: False)
    assert find() == directory
    directory.rmdir()
    monkeypatch.setattr(Path, "mkdir", refuse)
    assert find() is None


def imports_of(file: Path) -> Iterator[Path]:
    """The files of ours that a kernel takes something from."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("grundy."):
            place = SOURCE.joinpath(*node.module.split(".")[1:])
            inside = [place / f"{alias.name}.py" for alias in node.names]
            yield from inside if place.is_dir() else [place.with_suffix(".py")]


def test_whatever_a_kernel_calls_is_in_the_stamp() -> None:
    """Also the helpers of other files, which are compiled into it; an edit of any of them changes the stamp."""
    sources = cache.kernel_sources()
    called = {found for file in sources for found in imports_of(file)}
    assert {"bits.py", "byte_lanes.py", "jit.py", "canonical.py"} <= {file.name for file in called}
    assert called <= set(sources)
    stamp = cache.digest_of_sources(sources)
    assert all(cache.digest_of_sources([one for one in sources if one != file]) != stamp for file in sources)


def test_all_kernels_are_in_the_stamp() -> None:
    sources = set(cache.kernel_sources())
    compiled = re.compile(r"^@(jit\.)?(jit|section|inner)$|jit\.(jit|section)\(", re.MULTILINE)
    users = {path for path in SOURCE.rglob("*.py") if compiled.search(path.read_text())}
    assert len(users) > 20
    assert users <= sources
    assert len({cache.digest_of_sources(sources), cache.digest_of_sources(sources - users)}) == 2
