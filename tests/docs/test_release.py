"""A release: all files name one version, the workflows try every Python that is named, and the archives are sound."""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from book import ROOT
from prepare_release import versions, with_links

import grundy

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ACTIONS = {"actions/checkout@v4", "actions/setup-python@v5", "actions/setup-node@v4", "actions/upload-artifact@v4"}
ACTIONS |= {"actions/download-artifact@v4", "pypa/gh-action-pypi-publish@release/v1"}


def workflow(name: str) -> dict[Any, Any]:
    read: dict[Any, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))
    return read


def pythons() -> list[str]:
    named = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", one) for one in PROJECT["classifiers"]]
    return [found[1] for found in named if found]


def test_all_files_name_one_version() -> None:
    assert set(versions().values()) == {grundy.__version__}


def test_the_citation_has_what_the_format_requires() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert (citation["type"], citation["license"]) == ("software", PROJECT["license"])


def test_every_python_that_is_named_is_tried() -> None:
    assert pythons() == ["3.11", "3.12", "3.13", "3.14"]
    assert workflow("tests.yml")["jobs"]["versions"]["strategy"]["matrix"]["python"] == pythons()
    assert workflow("release.yml")["jobs"]["try"]["strategy"]["matrix"]["python"] == pythons()


@pytest.mark.parametrize("name", ["tests.yml", "release.yml"])
def test_what_workflows_use_is_known(name: str) -> None:
    steps = [step for job in workflow(name)["jobs"].values() for step in job["steps"]]
    assert {step["uses"] for step in steps if "uses" in step} <= ACTIONS
    for words in (step["run"].split() for step in steps if "run" in step):
        assert words[0] in ("python", "grundy", ".ci/run")
        if words[1:2] and words[1].endswith(".py"):
            assert (ROOT / words[1]).exists()


def test_a_tag_is_published_without_a_password() -> None:
    release = workflow("release.yml")
    assert release[True] == {"push": {"tags": ["v*"]}}  # `on` is a truth value in YAML 1.1
    publish = release["jobs"]["publish"]
    assert (publish["permissions"], publish["needs"]) == ({"id-token": "write"}, "try")
    assert "with" not in publish["steps"][-1]  # no password, and no other index


def test_links_are_added_for_a_release() -> None:
    text = with_links((ROOT / "pyproject.toml").read_text(encoding="utf-8"), "https://example.org/grundy")
    links = tomllib.loads(text)["project"]["urls"]
    assert links["Source"] == "https://example.org/grundy"
    assert set(links) == {"Source", "Changelog", "Issues", "Documentation"}


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel and the source archive, built from a copy of the sources."""
    folder = tmp_path_factory.mktemp("release")
    kept = ignore_patterns(".git", ".venv", "__pycache__", "*.pyc", "build", "dist", ".*_cache")
    copytree(ROOT, folder / "sources", ignore=kept)
    command = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--outdir",
        str(folder / "dist"),
        str(folder / "sources"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "dist"


@pytest.mark.slow
def test_the_archives_are_sound(archives: Path) -> None:
    files = sorted(archives.iterdir())
    assert [file.name for file in files] == [
        f"grundy-{grundy.__version__}-py3-none-any.whl",
        f"grundy-{grundy.__version__}.tar.gz",
    ]
    check = [sys.executable, "-m", "twine", "check", "--strict", *map(str, files)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    wheel = zipfile.ZipFile(files[0])
    names = set(wheel.namelist())
    for needed in ("data/schemas.json", "data/atlas.db.gz", "notebook/widget.js", "web/static/board.js", "py.typed"):
        assert f"grundy/{needed}" in names
    about: Message = message_from_bytes(wheel.read(f"grundy-{grundy.__version__}.dist-info/METADATA"))
    assert {"mcp", "notebook", "networkx", "open_spiel"} <= {
        name.replace("-", "_") for name in about.get_all("Provides-Extra", [])
    }
    with tarfile.open(files[1]) as sources:
        inside = {name.partition("/")[2] for name in sources.getnames()}
    assert {"README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "tests/conftest.py", "docs/index.md"} <= inside
