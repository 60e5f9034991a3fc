"""A person's own rules, watched: what comes out of their methods is looked at before the library takes it.

A file that `catalog.load_own` loads has its methods replaced by watched ones; rules of this package are not watched.
What is wrong is an `OwnRulesError` with the file, the line of the `yield`, `return` or failing statement, and the cure.
"""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import wraps
from inspect import getsourcefile, getsourcelines, isfunction, unwrap
from math import inf
from operator import index
from os.path import dirname, join
from traceback import walk_tb
from types import CodeType, FrameType, GeneratorType, ModuleType
from typing import Any, SupportsIndex, SupportsInt, TypeGuard, cast

from grundy.boards.coins import CoinGame
from grundy.boards.grid import GridGame, Rectangle
from grundy.boards.heaps import HeapGame
from grundy.core.board import Board
from grundy.core.nimbers import Entailed, Loony
from grundy.core.ordinals import Ordinal
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError

SHOWN_CHARACTERS, MESSAGE_CHARACTERS = 60, 200  # of a position or an option, and of an error
CURE_OF_NOTHING = "leave that out: a move that is not there needs no yield"
Check = Callable[[Any], tuple[Any, str]]  # an option as the library takes it, and what is wrong with it
Method = Callable[..., Any]


class OwnRulesError(GrundyError):
    """What is wrong with a person's own rules: the file, the line and the cure."""


def watch(module: ModuleType) -> None:
    """Have all methods of the rulesets in a module watched, those of their own base classes included."""
    things = [thing for thing in vars(module).values() if isinstance(thing, Ruleset | type)]
    classes = {thing if isinstance(thing, type) else type(thing): None for thing in things}
    for kind in (kind for kind in classes if issubclass(kind, Ruleset)):
        ours = {name for base in kind.__mro__ if is_ours(base) for name in vars(base)}
        for base in (base for base in kind.__mro__ if not is_ours(base) and base is not object):
            for name, method in list(vars(base).items()):
                if name in ours and name[0] != "_" and is_method(method) and not hasattr(method, "unwatched"):
                    setattr(base, name, watched(method))


def is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "grundy"


def is_method(thing: object) -> bool:
    """Whether this is a function, perhaps one that remembers its results."""
    return isfunction(thing) or (isfunction(getattr(thing, "__wrapped__", None)) and hasattr(thing, "cache_info"))


def unwatched(method: Method) -> Method:
    """The function that the person wrote."""
    return cast(Method, getattr(method, "unwatched", method))


