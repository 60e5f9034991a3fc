"""The catalogue: every ruleset by its name.

A ruleset is found because it stands in a file or folder of `games/`, in a file or folder that was added, or in another
package with the entry point `grundy.games`; no list is kept. A name is looked up only in files that mention it, so that
asking for nim does not load the others. Added files are kept in the environment variable GRUNDY_GAMES, so that worker
processes find them too; a user may also set it: GRUNDY_GAMES=mine.py:folder_of_others.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, dataclass, fields
from functools import cache
from importlib import import_module
from inspect import isabstract
from itertools import islice
from os import environ, listdir, pardir, pathsep
from os.path import abspath, basename, exists, isdir, isfile, join, splitext
from time import time
from types import ModuleType
from typing import Any, cast

import grundy.games
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided, UndefinedError

FOLDER = grundy.games.__path__[0]
VARIABLE = "GRUNDY_GAMES"
LOADING_BEGAN = time()  # in seconds since 1970: nothing that was found here was loaded before
PACKAGE = "__init__.py"
MOST_TRIED, EXAMPLE_SIZE = 50, 9  # positions, of which the largest is an example; and the size of a heap
FAMILIES = ("Heaps", "Coins", "Strips and stairs", "Boards", "Graphs and curves", "Games of games")  # in this order


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

    def at(self, position: str) -> str:
        """The expression for a position of it, parameters included."""
        name = str(self.ruleset) if self.ruleset else f"{self.name}({self.about.example_parameters})"
        return f"{name}({position})" if position else name

    @property
    def example(self) -> str:
        return self.at(self.about.example)

    @property
    def has_example(self) -> bool:
        """Whether its author gave an example, which may be empty: the position of Choose Heap is nothing at first."""
        kinds = (self.schema or type(self.about)).__mro__
        return bool(self.about.example) or any("example" in vars(kind) for kind in kinds if kind is not Ruleset)

    @property
    def card(self) -> str:
        """The expression of the position on its card in the gallery."""
        return self.at(self.about.card or self.about.example)

    @property
    def family(self) -> str:
        """The heading that it stands under in the gallery and in the documents."""
        return str(self.about.family or self.about.board.family)

    @property
    def rank(self) -> tuple[object, ...]:
        """Its place in the family: famous games by the year of their source, then the others by name."""
        year = re.search(r"\b\d{4}\b", self.about.source) if self.about.famous else None
        return not self.about.famous, year.group() if year else "", self.name

    def json(self) -> dict[str, object]:
        it = self.about
        return {
            "name": self.name,
            "title": it.title,
            "family": self.family,
            "rules": it.rules,
            "source": it.source,
            "notation": it.board.notation,
            "example": self.example,
            "parameters": self.schema is not None,
            "adds": it.adds,
            "misere": it.has_misere,
            "aliases": list(it.aliases),
        }


def normal_name(name: str) -> str:
    """The name as it is listed, from any spelling that a person would try: Dawson's-Kayles is dawsons_kayles."""
    return re.sub(r"[\s_-]+", "_", re.sub(r"['\u2019]", "", name.strip())).lower()


def entries_of(module: ModuleType) -> dict[str, Entry]:
    """The entries of one module: rulesets under their variables, and classes under their names."""
    things = vars(module).items()
    mine = {name: Entry(name, thing, schema_of(thing)) for name, thing in things if isinstance(thing, Ruleset)}
    for thing in vars(module).values():
        if not isinstance(thing, type) or not issubclass(thing, Ruleset) or isabstract(thing) or thing.name in mine:
            continue
        if f"{thing.__module__}.".startswith(f"{module.__name__}."):  # defined in this file or folder
            mine[thing.name] = Entry(thing.name, default_of(thing), thing if thing.is_schema() else None)
    aliases = {normal_name(a): entry for entry in mine.values() if entry.is_own_name() for a in entry.about.aliases}
    return aliases | mine


def default_of(kind: type[Ruleset[Any]]) -> Ruleset[Any] | None:
    """The ruleset that the name of a class alone writes: all its parameters have a default, or it has none."""
    return kind() if not kind.is_schema() or all(f.default is not MISSING for f in fields(cast(Any, kind))) else None


