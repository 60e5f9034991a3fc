"""The companion as notebooks that run in the browser: JupyterLite, beside the site, with no request to anyone else.

JupyterLite, the extra `lite`, writes the pages. Their Python is that of the site; the wheels that its kernel needs are
listed, with hashes, in `notebook_wheels.json`, fetched from PyPI by pip, and kept. PyPI has no numpy and no matplotlib
for browsers: values are lists that look like arrays (`render/plain_values.py`), and pictures are grundy's own.
"""

import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote

import grundy
from grundy.errors import GrundyError
from grundy.kernels.cache import cache_directory
from grundy.web.hosting import public_base
from grundy.web.links import LOCAL_BASE, link
from grundy.web.match_state import MatchState
from grundy.web.site import runtime

HERE, SOURCE = Path(__file__).parent, Path(grundy.__file__).parent
PLACES = (
    SOURCE / "data" / "companion",
    SOURCE.parents[1] / "docs" / "companion",
)  # installed, and in a copy of the sources
WHEELS: dict[str, dict[str, Any]] = json.loads((HERE / "notebook_wheels.json").read_text())
VERSION = "0"  # of a wheel that never leaves its folder
KERNEL = "@jupyterlite/pyodide-kernel-extension"
FOLDER, PYTHON_VERSION = "notebooks", "3.14"
NEEDED = ("jupyter_server", "jupyterlite_core", "jupyterlite_pyodide_kernel")  # the first lists the notebooks
FETCH_SECONDS, BUILD_SECONDS = 300, 900
LEFT_OUT = shutil.ignore_patterns("cli", "cluster", "companion", "__pycache__", "*.gz", "*.so", "*.pyi")
FAULT = re.compile(r"(ERROR|\w+Error): ")  # among warnings
FRONT = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
CELL = re.compile(r"^```\{code-cell\} ipython3\n(?::tags: \[[^\]]*\]\n\n)?(.*?)^```$", re.DOTALL | re.MULTILINE)
PLAY = re.compile(rf"\[Play\s+it\]\({re.escape(LOCAL_BASE)}/play/([^)\s]+)\)")
BOOK_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:)[^)\s]+\)")
Json = dict[str, Any]


def build_notebooks(out: Path, archive: Path) -> int:
    """Write the notebooks into a folder of the site; how many there are."""
    if not all(map(importlib.util.find_spec, NEEDED)):
        raise GrundyError("notebooks need JupyterLite: pip install 'grundy[lite]', and try again")
    with TemporaryDirectory(prefix="grundy-notebooks-") as place:
        lite, made = Path(place) / "lite", Path(place) / "made"
        write_python(lite / "static" / "pyodide", archive)
        pages = write_pages(lite / "files")
        write_settings(lite)
        run_jupyterlite(lite, made)
        shutil.rmtree(out / FOLDER, ignore_errors=True)
        shutil.move(made, out / FOLDER)
    return pages


def companion() -> Path:
    found = next((place for place in PLACES if place.is_dir()), None)
    if found is None:
        raise GrundyError(
            "the pages of the companion are not here; install grundy anew, or run it in a copy of its sources"
        )
    return found


def write_pages(folder: Path) -> int:
    folder.mkdir(parents=True)
    pages = sorted(companion().glob("*-*.md"))
    for page in pages:
        notebook = json.dumps(read_page(page.read_text(encoding="utf-8")), indent=1)
        (folder / f"{page.stem}.ipynb").write_text(notebook, encoding="utf-8")
    return len(pages)


def read_page(text: str) -> Json:
    r"""A page of the companion as a notebook.

    >>> [cell["source"] for cell in read_page("# Nim\n\n```{code-cell} ipython3\nnim(3)\n```\n\nEnd.")["cells"]]
    ['# Nim', 'nim(3)', 'End.']
    """
    body, cells, at = FRONT.sub("", text), list[Json](), 0
    for found in CELL.finditer(body):
        cells += [*prose(body[at : found.start()]), {**cell("code", found[1]), "execution_count": None, "outputs": []}]
        at = found.end()
    cells += prose(body[at:])
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    numbered = [{**one, "id": f"cell-{number}"} for number, one in enumerate(cells)]
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": numbered}


def cell(kind: str, text: str) -> Json:
    return {"cell_type": kind, "metadata": {}, "source": text.strip()}


