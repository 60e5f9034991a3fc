"""Moidores: turn one to nine coins, the rightmost from heads to tails; see `turn_up_to`."""

from grundy.games.turn_up_to import TurnUpTo

moidores = TurnUpTo(9).named(
    "moidores", "Turn one to nine coins, the rightmost from heads to tails.", example="HTTHTHHTH", title="Moidores"
)
