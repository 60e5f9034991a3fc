"""What the interface for programs answers: the objects of the command line's `--json`, computed by workers."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from grundy.boards.digraph import Arrows, read_statements
from grundy.boards.graph_files import NAME, dot, edge_list, graphml, json_graph
from grundy.core.budget import Budget
from grundy.core.calculator import calculate
from grundy.core.game import Game, Move
from grundy.core.reader import Reader, ellipsis
from grundy.errors import MoveError, NotationError
from grundy.play.match import Match
from grundy.play.players import ChosenMove, choose_move
from grundy.play.turns import Turn
from grundy.render.scenes.compose import draw_game
from grundy.solvers.solution import MoveChoice, plain_nimber, solve
from grundy.solvers.solver import Solver
from grundy.web.limits import GRAPH_ARROWS, TABLE_CELLS, CostlyError
from grundy.web.parsing import read_game, read_ruleset
from grundy.web.workers.tasks import Report, TaskFunction, TextAnswer

if TYPE_CHECKING:
    from grundy.solvers.value_sequence import ValueSequence

SEARCHED_MOVES = 100_000  # moves that are compared with the words of one
ANSWER_VALUES = 100_000
SENDERS = ("mover", "opponent")  # who sent the move, and who did not
Json = dict[str, Any]


def run_as_text(task: TaskFunction, arguments: Json, seconds: float, report: Report | None = None) -> TextAnswer:
    answer = task(**arguments, budget=Budget(seconds=seconds, report=report))
    decided = all(answer.get(key, "") is not None for key in ("outcome", "period", "quotient"))
    guessed = any(reply["guess"] for reply in answer.get("replies", ()))  # a worker with more time may find better
    return TextAnswer(json.dumps(answer), decided and not guessed)


def analyse(game: str, misere: bool, moves: MoveChoice, most: int, budget: Budget) -> Json:
    return solve(read_game(game), misere=misere, moves=moves, most=most, budget=budget).json()


def explain(game: str, misere: bool, full: bool, html: bool, budget: Budget) -> Json:
    from grundy.explain import account

    explanation = account.explain(read_game(game), misere, full, budget)
    return explanation.json() | ({"html": explanation.html()} if html else {})


def move(
    game: str, move: str, to: str, misere: bool, lead: int, reply: str | None, analyse: bool, budget: Budget
) -> Json:
    """The game after a move, given in words or by where it leads, and after the reply of a player."""
    before = Match((read_game(game),), misere, Turn(points=(lead, 0)))
    match = before.play(read_game(to) if to else find_move(before.game, move))
    solver = Solver(budget)
    after, replies = play_turn(match, reply, solver, budget) if reply else (match, [])
    first, second = after.turn.points
    answer = {
        "schema": 1,
        "game": str(after.game),
        "after_move": str(match.game),
        "reply": replies[0] if replies else None,
        "replies": replies,
        "over": after.is_over,
        "next": None if after.is_over else SENDERS[after.mover],
        "lead": first - second,
        "winner": None if after.winner is None else SENDERS[after.winner],
    }
    return answer | ({"analysis": solve(after.game, misere=misere, most=100, solver=solver).json()} if analyse else {})


def play_turn(match: Match, player: str, solver: Solver, budget: Budget) -> tuple[Match, list[Json]]:
    """The match after the turn of the player who did not send the move: more than one move where these go on."""
    chance, replies = Random(f"{match.history}{player}"), list[Json]()  # the same question has the same answer
    while match.mover == 1 and not match.is_over:
        left = max(0.0, (budget.seconds or 0.0) - budget.elapsed)
        reply = choose_move(match, player, chance, left, solver)
        match = match.play(reply.move)
        replies.append(reply_as_json(reply))
    return match, replies


def reply_as_json(reply: ChosenMove) -> Json:
    thought = reply.thought
    return {"move": reply.move.label, "to": str(reply.move.to), "guess": thought.is_guess, "thought": thought.sentence}


def find_move(game: Game, words: str) -> Move:
    for move in islice(game.each_move(), SEARCHED_MOVES):
        if move.label == words:
            return move
    raise MoveError(f"'{words[:60]}' is no move here; /api/analyse?moves=all lists them, or give the position as `to`")


def values(ruleset: str, to: int, start: int, budget: Budget) -> Json:
    table, start = value_table(ruleset, to, start, budget)
    return values_as_json(table, to, start)


def values_as_json(table: "ValueSequence", to: int, start: int) -> Json:
    from grundy.solvers.value_sequence import show_value

    return {"ruleset": str(table.ruleset), "from": start, "values": [show_value(table[n]) for n in range(start, to)]}


def value_table(ruleset: str, to: int, start: int, budget: Budget) -> tuple["ValueSequence", int]:
    """The values below `to`, and the first that is wanted and exists."""
    from grundy.solvers.value_sequence import ValueSequence

    table = ValueSequence(read_ruleset(ruleset), budget)
    start = max(start, table.first)
    if to - start > ANSWER_VALUES:
        raise CostlyError(
            f"{to - start:,} values; at most {ANSWER_VALUES:,} are listed at once, and `grundy values` lists more"
        )
    table.extend(to)
    return table, start


def period(ruleset: str, limit: int, budget: Budget) -> Json:
    from grundy.solvers.value_sequence import search_period

    return search_period(read_ruleset(ruleset), limit, budget).report.json()


def table(ruleset: str, rows: int, columns: int, budget: Budget) -> Json:
    from grundy.solvers.value_sequence import nimber_table

    if rows * columns > TABLE_CELLS:
        raise CostlyError(f"a table of {rows * columns:,} cells; at most {TABLE_CELLS:,} are computed here")
    rules = read_ruleset(ruleset)
    nimbers = nimber_table(rules, rows, columns, budget)
    return {"ruleset": str(rules), "rows": [[plain_nimber(value) for value in row] for row in nimbers]}


def misere(ruleset: str, to: int, budget: Budget) -> Json:
    from grundy.solvers.misere.analysis import analyse_ruleset, find_whole_solution, whole_json

    answer = analyse_ruleset(read_ruleset(ruleset), to, budget)
    return answer.json() | whole_json(find_whole_solution(answer, budget))


def conjecture(ruleset: str, to: int | None, budget: Budget) -> Json:
    from grundy.explain import conjecture

    return conjecture.conjecture(read_ruleset(ruleset), to, budget).json()


def same(a: str, b: str, to: int | None, budget: Budget) -> Json:
    from grundy.explain import same

    return same.same(read_ruleset(a), read_ruleset(b), to, budget).json()


def calc(expression: str, budget: Budget) -> Json:
    return calculate(expression).json()


def draw(game: str) -> str:
    return draw_game(read_game(game)).svg


def graph(text: str, misere: bool, svg: bool, budget: Budget) -> Json:
    """The object of `grundy graph --json`, from a graph in any format that files have."""
    from grundy.render import digraph
    from grundy.solvers import retrograde

    arrows = Arrows(check_arrows(read_arrows(text)))
    vertices = {name: vertex.json() for name, vertex in retrograde.analyse(arrows, misere).items()}
    return {"vertices": vertices} | ({"svg": digraph.draw_digraph(arrows, misere).svg} if svg else {})


def check_arrows(items: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    for number, item in enumerate(items):
        if number >= GRAPH_ARROWS:
            raise CostlyError(f"a graph of more than {GRAPH_ARROWS:,} arrows; `grundy graph FILE` takes larger ones")
        if not all(map(NAME.fullmatch, item)):
            raise NotationError(f"{' - '.join(map(ellipsis, item))}: a vertex must be a word or a number; rename it")
        yield item


def read_arrows(text: str) -> Iterator[Sequence[str]]:
    """The vertices and arrows in a text; its beginning decides the format."""
    start = text.lstrip()[:8].lower()
    if start.startswith(("digraph", "strict", "graph")):
        return dot(text, "the graph", True)
    if start.startswith(("{", "[")):
        return json_graph(text, "the graph", True)
    if start.startswith("<"):
        return graphml(text, "the graph", True)
    return iter(read_statements(Reader(text))) if ";" in text else edge_list(text, "the graph", True)