def prose(text: str) -> list[Json]:
    """The text between two cells: links to games lead to the public site, if there is one; the book is not here."""

    def play(found: re.Match[str]) -> str:
        base = public_base()
        return f"[Play it]({link(MatchState(unquote(found[1])), base)})" if base else ""

    shown = BOOK_LINK.sub(r"\1", PLAY.sub(play, text))
    return [cell("markdown", shown)] if shown.strip() else []


def write_python(folder: Path, archive: Path) -> None:
    """Write the runtime, the wheels of the kernel and of grundy, and the list by which the runtime finds them."""
    folder.mkdir(parents=True)
    runtime.unpack(archive, folder)
    for path in fetch_wheels():
        shutil.copy(path, folder / path.name)
    own = folder / f"grundy-{VERSION}-py3-none-any.whl"
    write_wheel(own)
    digest = hashlib.sha256(own.read_bytes()).hexdigest()
    mine = {"version": VERSION, "file_name": own.name, "sha256": digest, "imports": ["grundy"], "depends": []}
    common = {"install_dir": "site", "package_type": "package", "unvendored_tests": False}
    lock = json.loads((folder / runtime.LOCK).read_text())
    lock["packages"] = {name: {"name": name, **about, **common} for name, about in {**WHEELS, "grundy": mine}.items()}
    (folder / runtime.LOCK).write_text(json.dumps(lock))


def write_wheel(path: Path) -> None:
    """Write grundy as a wheel, without what no notebook uses."""
    about = f"grundy-{VERSION}.dist-info"
    with TemporaryDirectory() as place, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        sources = Path(place) / "grundy"
        shutil.copytree(SOURCE, sources, ignore=LEFT_OUT)
        for file in sorted(sources.rglob("*")):
            if file.is_file():
                wheel.write(file, file.relative_to(place).as_posix())
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: grundy\nVersion: {VERSION}\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")


def fetch_wheels() -> list[Path]:
    """The wheels of the kernel, from PyPI or as they were kept; pip compares them with their hashes."""
    kept = cache_directory() / "runtime" / "wheels"
    kept.mkdir(parents=True, exist_ok=True)
    missing = {name: it for name, it in WHEELS.items() if not is_right(kept / it["file_name"], it["sha256"])}
    if missing:
        wanted = kept / "wanted.txt"
        lines = (f"{name}=={it['version']} --hash=sha256:{it['sha256']}\n" for name, it in missing.items())
        wanted.write_text("".join(lines))
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
        command += ["--python-version", PYTHON_VERSION, "--only-binary", ":all:", "-d", str(kept), "-r", str(wanted)]
        run(command, FETCH_SECONDS, "pip could not fetch the wheels of the kernel; try again with a network")
    return [kept / it["file_name"] for it in WHEELS.values()]


def is_right(path: Path, sha256: str) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def write_settings(lite: Path) -> None:
    build = {
        "apps": ["notebooks", "tree"],
        "contents": ["files"],
        "no_sourcemaps": True,
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [str(find_extension())],
    }
    (lite / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": build}))
    settings = {f"{KERNEL}:kernel": {"disablePyPIFallback": True}}
    page = {"jupyter-lite-schema-version": 0, "jupyter-config-data": {"litePluginSettings": settings}}
    (lite / "jupyter-lite.json").write_text(json.dumps(page))
    no_windows = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}  # all cells are in the page
    (lite / "overrides.json").write_text(json.dumps(no_windows))


def find_extension() -> Path:
    """The folder of the kernel, beside the packages of whichever Python it is installed in."""
    files = distribution("jupyterlite-pyodide-kernel").files or ()
    return next(Path(str(file.locate())) for file in files if file.match(f"{KERNEL}/package.json")).resolve().parent


def run_jupyterlite(lite: Path, made: Path) -> None:
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(lite), "--output-dir", str(made)]
    run(command, BUILD_SECONDS, "JupyterLite could not build the notebooks", lite)


def run(command: list[str], seconds: float, fault: str, folder: Path | None = None) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=seconds, cwd=folder)
    except (subprocess.SubprocessError, OSError) as error:
        said = "\n".join(str(getattr(error, stream, "") or "").strip() for stream in ("stdout", "stderr"))
        lines = [line for line in said.splitlines() if FAULT.match(line)] or said.splitlines()[-1:] or [""]
        raise GrundyError(f"{fault} ({lines[-1][:200]})" if lines[-1] else fault) from error
