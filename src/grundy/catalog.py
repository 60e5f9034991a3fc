"""The catalogue: every ruleset by its name.

A ruleset is found because it stands in a file of `games/`, in a file that was added, or in another package with the
entry point `grundy.games`; no list is kept. A name is looked up only in files that mention it, so that asking for nim
does not load the others. Files that are added stand in the environment, where the workers of a server or a sweep find
them too, and where a person may set them once for all: GRUNDY_GAMES=mine.py:others.py.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import isabstract
from os import environ, listdir, pathsep
from os.path import abspath, basename, join, splitext
from types import ModuleType
from typing import Any

import grundy.games
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError

__all__ = ["Entry", "add_games", "entries", "find", "normal", "suggest"]

FOLDER = grundy.games.__path__[0]
OWN = "GRUNDY_GAMES"


@dataclass(frozen=True)
class Entry:
    """What a name stands for: a ruleset, a schema that makes rulesets from parameters, or both."""

    name: str
    ruleset: Ruleset[Any] | None = None
    schema: type[Ruleset[Any]] | None = None

    @property
    def public(self) -> Ruleset[Any] | type[Ruleset[Any]]:
        """What a Python user gets by this name."""
        return self.ruleset or self.about

    def is_own_name(self) -> bool:
        """Whether this is the name that the class itself gives, and not that of a famous instance."""
        return bool(self.name == (self.schema or type(self.about)).name)

    @property
    def about(self) -> Any:
        """Where rules, source and example stand: the ruleset, or else the schema."""
        return self.ruleset or self.schema

    @property
    def example(self) -> str:
        """An expression that solves."""
        it = self.about
        name = str(self.ruleset) if self.ruleset else f"{self.name}({it.example_parameters})"
        return f"{name}({it.example})" if it.example else name

    def json(self) -> dict[str, object]:
        """What the catalogue says of a ruleset."""
        it = self.about
        return {
            "name": self.name,
            "rules": it.rules,
            "source": it.source,
            "notation": it.board.notation,
            "example": self.example,
            "parameters": self.schema is not None,
            "adds": it.adds,
            "misere": it.has_misere,
            "aliases": list(it.aliases),
        }


def normal(name: str) -> str:
    """The name as it is listed, from any spelling that a person would try: Dawson's-Kayles is dawsons_kayles."""
    return re.sub(r"[\s_-]+", "_", re.sub(r"['\u2019]", "", name.strip())).lower()


def found_in(module: ModuleType) -> dict[str, Entry]:
    """The entries of one module: rulesets under their variables, and classes under their names."""
    things = vars(module).items()
    mine = {name: Entry(name, thing, schema_of(thing)) for name, thing in things if isinstance(thing, Ruleset)}
    for thing in vars(module).values():
        if isinstance(thing, type) and thing.__module__ == module.__name__ and issubclass(thing, Ruleset):
            if isabstract(thing) or thing.name in mine:
                continue
            mine[thing.name] = Entry(thing.name, None, thing) if thing.schema() else Entry(thing.name, thing())
    aliases = {normal(a): entry for entry in mine.values() if entry.is_own_name() for a in entry.about.aliases}
    return aliases | mine


def schema_of(ruleset: Ruleset[Any]) -> type[Ruleset[Any]] | None:
    """The class of the ruleset, if it has parameters and goes by the same name: dawsons_kayles is one with k = 2."""
    kind = type(ruleset)
    return kind if kind.schema() and ruleset.name == kind.name else None


def files() -> list[str]:
    """The files of `games/`, without their endings."""
    return sorted(stem for stem, ending in map(splitext, listdir(FOLDER)) if ending == ".py" and stem != "__init__")


def load(stem: str) -> ModuleType:
    """A module of `games/`."""
    return import_module(f"grundy.games.{stem}")


def source(stem: str) -> str:
    """The text of a file of `games/`."""
    with open(join(FOLDER, f"{stem}.py"), encoding="utf-8") as file:
        return file.read()


def mentions(text: str, name: str) -> bool:
    """Whether a source defines the name: as a variable, as a class, or in quotes as another name."""
    camel = "".join(word.capitalize() for word in name.split("_"))
    return bool(re.search(rf'^{re.escape(name)}\b|^class {re.escape(camel)}\b|"{re.escape(name)}"', text, re.MULTILINE))


@cache
def built_in(name: str) -> Entry | None:
    """The entry of our own games, from the first file that has it."""
    for stem in files():
        if mentions(source(stem), name) and (entry := found_in(load(stem)).get(name)):
            return entry
    return None


def plugins() -> Iterator[ModuleType]:
    """The modules that other packages offer by the entry point `grundy.games`."""
    from importlib.metadata import entry_points

    for point in entry_points(group="grundy.games"):
        try:
            yield point.load()
        except Exception as error:  # a stranger's package: its fault must not stop ours
            raise GrundyError(f"the package of '{point.name}' fails to load: {error}; repair or remove it") from error


def find(name: str) -> Entry | None:
    """The entry of this name, in any spelling."""
    name = normal(name)
    for module in added():
        if entry := found_in(module).get(name):
            return entry
    return built_in(name) or next((e for module in plugins() if (e := found_in(module).get(name))), None)


def entries() -> dict[str, Entry]:
    """Every entry under its own name, sorted."""
    modules = [*map(load, files()), *plugins(), *added()]
    everything = {entry.name: entry for module in modules for entry in found_in(module).values()}
    return dict(sorted(everything.items()))


def suggest(name: str) -> str:
    """A hint at the nearest name, or at the list of all."""
    from difflib import get_close_matches

    near = get_close_matches(normal(name), entries(), 1, 0.6)
    return f"did you mean {near[0]}?" if near else "`grundy games` lists all"


def added() -> list[ModuleType]:
    """The files of the user's own, as modules."""
    return [own(path) for path in environ.get(OWN, "").split(pathsep) if path]


@cache
def own(path: str) -> ModuleType:
    """A Python file of the user's own as a module."""
    from importlib.util import module_from_spec, spec_from_file_location

    name = f"grundy_own_{splitext(basename(path))[0]}"  # a file may be called like a module that is needed elsewhere
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise GrundyError(f"{path} is not a Python file; its name must end in .py")
    module = sys.modules[name] = module_from_spec(spec)  # where dataclasses look up annotations
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise GrundyError(f"{path} fails to load: {type(error).__name__}: {error}") from error
    return module


def add_games(path: str) -> None:
    """Add the rulesets of a Python file of the user's own, for this process and those that it starts."""
    own(abspath(path))
    known = filter(None, environ.get(OWN, "").split(pathsep))
    environ[OWN] = pathsep.join(dict.fromkeys([*known, abspath(path)]))
