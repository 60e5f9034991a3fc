"""Impartial combinatorial games: who wins, by which move, why, and what the Sprague-Grundy values are.

>>> from grundy import kayles, nim
>>> game = kayles(13) + nim(3, 5, 7)
>>> game.nimber, game.outcome
(0, 'P')

Every ruleset of the catalogue can be imported from here by its name, and its class by that of the class; the files of
`grundy.games` hold them.

>>> from grundy import DawsonsKayles
>>> DawsonsKayles(3)(18).nimber
3
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.boards.coins import CoinGame
    from grundy.boards.heaps import HeapGame
    from grundy.core.budget import Budget
    from grundy.core.game import Game, Move
    from grundy.core.nimbers import (
        mex,
        nim_divide,
        nim_inverse,
        nim_power,
        nim_product,
        nim_quadratic,
        nim_sqrt,
        nim_sum,
    )
    from grundy.core.numbers import frobenius, zeckendorf
    from grundy.core.ordinals import Ordinal, omega
    from grundy.core.period import Period
    from grundy.core.ruleset import Ruleset
    from grundy.errors import GrundyError
    from grundy.expressions import parse, parse_ruleset
    from grundy.kernels import nim as nim_arrays
    from grundy.solvers.solution import Solution, solve

__all__ = [
    "Budget",
    "CoinGame",
    "Game",
    "GrundyError",
    "HeapGame",
    "Move",
    "Ordinal",
    "Period",
    "Ruleset",
    "Solution",
    "frobenius",
    "mex",
    "nim_arrays",
    "nim_divide",
    "nim_inverse",
    "nim_power",
    "nim_product",
    "nim_quadratic",
    "nim_sqrt",
    "nim_sum",
    "omega",
    "parse",
    "parse_ruleset",
    "solve",
    "zeckendorf",
]
__version__ = "0.1.0"

HOMES = {  # where the public names live: they load when first asked for, so that a short question starts fast
    "boards.coins": "CoinGame",
    "boards.heaps": "HeapGame",
    "core.budget": "Budget",
    "core.game": "Game Move",
    "core.nimbers": "mex nim_divide nim_inverse nim_power nim_product nim_quadratic nim_sqrt nim_sum",
    "core.numbers": "frobenius zeckendorf",
    "core.ordinals": "Ordinal omega",
    "core.period": "Period",
    "core.ruleset": "Ruleset",
    "errors": "GrundyError",
    "expressions": "parse parse_ruleset",
    "solvers.solution": "Solution solve",
}


def __getattr__(name: str) -> Any:
    """A public name, a ruleset of the catalogue, or the class of one (PEP 562)."""
    from importlib import import_module

    if name == "nim_arrays":
        return import_module("grundy.kernels.nim")
    for home, public in HOMES.items():
        if name in public.split():
            return getattr(import_module(f"grundy.{home}"), name)
    if not name.startswith("_"):
        from grundy.catalog import find
        from grundy.core.ruleset import snake

        if (entry := find(name)) and entry.name == name:
            return entry.public
        if (entry := find(snake(name))) and (schema := entry.schema or type(entry.about)).__name__ == name:
            return schema
    raise AttributeError(f"module 'grundy' has no attribute '{name}'")


def __dir__() -> list[str]:
    """The public names and the rulesets."""
    from grundy.catalog import entries

    return sorted({*__all__, *entries()})
