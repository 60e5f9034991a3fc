"""The catalogue as pages: each ruleset with rules, picture, values, law, an answered example, and sources.

Everything is asked of the ruleset itself. `python docs/_ext/catalogue.py FOLDER` writes the pages without Sphinx.
"""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from addresses import PLAY
from pages import Folder

from grundy import Budget, Game, Ruleset, parse, parse_ruleset
from grundy.catalog import Entry, entries, families
from grundy.errors import GrundyError
from grundy.explain.account import explain
from grundy.explain.conjecture import conjecture
from grundy.render import plot
from grundy.render.charts import draw_heat_map
from grundy.solvers.value_sequence import ValueSequence, nimber_table

__all__ = ["write"]

QUESTION_POSITIONS, QUESTION_SECONDS = 20_000, 5  # for one question: the whole catalogue takes less than a minute
LISTED_VALUES, PLOTTED_VALUES, TABLE_SIDE = 32, 120, 8
METHODS = ("theorem", "disguise", "verdict", "reach")  # of a ruleset that may cite a theorem


def write(path: Path) -> None:
    """Write a page for each ruleset, its pictures, the index, and the theorems by ruleset."""
    folder = Folder(path)
    everything = entries()
    for entry in everything.values():
        folder.put(f"{entry.name}.md", "\n".join(page(entry, folder)) + "\n")
    folder.put("index.md", "\n".join(index(list(everything.values()))) + "\n")
    folder.put("theorems.md", "\n".join(theorems(list(everything.values()))) + "\n")
    folder.close()


def budget() -> Budget:
    return Budget(QUESTION_POSITIONS, QUESTION_SECONDS)


def index(everything: list[Entry]) -> Iterator[str]:
    """The page that lists all."""
    yield f"# Catalogue\n\n{len(everything)} rulesets, as `grundy games` lists them. Every page is written from the"
    yield "ruleset itself when the site is built: its picture, its values and its law are computed, not copied.\n"
    for family, members in families(everything).items():
        yield f"## {family}\n\n| ruleset | rules |\n| --- | --- |"
        yield from (f"| [{entry.name}]({entry.name}.md) | {entry.about.rules} |" for entry in members)
        yield ""
    yield "[What each of them rests on](theorems.md): the theorems, ruleset by ruleset.\n"
    names = "\n".join(["theorems", *(entry.name for entry in everything)])
    yield f"```{{toctree}}\n:hidden:\n\n{names}\n```"


def theorems(everything: list[Entry]) -> Iterator[str]:
    """The page of theorems by ruleset: what each method says, and whom it cites."""
    yield "# Theorems by ruleset\n\nWhat a ruleset knows without search, from its own file, with whoever proved it. The"
    yield "theorems behind many of them are [stated and proved](../theory/theorems.md) together.\n"
    for family, members in families(everything).items():
        rows = [(entry, *row) for entry in members for row in cited_methods(entry)]
        if rows:
            yield f"## {family}\n\n| ruleset | what is known | by |\n| --- | --- | --- |"
            yield from (f"| [{entry.name}]({entry.name}.md) | {told} | {by} |" for entry, told, by in rows)
            yield ""


def cited_methods(entry: Entry) -> Iterator[tuple[str, str]]:
    """The first line of each method of the ruleset that cites a theorem, and the citation."""
    kind = entry.schema or type(entry.ruleset)
    for name in METHODS:
        method = getattr(kind, name)
        if hasattr(method, "source"):
            yield escape((inspect.getdoc(method) or name).partition("\n")[0]), escape(method.source)


def page(entry: Entry, folder: Folder) -> Iterator[str]:
    """The page of one ruleset."""
    ruleset = entry.ruleset or parse_ruleset(f"{entry.name}({entry.about.example_parameters})")
    game = parse(entry.example)
    yield f"# {entry.name}\n\n{entry.about.rules}\n"
    folder.put(f"{entry.name}.svg", plot.board(game).svg)
    yield f"![The position {game}]({entry.name}.svg)\n"
    yield from facts(entry)
    yield from background(ruleset)
    yield from law(ruleset)
    yield from values(ruleset, entry.name, folder)
    yield from example(game)


