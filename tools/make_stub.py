"""Write `src/grundy/__init__.pyi`, by which editors and type checkers know every game of the catalogue.

`python tools/make_stub.py`; a test holds that the file is what this writes.
"""

from collections.abc import Iterator
from pathlib import Path

import grundy
from grundy.catalog import Entry, entries, home
from grundy.core.ruleset import Ruleset, snake_case

ABOUT = "What can be imported from grundy, for editors and type checkers; written by `tools/make_stub.py`."
STUB = Path(grundy.__path__[0], "__init__.pyi")


def stub_text() -> str:
    """The public names, the rulesets and their classes, each imported from where it is defined."""
    everything = {name: entry for name, entry in entries().items() if str(home(name)).startswith("grundy.games.")}
    known = {name: one for name, one in everything.items() if class_of(one).__module__.startswith("grundy.games.")}
    products = {f"from {home(name)} import {name} as {name}" for name in everything.keys() - known}
    classes = {class_import(class_of(entry), known) for entry in known.values()}
    imports = sorted({*public_imports(), *products, *classes})
    games = [definition(name, entry) for name, entry in known.items()]
    public = ["__all__ = [", *(f'    "{name}",' for name in grundy.__all__), "]"]
    plain = ["HOMES: dict[str, str]", "MODULES: dict[str, str]", "__version__: str"]
    return "\n".join([f'"""{ABOUT}"""', "", *imports, "", *public, *plain, *games, ""])


def public_imports() -> Iterator[str]:
    for module, names in grundy.HOMES.items():
        yield from (f"from grundy.{module} import {name} as {name}" for name in names.split())
    for name, path in grundy.MODULES.items():
        package, _, module = f"grundy.{path}".rpartition(".")
        yield f"from {package} import {module} as {name}"


def class_of(entry: Entry) -> type[Ruleset[object]]:
    return entry.schema or type(entry.about)


def is_public(kind: type, known: dict[str, Entry]) -> bool:
    """Whether `from grundy import` finds the class by its name."""
    entry = known.get(snake_case(kind.__name__))
    return entry is not None and class_of(entry) is kind


def class_import(kind: type, known: dict[str, Entry]) -> str:
    name = kind.__name__
    return f"from {kind.__module__} import {name}" + (f" as {name}" if is_public(kind, known) else "")


def definition(name: str, entry: Entry) -> str:
    """A ruleset is an object of its class, a schema the class itself."""
    return f"{name}: {class_of(entry).__name__}" if entry.ruleset else f"{name} = {class_of(entry).__name__}"


if __name__ == "__main__":
    STUB.write_text(stub_text())
