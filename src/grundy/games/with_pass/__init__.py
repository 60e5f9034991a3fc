"""A game with a pass, which one of the players may use once."""

from grundy.games.with_pass.rules import WithPass, with_pass

__all__ = ["WithPass", "with_pass"]
