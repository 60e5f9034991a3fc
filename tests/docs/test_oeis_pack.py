"""The sequences for the OEIS are what the tool computes; the page about them names each."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from thorough import THOROUGH

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "howto" / "oeis.md").read_text(encoding="utf-8")


def load_tool() -> Any:
    spec = spec_from_file_location("make_oeis_pack", ROOT / "tools" / "make_oeis_pack.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = load_tool()


@pytest.mark.parametrize("name", TOOL.PACK)
def test_the_terms_are_those_of_the_file(name: str) -> None:
    """The first terms; with GRUNDY_THOROUGH all."""
    sequence = TOOL.PACK[name]
    terms = sequence.terms if THOROUGH else sequence.few
    found = sequence.compute(terms)
    assert found == TOOL.committed(name)[:terms]
    assert len(found) == terms
    text = TOOL.path_of(name).read_text(encoding="utf-8")
    assert text == TOOL.text_of(sequence, TOOL.committed(name))
    assert len(TOOL.committed(name)) == sequence.terms


def test_the_files_are_b_files() -> None:
    """As the OEIS takes them: ASCII, comments first, then n and a(n) without a gap, each line ended."""
    for path in TOOL.DIRECTORY.iterdir():
        comments, terms = [], []
        for line in path.read_bytes().decode("ascii").split("\n")[:-1]:
            (comments if line.startswith("# ") else terms).append(line)
            assert len(line) <= 1000
            assert bool(terms) != line.startswith("#")
        assert path.read_bytes().endswith(b"\n")
        assert len(comments) == 2
        assert [re.fullmatch(r"(\d+) (0|[1-9]\d*)", line)[1] for line in terms] == [  # type: ignore[index]
            str(n) for n in range(1, len(terms) + 1)
        ]


def test_the_page_names_every_sequence_and_its_command() -> None:
    assert {path.stem for path in TOOL.DIRECTORY.iterdir()} == {*TOOL.PACK}
    for name, sequence in TOOL.PACK.items():
        assert f"`{name}`" in PAGE
        assert sequence.command in PAGE, sequence.command


def test_certificates_are_written_and_verified(tmp_path: Path) -> None:
    TOOL.write_certificates("cram_misere_4xn", tmp_path)
    TOOL.write_certificates("node_kayles_5xn", tmp_path)
    assert len(list(tmp_path.iterdir())) == 6


def test_a_term_that_is_wrong_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOOL, "DIRECTORY", tmp_path)
    assert TOOL.main(["simple_games"]) == 0
    assert TOOL.main(["simple_games", "--check"]) == 0
    path = TOOL.path_of("simple_games")
    path.write_text(path.read_text(encoding="utf-8").replace("257024", "257025"), encoding="utf-8")
    assert TOOL.main(["simple_games", "--check"]) == 1
    for wrong in (["fibonacci"], ["--certificates"]):
        with pytest.raises(SystemExit, match="2"):
            TOOL.main(wrong)
