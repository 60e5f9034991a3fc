"""Plots of nimbers: values along a line, how often each occurs, and a table of pairs as a heat map.

A value of 0 is lost for the player to move: it is drawn hollow and dashed, in the colour of losing, wherever it occurs.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from grundy.core.ordinals import Nimber
from grundy.render.picture import Picture
from grundy.render.shapes import Drawing, Shape, box, disc, line, tag, words
from grundy.render.style import SHAPES, standalone

WIDTH, HEIGHT = 760.0, 270.0
HISTOGRAM_WIDTH = 370.0
LEFT, RIGHT, TOP, BOTTOM = 42.0, 14.0, 24.0, 38.0
MOST_POINTS = 4_000  # of more, those that fall on one place are drawn once
MOST_STEMS = 240  # more of them would touch each other
MOST_BARS = 60  # where there are more values, neighbours share a bar
CELL = 36.0, 30.0  # of a heat map
SHADES = 8
STYLE = (
    """
.plot-label,.plot-note{font-size:13px;fill:var(--faint)}
.begin{text-anchor:start}.finish{text-anchor:end}
.plot-grid{stroke:var(--ink);stroke-opacity:.11}
.plot-axis{stroke:var(--ink);stroke-opacity:.6;stroke-width:1.2}
.plot-stem{stroke:var(--accent);stroke-opacity:.4;stroke-width:1.2}
.plot-dot{fill:var(--accent)}
.plot-lost{fill:var(--paper);stroke:var(--lose);stroke-width:1.8;stroke-dasharray:2.6 1.6}
.plot-band{fill:var(--win);fill-opacity:.09}
.plot-edge{stroke:var(--win);stroke-width:1.4;stroke-dasharray:4 4}
.plot-note{fill:var(--win);font-style:italic}
.plot-bar{fill:var(--accent);fill-opacity:.75}
.plot-cell{fill:var(--accent)}
.plot-number{fill:var(--ink);font-size:15px}
.plot-hole{fill:none;stroke:var(--lose);stroke-width:2;stroke-dasharray:4 2.4}
.plot-zero{fill:var(--lose);font-size:15px;font-weight:bold}
""".replace("\n", "")
    + "".join(f".shade-{n}{{fill-opacity:{n * 0.062:.3f}}}" for n in range(SHADES + 1))
)


def plot(drawing: Drawing, width: float, height: float, label: str) -> Picture:
    return Picture(width, height, drawing, label, standalone(SHAPES + STYLE), "plot")


def ticks(least: int, most: int, wanted: int) -> range:
    """Round numbers from least to most, about as many as are wanted.

    >>> list(ticks(0, 9, 5)), list(ticks(0, 120, 6)), list(ticks(7, 59, 6))
    ([0, 2, 4, 6, 8], [0, 20, 40, 60, 80, 100, 120], [10, 20, 30, 40, 50])
    """
    span = max(most - least, 1)
    power = 10 ** (len(str(max(span // wanted, 1))) - 1)
    step = next(round for factor in (1, 2, 5, 10) if span // (round := factor * power) <= wanted)
    return range(-(-least // step) * step, most + 1, step)


class Axes:
    """The axes of a plot: numbers from `least` to `most` across, and from 0 to `top` upwards."""

    def __init__(self, least: int, most: int, top: int, wide: float = WIDTH) -> None:
        self.least, self.most, self.top, self.wide, self.margin = least, most, max(top, 1), wide, 0.6

    def x(self, n: float) -> float:
        step = (self.wide - LEFT - RIGHT) / (self.most - self.least + 2 * self.margin)
        return LEFT + (n - self.least + self.margin) * step

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - value / self.top * (HEIGHT - TOP - BOTTOM)

    def draw(self, across: str, up: str) -> Iterator[Shape]:
        for value in ticks(0, self.top, 6):
            y = self.y(value)
            yield from line(LEFT, y, self.wide - RIGHT, y, "plot-grid" if value else "plot-axis")
            yield from words(LEFT - 8, y + 4.5, str(value), "plot-label finish")
        for n in ticks(self.least, self.most, 12 if self.wide == WIDTH else 9):
            yield from words(self.x(n), HEIGHT - BOTTOM + 19, str(n), "plot-label")
        yield from words(self.wide - RIGHT, HEIGHT - 4, across, "plot-label finish")
        yield from words(4, 14, up, "plot-label begin")


def draw_values(numbers: Sequence[int], first: int = 0, period: tuple[int, int] | None = None) -> Picture:
    """The values as points on stems; `period` is where it begins and its length, which is marked once."""
    last = first + len(numbers) - 1
    axes = Axes(first, max(last, first + 1), max(numbers, default=0))
    body = [*axes.draw("n", "g(n)"), *(draw_period(axes, *period) if period else ())]
    radius = 4.4 if len(numbers) <= 90 else 3.0 if len(numbers) <= MOST_STEMS else 1.9
    for n, value in enumerate(numbers, first):
        if value and len(numbers) <= MOST_STEMS:
            body += line(axes.x(n), axes.y(0), axes.x(n), axes.y(value), "plot-stem")
    for n, value in distinct_points(numbers, first, axes):
        body += draw_point(axes, n, value, radius)
    below = " Loony ones stand below the line." if min(numbers, default=0) < 0 else ""
    label = f"Plot of the values g({first}) to g({last}); the largest is {max(numbers, default=0)}.{below}"
    return plot(tuple(body), WIDTH, HEIGHT, label)


def distinct_points(numbers: Sequence[int], first: int, axes: Axes) -> Iterator[tuple[int, int]]:
    """The values with their indices; of very many, one for each place on the sheet."""
    if len(numbers) <= MOST_POINTS:
        yield from enumerate(numbers, first)
        return
    seen = set[tuple[int, int]]()
    for n, value in enumerate(numbers, first):
        if (place := (round(axes.x(n)), round(axes.y(value)))) not in seen:
            seen.add(place)
            yield n, value


def draw_point(axes: Axes, n: int, value: int, radius: float) -> Drawing:
    """A value as a dot, hollow where it is 0; its number shows under a pointer."""
    dot = disc(axes.x(n), axes.y(value), radius, "plot-dot" if value else "plot-lost")
    return tag("g", tag("title", f"g({n}) = {value}") + dot)


def draw_period(axes: Axes, start: int, length: int) -> Iterator[Shape]:
    if not axes.least <= start <= axes.most:
        return
    left, right = axes.x(start - 0.5), axes.x(min(start + length - 0.5, axes.most + axes.margin))
    yield from box(left, TOP, right - left, HEIGHT - TOP - BOTTOM, "plot-band")
    for edge in range(start, axes.most + 1, length):
        if length * 60 > axes.most - axes.least:
            yield from line(axes.x(edge - 0.5), TOP, axes.x(edge - 0.5), HEIGHT - BOTTOM, "plot-edge")
    note, near_end = f"period {length}, from {start}", left > WIDTH - 150
    yield from words(right if near_end else left, TOP - 8, note, f"plot-note {'finish' if near_end else 'begin'}")


def draw_histogram(values: Sequence[int]) -> Picture:
    numbers = [value for value in values if value >= 0]  # without loony ones
    most = max(numbers, default=0)
    share = -(-(most + 1) // MOST_BARS)  # values that a bar stands for
    counts = Counter(value // share for value in numbers)
    axes = Axes(0, most // share, max(counts.values(), default=1), HISTOGRAM_WIDTH)
    wide = min(0.72 * (axes.x(1) - axes.x(0)), 40.0)
    body = list(axes.draw("value" if share == 1 else f"value, by {share}", "how often"))
    for place, count in sorted(counts.items()):
        x, y = axes.x(place) - wide / 2, axes.y(count)
        kind = "plot-bar" if place or share > 1 else "plot-lost"
        name = f"{place * share}" if share == 1 else f"{place * share} to {place * share + share - 1}"
        bar = tag("title", f"{name}: {count} times") + box(x, y, wide, axes.y(0) - y, kind, 2)
        body += tag("g", bar)
    label = f"Histogram: how often each value from 0 to {most} occurs among {len(numbers)}."
    return plot(tuple(body), HISTOGRAM_WIDTH, HEIGHT, label)


def draw_heat_map(rows: Sequence[Sequence[Nimber]], origin: tuple[int, int] = (0, 0)) -> Picture:
    (across, down), (top, left) = CELL, origin
    most = max((value for row in rows for value in row if isinstance(value, int)), default=0)
    body = list[Shape]()
    for c in range(len(rows[0])):
        body += words(across * (c + 1.5), 20, str(left + c), "plot-label")
    for r, row in enumerate(rows):
        y = down * (r + 1)
        body += words(across / 2, y + 20, str(top + r), "plot-label")
        for c, value in enumerate(row):
            body += draw_cell(value, across * (c + 1), y, most, f"{top + r}, {left + c}")
    label = f"Heat map of {len(rows)} rows and {len(rows[0])} columns of nimbers, from 0 to {most}."
    return plot(tuple(body), across * (len(rows[0]) + 1) + 2, down * (len(rows) + 1) + 2, label)


def draw_cell(value: Nimber, x: float, y: float, most: int, place: str) -> Drawing:
    wide, high = CELL
    shade = round(SHADES * value / max(most, 1)) if isinstance(value, int) else SHADES
    body = tag("title", f"({place}): {value}") + box(x, y, wide, high, f"plot-cell shade-{shade}")
    if value == 0:
        body += box(x + 2.5, y + 2.5, wide - 5, high - 5, "plot-hole", 5)
    return tag("g", body + words(x + wide / 2, y + 20, str(value), "plot-number" if value else "plot-zero"))
