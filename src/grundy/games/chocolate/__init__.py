"""The bitter square: break a bar of chocolate and eat the part without it."""

from grundy.games.chocolate.rules import Chocolate, chocolate

__all__ = ["Chocolate", "chocolate"]
