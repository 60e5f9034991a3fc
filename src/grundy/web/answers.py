"""What the interface for programs answers: the objects of the command line's `--json`, computed by workers."""

import json
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from grundy.boards.digraph import Arrows, written
from grundy.boards.graph_files import NAME, dot, graphml, json_graph, listed
from grundy.core.budget import Budget
from grundy.core.calculator import calculate
from grundy.core.game import Game
from grundy.core.game import Move as Step
from grundy.core.reader import Reader, ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import MoveError, NotationError
from grundy.expressions import parse, parse_ruleset
from grundy.play.match import Match
from grundy.play.players import kind, perfect
from grundy.render.svg.compose import svg
from grundy.solvers.solution import MoveChoice, plain, solve
from grundy.web.limits import ARROWS, CELLS, CostlyError, bounded
from grundy.web.work import Report, Task

__all__ = [
    "Told",
    "analyse",
    "calc",
    "conjecture",
    "drawn",
    "explain",
    "graph",
    "misere",
    "move",
    "period",
    "same",
    "table",
    "told",
    "values",
]

MANY = 100_000  # moves that are looked through for the one that is meant, and values of one answer
SLIPS = {"kind1": 0.6, "kind2": 0.3, "kind3": 0.12}  # how often a kind player does not think
Json = dict[str, Any]


class Told(NamedTuple):
    """An answer as JSON, and whether more time could not improve it."""

    text: str
    decided: bool


def told(task: Task, arguments: Json, seconds: float, report: Report | None = None) -> Told:
    """The answer of a task as text: the server only hands it on."""
    found = task(**arguments, budget=Budget(seconds=seconds, report=report))
    unknown = any(found.get(key, "") is None for key in ("outcome", "period", "quotient"))
    return Told(json.dumps(found), not unknown)


def rules(text: str) -> Ruleset[Any]:
    """The ruleset in an expression that is short enough."""
    return parse_ruleset(bounded(text))


def analyse(game: str, misere: bool, moves: MoveChoice, most: int, budget: Budget) -> Json:
    """The object of `grundy solve --json`."""
    return solve(parse(bounded(game)), misere, moves, most, budget).json()


def explain(game: str, misere: bool, full: bool, html: bool, budget: Budget) -> Json:
    """The explanation, as data and if wanted as HTML."""
    from grundy.explain.account import explain as explained

    found = explained(parse(bounded(game)), misere, full, budget)
    return found.json() | ({"html": found.html()} if html else {})


def move(game: str, move: str, to: str, misere: bool, reply: str | None, analyse: bool, budget: Budget) -> Json:
    """The game after a move, given in words or by where it leads, and after the reply of a player."""
    before = Match.of(parse(bounded(game)), misere)
    match = before.play(parse(bounded(to)) if to else meant(before.game, move))
    answer = replied(match, reply, budget) if reply and not match.over else None
    after = match.play(answer) if answer else match
    found = {
        "schema": 1,
        "game": str(after.game),
        "after_move": str(match.game),
        "reply": {"move": answer.label, "to": str(answer.to)} if answer else None,
        "over": after.over,
        "winner": None if after.winner is None else ("mover", "opponent")[after.winner],
    }
    return found | ({"analysis": solve(after.game, misere, "winning", 100, budget).json()} if analyse else {})


def meant(game: Game, words: str) -> Step:
    """The move that is written like this."""
    for number, one in enumerate(game.each_move()):
        if one.label == words:
            return one
        if number > MANY:
            break
    raise MoveError(f"'{words[:60]}' is no move here; /api/analyse?moves=all lists them, or give the position as `to`")


def replied(match: Match, player: str, budget: Budget) -> Step:
    """The move of a player; the same question has the same answer."""
    seconds = budget.seconds or 0.0
    if player not in SLIPS:
        return perfect(match, seconds)
    return kind(match, SLIPS[player], Random(f"{match.history}{player}"), seconds)


def values(ruleset: str, to: int, start: int, budget: Budget) -> Json:
    """The object of `grundy values --json`, from `start` on."""
    from grundy.solvers.table import Table

    found = Table(rules(ruleset), budget)
    start = max(start, found.first)
    if to - start > MANY:
        raise CostlyError(f"{to - start:,} values; at most {MANY:,} are listed at once, and `grundy values` lists more")
    found.grow(to)
    return {"ruleset": str(found.ruleset), "from": start, "values": [found[n] for n in range(start, to)]}


def period(ruleset: str, limit: int, budget: Budget) -> Json:
    """The object of `grundy period --json`."""
    from grundy.solvers import table

    return table.period(rules(ruleset), limit, budget).json()


def table(ruleset: str, rows: int, columns: int, budget: Budget) -> Json:
    """The object of `grundy table --json`."""
    from grundy.solvers.table import grid

    if rows * columns > CELLS:
        raise CostlyError(f"a table of {rows * columns:,} cells; at most {CELLS:,} are computed here")
    found = rules(ruleset)
    nimbers = grid(found, rows, columns, budget)
    return {"ruleset": str(found), "rows": [[plain(value) for value in row] for row in nimbers]}


def misere(ruleset: str, to: int, budget: Budget) -> Json:
    """The object of `grundy misere --json`."""
    from grundy.solvers.misere.analysis import analyse as analysed

    return analysed(rules(ruleset), to, budget).json()


def conjecture(ruleset: str, to: int | None, budget: Budget) -> Json:
    """The object of `grundy conjecture --json`."""
    from grundy.explain.conjecture import conjecture as conjectured

    return conjectured(rules(ruleset), to, budget).json()


def same(a: str, b: str, to: int | None, budget: Budget) -> Json:
    """The object of `grundy same --json`."""
    from grundy.explain.same import same as compared

    return compared(rules(a), rules(b), to, budget).json()


def calc(expression: str, budget: Budget) -> Json:
    """The object of `grundy calc --json`."""
    return calculate(expression).json()


def drawn(game: str) -> str:
    """The picture of a game."""
    return svg(parse(bounded(game)))


def graph(text: str, misere: bool, svg: bool, budget: Budget) -> Json:
    """The object of `grundy graph --json`, from a graph in any format that files have."""
    from grundy.render.digraph import draw
    from grundy.solvers.retrograde import analyse as analysed

    arrows = Arrows(checked(stated(text)))
    found = {"vertices": {name: vertex.json() for name, vertex in analysed(arrows, misere).items()}}
    return found | ({"svg": draw(arrows, misere)} if svg else {})


def checked(items: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    """The vertices and arrows, as many as are taken, with names that are words or numbers."""
    for number, item in enumerate(items):
        if number >= ARROWS:
            raise CostlyError(f"a graph of more than {ARROWS:,} arrows; `grundy graph FILE` takes larger ones")
        if not all(map(NAME.fullmatch, item)):
            raise NotationError(f"{' - '.join(map(ellipsis, item))}: a vertex must be a word or a number; rename it")
        yield item


def stated(text: str) -> Iterator[Sequence[str]]:
    """The vertices and arrows in a text; how it begins tells the format."""
    start = text.lstrip()[:8].lower()
    if start.startswith(("digraph", "strict", "graph")):
        return dot(text, "the graph", True)
    if start.startswith(("{", "[")):
        return json_graph(text, "the graph", True)
    if start.startswith("<"):
        return graphml(text, "the graph", True)
    return iter(written(Reader(text))) if ";" in text else listed(text, "the graph", True)
