"""The catalogue: spelling, plug-ins of other packages, files of one's own."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grundy
from grundy import HeapGame, catalog
from grundy.errors import GrundyError

PLUGIN = '''
from grundy import HeapGame

class AlienGame(HeapGame):
    """Take one stone or two."""

    def options(self, heap):
        return ((heap - take,) for take in (1, 2) if take <= heap)
'''


@pytest.mark.parametrize("name", ["kayles", "KAYLES", " Kayles ", "Dawson's Kayles", "dawsons-kayles", "Grundy"])
def test_spellings(name: str) -> None:
    assert catalog.find(name) is not None


def test_what_is_not_there() -> None:
    assert catalog.find("kaylse") is None
    assert "kayles" in catalog.suggest("kaylse")
    with pytest.raises(AttributeError, match="kaylse"):
        grundy.kaylse  # type: ignore[attr-defined]  # noqa: B018


def test_equal_rulesets() -> None:
    """Without parameters: equal where the class is. With parameters in plain attributes: each equals only itself."""

    class TakeUpTo(HeapGame):
        def __init__(self, most: int) -> None:
            self.most = most

        def options(self, heap: int) -> Iterator[tuple[int, ...]]:
            return ((heap - take,) for take in range(1, min(self.most, heap) + 1))

    turtles = grundy.turning_turtles
    turtles.value_by_rules(5)
    assert pickle.loads(pickle.dumps(turtles)) == turtles != grundy.nim
    assert hash(pickle.loads(pickle.dumps(turtles))) == hash(turtles)
    assert grundy.kayles == grundy.octal("0.77")
    assert TakeUpTo(2) != TakeUpTo(3)
    assert [TakeUpTo(2)(3).nimber, TakeUpTo(3)(3).nimber] == [0, 3]


def test_games_of_other_packages(tmp_path: Path) -> None:
    """A package with the entry point `grundy.games` brings its rulesets; built-in names come first."""
    (tmp_path / "alien.py").write_text(PLUGIN)
    about = tmp_path / "alien-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: alien\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[grundy.games]\nalien = alien\n")
    paths = os.pathsep.join([str(tmp_path), str(Path(grundy.__file__).parents[1])])
    code = (
        "from grundy import parse, alien_game; g = parse('alien_game(7) + kayles(3)'); print(g.nimber, g, alien_game)"
    )
    environment = os.environ | {"PYTHONPATH": paths}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("2 alien_game(7) + kayles(3)")


def test_a_file_that_fails(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("import no_such_module")
    with pytest.raises(GrundyError, match="fails to load: ModuleNotFoundError"):
        catalog.add_games(str(broken))
    (tmp_path / "notes.txt").touch()
    with pytest.raises(GrundyError, match="not a Python file"):
        catalog.add_games(str(tmp_path / "notes.txt"))


def test_a_folder_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python file and every package in it, but nothing that begins with an underscore."""
    (tmp_path / "one_file.py").write_text(PLUGIN)
    package = tmp_path / "one_folder"
    package.mkdir()
    (package / "rules.py").write_text(PLUGIN.replace("alien", "folder").replace("Alien", "Folder"))
    (package / "__init__.py").write_text("from .rules import *\n")
    (tmp_path / "_draft.py").write_text("import no_such_module")
    (tmp_path / "notes.txt").write_text("not a game")
    monkeypatch.setenv("GRUNDY_GAMES", "")
    catalog.add_games(str(tmp_path))
    assert {"alien_game", "folder_game"} <= catalog.entries().keys()
    assert grundy.parse("folder_game(7) + kayles(3)").nimber == 2
