"""Ryuo nim: a piece moves like the dragon king of shogi, as a rook or one step along the diagonal.

It is cyclic nimhoff with h = 3, and its nimbers are those found there (Blass, Fraenkel and Guelman 1998).
"""

from grundy.games.cyclic_nimhoff import CyclicNimhoff

ryuo_nim = CyclicNimhoff(3).named(
    "ryuo_nim",
    "Move the piece as a rook toward the corner, or one step along the diagonal.",
    "Blass, Fraenkel and Guelman 1998",
    "5,7",
    title="Ryuo nim",
    card="4,5",
    keywords="dragon king of shogi",
)
