"""Mogul: turn one to seven coins, the rightmost from heads to tails; see `turn_up_to`."""

from grundy.games.turn_up_to import TurnUpTo

mogul = TurnUpTo(7).named(
    "mogul", "Turn one to seven coins, the rightmost from heads to tails.", example="HTTHTHHT", title="Mogul"
)
