"""Plots as SVG: every value has its mark in its place, zeros are marked as lost, and the numbers can be read back."""

import itertools
import re
from xml.etree import ElementTree

import pytest

from grundy import parse_ruleset
from grundy.render.svg import plot
from grundy.solvers.table import Table, grid

NAME = "{http://www.w3.org/2000/svg}"
KAYLES = Table(parse_ruleset("kayles")).up_to(100)


def read(text: str) -> ElementTree.Element:
    """The drawing, which is well-formed and has neither style nor script of its own elements."""
    drawing = ElementTree.fromstring(text)
    assert not [one for one in drawing.iter() if "style" in one.attrib or one.tag == f"{NAME}script"]
    return drawing


def marks(drawing: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    """The shapes of a kind."""
    return [one for one in drawing.iter() if one.get("class", "").split()[:1] == [kind]]


def titles(drawing: ElementTree.Element) -> list[str]:
    """What shows under a pointer."""
    return [one.text or "" for one in drawing.iter(f"{NAME}title")]


@pytest.mark.parametrize("first", [0, 1, 7])
@pytest.mark.parametrize("count", [1, 2, 100])
def test_values_stand_at_their_height(first: int, count: int) -> None:
    numbers = KAYLES[:count]
    drawing = read(plot.values(numbers, first))
    assert titles(drawing) == [f"g({n}) = {value}" for n, value in enumerate(numbers, first)]
    dots = list(drawing.iter(f"{NAME}circle"))
    heights = [float(one.attrib["cy"]) for one in dots]
    places = [float(one.attrib["cx"]) for one in dots]
    assert places == sorted(set(places)), "every n has a column of its own, from left to right"
    order = sorted(range(count), key=lambda n: numbers[n])
    assert all(heights[a] >= heights[b] for a, b in itertools.pairwise(order)), "larger values stand higher"
    lost = [one.get("class") == "plot-lost" for one in dots]
    assert lost == [value == 0 for value in numbers]


def test_the_period_is_marked_only_where_it_is_in_sight() -> None:
    assert len(marks(read(plot.values(KAYLES, 0, (71, 12))), "plot-band")) == 1
    assert not marks(read(plot.values(KAYLES[:50], 0, (71, 12))), "plot-band")
    assert "period 12, from 71" in plot.values(KAYLES, 0, (71, 12))


def test_everything_is_on_the_sheet() -> None:
    for drawing in (read(plot.values(KAYLES, 0, (71, 12))), read(plot.histogram(KAYLES))):
        wide, high = (float(drawing.attrib[side]) for side in ("width", "height"))
        for one in drawing.iter(f"{NAME}circle"):
            assert 0 <= float(one.attrib["cx"]) <= wide
            assert 0 <= float(one.attrib["cy"]) <= high
        for one in drawing.iter(f"{NAME}rect"):
            assert 0 <= float(one.attrib["x"]) <= float(one.attrib["x"]) + float(one.attrib["width"]) <= wide


def test_a_histogram_counts() -> None:
    told = dict(title.removesuffix(" times").split(": ") for title in titles(read(plot.histogram(KAYLES))))
    assert told == {str(value): str(KAYLES.count(value)) for value in set(KAYLES)}


def test_a_histogram_of_many_values_shares_bars() -> None:
    drawing = read(plot.histogram(list(range(1000))))
    counts = [int(title.split(": ")[1].split()[0]) for title in titles(drawing)]
    assert len(counts) <= plot.BARS
    assert sum(counts) == 1000


def test_a_heat_map_has_every_cell_and_darkens() -> None:
    rows = grid(parse_ruleset("wythoff"), 9, 7)
    drawing = read(plot.heat(rows, (2, 3)))
    assert titles(drawing) == [
        f"({2 + r}, {3 + c}): {value}" for r, row in enumerate(rows) for c, value in enumerate(row)
    ]
    shades = [int(re.sub(r"\D", "", one.attrib["class"])) for one in marks(drawing, "plot-cell")]
    values = [value for row in rows for value in row]
    darkening = [shade for _, shade in sorted(zip(values, shades, strict=True))]
    assert darkening == sorted(darkening)
    assert len(marks(drawing, "plot-hole")) == values.count(0)


def test_a_plot_that_stands_alone_brings_its_style() -> None:
    alone, inside = plot.values(KAYLES, alone=True), plot.values(KAYLES)
    assert "prefers-color-scheme:dark" in alone
    assert "<style" not in inside


def test_every_class_of_a_plot_is_in_the_style() -> None:
    drawn = plot.values(KAYLES, 0, (71, 12)) + plot.histogram(KAYLES) + plot.heat([[0, 1], [1, 2]])
    used = {name for found in re.findall(r'class="([^"]+)"', drawn) for name in found.split()} - {"label"}
    assert all(re.search(rf"\.{name}\b", plot.STYLE) for name in used)
