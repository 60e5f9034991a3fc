"""The house: imports point down, and public names are exact."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy import Ruleset, catalog
from grundy.errors import PositionError
from grundy.expressions import parse_ruleset

SOURCE = Path(grundy.__file__).parent
FLOORS = [  # from the top of the house down; rooms on one floor do not see each other
    {"errors", "system"},
    {"core"},
    {"digraphs"},
    {"boards"},
    {"games", "kernels"},
    {"catalog"},
    {"expressions"},
    {"solvers"},
    {"explain", "render"},
    {"play"},
    {"cluster", "learn"},
    {"cli", "web", "__main__"},
    {"bridges", "notebook"},
]
MOST_LINES = 60  # of a file of rules where a theorem does the work
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
FILES = sorted(SOURCE.rglob("*.py"))
# In the folder of a game each file stands on the floor of the room that it belongs to; all others are rules.
ROOMS = {"kernel": "kernels", "search": "solvers", "draw": "render", "why": "explain", "lab": "web"}
# These load solvers, explanations, and what a game brings, inside a function, when they are asked for.
LAZY = {"core", "boards", "games"}


DOORS = {  # commands whose adapters start, or ask, the other adapter
    "cli/link.py": ("grundy.web.links", "grundy.web.hosting"),
    "cli/mcp.py": ("grundy.web.mcp_server",),
    "cli/site.py": ("grundy.web.site", "grundy.web.hosting"),
    "cli/serve.py": ("grundy.web.server", "grundy.web.hosting"),
}


@cache
def parse_source(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def serves(path: Path, name: str) -> bool:
    return name.startswith(DOORS.get(str(path.relative_to(SOURCE)), ("-",)))


def room(*parts: str) -> str:
    """The room of a module, given by the names on the way to it."""
    if parts[0] == "games" and len(parts) > 2:
        return ROOMS.get(parts[2].partition("_")[0], "games")
    return parts[0]


def parts_of(path: Path) -> tuple[str, ...]:
    return path.relative_to(SOURCE).with_suffix("").parts


def imports_of(tree: ast.AST) -> list[tuple[str, ast.AST]]:
    found: list[tuple[str, ast.AST]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [(f"{node.module}.{alias.name}", node) for alias in node.names]
    return [(name, node) for name, node in found if name.startswith("grundy.")]


def upward_imports(path: Path) -> Iterator[str]:
    """The imports of a file that do not point down."""
    here = room(*parts_of(path))
    tree = parse_source(path)
    at_top = {id(node) for node in tree.body}
    for name, node in imports_of(tree) if here != "__init__" else ():
        other = room(*name.split(".")[1:])
        if here in LAZY and id(node) not in at_top:
            continue
        if not (here in (other, "__main__") or FLOOR[other] < FLOOR[here] or serves(path, name)):
            yield f"{path.relative_to(SOURCE)} imports {name}"


def test_imports_point_down() -> None:
    assert len(FILES) > 500
    assert not [line for path in FILES for line in upward_imports(path)]


def test_an_import_that_points_up_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.SOURCE", tmp_path)
    (tmp_path / "core").mkdir()
    wrong = tmp_path / "core" / "wrong.py"
    wrong.write_text("from grundy.solvers import search\n")
    assert list(upward_imports(wrong)) == ["core/wrong.py imports grundy.solvers.search"]


def test_kernels_import_nothing_of_ours() -> None:
    for path in FILES:
        if room(*parts_of(path)) == "kernels":
            names = [name.split(".")[1:] for name, _ in imports_of(parse_source(path))]
            assert all(room(*parts) == "kernels" for parts in names), path


@pytest.mark.parametrize("path", sorted(SOURCE.glob("digraphs/*.py")), ids=lambda path: path.stem)
def test_the_names_of_a_public_package_exist(path: Path) -> None:
    module = importlib.import_module(f"grundy.digraphs.{path.stem}".removesuffix(".__init__"))
    assert len(set(module.__all__)) == len(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


def test_public_names_are_exact() -> None:
    homes = {f"grundy.{home}.{name}" for home, names in grundy.HOMES.items() for name in names.split()}
    stub = ast.parse(Path(grundy.__file__).with_suffix(".pyi").read_text())
    modules = {f"grundy.{home}" for home in grundy.MODULES.values()}
    assert {name for name, _ in imports_of(stub) if not name.startswith("grundy.games.")} == homes | modules
    assert grundy.__all__ == sorted(name.rpartition(".")[2] for name in homes | modules)
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


def test_what_only_some_systems_have_stands_in_one_place() -> None:
    modules = {"fcntl", "grp", "msvcrt", "posix", "pwd", "resource", "termios", "winreg"}
    names = {"fork", "geteuid", "getuid", "killpg", "nice", "posix_fallocate", "pread", "pwrite", "sysconf"}
    for path in FILES:
        if path.relative_to(SOURCE) == Path("system.py"):
            continue
        for node in ast.walk(parse_source(path)):
            if isinstance(node, ast.Import):
                assert not modules & {alias.name for alias in node.names}, path
            elif isinstance(node, ast.ImportFrom):
                assert node.module not in modules, path
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
                assert node.attr not in names, path
                assert not node.attr.startswith("sched_"), path


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for path in FILES:
        for node in parse_source(path).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(str(path.relative_to(SOURCE)))
    assert not {name: files for name, files in homes.items() if len(files) > 1}


@pytest.mark.parametrize("name", ["boxing", "chomp", "cram", "hackenbush", "sprouts"])
def test_what_is_known_of_a_game_is_in_its_folder(name: str) -> None:
    texts = [path for path in SOURCE.rglob("*") if path.suffix in (".py", ".js", ".css", ".html")]
    knowing = {path.relative_to(SOURCE) for path in texts if name in path.read_text().lower()}
    folder = next(SOURCE.glob(f"games/{name}*")).relative_to(SOURCE)
    assert len([path for path in knowing if folder not in path.parents]) <= 2


@pytest.mark.parametrize("path", sorted(SOURCE.glob("explain/**/*.py")) + sorted(SOURCE.glob("render/**/*.py")))
def test_explanations_and_pictures_import_no_game(path: Path) -> None:
    assert not [name for name, _ in imports_of(parse_source(path)) if name.startswith("grundy.games.")]


def is_known_everywhere(rules: Ruleset[Any]) -> bool:
    """Whether a theorem decides every small position, so that nothing is searched."""
    legal = (position for position in rules.board.small(8) if is_legal(rules, position))
    misere = not rules.has_normal
    return all(
        rules.verdict(position, misere) or rules.theorem(position) is not None or rules.disguise(position)
        for position in islice(legal, 300)
    )


def is_legal(rules: Ruleset[Any], position: Any) -> bool:
    try:
        rules.check(position)
    except PositionError:
        return False
    return True


def test_rules_with_a_theorem_are_short() -> None:
    """The rulesets of the five texts of the companion, whose accounts stand beside their rules, may be longer."""
    told = " ".join(page.read_text() for page in (SOURCE.parents[1] / "docs" / "companion").glob("*.md"))
    files: dict[str, list[Ruleset[Any]]] = {}
    for name, entry in catalog.entries().items():
        rules = entry.ruleset or parse_ruleset(f"{name}({entry.about.example_parameters})")
        files.setdefault(inspect.getfile(type(rules)), []).append(rules)
    fresh = {path: each for path, each in files.items() if not any(re.search(rf"\b{one.name}\b", told) for one in each)}
    known = [Path(path) for path, each in fresh.items() if all(map(is_known_everywhere, each))]
    lengths = {path.relative_to(SOURCE): len(path.read_text().splitlines()) for path in known}
    assert len(lengths) > 20
    assert not {path: length for path, length in lengths.items() if length > MOST_LINES}
