"""Moebius: turn one to five coins, the rightmost from heads to tails; see `turn_up_to`."""

from grundy.games.turn_up_to import TurnUpTo

moebius = TurnUpTo(5).named(
    "moebius",
    "Turn one to five coins, the rightmost from heads to tails.",
    example="HTTHTH",
    title="Moebius",
    keywords="Möbius",
)