def facts(entry: Entry) -> Iterator[str]:
    """How it is written, and what can be asked of it."""
    about = entry.json()
    yield f"- Position: {about['notation']}"
    if entry.schema:
        yield f"- Parameters: `{entry.name}(PARAMETERS)(POSITION)`"
    if about["aliases"]:
        yield f"- Also called: {', '.join(about['aliases'])}"  # type: ignore[arg-type]
    if not about["adds"]:
        yield "- It does not add to other games."
    if not about["misere"]:
        yield "- It has no misère form."
    yield f"- Source: {about['source']}" if about["source"] else "- Source: folklore"
    proofs = sorted({by for _, by in cited_methods(entry)})
    if proofs:
        yield f"- Theorems by: {'; '.join(proofs)}"
    yield f'- `grundy play "{entry.example}"`, or in the browser: [Play it]({PLAY}{quote(entry.example)})\n'


def background(ruleset: Ruleset[Any]) -> Iterator[str]:
    """What the file of the ruleset says of it: that of a named game, such as kayles, or of its class."""
    files = (module for name, module in sys.modules.items() if ".games." in name and not hasattr(module, "__path__"))
    home = next((module for module in files if vars(module).get(ruleset.name) is ruleset), None)
    text = (home or sys.modules[type(ruleset).__module__]).__doc__ or ""
    yield "## What is known\n"
    for paragraph in text.strip().split("\n\n"):
        if ">>>" not in paragraph:
            yield escape(paragraph) + "\n"


def escape(text: str) -> str:
    """Text of a docstring in which stars and underscores are only signs."""
    return "".join(f"\\{sign}" if sign in "*_<[$|" else sign for sign in text)


def law(ruleset: Ruleset[Any]) -> Iterator[str]:
    """The law that the values follow, found from the values and then compared with what is proved."""
    try:
        found = conjecture(ruleset, budget=budget())
    except GrundyError:
        return
    if found.law:
        yield f"## Its law\n\n`grundy conjecture {ruleset}` finds from values alone:\n"
        yield "```text\n" + "\n".join(found.lines()) + "\n```\n"


def values(ruleset: Ruleset[Any], name: str, folder: Folder) -> Iterator[str]:
    """The first values along the line of the board, or a table of them."""
    try:
        ruleset.board.line(ruleset.board.first)
        known = ValueSequence(ruleset, budget())
        found = known.values_below(LISTED_VALUES)
    except GrundyError:
        yield from table(ruleset, name, folder)
        return
    shown = "\n".join("  ".join(map(str, found[n : n + 16])) for n in range(0, len(found), 16))
    yield f"## Values\n\nFrom {ruleset.board.first} on:\n\n```text\n{shown}\n```\n"
    try:
        folder.put(f"{name}-values.svg", plot.values(ruleset, PLOTTED_VALUES, budget()).svg)
        yield f"![The values of {name}]({name}-values.svg)\n"
    except GrundyError:
        return


def table(ruleset: Ruleset[Any], name: str, folder: Folder) -> Iterator[str]:
    """A table of nimbers as a heat map, where positions form one."""
    try:
        ruleset.board.cell(*ruleset.board.origin)
        rows = nimber_table(ruleset, TABLE_SIDE, TABLE_SIDE, budget())
    except GrundyError:
        return
    folder.put(f"{name}-values.svg", draw_heat_map(rows, ruleset.board.origin).svg)
    yield f"## Values\n\n`grundy table {ruleset} {TABLE_SIDE}x{TABLE_SIDE}`:\n"
    yield f"![A table of nimbers of {name}]({name}-values.svg)\n"


def example(game: Game) -> Iterator[str]:
    """The example, solved and explained."""
    misere = game.summands[0].ruleset.plays[0]
    yield f'## An example\n\n`grundy explain {"--misere " * misere}"{game}"`:\n'
    yield explain(game, misere, budget=budget()).markdown()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
