"""Accounts of theorems, one file for each family of rulesets; `why` has them all, since each registers its own."""

from grundy.explain.theorems import (
    boards,
    coins,
    compounds,
    digraphs,
    disguise,
    graphs,
    heaps,
    numbers,
    rows,
    subtraction,
    welter,
)
from grundy.explain.why import why

__all__ = [
    "boards",
    "coins",
    "compounds",
    "digraphs",
    "disguise",
    "graphs",
    "heaps",
    "numbers",
    "rows",
    "subtraction",
    "welter",
    "why",
]
