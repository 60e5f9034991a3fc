"""The workflow that publishes site and book: it can be read, and what its steps call exists."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from book import ROOT

from grundy.cli import COMMANDS, group

WORKFLOW = ROOT / ".github" / "workflows" / "pages.yml"
INPUTS = {  # of the official actions that are used
    "actions/checkout@v4": set[str](),
    "actions/setup-python@v5": {"python-version"},
    "actions/setup-node@v4": {"node-version"},
    "actions/configure-pages@v5": set[str](),
    "actions/upload-pages-artifact@v3": {"path"},
    "actions/deploy-pages@v4": set[str](),
}


@pytest.fixture(scope="module")
def workflow() -> dict[Any, Any]:
    read: dict[Any, Any] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    return read


def steps(workflow: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    for job in workflow["jobs"].values():
        yield from job["steps"]


def commands(workflow: dict[Any, Any]) -> list[list[str]]:
    return [shlex.split(line) for step in steps(workflow) for line in step.get("run", "").splitlines() if line]


def test_it_runs_on_a_tag_and_may_publish(workflow: dict[Any, Any]) -> None:
    assert workflow[True]["push"] == {"tags": ["v*"]}  # `on` is a truth value in YAML 1.1
    assert workflow["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    assert workflow["jobs"]["publish"]["needs"] == "build"


def test_only_official_actions_are_used_with_inputs_that_they_have(workflow: dict[Any, Any]) -> None:
    for step in steps(workflow):
        assert ("uses" in step) != ("run" in step)
        if "uses" in step:
            assert set(step.get("with", {})) <= INPUTS[step["uses"]]


def test_its_commands_and_options_exist(workflow: dict[Any, Any]) -> None:
    ours = [words[1:] for words in commands(workflow) if words[0] == "grundy"]
    assert ours
    for name, *words in ours:
        assert name in COMMANDS
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= known


def test_what_it_installs_has_what_it_runs(workflow: dict[Any, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installed = next(words[-1] for words in commands(workflow) if "install" in words)
    extras = re.findall(r"[\w-]+", installed)
    packages = [one for extra in extras for one in project["optional-dependencies"][extra]]
    assert any(one.startswith("sphinx") for one in packages)
    assert {words[0] for words in commands(workflow)} == {"python", "grundy", "sphinx-build"}


def test_what_is_uploaded_is_what_was_built(workflow: dict[Any, Any]) -> None:
    site, book = (words for words in commands(workflow) if words[0] != "python")
    folder = site[site.index("--out") + 1]
    uploaded = next(step["with"]["path"] for step in steps(workflow) if "upload" in step.get("uses", ""))
    assert uploaded == folder
    assert book[-1].startswith(f"{folder}/")
    assert (ROOT / book[-2] / "conf.py").exists()
    (base,) = [step["env"]["GRUNDY_BASE"] for step in steps(workflow) if "GRUNDY_BASE" in step.get("env", {})]
    assert f"{book[-1]}/{base}" == f"{folder}/book/.."
