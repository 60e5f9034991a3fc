"""The reference of the public interface, from signatures and docstrings.

Docstrings are plain text with code in backticks, so they are shown as Markdown; their examples are run by the tests.
"""

import inspect
import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from pages import Folder
from schemas import page, read_schemas

import grundy

__all__ = ["write"]

MODULES = {  # what a person reaches for beyond the names of the package itself
    "solvers": (
        "solvers.search",
        "solvers.value_sequence",
        "solvers.loopy",
        "solvers.retrograde_arrays",
        "solvers.retrograde",
    ),
    "misere": ("solvers.misere.quotient", "solvers.misere.genus", "solvers.misere.sum_analysis"),
    "explain": ("explain.account", "explain.structure", "explain.conjecture", "explain.same", "explain.checker"),
    "digraphs": (
        "digraphs.digraph",
        "digraphs.homomorphisms",
        "digraphs.simple",
        "digraphs.subtraction",
        "digraphs.ultimately_bipartite",
    ),
    "render": ("render.plot", "render.sequence", "render.text", "render.game_graph", "render.digraph"),
    "boards": ("core.board", "core.ruleset", "boards.heaps", "boards.coins", "boards.grid", "boards.graph"),
    "play": ("play.match", "play.players"),
    "catalog": ("catalog", "expressions", "errors"),
}
TITLES = {
    "solvers": "Solvers",
    "misere": "Misère play",
    "explain": "Explanations, laws, certificates",
    "digraphs": "The theory of digraphs",
    "render": "Pictures",
    "boards": "Boards and rulesets",
    "play": "Play",
    "catalog": "Catalogue, expressions, errors",
}


def write(path: Path) -> None:
    """Write the pages of the reference."""
    folder = Folder(path)
    folder.put("index.md", "\n".join(index()) + "\n")
    for name, modules in MODULES.items():
        parts = [f"# {TITLES[name]}\n", *(line for module in modules for line in section(module))]
        folder.put(f"{name}.md", "\n".join(parts) + "\n")
    schemas = read_schemas()
    folder.put("json.md", "\n".join(page(schemas)) + "\n")
    folder.put("schemas.json", json.dumps(schemas, indent=1, ensure_ascii=False) + "\n")
    folder.close()


def index() -> Iterator[str]:
    """The names of the package itself."""
    yield "# Reference\n\nWhat `from grundy import ...` gives, beside the rulesets of the"
    yield "[catalogue](../catalogue/index.md).\n"
    yield from (line for name in grundy.__all__ for line in entry(name, getattr(grundy, name), "##"))
    names = "\n".join([*MODULES, "json"])
    yield f"```{{toctree}}\n:hidden:\n\n{names}\n```"


def section(module: str) -> Iterator[str]:
    """The names of a module that have something to say: its list of public ones, or else those with a docstring."""
    found = import_module(f"grundy.{module}")
    yield f"## `grundy.{module}`\n\n{to_markdown(found.__doc__ or '')}"
    for name, thing in vars(found).items():
        own = getattr(thing, "__module__", "") == found.__name__ and thing.__doc__  # without a docstring it is a helper
        if own and name in getattr(found, "__all__", [name]):
            yield from entry(name, thing, "###")


def entry(name: str, thing: object, level: str) -> Iterator[str]:
    """A function, a class with its methods, or a value."""
    if not (inspect.isclass(thing) or inspect.isfunction(thing) or inspect.ismodule(thing)):
        return
    yield f"{level} `{name}`\n"
    if call := signature(name, thing):
        yield f"```text\n{call}\n```\n"
    yield to_markdown(inspect.getdoc(thing) or "")
    if inspect.isclass(thing):
        yield from (line for method in methods(thing) for line in method)
        yield ""


def methods(kind: type) -> Iterator[Iterator[str]]:
    """The public methods and properties that a class defines itself."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield iter([f"- `{name}`: {first(member)}"])
        elif isinstance(member, classmethod | staticmethod) or inspect.isfunction(member):
            yield iter([f"- `{signature(name, getattr(kind, name))}`: {first(getattr(kind, name))}"])


def first(thing: object) -> str:
    """The first paragraph of a docstring, in one line."""
    text = (inspect.getdoc(thing) or "").partition("\n\n")[0]
    return escape(" ".join(text.split()))


def signature(name: str, thing: object) -> str:
    """The name with its parameters, without the quotes and the modules of types."""
    if not callable(thing):
        return ""
    try:
        text = f"{name}{inspect.signature(thing)}"
    except ValueError:
        return ""
    return re.sub(r"\b(?:\w+\.)+(?=[A-Z])|'|<factory>", "", text)


def to_markdown(text: str) -> str:
    """A docstring as Markdown: prose as it is, examples as code."""
    parts = []
    for paragraph in text.strip().split("\n\n"):
        if paragraph.lstrip().startswith(">>>"):
            parts.append(f"```python\n{inspect.cleandoc(paragraph)}\n```")
        elif paragraph.startswith("    "):
            parts.append(f"```text\n{paragraph}\n```")
        else:
            parts.append(escape(paragraph))
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """Prose in which stars, brackets and dollars are only signs, code excepted."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if n % 2 else re.sub(r"([*_<\[$])", r"\\\1", piece) for n, piece in enumerate(pieces))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