def schema_of(ruleset: Ruleset[Any]) -> type[Ruleset[Any]] | None:
    """The class of the ruleset, if it has parameters and goes by the same name: dawsons_kayles is one with k = 2."""
    kind = type(ruleset)
    return kind if kind.is_schema() and ruleset.name == kind.name else None


def stems() -> list[str]:
    """The files and folders of `games/`, without endings."""
    return sorted(stem for stem, ending in map(splitext, listdir(FOLDER)) if ending in ("", ".py") and stem[0] != "_")


def load(stem: str) -> ModuleType:
    return import_module(f"grundy.games.{stem}")


def source_text(stem: str) -> str:
    """The text of a file of `games/`, or of the files in a folder."""
    path = join(FOLDER, stem)
    paths = [join(path, name) for name in listdir(path) if name.endswith(".py")] if isdir(path) else [f"{path}.py"]
    text = ""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text += file.read()
    return text


def may_define(text: str, name: str) -> bool:
    """Whether a source defines the name: as a variable, as a class, or in quotes as another name."""
    camel = "".join(word.capitalize() for word in name.split("_"))
    return (name in text or camel in text) and bool(
        re.search(rf'^{re.escape(name)}\b|^class {re.escape(camel)}\b|"{re.escape(name)}"', text, re.MULTILINE)
    )


@cache
def built_in_module(name: str) -> ModuleType | None:
    """The first module of `games/` that defines the name; that of the same name is looked at before the others."""
    ordered = sorted(stems(), key=lambda stem: stem != name)
    modules = (load(stem) for stem in ordered if may_define(source_text(stem), name))
    return next((module for module in modules if name in entries_of(module)), None)


@cache
def find_built_in(name: str) -> Entry | None:
    module = built_in_module(name)
    return entries_of(module)[name] if module else None


def plugin_modules() -> Iterator[ModuleType]:
    """The modules that other packages offer by the entry point `grundy.games`."""
    from importlib.metadata import entry_points

    for point in entry_points(group="grundy.games"):
        try:
            yield point.load()
        except Exception as error:  # code of others may raise anything
            raise GrundyError(f"the package of '{point.name}' fails to load: {error}; repair or remove it") from error


def find(name: str) -> Entry | None:
    """The entry of this name, in any spelling."""
    name = normal_name(name)
    for module in added_modules():
        if entry := entries_of(module).get(name):
            return entry
    return find_built_in(name) or next((e for module in plugin_modules() if (e := entries_of(module).get(name))), None)


def home(name: str) -> str | None:
    """The module in which `find` finds this name."""
    name = normal_name(name)
    own = (module for module in added_modules() if name in entries_of(module))
    others = (module for module in plugin_modules() if name in entries_of(module))
    module = next(own, None) or built_in_module(name) or next(others, None)
    return module.__name__ if module else None


