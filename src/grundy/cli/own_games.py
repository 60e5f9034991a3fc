"""What is wrong with a game of the user's own: the file, the line and the cure.

The first moves of small positions are looked at before a command answers about a game of the user's own, and again
where something went wrong: a game that is broken in such a way could be answered about, wrongly.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import wraps
from itertools import islice
from traceback import FrameSummary, extract_tb
from typing import Any, SupportsInt, TypeVar, cast

import click

from grundy.boards.heaps import HeapGame
from grundy.catalog import added_modules, built_in_module, entries_of, normal_name
from grundy.cli.common import clock_of, time_limit
from grundy.core.board import Board
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError

TRIED_POSITIONS, TRIED_OPTIONS = 20, 50
LOOK_SECONDS = 5.0  # where the command has no time limit
MOST_OPTIONS = 10_000  # of a small position, where the game does not say that it has infinitely many
F = TypeVar("F", bound=Callable[..., object])


def hidden_names() -> Iterator[tuple[str, str]]:
    """The names of built-in rulesets that a file of the user's takes for its own, with the file."""
    for module in added_modules():
        yield from ((name, str(module.__file__)) for name in entries_of(module) if built_in_module(name))


def check_first(command: F) -> F:
    """The command, which begins with a look at the games of the user's own that its arguments name."""

    @wraps(command)
    def run(*arguments: object, **named: object) -> object:
        refuse_faulty(" ".join(str(value) for value in named.values() if isinstance(value, str | tuple)))
        return command(*arguments, **named)

    return cast(F, run)


def refuse_faulty(text: str) -> None:
    """Raise where a game of the user's own that the text names is broken in a way that can be seen at once."""
    has_limit = clock_of(click.get_current_context()).settings > 0
    with nullcontext() if has_limit else time_limit(LOOK_SECONDS):
        for module in added_modules():
            for name, entry in entries_of(module).items():
                if entry.ruleset and name in normal_name(text) and (fault := next(faults_of(entry.ruleset), None)):
                    raise GrundyError(fault)


def find_fault(error: Exception) -> str | None:
    """A line about the rules in which an unexpected error arose, if they are the user's own."""
    frames = own_frames(error)
    faults = (fault for module in added_modules() for rules in rulesets_in(module) for fault in faults_of(rules))
    if fault := next(faults, None):
        return fault
    if not frames:
        return None
    return f"{frames[-1].filename}, line {frames[-1].lineno}: {type(error).__name__}: {error}; correct the rules"


def own_frames(error: Exception) -> list[FrameSummary]:
    """The lines of the user's files through which an error came."""
    files = {module.__file__ for module in added_modules()}
    return [frame for frame in extract_tb(error.__traceback__) if frame.filename in files]


def rulesets_in(module: object) -> Iterator[Ruleset[Any]]:
    for value in vars(module).values():
        if isinstance(value, Ruleset):
            yield value


def faults_of(rules: Ruleset[Any]) -> Iterator[str]:
    """What is wrong with a ruleset, or with the first moves of small positions."""
    if fault := fault_of_ruleset(rules):
        yield f"{place_of(type(rules))}: {fault}"
        return
    method = rules.options if isinstance(rules, HeapGame) else rules.moves
    where = f"{place_of(method)}: {method.__name__}() of {type(rules).__name__}"
    for position in islice(rules.board.small(5), TRIED_POSITIONS):
        try:
            found: Any = method(position[0] if isinstance(rules, HeapGame) else position)
        except GrundyError:
            continue
        except Exception as error:
            if isinstance(error, TypeError) and not own_frames(error):  # it takes other arguments
                argument = "heap" if isinstance(rules, HeapGame) else "position"
                yield f"{where}: {error}; write def {method.__name__}(self, {argument})"
            return  # elsewhere the traceback names the place
        try:
            if fault := fault_of_options(rules, position, found):
                yield f"{where} gives {fault}"
                return
        except Exception as error:
            if not own_frames(error):  # the error arose in what the board made of the options
                yield f"{place_of(type(rules))}: the moves of {type(rules).__name__} from {position!r} fail: {error}"
            return


def fault_of_ruleset(rules: Ruleset[Any]) -> str:
    name = type(rules).__name__
    if not hasattr(rules, "board"):
        return f"{name} has no board; give it one, such as board = Heaps()"
    if not isinstance(rules.board, Board):
        is_class = isinstance(rules.board, type) and issubclass(rules.board, Board)
        cure = f"write board = {rules.board.__name__}()" if is_class else "write board = Heaps(), or another board"
        return f"the board of {name} is {rules.board!r}; {cure}"
    try:
        hash(rules)
    except TypeError:
        return f"{name} can change; write @dataclass(frozen=True) before it"
    return ""


def fault_of_options(rules: Ruleset[Any], position: object, found: object) -> str:
    if not isinstance(found, Iterable):
        return f"{found!r}; yield each option, or return a list of them"
    options = iter(found)
    for option in islice(options, TRIED_OPTIONS):
        if fault := fault_of_option(rules, position, option):
            return f"{option!r}, {fault}"
    if next(islice(options, MOST_OPTIONS, None), None) and not rules.has_infinite_moves(position):
        return f"more than {MOST_OPTIONS:,} options of {position!r}; let it come to an end"
    return ""


def fault_of_option(rules: Ruleset[Any], position: object, option: object) -> str:
    if option == position and rules.finite:
        return "which changes nothing; leave it out, or say finite = False where play may go round"
    if isinstance(rules, HeapGame):
        if not isinstance(option, tuple):
            heaps = option if isinstance(option, list | set | frozenset) else [option]
            return f"which is no tuple of heaps; write ({''.join(f'{heap},' for heap in heaps)})"
        if any(isinstance(heap, bool) or not isinstance(heap, int) for heap in option):
            numbers = all(isinstance(heap, SupportsInt) for heap in option)
            cure = f"such as ({''.join(f'{int(heap)},' for heap in option)})" if numbers else "such as (2, 3)"
            return f"in which a heap is no whole number; use // instead of / and whole numbers, {cure}"
        return "in which a heap is less than nothing; leave out such moves" if min(option, default=0) < 0 else ""
    try:
        hash(option)
    except TypeError:
        return "which can change; positions are plain values, such as tuples"
    if option is None:
        return "where a position was expected; end the function instead"
    if not isinstance(option, type(position)) or not is_shown(rules.board, option):
        return f"where a position was expected, such as {position!r}"
    return "" if is_move(rules.board, position, option) else f"which is not of the size of {position!r}; keep the size"


def is_shown(board: Board[Any], option: object) -> bool:
    """Whether a board of ours can show the option so that it reads back; one of the user's own need not."""
    if not type(board).__module__.startswith("grundy."):
        return True
    try:
        return board.is_writable(option)
    except Exception:  # as the board says that it is none of its positions
        return False


def is_move(board: Board[Any], position: object, option: object) -> bool:
    """Whether a board of ours can say what has changed."""
    if not type(board).__module__.startswith("grundy."):
        return True
    try:
        return bool(board.differ(position, option)) or bool(board.handle(position, option))
    except ValueError:  # rows of unequal lengths
        return False


def place_of(thing: Any) -> str:
    """The file and the line in which something is defined."""
    return f"{inspect.getsourcefile(thing)}, line {inspect.getsourcelines(thing)[1]}"
