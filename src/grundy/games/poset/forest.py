"""Ordered sets that are forests growing upwards, and sets with a greatest or a least element."""

from grundy.boards.graph_forms import Edges
from grundy.games.poset.board import above_of


def forest_value(position: Edges) -> int | None:
    """The nimber of a forest: a tree is worth one more than the nim-sum of what stands on its root."""
    below = {v: u for u, v in position if u != v}
    if len(below) < sum(u != v for u, v in position):
        return None
    above = above_of(position)
    on_top = dict.fromkeys(above, 0)
    total = 0
    for name in sorted(above, key=lambda name: len(above[name])):
        value = on_top[name] + 1
        if name in below:
            on_top[below[name]] ^= value
        else:
            total ^= value
    return total


def has_extreme(position: Edges) -> bool:
    """Whether some element is above all others, or below them."""
    above = above_of(position)
    greatest = any(all(name in above[other] or name == other for other in above) for name in above)
    return greatest or any(len(over) == len(above) - 1 for over in above.values())
