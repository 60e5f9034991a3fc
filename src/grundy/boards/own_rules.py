"""A person's own rules, watched: what comes out of their methods is looked at before the library takes it.

A file that `catalog.load_own` loads has its methods replaced by watched ones; rules of this package are not watched.
What is wrong is an `OwnRulesError` with the file, the line of the `yield`, `return` or failing statement, and the cure.
"""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import wraps
from inspect import getsourcefile, getsourcelines, isfunction, unwrap
from os.path import dirname, join
from traceback import walk_tb
from types import CodeType, FrameType, GeneratorType, ModuleType
from typing import Any, cast

from grundy.boards.own_checks import ITEMS, RESULTS, Check, short
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError

MESSAGE_CHARACTERS = 200  # of an error
RECURSION_FRAMES = 3_000  # by default 1,000: a watched method that calls itself takes two frames each time
Method = Callable[..., Any]


class OwnRulesError(GrundyError):
    """What is wrong with a person's own rules: the file, the line and the cure."""


def watch(module: ModuleType) -> None:
    """Have all methods of the rulesets in a module watched, those of their own base classes included."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION_FRAMES))
    things = [thing for thing in vars(module).values() if isinstance(thing, Ruleset | type)]
    classes = {thing if isinstance(thing, type) else type(thing): None for thing in things}
    for kind in (kind for kind in classes if issubclass(kind, Ruleset)):
        ours = {name for base in kind.__mro__ if is_ours(base) for name in vars(base)}
        for base in (base for base in kind.__mro__ if not is_ours(base) and base is not object):
            for name, method in list(vars(base).items()):
                if name in ours and name[0] != "_" and is_method(method) and not hasattr(method, "unwatched"):
                    setattr(base, name, watched(name, method))


def is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "grundy"


def is_method(thing: object) -> bool:
    """Whether this is a function, perhaps one that remembers its results."""
    return isfunction(thing) or (isfunction(getattr(thing, "__wrapped__", None)) and hasattr(thing, "cache_info"))


def watched(name: str, function: Method) -> Method:
    """The method, whose errors and results name their place."""

    @wraps(function)
    def run(rules: Any, *arguments: Any, **named: Any) -> Any:
        call = Call(name, function, rules, arguments, named)
        try:
            found = function(rules, *arguments, **named)
        except (GrundyError, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            raise call.failure(error) from error
        if name in ITEMS:
            return call.items(found, ITEMS[name](rules, arguments[0] if arguments else None))
        return call.result(found, RESULTS[name]) if name in RESULTS else found

    kept = {name: getattr(function, name) for name in ("cache_info", "cache_clear") if hasattr(function, name)}
    vars(run).update(kept, unwatched=function)
    return run


class Call:
    """One call of a person's method: what it gives is checked, and named with its place where it is wrong."""

    def __init__(
        self, name: str, function: Method, rules: Any, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> None:
        self.name, self.function, self.rules, self.arguments, self.named = name, function, rules, arguments, named

    @property
    def code(self) -> CodeType:
        return cast(CodeType, getattr(unwrap(self.function), "__code__"))  # noqa: B009 (a callable need not have it)

    @property
    def words(self) -> str:
        given = [*map(short, self.arguments), *(f"{key}={short(value)}" for key, value in self.named.items())]
        return f"{self.name}({', '.join(given)}) of {type(self.rules).__name__}"

    def fault(self, found: object, words: str, line: int) -> OwnRulesError:
        return OwnRulesError(f"{self.code.co_filename}, line {line}: {self.words} gives {found}{words}")

    def failure(self, error: BaseException) -> OwnRulesError:
        """An error for one that arose in the method: its last line in the person's files, or how to define it."""
        words = f"{type(error).__name__}: {ellipsis(' '.join(str(error).split()), MESSAGE_CHARACTERS)}"
        if places := own_lines(error, self.code.co_filename):
            file, line = places[-1]
            return OwnRulesError(f"{file}, line {line}: {words} in {self.words}; correct the rules")
        name = self.name
        ours = next(vars(base)[name] for base in type(self.rules).__mro__ if is_ours(base) and name in vars(base))
        code = getattr(ours, "__code__", self.code)
        known = code.co_varnames[: code.co_argcount]
        place = f"{self.code.co_filename}, line {self.code.co_firstlineno}"
        return OwnRulesError(f"{place}: {words}; write def {name}({', '.join(known)})")

    def items(self, found: Any, check: Check) -> Any:
        """What the method lists, each item checked as it comes; a list is checked at once."""
        if found is None and self.name == "reach":
            return None
        if isinstance(found, str) or not isinstance(found, Iterable):
            raise self.fault(short(found), "; yield each option, or return a list of them", self.return_line())
        if not isinstance(found, Collection):
            return self.each(found, check)
        taken = list(self.each(found, check))
        return tuple(taken) if isinstance(found, tuple) else taken

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


def own_lines(error: BaseException, file: str) -> list[tuple[str, int]]:
    """The lines of a person's file, and of others in its folder, through which an error came."""
    frames = ((frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__))
    inside = join(dirname(file), "")
    return [(f, n) for f, n in frames if f == file or (inside and f.startswith(inside) and "-packages" not in f)]


def place_of(thing: Any) -> str:
    """The file and the line in which something is defined."""
    return f"{getsourcefile(thing)}, line {getsourcelines(thing)[1]}"


def print_aside(*words: object, **how: Any) -> None:
    """What a person's file prints: it stands beside the answer, which a program may read."""
    print(*words, **(cast(dict[str, Any], {"file": sys.stderr}) | how))
