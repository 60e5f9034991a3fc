"""Accounts of theorems, one file for each family of rulesets; each registers its own with `why`."""

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
]
