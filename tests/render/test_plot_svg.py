"""Plots as SVG: every value has its mark in its place, zeros are marked as lost, and the numbers can be read back."""

import itertools
import re
from xml.etree import ElementTree

import pytest

from grundy import parse_ruleset
from grundy.render import charts
from grundy.render.picture import Picture
from grundy.solvers.value_sequence import ValueSequence, nimber_table

KAYLES = ValueSequence(parse_ruleset("kayles")).values_below(100)


def read(picture: Picture) -> ElementTree.Element:
    """The drawing, which is well-formed and has neither style nor script of its own elements."""
    drawing = ElementTree.fromstring(picture.inline)
    assert not [one for one in drawing.iter() if "style" in one.attrib or one.tag == "script"]
    return drawing


def marks(drawing: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    """The shapes of a kind."""
    return [one for one in drawing.iter() if one.get("class", "").split()[:1] == [kind]]


def titles(drawing: ElementTree.Element) -> list[str]:
    """What shows under a pointer."""
    return [one.text or "" for one in drawing.iter("title")]


@pytest.mark.parametrize("first", [0, 1, 7])
@pytest.mark.parametrize("count", [1, 2, 100])
def test_values_stand_at_their_height(first: int, count: int) -> None:
    numbers = KAYLES[:count]
    drawing = read(charts.draw_values(numbers, first))
    assert titles(drawing) == [f"g({n}) = {value}" for n, value in enumerate(numbers, first)]
    dots = list(drawing.iter("circle"))
    heights = [float(one.attrib["cy"]) for one in dots]
    places = [float(one.attrib["cx"]) for one in dots]
    assert places == sorted(set(places)), "every n has a column of its own, from left to right"
    order = sorted(range(count), key=lambda n: numbers[n])
    assert all(heights[a] >= heights[b] for a, b in itertools.pairwise(order)), "larger values stand higher"
    lost = [one.get("class") == "plot-lost" for one in dots]
    assert lost == [value == 0 for value in numbers]


def test_the_period_is_marked_only_where_it_is_in_sight() -> None:
    assert len(marks(read(charts.draw_values(KAYLES, 0, (71, 12))), "plot-band")) == 1
    assert not marks(read(charts.draw_values(KAYLES[:50], 0, (71, 12))), "plot-band")
    assert "period 12, from 71" in charts.draw_values(KAYLES, 0, (71, 12)).inline


def test_everything_is_on_the_sheet() -> None:
    for drawing in (read(charts.draw_values(KAYLES, 0, (71, 12))), read(charts.draw_histogram(KAYLES))):
        wide, high = (float(drawing.attrib[side]) for side in ("width", "height"))
        for one in drawing.iter("circle"):
            assert 0 <= float(one.attrib["cx"]) <= wide
            assert 0 <= float(one.attrib["cy"]) <= high
        for one in drawing.iter("rect"):
            assert 0 <= float(one.attrib["x"]) <= float(one.attrib["x"]) + float(one.attrib["width"]) <= wide


def test_a_histogram_counts() -> None:
    told = dict(title.removesuffix(" times").split(": ") for title in titles(read(charts.draw_histogram(KAYLES))))
    assert told == {str(value): str(KAYLES.count(value)) for value in set(KAYLES)}


def test_a_histogram_of_many_values_shares_bars() -> None:
    drawing = read(charts.draw_histogram(list(range(1000))))
    counts = [int(title.split(": ")[1].split()[0]) for title in titles(drawing)]
    assert len(counts) <= charts.MOST_BARS
    assert sum(counts) == 1000


def test_a_heat_map_has_every_cell_and_darkens() -> None:
    rows = nimber_table(parse_ruleset("wythoff"), 9, 7)
    drawing = read(charts.draw_heat_map(rows, (2, 3)))
    assert titles(drawing) == [
        f"({2 + r}, {3 + c}): {value}" for r, row in enumerate(rows) for c, value in enumerate(row)
    ]
    shades = [int(re.sub(r"\D", "", one.attrib["class"])) for one in marks(drawing, "plot-cell")]
    values = [value for row in rows for value in row]
    darkening = [shade for _, shade in sorted(zip(values, shades, strict=True))]
    assert darkening == sorted(darkening)
    assert len(marks(drawing, "plot-hole")) == values.count(0)


def test_a_plot_that_stands_alone_brings_its_style() -> None:
    drawn = charts.draw_values(KAYLES)
    assert "prefers-color-scheme:dark" in drawn.svg
    assert "<style" not in drawn.inline


def test_every_class_of_a_plot_is_in_the_style() -> None:
    pictures = (
        charts.draw_values(KAYLES, 0, (71, 12)),
        charts.draw_histogram(KAYLES),
        charts.draw_heat_map([[0, 1], [1, 2]]),
    )
    drawn = "".join(picture.inline for picture in pictures)
    used = {name for found in re.findall(r'class="([^"]+)"', drawn) for name in found.split()} - {"label"}
    assert all(re.search(rf"\.{name}\b", charts.STYLE) for name in used)
