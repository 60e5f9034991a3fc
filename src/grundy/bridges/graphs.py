"""A game as a graph of networkx and back: the positions that play can reach, with an arrow for each move.

Vertices are the positions as texts, and have what is known of them: `outcome`, `misere`, `nimber` (text where it is no
number, None where it is infinite), `height`, `remoteness`. Needs the extra `networkx`.
"""

import re
from typing import TYPE_CHECKING, Any

from grundy.boards.graph_files import NAME
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import GrundyError
from grundy.games.digraph import Digraph
from grundy.render.game_graph import MOST_POSITIONS, positions
from grundy.solvers.retrograde import analyse

if TYPE_CHECKING:
    import networkx

__all__ = ["from_networkx", "to_networkx"]


def to_networkx(game: Game, most: int = MOST_POSITIONS, budget: Budget | None = None) -> "networkx.DiGraph[str]":
    """The graph of a game; its attribute `start` names the vertex of the game itself.

    >>> from grundy import nim
    >>> graph = to_networkx(nim(1, 2))
    >>> graph.graph["start"], graph.number_of_nodes(), graph.nodes["1,1"]["outcome"]
    ('1,2', 5, 'P')
    >>> sorted(graph["1,2"])
    ['1', '1,1', '2']
    """
    networkx = load_networkx()
    arrows = positions(game, most, budget)
    graph = networkx.DiGraph(name=str(game), start=next(iter(arrows)))
    for name, vertex in analyse(arrows).items():
        known = vertex.json()
        graph.add_node(name, **{key: known[key] for key in ("outcome", "misere", "nimber", "height", "remoteness")})
    graph.add_edges_from((tail, head) for tail, heads in arrows.items() for head in heads)
    return graph


def from_networkx(graph: "networkx.DiGraph[Any]", start: object = None) -> Game:
    """The game in which a piece walks along the arrows; it begins at `start`, or where the graph says.

    Vertices whose names are no words or numbers are called p0, p1, ... in their order.

    >>> import networkx
    >>> game = from_networkx(networkx.DiGraph([("a", "b"), ("a", "c"), ("b", "c")]), "a")
    >>> game, game.nimber
    (digraph(a: b c; b: c)(a), 2)
    """
    first = graph.graph.get("start") if start is None else start
    if first not in graph:
        raise GrundyError(f"the graph has no vertex {first!r}; give one at which play starts")
    names = {vertex: str(vertex) for vertex in graph}
    if len(set(names.values())) < len(names) or not all(map(is_name, names.values())):
        names = {vertex: f"p{number}" for number, vertex in enumerate(graph)}
    rules = Digraph({names[vertex]: [names[head] for head in graph[vertex]] for vertex in graph})
    return rules(names[first])


def is_name(text: str) -> bool:
    return re.fullmatch(NAME, text) is not None


def load_networkx() -> Any:
    try:
        import networkx
    except ModuleNotFoundError as error:
        raise GrundyError("this needs networkx: pip install 'grundy[networkx]'") from error
    return networkx
