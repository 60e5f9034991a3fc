"""The catalogue: spelling, plug-ins of other packages, files of one's own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import grundy
from grundy import catalog
from grundy.errors import GrundyError

PLUGIN = '''
from dataclasses import dataclass
from grundy import HeapGame

@dataclass(frozen=True)
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
        grundy.kaylse  # noqa: B018


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
    with pytest.raises(GrundyError, match="not a Python file"):
        catalog.add_games(str(tmp_path / "notes.txt"))
