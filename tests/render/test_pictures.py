"""Pictures in three formats from one drawing, and what a notebook shows."""

import struct
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from grundy import Game, Ordinal, kayles, nim, parse, wythoff
from grundy.catalog import entries
from grundy.core.latex import escape
from grundy.core.nimbers import Star
from grundy.errors import GrundyError
from grundy.render import plot
from grundy.render.sequence import Values
from grundy.render.style import style_of

EXAMPLES = sorted(entry.example for entry in entries().values())


def pixels(data: bytes) -> tuple[int, int]:
    """The size of a PNG, every part of which has the right checksum."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place, size = 8, (0, 0)
    while place < len(data):
        (length,), kind = struct.unpack(">I", data[place : place + 4]), data[place + 4 : place + 8]
        body = data[place + 8 : place + 8 + length]
        assert struct.unpack(">I", data[place + 8 + length : place + 12 + length]) == (zlib.crc32(kind + body),)
        size = struct.unpack(">II", body[:8]) if kind == b"IHDR" else size
        place += 12 + length
    return size


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_board_has_its_shapes_on_the_sheet_and_balanced_tikz(example: str) -> None:
    game = parse(example)
    drawn = plot.board(game)
    assert drawn.svg == game._repr_svg_()
    names = Counter(one.tag.rpartition("}")[2] for one in ElementTree.fromstring(drawn.svg).iter())
    marks = list(drawn.marks())
    assert sum(mark.text != "" for mark in marks) == names["text"]
    assert sum(mark.path != () for mark in marks) == sum(names[name] for name in ("circle", "line", "rect", "path"))
    for mark in marks:
        points = [mark.at] if mark.text else [p for _, points in mark.path for p in points]
        assert all(-30 <= x <= drawn.width + 30 and -30 <= y <= drawn.height + 30 for x, y in points)
    written = drawn.tikz()
    assert written.startswith(r"\begin{tikzpicture}")
    assert written.rstrip().endswith(r"\end{tikzpicture}")
    bare = written.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")
    body = [line.strip() for line in written.splitlines()[1:-1]]
    assert all(line.startswith((r"\path[", r"\node[", r"\definecolor{")) for line in body)
    assert all(line.endswith((";", "}")) for line in body)
    assert written.isascii()


def test_every_colour_of_a_tikz_picture_is_defined_in_it() -> None:
    import re

    written = plot.heat(wythoff, 6, 6).tikz()
    used = set(re.findall(r"=(c[0-9A-F]{6})\b", written))
    assert used == set(re.findall(r"\\definecolor\{(\w+)\}", written))
    assert escape(r"a_b 5% {x} \y") == r"a\_b 5\% \{x\} \textbackslash{}y"


def test_the_stronger_rule_holds_and_media_are_passed_over() -> None:
    sheet = "svg{--ink:#222}.a{fill:var(--ink)}rect{fill:#fff}@media(x){svg{--ink:#eee}}.b,.c{fill:#0f0}"
    assert style_of(sheet, "rect", "x a")["fill"] == "#222"
    assert style_of(sheet, "rect", "")["fill"] == "#fff"
    assert style_of(sheet, "rect", "b a")["fill"] == style_of(sheet, "path", "c")["fill"] == "#0f0"
    assert "fill" not in style_of(sheet, "path")


@pytest.mark.parametrize("ending", [".svg", ".png", ".tex", ".tikz"])
def test_pictures_are_saved_by_their_ending(ending: str, tmp_path: Path) -> None:
    drawn = plot.values(kayles, 200)
    drawn.save(tmp_path / f"kayles{ending}")
    data = (tmp_path / f"kayles{ending}").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == [f"kayles{ending}"]
    if ending == ".png":
        assert pixels(data) == (2 * drawn.width, 2 * drawn.height)
    else:
        assert data.startswith(b"<svg" if ending == ".svg" else b"\\begin{tikzpicture}")
    if ending == ".svg":
        assert "period 12, from 71" in data.decode()


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(GrundyError, match="name another file"):
        plot.values(kayles, 20).save(tmp_path / "none" / "a.svg")
    with pytest.raises(GrundyError, match="does not end like a picture"):
        plot.values(kayles, 20).save(tmp_path / "a.gif")
    assert list(tmp_path.iterdir()) == []


def test_values_are_an_array_that_plots_itself() -> None:
    values = kayles.values(30)
    assert isinstance(values, np.ndarray)
    assert isinstance(values, Values)
    assert repr(values).startswith("array([0, 1, 2, 3, 1, 4")
    shown = values._repr_svg_()
    assert shown is not None
    titles = [one.text for one in ElementTree.fromstring(shown).iter() if one.tag.endswith("title")]
    assert titles == [values.plot().label, *(f"g({n}) = {value}" for n, value in enumerate(values.tolist()))]
    for other in (values[3:], values + 1):
        assert isinstance(other, Values)
        assert other._repr_svg_() is None
    assert "Histogram" in repr(values.histogram())


def test_nimbers_are_typeset_and_stay_numbers() -> None:
    nimber = nim(3, 6).nimber
    assert isinstance(nimber, Star)
    assert (nimber, nimber ^ 1, repr(nimber)) == (5, 4, "5")
    assert nimber._repr_latex_() == r"$\ast 5$"
    for text, typeset in (("w*2+3", r"\omega \cdot 2 + 3"), ("w^w*3, w^2", r"\omega^{\omega} \cdot 3 + \omega^{2}")):
        infinite = parse(f"nim({text})").nimber
        assert isinstance(infinite, Ordinal)
        assert infinite._repr_latex_() == f"${typeset}$"


@pytest.mark.parametrize("game", [nim(1, 2, 2), kayles(5), kayles(3) + nim(2)], ids=str)
def test_a_game_graph_has_the_values_of_its_positions(game: Game) -> None:
    from grundy.render.game_graph import positions
    from grundy.solvers.retrograde import analyse

    graph = positions(game)
    first = next(iter(graph))
    vertex = analyse(graph)[first]
    assert (vertex.nimber, vertex.outcome, vertex.misere) == (game.nimber, game.outcome, game.misere.outcome)
    assert vertex.height == game.height
    assert f"A digraph of {len(graph)} vertices" in repr(game.graph())


def test_pictures_load_neither_plots_nor_numbers_before_they_are_needed() -> None:
    code = "import sys; from grundy import nim; nim(3, 5, 7).nimber; print({'numpy', 'matplotlib'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
