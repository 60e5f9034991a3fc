"""Graphs in files: GraphML, DOT, JSON, and plain lists of edges. Directions and attributes are passed over.

Files come from strangers, so sizes are bounded before reading, XML with a document type (the way to entities and
external files) is refused, and nothing in a file is ever run.
"""

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from xml.parsers import expat

from grundy.boards.graph_forms import Edge
from grundy.core.reader import ellipsis
from grundy.errors import NotationError

__all__ = ["load"]

MOST_BYTES = 64_000_000
NAME = re.compile(r"\w+")
# What DOT is made of: comments, attribute lists, quoted names, edges, brackets and ends of statements, names. What is
# never closed runs to the end, so that no place is looked at twice.
DOT = re.compile(
    r"""//[^\n]* | /\*.*?(?:\*/|\Z) | \#[^\n]*
    | \[(?:"(?:\\.|[^"\\])*(?:"|\Z) | [^\]"])*(?:\]|\Z)
    | "(?:\\.|[^"\\])*(?:"|\Z) | -- | -> | [{};,=] | [^\s{};,=\["-]+""",
    re.DOTALL | re.VERBOSE,
)


def load(path: str) -> Iterator[Edge]:
    """The edges of the graph in a file; the end of its name tells the format."""
    edges = FORMATS.get(Path(path).suffix.lower(), listed)
    for u, v in edges(contents(path), path):
        if not (NAME.fullmatch(u) and NAME.fullmatch(v)):
            raise NotationError(
                f"{path}: {ellipsis(u)} - {ellipsis(v)}: a vertex must be a word or a number; rename it"
            )
        yield u, v


def contents(path: str) -> str:
    """The text of a file of bounded size."""
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            raise NotationError(f"{path} is larger than {MOST_BYTES:,} bytes; give a smaller graph")
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"cannot read {path or 'a file without a name'}: {error}") from error


def graphml(text: str, path: str) -> Iterator[Edge]:
    """The edges of a GraphML file."""
    found: list[Edge] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        if tag.rpartition(":")[2] == "edge":
            found.append((attributes.get("source", ""), attributes.get("target", "")))

    def refuse(*_: object) -> None:
        raise NotationError(f"{path} has a document type, which is not read; remove the <!DOCTYPE ...>")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.StartDoctypeDeclHandler = start, refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise NotationError(f"{path} is not XML: {error}") from error
    return iter(found)


def dot(text: str, path: str) -> Iterator[Edge]:
    """The edges of a DOT file, chains such as a -- b -- c too."""
    tokens = [token for token in DOT.findall(text) if not token.startswith(("//", "/*", "#", "["))]
    if "{" not in tokens:
        raise NotationError(f"{path} is not DOT; it has no {{")
    chain: list[str] = []
    for before, token in pairwise([*tokens[tokens.index("{") :], ";"]):
        joins = before in ("--", "->")
        if joins and token in "{};,":
            raise NotationError(f"{path}: an edge to '{token}'; write out each edge between two vertices")
        if token not in ("--", "->"):
            name = token.strip('"')
            if joins and chain:
                yield chain[-1], name
            chain = [name]


def json_graph(text: str, path: str) -> Iterator[Edge]:
    """The edges of a JSON file: a list of pairs, alone or as "edges" or "links", or objects with source and target."""
    try:
        graph = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{path} is not JSON: {error}") from error
    edges = graph.get("edges", graph.get("links")) if isinstance(graph, dict) else graph
    for edge in edges if isinstance(edges, list) else [None]:
        ends = [edge.get("source"), edge.get("target")] if isinstance(edge, dict) else edge
        if not isinstance(ends, list) or len(ends) < 2 or not all(isinstance(end, str | int) for end in ends[:2]):
            raise NotationError(f"{path} has no list of edges; write [[0, 1], [1, 2]]")
        yield str(ends[0]), str(ends[1])


def listed(text: str, path: str) -> Iterator[Edge]:
    """The edges of a plain file: two vertices a line, with blanks, a comma or a dash between; # starts a comment."""
    for number, line in enumerate(text.splitlines(), 1):
        names = re.split(r"[\s,;-]+", line.partition("#")[0].strip())
        if len(names) > 1:
            yield names[0], names[1]
        elif names[0]:
            raise NotationError(f"{path}, line {number}: expected two vertices, found {ellipsis(names[0])}")


FORMATS: dict[str, Callable[[str, str], Iterator[Edge]]] = {
    ".graphml": graphml,
    ".xml": graphml,
    ".dot": dot,
    ".gv": dot,
    ".json": json_graph,
}
