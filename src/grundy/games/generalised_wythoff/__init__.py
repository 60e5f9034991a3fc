"""Generalised Wythoff: take from one heap, or k from one and l from the other with |k - l| < t."""

from grundy.games.generalised_wythoff.rules import GeneralisedWythoff

__all__ = ["GeneralisedWythoff"]
