"""Checking the values of a game that splits heaps: the time grows with the number of heaps, and no faster.

The times are also drawn, as `docs/pictures/checking.svg`.
"""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import Table, seconds
from grundy.explain.certificates import make
from grundy.explain.checker import verify
from grundy.expressions import parse_ruleset
from grundy.render.charts import HEIGHT, WIDTH, Axes, plot
from grundy.render.picture import Picture
from grundy.render.shapes import disc, line, words

RULESETS = ("octal(0.16)", "octal(0.354)", "octal(0.376)")
SIZES = (1 << 15, 1 << 16, 1 << 17, 1 << 18, 1 << 19)
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "checking.svg"
ROOM = 80  # on the right, in thousands of heaps, for the names
LINE = 14  # between two of them


def run() -> Table:
    """Seconds for each number of heaps, and how many times longer the last took than the one before."""
    times = {name: measure(name) for name in RULESETS}
    draw(times).save(PICTURE)
    rows = [row(name, found) for name, found in times.items()]
    header = ("values of", *(f"{size:,} heaps, s" for size in SIZES), "twice as many heaps, times longer")
    return Table(title="Checking values in linear time", header=header, rows=rows)


def measure(name: str) -> list[float]:
    """The seconds that checking the values of a ruleset takes, at all sizes."""
    times = list[float]()
    with TemporaryDirectory() as folder:
        out = Path(folder) / "c"
        for size in SIZES:
            make.certify_values(parse_ruleset(name), size, out)
            times.append(seconds(lambda: verify(out)))
            assert verify(out).valid
    return times


def row(name: str, times: list[float]) -> list[str]:
    ratios = ", ".join(f"{after / before:.1f}" for before, after in pairwise(times))
    return [name, *(f"{it:.2f}" for it in times), ratios]


def draw(times: dict[str, list[float]]) -> Picture:
    """Hundredths of a second over thousands of heaps: points that lie on a straight line."""
    axes = Axes(0, SIZES[-1] // 1000 + ROOM, int(100 * max(map(max, times.values()))))
    body, below = [*axes.draw("thousand heaps", "hundredths of a second")], HEIGHT
    for name, found in sorted(times.items(), key=lambda item: item[1][-1]):
        places = [(axes.x(size / 1000), axes.y(100 * it)) for size, it in zip(SIZES, found, strict=True)]
        for before, after in pairwise(places):
            body += line(*before, *after, "plot-stem")
        for x, y in places:
            body += disc(x, y, 4.4, "plot-dot")
        x, y = places[-1]
        below = min(y + 4.5, below - LINE)
        body += words(x + 9, below, name, "plot-label begin")
    label = "Plot of the time that checking values takes, over the number of heaps: straight lines."
    return plot(tuple(body), WIDTH, HEIGHT, label)
