"""The house: imports point down, public names are exact, files stay short."""

import ast
import importlib
from pathlib import Path

import pytest

import grundy
from grundy import catalog

SOURCE = Path(grundy.__file__).parent
FLOORS = [  # from the top of the house down; rooms on one floor do not see each other
    {"errors"},
    {"core"},
    {"boards"},
    {"games", "kernels"},
    {"catalog"},
    {"expressions"},
    {"solvers"},
    {"explain", "render"},
    {"play"},
    {"cluster"},
    {"cli", "web", "__main__"},
]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
FILES = sorted(SOURCE.rglob("*.py"))
# These load solvers and explanations inside a function, when a question is asked of a game.
EXCEPTION = Path("core/game.py")


def serves(path: Path, name: str) -> bool:
    """Whether this is the one command whose adapter starts another adapter."""
    return path.relative_to(SOURCE) == Path("cli/serve.py") and name.startswith("grundy.web.app")


def room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> list[tuple[str, ast.AST]]:
    found: list[tuple[str, ast.AST]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [(f"{node.module}.{alias.name}", node) for alias in node.names]
    return [(name, node) for name, node in found if name.startswith("grundy.")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down(path: Path) -> None:
    here = room(path)
    if here == "__init__":
        return
    tree = ast.parse(path.read_text())
    at_top = {id(node) for node in tree.body}
    for name, node in imported(tree):
        other = name.split(".")[1]
        if path.relative_to(SOURCE) == EXCEPTION and id(node) not in at_top:
            continue
        assert here in (other, "__main__") or FLOOR[other] < FLOOR[here] or serves(path, name), f"{here} imports {name}"


def test_kernels_import_nothing_of_ours() -> None:
    for path in (SOURCE / "kernels").glob("*.py"):
        assert all(name.startswith("grundy.kernels") for name, _ in imported(ast.parse(path.read_text())))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_all_is_sorted_and_true(path: Path) -> None:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    if parts[-1] == "__init__" and len(parts) > 2:
        return
    module = importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    public = module.__all__
    assert len(set(public)) == len(public)
    assert all(hasattr(module, name) for name in public)


def test_public_names_are_exact() -> None:
    homes = {name for names in grundy.HOMES.values() for name in names.split()}
    assert grundy.__all__ == sorted(homes | {"nim_arrays"})
    assert set(dir(grundy)) == set(grundy.__all__) | set(catalog.entries())


def test_both_ways_of_looking_up_a_ruleset_agree() -> None:
    for name, entry in catalog.entries().items():
        found = catalog.find(name)
        assert found is not None
        assert (found.name, found.ruleset, found.schema) == (name, entry.ruleset, entry.schema)
        assert getattr(grundy, name) is entry.public


def test_rulesets_are_called_as_their_variables() -> None:
    for name, entry in catalog.entries().items():
        assert entry.about.name == name


def test_files_are_short() -> None:
    long = {str(path.relative_to(SOURCE)): n for path in FILES if (n := len(path.read_text().splitlines())) > 300}
    assert long == {}
