"""Graphs in files: GraphML, DOT, JSON, and plain lists of edges. Attributes are passed over.

A file may be hostile: sizes are bounded before reading, XML with a document type (which can declare entities and load
external files) is refused, and nothing in a file is ever run. A file is read as a stream of statements: a tuple of one
name is a vertex, a tuple of two an edge.
"""

import json
import re
import sys
from array import array
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import chain, pairwise
from pathlib import Path
from xml.parsers import expat

from grundy.boards.digraph import read_statements
from grundy.boards.graph_forms import Edge
from grundy.core.reader import Reader, ellipsis
from grundy.errors import NotationError

MOST_BYTES = 64_000_000
MOST_VERTICES = 4_000_000  # each name takes a hundred bytes or more
NAME = re.compile(r"\w+")
# What DOT is made of: comments, attribute lists, quoted names, edges, brackets and ends of statements, names. What is
# never closed runs to the end, so that no place is looked at twice.
DOT = re.compile(
    r"""//[^\n]* | /\*.*?(?:\*/|\Z) | \#[^\n]*
    | \[(?:"(?:\\.|[^"\\])*(?:"|\Z) | [^\]"])*(?:\]|\Z)
    | "(?:\\.|[^"\\])*(?:"|\Z) | -- | -> | [{};,=] | [^\s{};,=\["-]+""",
    re.DOTALL | re.VERBOSE,
)
ARROWS = ("--", "->")
WALK = re.compile(r"\s*(?:-+>?|>)\s*")  # what stands between two vertices of a line such as a -> b -> c
HEADING = re.compile(r"(?i)(source|from|tail)\s*[,;\t]\s*(target|to|head)\b.*")  # the first line of a table
ATTRIBUTES = re.compile(r"\{[^{}]*\}\s*\Z")  # as networkx writes them behind an edge
KEYWORDS = ("strict", "graph", "digraph", "node", "edge", "subgraph")
Statement = tuple[str, ...]


def load(path: str) -> Iterator[Edge]:
    """The edges of the graph in a file, whatever their direction."""
    return ((item[0], item[1]) for item in load_statements(path, False) if len(item) == 2)


def load_statements(path: str, directed: bool) -> Iterator[Statement]:
    """The vertices and edges in a file, with names checked; the ending of the file's name gives the format.

    The path - is standard input, whose format is seen from how it begins.
    """
    text = contents(path)
    ending = recognise(text) if path == "-" else Path(path).suffix.lower()
    if ending not in FORMATS:
        formats = " ".join(filter(None, FORMATS))
        raise NotationError(f"{path}: the format {ellipsis(ending)} is not known; there are {formats}")
    for item in FORMATS[ending](text, path, directed):
        if not all(map(NAME.fullmatch, item)):
            words = " - ".join(map(ellipsis, item))
            raise NotationError(f"{path}: {words}: a vertex must be a word or a number; rename it")
        yield item


def recognise(text: str) -> str:
    """The ending that a file with this text would have."""
    start = text.lstrip()
    if start.startswith(("{", "[")):
        return ".json"
    return ".graphml" if start.startswith("<") else ".dot" if re.match(r"(strict|di?graph|graph)\b", start) else ""


def load_numbered(path: str) -> tuple[list[str], "array[int]", "array[int]"]:
    """The names of the vertices of a directed graph in a file, and its arrows as numbers of tails and of heads."""
    numbers: dict[str, int] = {}
    tails, heads = array("i"), array("i")
    for item in load_statements(path, True):
        ends = [numbers.setdefault(name, len(numbers)) for name in item]
        if len(ends) == 2:
            tails.append(ends[0])
            heads.append(ends[1])
        if len(numbers) > MOST_VERTICES:
            raise NotationError(f"{path} has more than {MOST_VERTICES:,} vertices; give a smaller graph")
    if not numbers:
        raise NotationError(f"{path} has no vertices; give at least one edge")
    return list(numbers), tails, heads


def contents(path: str) -> str:
    try:
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise NotationError(f"{path} is larger than {MOST_BYTES:,} bytes; give a smaller graph")
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        reason = error.strerror if isinstance(error, OSError) else error
        name = path or "a file without a name"
        raise NotationError(f"cannot read {name}: {reason}; name a file, or - for standard input") from error


def undirected_error(path: str) -> NotationError:
    return NotationError(f"{path}: an edge without a direction; make it a directed graph, such as digraph {{ a -> b }}")


def graphml(text: str, path: str, directed: bool) -> Iterator[Statement]:
    found: list[Statement] = []
    default = "true"

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal default
        kind = tag.rpartition(":")[2]
        if kind == "graph":
            default = str(attributes.get("edgedefault") != "undirected").lower()
        elif kind == "node":
            found.append((attributes.get("id", ""),))
        elif kind == "edge":
            found.append((attributes.get("source", ""), attributes.get("target", "")))
            if directed and attributes.get("directed", default) == "false":
                raise undirected_error(path)

    def refuse(*_: object) -> None:
        raise NotationError(f"{path} has a document type, which is not read; remove the <!DOCTYPE ...>")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.StartDoctypeDeclHandler = start, refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise NotationError(f"{path} is not XML: {error}") from error
    return iter(found)


