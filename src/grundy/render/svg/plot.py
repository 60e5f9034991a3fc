"""Plots of nimbers as plain SVG: values along a line, how often each occurs, and a table of pairs as a heat map.

A value of 0 is lost for the player to move: it is drawn hollow and dashed, in the colour of losing, wherever it occurs.
Inside a page the look comes from its style sheet, which serves `STYLE`; a plot that stands alone brings it along.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from grundy.core.ordinals import Nimber
from grundy.render.svg.shapes import box, disc, line, tag, words
from grundy.render.svg.style import standalone

__all__ = ["STYLE", "heat", "histogram", "values"]

WIDE, HIGH = 760.0, 270.0
NARROW = 370.0  # the width of a histogram
LEFT, RIGHT, TOP, BOTTOM = 42.0, 14.0, 24.0, 38.0
MANY = 4_000  # points of their own; of more, those that fall on one place are drawn once
STEMS = 240  # points that stand on stems; more of them would be a wall
BARS = 60  # bars of a histogram; beyond them neighbours share one
CELL = 36.0, 30.0  # of a heat map
SHADES = 8
STYLE = (
    """
.plot text{font-size:13px;fill:var(--faint)}
.plot .begin{text-anchor:start}.plot .finish{text-anchor:end}
.plot-grid{stroke:var(--ink);stroke-opacity:.11}
.plot-axis{stroke:var(--ink);stroke-opacity:.6;stroke-width:1.2}
.plot-stem{stroke:var(--accent);stroke-opacity:.4;stroke-width:1.2}
.plot-dot{fill:var(--accent)}
.plot-lost{fill:var(--paper);stroke:var(--lose);stroke-width:1.8;stroke-dasharray:2.6 1.6}
.plot-band{fill:var(--win);fill-opacity:.09}
.plot-edge{stroke:var(--win);stroke-width:1.4;stroke-dasharray:4 4}
.plot .plot-note{fill:var(--win);font-style:italic}
.plot-bar{fill:var(--accent);fill-opacity:.75}
.plot-cell{fill:var(--accent)}
.plot .plot-number{fill:var(--ink);font-size:15px}
.plot-hole{fill:none;stroke:var(--lose);stroke-width:2;stroke-dasharray:4 2.4}
.plot .plot-zero{fill:var(--lose);font-size:15px;font-weight:bold}
""".replace("\n", "")
    + "".join(f".shade-{n}{{fill-opacity:{n * 0.062:.3f}}}" for n in range(SHADES + 1))
)


def sheet(body: str, wide: float, high: float, label: str, alone: bool) -> str:
    """The drawing on a sheet of this size, with a label for those who do not see it."""
    style = tag("style", standalone() + STYLE) if alone else ""
    view = f"0 0 {wide:g} {high:g}"
    return tag(
        "svg",
        style + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view,
        width=wide,
        height=high,
        kind="plot",
        role="img",
        aria_label=label,
    )


def ticks(least: int, most: int, wanted: int) -> range:
    """Round numbers from least to most, about as many as are wanted.

    >>> list(ticks(0, 9, 5)), list(ticks(0, 120, 6)), list(ticks(7, 59, 6))
    ([0, 2, 4, 6, 8], [0, 20, 40, 60, 80, 100, 120], [10, 20, 30, 40, 50])
    """
    span = max(most - least, 1)
    power = 10 ** (len(str(max(span // wanted, 1))) - 1)
    step = next(round for factor in (1, 2, 5, 10) if span // (round := factor * power) <= wanted)
    return range(-(-least // step) * step, most + 1, step)


class Frame:
    """The axes of a plot: numbers from `least` to `most` across, and from 0 to `top` upwards."""

    def __init__(self, least: int, most: int, top: int, wide: float = WIDE) -> None:
        self.least, self.most, self.top, self.wide, self.margin = least, most, max(top, 1), wide, 0.6

    def x(self, n: float) -> float:
        """The place of n across."""
        step = (self.wide - LEFT - RIGHT) / (self.most - self.least + 2 * self.margin)
        return LEFT + (n - self.least + self.margin) * step

    def y(self, value: float) -> float:
        """The place of a value upwards."""
        return HIGH - BOTTOM - value / self.top * (HIGH - TOP - BOTTOM)

    def axes(self, across: str, up: str) -> Iterator[str]:
        """The axes with their numbers and names."""
        for value in ticks(0, self.top, 6):
            y = self.y(value)
            yield line(LEFT, y, self.wide - RIGHT, y, "plot-grid" if value else "plot-axis")
            yield words(LEFT - 8, y + 4.5, str(value), "finish")
        for n in ticks(self.least, self.most, 12 if self.wide == WIDE else 9):
            yield words(self.x(n), HIGH - BOTTOM + 19, str(n), "label")
        yield words(self.wide - RIGHT, HIGH - 4, across, "finish")
        yield words(4, 14, up, "begin")


def values(numbers: Sequence[int], first: int = 0, period: tuple[int, int] | None = None, alone: bool = False) -> str:
    """The values as points on stems; `period` is where it begins and its length, which is marked once."""
    last = first + len(numbers) - 1
    frame = Frame(first, max(last, first + 1), max(numbers, default=0))
    body = [*frame.axes("n", "g(n)"), *(band(frame, *period) if period else ())]
    radius = 4.4 if len(numbers) <= 90 else 3.0 if len(numbers) <= STEMS else 1.9
    for n, value in enumerate(numbers, first):
        if value and len(numbers) <= STEMS:
            body.append(line(frame.x(n), frame.y(0), frame.x(n), frame.y(value), "plot-stem"))
    body += [point(frame, n, value, radius) for n, value in apart(numbers, first, frame)]
    label = f"Plot of the values g({first}) to g({last}); the largest is {max(numbers, default=0)}."
    return sheet("".join(body), WIDE, HIGH, label, alone)


def apart(numbers: Sequence[int], first: int, frame: Frame) -> Iterator[tuple[int, int]]:
    """The values with their indices; of very many, one for each place on the sheet."""
    if len(numbers) <= MANY:
        yield from enumerate(numbers, first)
        return
    seen = set[tuple[int, int]]()
    for n, value in enumerate(numbers, first):
        if (place := (round(frame.x(n)), round(frame.y(value)))) not in seen:
            seen.add(place)
            yield n, value


def point(frame: Frame, n: int, value: int, radius: float) -> str:
    """A value as a dot, hollow where it is 0; its number shows under a pointer."""
    dot = disc(frame.x(n), frame.y(value), radius, "plot-dot" if value else "plot-lost")
    return tag("g", tag("title", f"g({n}) = {value}") + dot)


def band(frame: Frame, start: int, length: int) -> Iterator[str]:
    """The first period as a band, with dashed lines where it repeats."""
    if not frame.least <= start <= frame.most:
        return
    left, right = frame.x(start - 0.5), frame.x(min(start + length - 0.5, frame.most + frame.margin))
    yield box(left, TOP, right - left, HIGH - TOP - BOTTOM, "plot-band")
    for edge in range(start, frame.most + 1, length):
        if length * 60 > frame.most - frame.least:
            yield line(frame.x(edge - 0.5), TOP, frame.x(edge - 0.5), HIGH - BOTTOM, "plot-edge")
    note, near_end = f"period {length}, from {start}", left > WIDE - 150
    yield words(right if near_end else left, TOP - 8, note, f"plot-note {'finish' if near_end else 'begin'}")


def histogram(numbers: Sequence[int], alone: bool = False) -> str:
    """How often each value occurs, as bars."""
    most = max(numbers, default=0)
    share = -(-(most + 1) // BARS)  # values that a bar stands for
    counts = Counter(value // share for value in numbers)
    frame = Frame(0, most // share, max(counts.values(), default=1), NARROW)
    wide = min(0.72 * (frame.x(1) - frame.x(0)), 40.0)
    body = list(frame.axes("value" if share == 1 else f"value, by {share}", "how often"))
    for place, count in sorted(counts.items()):
        x, y = frame.x(place) - wide / 2, frame.y(count)
        kind = "plot-bar" if place or share > 1 else "plot-lost"
        name = f"{place * share}" if share == 1 else f"{place * share} to {place * share + share - 1}"
        bar = tag("title", f"{name}: {count} times") + box(x, y, wide, frame.y(0) - y, kind, 2)
        body.append(tag("g", bar))
    label = f"Histogram: how often each value from 0 to {most} occurs among {len(numbers)}."
    return sheet("".join(body), NARROW, HIGH, label, alone)


def heat(rows: Sequence[Sequence[Nimber]], origin: tuple[int, int] = (0, 0), alone: bool = False) -> str:
    """A table of nimbers, darker where they are larger, with zeros marked."""
    (across, down), (top, left) = CELL, origin
    most = max((value for row in rows for value in row if isinstance(value, int)), default=0)
    body = [words(across * (c + 1.5), 20, str(left + c)) for c in range(len(rows[0]))]
    for r, row in enumerate(rows):
        y = down * (r + 1)
        body.append(words(across / 2, y + 20, str(top + r)))
        body += [cell(value, across * (c + 1), y, most, f"{top + r}, {left + c}") for c, value in enumerate(row)]
    label = f"Heat map of {len(rows)} rows and {len(rows[0])} columns of nimbers, from 0 to {most}."
    return sheet("".join(body), across * (len(rows[0]) + 1) + 2, down * (len(rows) + 1) + 2, label, alone)


def cell(value: Nimber, x: float, y: float, most: int, place: str) -> str:
    """A cell of a heat map."""
    wide, high = CELL
    shade = round(SHADES * value / max(most, 1)) if isinstance(value, int) else SHADES
    body = tag("title", f"({place}): {value}") + box(x, y, wide, high, f"plot-cell shade-{shade}")
    if value == 0:
        body += box(x + 2.5, y + 2.5, wide - 5, high - 5, "plot-hole", 5)
    return tag("g", body + words(x + wide / 2, y + 20, str(value), "plot-number" if value else "plot-zero"))
