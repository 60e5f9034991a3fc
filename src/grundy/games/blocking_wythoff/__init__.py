"""Blocking Wythoff: as Wythoff's game, but who moves may then forbid the opponent some of his moves."""

from grundy.games.blocking_wythoff.rules import BlockingWythoff

__all__ = ["BlockingWythoff"]
