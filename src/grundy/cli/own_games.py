"""What is wrong with a game of the user's own: the file, the line and the cure.

The first moves of small positions are looked at before a command answers about a game of the user's own; what goes
wrong later, `boards.own_rules` finds.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from itertools import islice
from traceback import FrameSummary, extract_tb
from typing import Any, TypeVar, cast

import click

from grundy.boards.heaps import HeapGame
from grundy.boards.own_rules import OwnRulesError, place_of
from grundy.catalog import added_modules, built_in_module, entries_of, load_games, normal_name
from grundy.cli import GIVEN_FILES
from grundy.cli.common import TIMEOUT_SECONDS, clock_of, time_limit
from grundy.core.board import Board
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided

TRIED_POSITIONS = 20
LOOK_SECONDS = 5.0  # where the command has no time limit
MOST_OPTIONS = 10_000  # of a small position, where the game does not say that it has infinitely many
CURE_OF_MANY = "let it come to an end"
F = TypeVar("F", bound=Callable[..., object])


def hidden_names() -> Iterator[tuple[str, str]]:
    """The names of built-in rulesets that a file of the user's takes for its own, with the file."""
    for module in added_modules():
        yield from ((name, str(module.__file__)) for name in entries_of(module) if built_in_module(name))


def check_first(command: F, looks_by_itself: bool) -> F:
    """The command, which begins with a look at the games of the user's own that its arguments name."""

    @wraps(command)
    def run(*arguments: object, **named: object) -> object:
        load_added()
        if not looks_by_itself:
            refuse_faulty("\n".join(str(value) for value in named.values() if isinstance(value, str | tuple)))
        return command(*arguments, **named)

    return cast(F, run)


def load_added() -> None:
    """Load the files of the user's own while the clock of the command runs, and say what they hide."""
    with limit_of(TIMEOUT_SECONDS):
        added_modules()
        given: tuple[str, ...] = click.get_current_context().meta.get(GIVEN_FILES, ())
        for path in given:
            load_games(path)
        for name, file in hidden_names() if given else ():
            sys.stderr.write(f"grundy: {name} is the one in {file}, which hides the built-in one\n")


def limit_of(seconds: float) -> AbstractContextManager[None]:
    """A limit of time where the command has none."""
    has_limit = clock_of(click.get_current_context()).settings > 0
    return nullcontext() if has_limit else time_limit(seconds)


def refuse_faulty(text: str) -> None:
    """Raise where a game of the user's own that the text names is broken in a way that can be seen at once."""
    with limit_of(LOOK_SECONDS):
        if fault := next(faults_in(text), None):
            raise GrundyError(fault)


def faults_in(text: str) -> Iterator[str]:
    """What is wrong with the games of the user's own that the text names."""
    named = names_in(text)
    for module in added_modules():
        for name, entry in entries_of(module).items():
            if entry.ruleset and name in named:
                yield from faults_of(entry.ruleset)


def names_in(text: str) -> set[str]:
    """The names of games that an expression may mean; those with numbers behind them without the numbers too.

    >>> sorted(names_in("Take-Two 5 6 + mine(3,4) * nim"))
    ['mine', 'nim', 'take_two', 'take_two_5_6']
    """
    words = {normal_name(word) for word in re.findall(r"[^\W\d][\w'\u2019 \t-]*", text)}
    return words | {re.sub(r"(_\d+)+$", "", word) for word in words}


def find_fault(error: Exception) -> str | None:
    """A line about the rules in which an unexpected error arose, if they are the user's own."""
    if fault := next(faults_in("\n".join(sys.argv[1:])), None):
        return fault
    frames = own_frames(error)
    if not frames:
        return None
    return f"{frames[-1].filename}, line {frames[-1].lineno}: {type(error).__name__}: {error}; correct the rules"


def own_frames(error: Exception) -> list[FrameSummary]:
    """The lines of the user's files through which an error came."""
    files = {module.__file__ for module in added_modules()}
    return [frame for frame in extract_tb(error.__traceback__) if frame.filename in files]


def faults_of(rules: Ruleset[Any]) -> Iterator[str]:
    """What is wrong with a ruleset, or with the first moves of small positions."""
    if fault := fault_of_ruleset(rules):
        yield f"{place_of(type(rules))}: {fault}"
        return
    for position in islice(rules.board.small(5), TRIED_POSITIONS):
        argument = position[0] if isinstance(rules, HeapGame) else position
        method = rules.options if isinstance(rules, HeapGame) else rules.moves
        try:
            is_long = next(islice(method(argument), MOST_OPTIONS, None), None) is not None
        except OwnRulesError as error:
            yield str(error)
            return
        except NotDecided:  # by the clock, which tells the command too
            return
        except GrundyError:
            continue
        except Exception as error:  # of a board, or of what is no class in the file
            if not own_frames(error):
                yield f"{place_of(type(rules))}: the moves of {type(rules).__name__} from {position!r} fail: {error}"
            return  # elsewhere the traceback names the place
        if is_long and not rules.has_infinite_moves(position):
            name = f"{method.__name__}() of {type(rules).__name__}"
            yield f"{place_of(method)}: {name} gives more than {MOST_OPTIONS:,} options of {position!r}; {CURE_OF_MANY}"
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
