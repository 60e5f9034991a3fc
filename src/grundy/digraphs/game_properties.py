"""Which properties an acyclic digraph has as a game: bipartite, simple, won and lost by turns at last.

Its sinks count as one, as in a game, where whoever cannot move has lost: that changes no height and no value.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Properties", "properties"]


@dataclass(frozen=True)
class Properties:
    """The height of a game, and what holds of it."""

    height: int
    bipartite: bool  # every arrow runs between an even and an odd height
    simple: bool  # no two positions share height and value
    alternates_from: int | None  # the least height from which on exactly the even ones are lost; None if the last fails

    def __str__(self) -> str:
        if self.bipartite:
            turns = "bipartite"
        elif self.alternates_from is None:
            turns = "not bipartite, nor ultimately so"
        else:
            turns = f"not bipartite, but ultimately so, from height {self.alternates_from} on"
        return f"without cycles, of height {self.height}; {turns}; {'' if self.simple else 'not '}simple"


def properties(heights: Sequence[int], lost: Sequence[int], arrows: Iterable[tuple[int, int]]) -> Properties:
    """The properties of a digraph with these heights and lost vertices by number, and arrows between the numbers.

    >>> str(properties([2, 1, 0], [True, False, True], [(0, 1), (1, 2)]))
    'without cycles, of height 2; bipartite; simple'
    """
    pairs = [(height, is_lost) for height, is_lost in zip(heights, lost, strict=True) if height]
    last = max((height for height, is_lost in pairs if is_lost == height % 2), default=-1)  # that breaks the turns
    height = max(heights)
    return Properties(
        height,
        all((heights[tail] ^ heights[head]) & 1 for tail, head in arrows),
        len(set(pairs)) == len(pairs),
        None if last == height else last + 1,
    )
