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

TYPE_CHECKING = False  # as in `typing`, which takes time to load

if TYPE_CHECKING:  # the same names as in HOMES, for type checkers
    from typing import Any

    from grundy import digraphs as digraphs
    from grundy.boards.coins import CoinGame as CoinGame
    from grundy.boards.heaps import HeapGame as HeapGame
    from grundy.core.budget import Budget as Budget
    from grundy.core.game import Game as Game
    from grundy.core.game import Move as Move
    from grundy.core.nimbers import mex as mex
    from grundy.core.nimbers import nim_divide as nim_divide
    from grundy.core.nimbers import nim_inverse as nim_inverse
    from grundy.core.nimbers import nim_power as nim_power
    from grundy.core.nimbers import nim_product as nim_product
    from grundy.core.nimbers import nim_quadratic as nim_quadratic
    from grundy.core.nimbers import nim_sqrt as nim_sqrt
    from grundy.core.nimbers import nim_sum as nim_sum
    from grundy.core.numbers import frobenius as frobenius
    from grundy.core.numbers import zeckendorf as zeckendorf
    from grundy.core.ordinals import Ordinal as Ordinal
    from grundy.core.ordinals import omega as omega
    from grundy.core.period import Period as Period
    from grundy.core.ruleset import Ruleset as Ruleset
    from grundy.errors import GrundyError as GrundyError
    from grundy.expressions import parse as parse
    from grundy.expressions import parse_ruleset as parse_ruleset
    from grundy.kernels import nim_arrays as nim_arrays
    from grundy.solvers.solution import Solution as Solution
    from grundy.solvers.solution import solve as solve

HOMES = {  # the modules of the public names: they load when first used, so that a short question starts fast
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
MODULES = {"digraphs": "digraphs", "nim_arrays": "kernels.nim_arrays"}
__all__ = sorted([*(name for names in HOMES.values() for name in names.split()), *MODULES])
__version__ = "0.1.0"


def __getattr__(name: str) -> "Any":
    """A public name, a ruleset of the catalogue, or the class of one (PEP 562)."""
    from importlib import import_module

    if name in MODULES:
        return import_module(f"grundy.{MODULES[name]}")
    for home, public in HOMES.items():
        if name in public.split():
            return getattr(import_module(f"grundy.{home}"), name)
    if not name.startswith("_"):
        from grundy.catalog import find
        from grundy.core.ruleset import snake_case

        if (entry := find(name)) and entry.name == name:
            return entry.public
        if (entry := find(snake_case(name))) and (schema := entry.schema or type(entry.about)).__name__ == name:
            return schema
    raise AttributeError(f"module 'grundy' has no attribute '{name}'")


def __dir__() -> list[str]:
    from grundy.catalog import entries

    return sorted({*__all__, *entries()})