def dot(text: str, path: str, directed: bool) -> Iterator[Statement]:
    """The vertices and edges of a DOT file, chains such as a -- b -- c too."""
    tokens = (match[0] for match in DOT.finditer(text) if not match[0].startswith(("//", "/*", "#", "[")))
    if "digraph" not in until_brace(tokens, path) and directed:
        raise undirected_error(path)
    before, last = "{", ""
    for token, after in pairwise(chain(tokens, "};")):
        if before in ARROWS and token in "{};,":
            raise NotationError(f"{path}: an edge to '{token}'; write out each edge between two vertices")
        if token not in ARROWS:
            name, is_keyword = token.strip('"'), token.lower() in KEYWORDS or before.lower() == "subgraph"
            if before in ARROWS and last:
                yield last, name
            elif "=" not in (before, token, after) and token not in "{};," and not is_keyword:
                yield (name,)
            last = name
        before = token


def until_brace(tokens: Iterator[str], path: str) -> list[str]:
    words: list[str] = []
    for token in tokens:
        if token == "{":
            return words
        words.append(token.lower())
        if len(words) > len(KEYWORDS):
            break
    raise NotationError(f"{path} is not DOT; it has no {{ at its beginning")


def json_graph(text: str, path: str, directed: bool) -> Iterator[Statement]:
    """The vertices and edges of a JSON file.

    Edges are a list of pairs, alone or as "edges" or "links", or objects with source and target. An object without
    these gives the list of followers of each vertex.
    """
    try:
        graph = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{path} is not JSON: {error}") from error
    if not isinstance(graph, dict):
        yield from pairs(graph, path)
    elif directed and graph.get("directed") is False:
        raise undirected_error(path)
    elif "edges" in graph or "links" in graph:
        yield from ((str(node.get("id") if isinstance(node, dict) else node),) for node in graph.get("nodes", []))
        yield from pairs(graph.get("edges", graph.get("links")), path)
    else:
        for tail, heads in graph.items():
            yield (tail,)
            yield from pairs([[tail, head] for head in heads] if isinstance(heads, list) else None, path)


def pairs(edges: object, path: str) -> Iterator[Statement]:
    for edge in edges if isinstance(edges, list) else [None]:
        ends = [edge.get("source"), edge.get("target")] if isinstance(edge, dict) else edge
        if not isinstance(ends, list) or len(ends) < 2 or not all(isinstance(end, str | int) for end in ends[:2]):
            raise NotationError(f'{path} has no list of edges; write [[0, 1], [1, 2]] or {{"0": [1], "1": [2]}}')
        if isinstance(ends[2] if len(ends) > 2 else None, str | int):
            raise NotationError(
                f"{path}: {ellipsis(str(ends))} is not a pair of vertices; write one pair for each edge"
            )
        yield str(ends[0]), str(ends[1])


def edge_list(text: str, path: str, directed: bool) -> Iterator[Statement]:
    """The edges of a plain file: two vertices a line, with blanks, a comma or an arrow between; # starts a comment.

    A line may also be a walk a -> b -> c, or list the followers of a vertex, as expressions do: a: b c. A heading such
    as source,target is passed over.
    """
    for number, line in enumerate(StringIO(text), 1):
        statement = ATTRIBUTES.sub("", line.partition("#")[0]).strip(" \t\r\n,;")
        names, walk = re.split(r"[\s,;>-]+", statement), WALK.split(statement)
        if number == 1 and HEADING.fullmatch(statement):
            continue
        if ":" in statement:
            try:
                yield from read_statements(Reader(statement))
            except NotationError as error:
                raise NotationError(f"{path}, line {number}: {error.message}") from error
        elif len(walk) > 2 and all(map(NAME.fullmatch, walk)):
            yield from pairwise(walk)
        elif len(names) == 2:
            yield names[0], names[1]
        elif statement:
            cure = "write two, a walk a -> b -> c, or a: b c for arrows from a to b and to c" if len(names) > 2 else ""
            found = f"{ellipsis(statement)}; {cure}".removesuffix("; ")
            raise NotationError(f"{path}, line {number}: expected two vertices, found {found}")


FORMATS: dict[str, Callable[[str, str, bool], Iterator[Statement]]] = {
    **dict.fromkeys((".graphml", ".xml"), graphml),
    **dict.fromkeys((".dot", ".gv"), dot),
    ".json": json_graph,
    **dict.fromkeys((".txt", ".csv", ".tsv", ".edges", ".edgelist", ""), edge_list),
}
