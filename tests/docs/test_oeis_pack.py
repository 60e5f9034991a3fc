"""The sequences for the OEIS are what the tool computes; the page about them names each."""

import re
from functools import reduce
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from operator import or_
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
        comments: list[str] = []
        terms: list[str] = []
        for line in path.read_bytes().decode("ascii").split("\n")[:-1]:
            (comments if line.startswith("# ") else terms).append(line)
            assert len(line) <= 1000
            assert bool(terms) != line.startswith("#")
        assert path.read_bytes().endswith(b"\n")
        assert len(comments) == 2
        assert [re.fullmatch(r"(\d+) (0|[1-9]\d*)", line)[1] for line in terms] == [  # type: ignore[index]
            str(n) for n in range(1, len(terms) + 1)
        ]


MOST_SQUARES = 12  # of the boards that are gone through here
PLAYED = {  # what is taken, and the rows; no rows are as many as columns
    "node_kayles_3xn": ("crosses", 3),
    "node_kayles_4xn": ("crosses", 4),
    "node_kayles_5xn": ("crosses", 5),
    "arc_kayles_3xn": ("pairs", 3),
    "arc_kayles_4xn": ("pairs", 4),
    "kayles_2xn": ("squares, pairs", 2),
    "kayles_caterpillar": ("squares, pairs of a comb", 2),
    "boxing_match_nxn": ("squares, blocks", 0),
    "boxing_match_3xn": ("squares, blocks", 3),
    "boxing_match_4xn": ("squares, blocks", 4),
    "cram_misere_2xn": ("pairs", 2),
    "cram_misere_3xn": ("pairs", 3),
    "cram_misere_4xn": ("pairs", 4),
    "cram_misere_5xn": ("pairs", 5),
}


def takings(kinds: str, rows: int, columns: int) -> list[tuple[int, int]]:
    """The squares that must be there for a move, and those that it takes, as bits."""

    def block(top: int, left: int, height: int, width: int) -> int:
        return sum(1 << r * columns + c for r in range(top, top + height) for c in range(left, left + width))

    places = [(r, c) for r in range(rows) for c in range(columns)]
    pairs = [block(r, c, 2, 1) for r, c in places if r + 1 < rows]
    pairs += [block(r, c, 1, 2) for r, c in places if c + 1 < columns and not (r and "comb" in kinds)]
    if kinds == "crosses":
        near = [(1 << n, [pair for pair in pairs if pair >> n & 1]) for n in range(rows * columns)]
        return [(place, reduce(or_, beside, place)) for place, beside in near]
    taken = pairs * ("pairs" in kinds) + [1 << n for n in range(rows * columns)] * ("squares" in kinds)
    if "blocks" in kinds:
        sizes = range(2, min(rows, columns) + 1)
        taken += [block(r, c, n, n) for n in sizes for r, c in places if r + n <= rows and c + n <= columns]
    return [(block, block) for block in taken]


@pytest.mark.parametrize("name", PLAYED)
def test_small_boards_by_mex_over_all_sets_of_squares(name: str) -> None:
    """Without anything of the package."""
    kinds, height = PLAYED[name]
    terms = TOOL.committed(name)
    for n in range(1, len(terms) + 1):
        rows = height or n
        if rows * n > MOST_SQUARES:
            assert n > 2
            break
        moves, values = takings(kinds, rows, n), list[int]()
        for squares in range(1 << rows * n):
            reached = {values[squares & ~taken] for needed, taken in moves if not needed & ~squares}
            is_won = not reached or 0 in reached
            values.append(int(is_won) if "misere" in name else next(k for k in count() if k not in reached))
        assert values[-1] == terms[n - 1]


def test_the_page_names_every_sequence_and_its_command() -> None:
    assert {path.stem for path in TOOL.DIRECTORY.iterdir()} == {*TOOL.PACK}
    for name, sequence in TOOL.PACK.items():
        assert f"`{name}`" in PAGE
        assert sequence.command in PAGE, sequence.command


def test_certificates_are_written_and_verified(tmp_path: Path) -> None:
    TOOL.write_certificates("cram_misere_2xn", tmp_path)
    TOOL.write_certificates("nimstring_3xn", tmp_path)
    assert len(list(tmp_path.iterdir())) == sum(
        len(TOOL.PACK[name].certified) for name in ("cram_misere_2xn", "nimstring_3xn")
    )


def test_a_certificate_of_another_term_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = TOOL.committed("arc_kayles_4xn")
    monkeypatch.setattr(TOOL, "committed", lambda name: [term + 1 for term in terms])
    with pytest.raises(SystemExit, match="does not prove nimber"):
        TOOL.write_certificates("arc_kayles_4xn", tmp_path)


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
