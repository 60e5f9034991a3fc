"""The lowest version of each dependency that pyproject.toml allows, as constraints for pip.

`python tools/lowest_versions.py > constraints.txt`, and then `pip install -c constraints.txt '.[test]'`.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT_FILE = Path(__file__).parents[1] / "pyproject.toml"


def list_requirements(project: dict[str, object]) -> Iterator[str]:
    """What the project requires, with what its extras require."""
    groups = [project["dependencies"]]
    if isinstance(extras := project["optional-dependencies"], dict):
        groups += extras.values()
    for group in groups:
        if isinstance(group, list):
            yield from group


def lowest_versions(text: str) -> list[str]:
    """A pin for each requirement of a project file, which must name its lowest version: `click>=8.1` is `click==8.1`.

    An extra that names other extras of the project, such as `grundy[plot]`, needs no pin.
    """
    project = tomllib.loads(text)["project"]
    pins = set()
    for requirement in list_requirements(project):
        if requirement.startswith(f"{project['name']}["):
            continue
        found = re.fullmatch(r"([\w.-]+)>=([\w.]+)(?:,<[\w.]+)?(?:; .*)?", requirement)
        if not found:
            raise SystemExit(f"pyproject.toml: {requirement!r} names no lowest version; write it as {requirement}>=1.0")
        pins.add("==".join(found.groups()))
    return sorted(pins)


if __name__ == "__main__":
    print(*lowest_versions(PROJECT_FILE.read_text()), sep="\n")
