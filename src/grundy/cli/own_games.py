"""What is wrong with a game of the user's own: the file, the line and the cure.

It is looked into only after something went wrong, so that games that work cost nothing.
"""

import inspect
from collections.abc import Iterable, Iterator
from itertools import islice
from traceback import extract_tb
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.catalog import added_modules, built_in_module, entries_of
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError

TRIED_POSITIONS, TRIED_OPTIONS = 20, 50


def hidden_names() -> Iterator[tuple[str, str]]:
    """The names of built-in rulesets that a file of the user's takes for its own, with the file."""
    for module in added_modules():
        yield from ((name, str(module.__file__)) for name in entries_of(module) if built_in_module(name))


def find_fault(error: Exception) -> str | None:
    """A line about the rules in which an unexpected error arose, if they are the user's own."""
    files = {module.__file__ for module in added_modules()}
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename in files]
    faults = (fault for module in added_modules() for rules in rulesets_in(module) for fault in faults_of(rules))
    if fault := next(faults, None):
        return fault
    if not frames:
        return None
    return f"{frames[-1].filename}, line {frames[-1].lineno}: {type(error).__name__}: {error}; correct the rules"


def rulesets_in(module: object) -> Iterator[Ruleset[Any]]:
    for value in vars(module).values():
        if isinstance(value, Ruleset):
            yield value


def faults_of(rules: Ruleset[Any]) -> Iterator[str]:
    """What is wrong with the first moves of small positions."""
    if not hasattr(rules, "board"):
        yield f"{place_of(type(rules))}: {type(rules).__name__} has no board; give it one, such as board = Heaps()"
        return
    method = rules.options if isinstance(rules, HeapGame) else rules.moves
    where = f"{place_of(method)}: {method.__name__}() of {type(rules).__name__}"
    for position in islice(rules.board.small(5), TRIED_POSITIONS):
        try:
            found: Any = method(position[0] if isinstance(rules, HeapGame) else position)
        except GrundyError:
            continue
        except Exception:  # the traceback names the place
            return
        if not isinstance(found, Iterable):
            yield f"{where} gives {found!r}; yield each option, or return a list of them"
            return
        try:
            for option in islice(found, TRIED_OPTIONS):
                if fault := fault_of_option(rules, position, option):
                    yield f"{where} gives {option!r}, {fault}"
                    return
        except Exception:
            return


def fault_of_option(rules: Ruleset[Any], position: object, option: object) -> str:
    if isinstance(rules, HeapGame):
        if not isinstance(option, tuple):
            heaps = option if isinstance(option, list) else [option]
            return f"which is no tuple of heaps; write ({''.join(f'{heap},' for heap in heaps)})"
        if not all(isinstance(heap, int) for heap in option):
            return "in which a heap is no whole number; use // instead of /"
        return ""
    try:
        hash(option)
    except TypeError:
        return "which can change; positions are plain values, such as tuples"
    if option is None:
        return "where a position was expected; end the function instead"
    return "" if isinstance(option, type(position)) else f"where a position was expected, such as {position!r}"


def place_of(thing: Any) -> str:
    """The file and the line in which something is defined."""
    return f"{inspect.getsourcefile(thing)}, line {inspect.getsourcelines(thing)[1]}"
