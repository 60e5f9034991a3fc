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

if TYPE_CHECKING:  # type checkers know the names from `__init__.pyi`
    from typing import Any

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
    "solvers.families": "Family",
    "solvers.solution": "Solution solve",
}
MODULES = {"digraphs": "digraphs", "nim_arrays": "kernels.nim_arrays"}
__all__ = sorted([*(name for names in HOMES.values() for name in names.split()), *MODULES])
__version__ = "0.2.0"


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