def families(chosen: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The entries under the headings of their families, each in its order; families outside FAMILIES come last."""
    known = sorted(chosen, key=lambda entry: entry.rank)
    headings = dict.fromkeys([*FAMILIES, *sorted({entry.family for entry in known})])
    groups = {heading: [entry for entry in known if entry.family == heading] for heading in headings}
    return {heading: group for heading, group in groups.items() if group}


def entries() -> dict[str, Entry]:
    modules = [*map(load, stems()), *plugin_modules(), *added_modules()]
    everything = {entry.name: entry for module in modules for entry in entries_of(module).values()}
    return dict(sorted(everything.items()))


def built_in_names() -> list[str]:
    """The names of our rulesets; they stand in the stub for editors, so that none of their files is loaded."""
    stub = join(FOLDER, pardir, "__init__.pyi")
    if not exists(stub):  # as in the compiled package of the site
        return sorted(name for stem in stems() for name in entries_of(load(stem)))
    with open(stub, encoding="utf-8") as file:
        return re.findall(
            r"^(?:from grundy\.games\S+ import \w+ as )?([a-z]\w*)(?:: | = |$)", file.read(), re.MULTILINE
        )


def names_like(beginning: str) -> list[str]:
    """The names that begin like this; those of other packages are looked at only where there is none of ours."""
    own = (name for module in added_modules() for name in entries_of(module))
    others = (name for module in plugin_modules() for name in entries_of(module))
    mine = {name for name in (*own, *built_in_names()) if name.startswith(beginning)}
    return sorted(mine or {name for name in others if name.startswith(beginning)})


def other_names(entry: Entry) -> list[str]:
    """The words that people look for it by."""
    return [normal_name(one) for one in f"{entry.about.keywords},{entry.about.board.words}".split(",")]


def suggest(name: str) -> str:
    from difflib import get_close_matches

    wanted = normal_name(name)
    words = [one for one in sorted(entries(), key=len) if wanted in one.split("_")]  # clobber is impartial_clobber
    told = [one for one, it in entries().items() if wanted in other_names(it)]  # tic_tac_toe is notakto
    near = words or told or get_close_matches(wanted, entries(), 1, 0.6)
    return f"did you mean {near[0]}?" if near else "`grundy games` lists all"


def added_modules() -> list[ModuleType]:
    return [load_own(file) for path in environ.get(VARIABLE, "").split(pathsep) if path for file in files_of(path)]


def files_of(path: str) -> list[str]:
    """The file itself, or all Python files and packages in a folder; a package counts as one file."""
    if not isdir(path) or isfile(join(path, PACKAGE)):
        return [path]
    inside = (join(path, name) for name in sorted(listdir(path)) if name[0] not in "._")
    return [file for file in inside if file.endswith(".py") or isfile(join(file, PACKAGE))]


@cache
def load_own(path: str) -> ModuleType:
    """A Python file of the user's own, or a package, as a module."""
    from importlib.util import module_from_spec, spec_from_file_location

    name = f"grundy_own_{splitext(basename(path))[0]}"  # a file may be called like a module that is needed elsewhere
    file = join(path, PACKAGE) if isdir(path) else path
    spec = spec_from_file_location(name, file, submodule_search_locations=[path] if isdir(path) else None)
    if spec is None or spec.loader is None:
        raise GrundyError(f"{path} is not a Python file; its name must end in .py")
    module = sys.modules[name] = module_from_spec(spec)  # where dataclasses look up annotations
    from contextlib import redirect_stdout

    from grundy.boards.own_rules import own_lines, print_aside, watch

    vars(module)["print"] = print_aside
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
        for inner in [it for key, it in sys.modules.items() if key.startswith(f"{name}.")]:
            vars(inner).setdefault("print", print_aside)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        lines = [line for place, line in own_lines(error, file) if place == file]
        line = f", line {lines[-1]}," if lines else ""
        if isinstance(error, NotDecided):
            raise NotDecided(f"{path}{line} had not finished loading: {error}") from error
        raise GrundyError(f"{path}{line} fails to load: {type(error).__name__}: {error}") from error
    watch(module)
    return module


def add_games(path: str) -> None:
    """Add the rulesets of a Python file or folder of the user's own, for this process and those that it starts."""
    refuse_missing(path)
    load_games(path)
    name_games(path)


def name_games(path: str) -> None:
    """Add a file or folder of the user's own, which is loaded when a name is looked up."""
    refuse_missing(path)
    known = filter(None, environ.get(VARIABLE, "").split(pathsep))
    environ[VARIABLE] = pathsep.join(dict.fromkeys([*known, abspath(path)]))


def load_games(path: str) -> None:
    """Load a file or folder of the user's own, which must hold a ruleset."""
    found = [entry for file in files_of(abspath(path)) for entry in entries_of(load_own(file))]
    if not found:
        raise GrundyError(f"{path} holds no ruleset; end it with a line such as mine = Mine(), of a class of rules")


def refuse_missing(path: str) -> None:
    if not exists(path):
        raise GrundyError(f"there is no file or folder {path}; --games takes the path of a Python file with rulesets")


def is_own(name: str) -> bool:
    """Whether a file of the user's own has a ruleset of this name."""
    return any(normal_name(name) in entries_of(module) for module in added_modules())


def write_example(entry: Entry) -> str:
    """What to write where a game of the user's own has no example, as a line of its class."""
    board = entry.about.board
    try:
        position = board.line(EXAMPLE_SIZE)
    except UndefinedError:
        position = max(islice(board.small(EXAMPLE_SIZE), MOST_TRIED), key=board.extent)
    return f'write example = "{board.show(position)}" in the class {(entry.schema or type(entry.about)).__name__}'
