"""Pictures of ordered sets, as SVG and in plain characters: larger elements stand higher."""

from collections.abc import Mapping, Sequence, Set

from grundy.boards.graph_forms import Edges
from grundy.core.reader import ellipsis
from grundy.games.poset.board import Poset, above_of
from grundy.render.scenes.scene import Item, Scene, Touch, in_words, touch
from grundy.render.shapes import Point, disc, line, words
from grundy.render.text import Lines

MOST_ELEMENTS = 60
ACROSS, UP = 64.0, 70.0  # from element to element


def draw_poset(board: Poset, position: Edges, options: Sequence[Edges]) -> Scene:
    """The diagram of neighbours: an element is touched, and all above it go."""
    above = above_of(position)
    if not 0 < len(above) <= MOST_ELEMENTS:
        return in_words(board.show(position) or "the empty set")
    levels = rank_levels(position)
    wide, high = max(map(len, levels)) * ACROSS, len(levels) * UP
    at = {
        name: (wide / 2 + (n - (len(level) - 1) / 2) * ACROSS, high - UP * (height + 0.5))
        for height, level in enumerate(levels)
        for n, name in enumerate(level)
    }
    items = [draw_relation(u, v, at) for u, v in position if u != v]
    items += [draw_element(name, place) for name, place in at.items()]
    names = [board.target(position, option) for option in options]
    goes = {touch(f"v-{name}"): pieces_of(position, {name, *above[name]}) for name in names}
    return Scene(wide, high, tuple(items), tuple((touch(f"v-{name}"),) for name in names), goes=goes, hang=(0.5, 1))


def pieces_of(position: Edges, elements: Set[str]) -> Touch:
    """The keys of elements and of their relations."""
    return touch(
        *(f"v-{name}" for name in elements), *(f"e-{u}-{v}" for u, v in position if u != v and {u, v} & elements)
    )


def draw_relation(lower: str, upper: str, at: Mapping[str, Point]) -> Item:
    ends = *at[lower], *at[upper]
    middle = (ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2
    return Item(line(*ends, "room") + line(*ends, "edge"), f"e-{lower}-{upper}", f"{lower} below {upper}", middle)


def draw_element(name: str, at: Point) -> Item:
    x, y = at
    return Item(disc(x, y, 17, "vertex") + words(x, y + 5.5, ellipsis(name, 6), "label"), f"v-{name}", name, at)


def rank_levels(position: Edges) -> list[list[str]]:
    """The elements by the length of the longest chain below each, moved toward the middle of their lower neighbours."""
    below: dict[str, list[str]] = {name: [] for pair in position for name in pair}
    for u, v in position:
        below[v] += [u] if u != v else []
    rank: dict[str, int] = {}
    for name in sorted(below, key=lambda name: len(above_of(position)[name]), reverse=True):
        rank[name] = 1 + max((rank[other] for other in below[name]), default=-1)
    levels: list[list[str]] = [[] for _ in range(1 + max(rank.values()))]
    for name in below:
        levels[rank[name]].append(name)
    for height, level in enumerate(levels[1:]):
        places = {name: n for n, name in enumerate(levels[height])}
        level.sort(key=lambda name, p=places: sum(p.get(o, 0) for o in below[name]) / len(below[name]))  # type: ignore[misc]
    return levels


def poset_lines(position: Edges, width: int) -> Lines:
    """Each element with its upper neighbours."""
    upper: dict[str, list[str]] = {name: [] for pair in position for name in pair}
    for u, v in position:
        upper[u] += [v] if u != v else []
    return [ellipsis(f"{name} < {', '.join(over)}" if over else name, width) for name, over in upper.items()]