def watched(function: Method) -> Method:
    """The method, whose errors and results name their place."""
    name = function.__name__

    @wraps(function)
    def run(rules: Any, *arguments: Any, **named: Any) -> Any:
        call = Call(function, rules, arguments, named)
        try:
            found = function(rules, *arguments, **named)
        except (GrundyError, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            raise call.failure(error) from error
        if name in ITEMS:
            return call.items(found, ITEMS[name](rules, arguments[0] if arguments else None))
        return call.result(found, RESULTS[name]) if name in RESULTS else found

    run.unwatched = function  # type: ignore[attr-defined]
    return run


class Call:
    """One call of a person's method: what it gives is checked, and named with its place where it is wrong."""

    def __init__(self, function: Method, rules: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.function, self.rules, self.arguments, self.named = function, rules, arguments, named

    @property
    def code(self) -> CodeType:
        return cast(CodeType, getattr(unwrap(self.function), "__code__"))  # noqa: B009 (a callable need not have it)

    @property
    def words(self) -> str:
        given = [*map(short, self.arguments), *(f"{key}={short(value)}" for key, value in self.named.items())]
        return f"{self.function.__name__}({', '.join(given)}) of {type(self.rules).__name__}"

    def fault(self, found: object, words: str, line: int) -> OwnRulesError:
        return OwnRulesError(f"{self.code.co_filename}, line {line}: {self.words} gives {found}{words}")

    def failure(self, error: BaseException) -> OwnRulesError:
        """An error for one that arose in the method: its last line in the person's files, or how to define it."""
        words = f"{type(error).__name__}: {ellipsis(' '.join(str(error).split()), MESSAGE_CHARACTERS)}"
        if places := own_lines(error, self.code.co_filename):
            file, line = places[-1]
            return OwnRulesError(f"{file}, line {line}: {words} in {self.words}; correct the rules")
        name = self.function.__name__
        ours = next(vars(base)[name] for base in type(self.rules).__mro__ if is_ours(base) and name in vars(base))
        known = ours.__code__.co_varnames[: ours.__code__.co_argcount]
        return OwnRulesError(f"{place_of(self.function)}: {words}; write def {name}({', '.join(known)})")

    def items(self, found: Any, check: Check) -> Any:
        """What the method lists, each item checked as it comes; a list is checked at once."""
        if found is None and self.function.__name__ == "reach":
            return None
        if isinstance(found, str) or not isinstance(found, Iterable):
            raise self.fault(short(found), "; yield each option, or return a list of them", self.return_line())
        return list(self.each(found, check)) if isinstance(found, Collection) else self.each(found, check)

    def each(self, found: Iterable[Any], check: Check) -> Iterator[Any]:
        try:
            iterator = iter(found)
        except Exception as error:
            raise self.failure(error) from error
        while True:
            try:
                item = next(iterator)
            except StopIteration:
                return
            except (GrundyError, MemoryError):
                raise
            except (Exception, SystemExit) as error:
                raise self.failure(error) from error
            taken, fault = check(item)
            if fault:
                raise self.fault(f"{short(item)}, ", fault, self.yield_line(found))
            yield taken

    def result(self, found: Any, check: Callable[[Any, Any, Any], tuple[Any, str]]) -> Any:
        taken, fault = check(self.rules, self.arguments[0] if self.arguments else None, found)
        if fault:
            raise self.fault(f"{short(found)}, ", fault, self.return_line())
        return taken

    def yield_line(self, found: object) -> int:
        """The line at which a generator of the person's waits; for all else the line of the `return`."""
        lines = []
        while isinstance(found, GeneratorType) and found.gi_frame:
            if found.gi_code.co_filename == self.code.co_filename:
                lines.append(found.gi_frame.f_lineno)
            found = found.gi_yieldfrom
        return lines[-1] if lines else self.return_line()

    def return_line(self) -> int:
        """The line of the `return`, found by another call; without any, that of the `def`."""
        lines: list[int] = []

        def note(frame: FrameType, event: str, argument: object) -> None:
            if event == "return" and frame.f_code is self.code:
                lines.append(frame.f_lineno)

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            self.function(self.rules, *self.arguments, **self.named)
        except GrundyError:
            raise
        except Exception:  # another one than before: the rules change while they are asked
            return self.code.co_firstlineno
        finally:
            sys.setprofile(before)
        return lines[-1] if lines else self.code.co_firstlineno


def short(value: object) -> str:
    return ellipsis(repr(value), SHOWN_CHARACTERS)


def own_lines(error: BaseException, file: str) -> list[tuple[str, int]]:
    """The lines of a person's file, and of others in its folder, through which an error came."""
    frames = ((frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__))
    inside = join(dirname(file), "")
    return [(f, n) for f, n in frames if f == file or (inside and f.startswith(inside) and "-packages" not in f)]


def place_of(thing: Any) -> str:
    """The file and the line in which something is defined."""
    return f"{getsourcefile(thing)}, line {getsourcelines(thing)[1]}"


def is_whole(value: object) -> TypeGuard[SupportsIndex]:
    return isinstance(value, SupportsIndex) and not isinstance(value, bool)


def options_check(rules: Any, heap: Any) -> Check:
    """Options of a heap are tuples of smaller heaps; those of numpy are made plain."""
    if not isinstance(heap, int) or not isinstance(rules, HeapGame):
        return lambda option: (option, "" if isinstance(option, tuple) else "which is no tuple of heaps")
    entails, finite = rules.entails(), rules.finite
    above = heap if finite and not entails else inf

    def check(option: Any) -> tuple[Any, str]:
        if type(option) is tuple:
            for part in option:
                if type(part) is not int or not 0 <= part < above:
                    break
            else:
                return option, ""
        return look_closely(option)

    def look_closely(option: Any) -> tuple[Any, str]:
        if fault := fault_of_heaps(option):
            return option, fault
        plain = tuple(map(index, option))
        if min(plain, default=0) < 0 and not entails:
            return plain, "in which a heap is less than nothing; leave out such moves"
        if plain == (heap,) and finite and not entails:
            return plain, "which changes nothing; leave it out, or say finite = False where play may go round"
        if max(plain, default=-1) >= above:
            return plain, f"in which a heap is not less than {heap}; a move must leave less in each heap"
        return plain, ""

    return check


def fault_of_heaps(option: object) -> str:
    """Why something is no tuple of whole numbers."""
    if option is None:
        return CURE_OF_NOTHING
    if not isinstance(option, tuple):
        heaps = option if isinstance(option, list | set | frozenset) else [option]
        return f"which is no tuple of heaps; write ({''.join(f'{heap},' for heap in heaps)})"
    if all(map(is_whole, option)):
        return ""
    numbers = all(isinstance(heap, SupportsInt) for heap in option)
    cure = f"such as ({''.join(f'{int(heap)},' for heap in option)})" if numbers else "such as (2, 3)"
    if any(isinstance(heap, bool) for heap in option):
        return f"in which a heap is no whole number; write numbers, {cure}"
    return f"in which a heap is no whole number; use // instead of / and whole numbers, {cure}"


def turns_check(rules: Any, coin: Any) -> Check:
    """Turns of a coin are tuples of coins to the left of it."""
    if not isinstance(rules, CoinGame) or not isinstance(coin, int):
        return lambda item: (item, "" if isinstance(item, Iterable) else "where places of coins were expected")
    first = rules.board.first

    def check(others: Any) -> tuple[Any, str]:
        if others is None:
            return others, f"{CURE_OF_NOTHING}; yield () turns coin {coin} alone"
        if isinstance(others, str) or not isinstance(others, Collection):
            return others, f"which is no tuple of coins; write ({others},)"
        if not all(map(is_whole, others)):
            return others, "in which a coin is no whole number; yield the numbers of the coins, such as (2, 3)"
        coins = tuple(map(index, others))
        if coin in coins:
            return others, f"in which coin {coin} itself stands, which is turned anyway; yield only the others"
        if wrong := [other for other in coins if not first <= other < coin]:
            return others, f"in which {wrong[0]} is no coin to the left of {coin}; coins count from {first}"
        return coins, ""

    return check


def blocks_check(rules: Any, position: Any) -> Check:
    """Blocks are rectangles of free squares on the board."""
    if not isinstance(rules, GridGame):
        return lambda block: (block, "")
    free = rules.board.free

    def check(block: Any) -> tuple[Any, str]:
        if not isinstance(block, tuple) or len(block) != 4 or not all(map(is_whole, block)):
            return block, "which is no rectangle; write Rectangle(top, left, height, width)"
        top, left, height, width = it = Rectangle(*map(index, block))
        rows = [row[left : left + width] for row in position[max(0, top) : max(0, top + height)]]
        inside = min(top, left) >= 0 < min(height, width)
        if not inside or len(rows) != height or any(row != free * width for row in rows):
            return it, "which is not a block of free squares on the board; rows and columns count from 0 here"
        return it, ""

    return check


def moves_check(rules: Any, position: Any) -> Check:
    """Moves lead to positions of the board, other than the one before."""
    signs = set[str]().union(*position) if is_rows(position) else set[str]()

    def check(option: Any) -> tuple[Any, str]:
        is_plain = type(option) is type(position) and is_rows(option) and len(option) == len(position)
        if is_plain and option != position and signs.issuperset("".join(option)) and list(map(len, option)) == lengths:
            return option, ""
        fault = fault_of_position(rules, position, option)
        if not fault and is_rows(option):
            signs.update(*option)
        return option, fault

    lengths = list(map(len, position)) if is_rows(position) else []
    return check


def is_rows(position: object) -> TypeGuard[Sequence[str]]:
    """Whether a position is a text or rows of texts, which can be looked at quickly."""
    return type(position) is str or (type(position) is tuple and all(type(row) is str for row in position))


def fault_of_position(rules: Ruleset[Any], position: object, option: object) -> str:
    """Why an option is no position that one move may reach."""
    if fault := fault_of_kind(rules, position, option):
        return fault
    if option == position and rules.finite:
        return "which changes nothing; leave it out, or say finite = False where play may go round"
    if not type(rules.board).__module__.startswith("grundy."):  # a board of the person's own shows what it likes
        return ""
    if fault := fault_of_text(rules.board, option):
        return fault or f"where a position was expected, such as {short(position)}"
    if not is_move(rules.board, position, option):
        return f"which is not of the size of {short(position)}; keep the size"
    return ""


def fault_of_kind(rules: Ruleset[Any], position: object, option: object) -> str:
    """Why something is no position at all."""
    try:
        hash(option)
    except TypeError:
        return "which can change; positions are plain values, such as tuples"
    if option is None:
        return f"where a position was expected; {CURE_OF_NOTHING}"
    kind = next((kind for kind in (str, tuple, frozenset) if isinstance(position, kind)), type(position))
    if not isinstance(option, kind):
        return f"where a position was expected, such as {short(position)}"
    has_ordinals = isinstance(option, tuple) and any(isinstance(heap, Ordinal) for heap in option)
    return fault_of_heaps(option) if isinstance(rules, HeapGame) and not has_ordinals else ""


def fault_of_text(board: Board[Any], option: object) -> str:
    """Why a board of ours cannot show the option so that it reads back."""
    try:
        if board.is_writable(option):
            return ""
        text = board.show(option)
    except Exception:  # as the board says that it is none of its positions
        return f"where a position was expected: {board.notation}"
    try:
        again = board.show(board.parse(text))
    except GrundyError as error:
        return f"where a position was expected: {error}"
    cure = "; each edge stands there once" if getattr(board, "repeats", True) is False else ""
    return f"which would be written {short(text)}, and that is read as {short(again)}{cure}"


def is_move(board: Board[Any], position: object, option: object) -> bool:
    """Whether a board of ours can say what has changed."""
    try:
        return bool(board.differ(position, option)) or bool(board.handle(position, option))
    except ValueError:  # rows of unequal lengths
        return False


def parts_check(rules: Any, position: Any) -> Check:
    return lambda part: (part, fault_of_kind(rules, position, part))


def check_representative(rules: Any, position: Any, found: Any) -> tuple[Any, str]:
    return found, fault_of_kind(rules, position, found)


def check_nimber(rules: Any, position: Any, found: Any) -> tuple[Any, str]:
    if found is None or isinstance(found, Loony | Entailed | Ordinal):
        return found, ""
    if not is_whole(found) or index(found) < 0:
        return found, "which is no nimber; return a whole number from 0 on, or None where there is none"
    return index(found), ""


def check_outcome(rules: Any, position: Any, found: Any) -> tuple[Any, str]:
    is_outcome = found is None or (isinstance(found, str) and found in ("N", "P", "D"))
    return found, "" if is_outcome else 'which is no outcome; return "N", "P" or "D", or None where it is not known'


ITEMS: dict[str, Callable[[Any, Any], Check]] = {
    "options": options_check,
    "turns": turns_check,
    "blocks": blocks_check,
    "moves": moves_check,
    "reach": moves_check,
    "parts": parts_check,
}
RESULTS: dict[str, Callable[[Any, Any, Any], tuple[Any, str]]] = {
    "canonical": check_representative,
    "theorem": check_nimber,
    "head": check_nimber,
    "verdict": check_outcome,
    "terminal": check_outcome,
}


def print_aside(*words: Any, **how: Any) -> None:
    """What a person's file prints: it stands beside the answer, which a program may read."""
    print(*words, **{"file": sys.stderr} | how)
