"""What the workers of the web app do for pages: plain data in, plain data out."""

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, distinct
from grundy.errors import GrundyError
from grundy.expressions import parse
from grundy.play.match import Match
from grundy.play.players import kind, perfect
from grundy.render.svg.compose import Choice, board, sentence
from grundy.solvers.answer import Solver
from grundy.solvers.winning import winning
from grundy.web.answers import Told
from grundy.web.gallery import rulesets, titled
from grundy.web.limits import MOVES, bounded
from grundy.web.paper import printed
from grundy.web.sizes import shown
from grundy.web.state import State, around
from grundy.web.typed import fields, meant
from grundy.web.worth import badge, columns_of, judged

__all__ = ["reply", "sheet", "typed"]

SLIPS = {"kind1": 0.6, "kind2": 0.3, "kind3": 0.12}
RANK = {"P": 0, "D": 1, "N": 2}  # of an outcome, for who is to move
WORDS = {"N": "The player to move wins.", "P": "The player to move loses.", "D": "Nobody can force a win."}
POSITIONS = 150_000  # that the values of a page are searched in
KEYS = 20_000  # pieces in all that a page marks as going
Json = dict[str, Any]


def read(text: str) -> Game:
    """The game in an expression, if a page can show it."""
    return shown(parse(bounded(text)))


def listed(game: Game) -> list[Move]:
    """The moves to distinct options, as many as a page shows."""
    return distinct(islice(game.each_move(), 8 * MOVES))[:MOVES]


def sheet(state: State, limit: str, seconds: float) -> Told:
    """The page of a game, with the limit that it met before, and whether more time could not improve it."""
    content = table(state, seconds)
    text = printed("play.html", state=state, limit=limit, **content, **around(state))
    return Told(text, content.get("outcome", "") is not None)


def table(state: State, seconds: float) -> Json:
    """Everything on the page of a game."""
    game = read(state.game)
    moves, solver = listed(game), Solver(Budget(POSITIONS, seconds / 2))
    worth = judged(moves, solver, state.misere, seconds) if state.values else [{} for _ in moves]
    marks = {move.key: badge(one) for move, one in zip(moves, worth, strict=True)}
    playing = moves if state.turn == "you" and state.opponent != "watch" else []
    drawn, ways = board(
        game, playing, lambda move: state.played(move).url, lambda move: marks.get(move.key), earlier(state)
    )
    return {
        "game": str(game),
        "rulesets": [about(name) for name in dict.fromkeys(str(s.ruleset).partition("(")[0] for s in game.summands)],
        "board": drawn,
        "ways": written(ways),
        "several": any(len(way.keys) > 1 for way in ways),
        "moves": [
            {"label": move.label, "sentence": sentence(move), "url": state.played(move).url, **one}
            for move, one in zip(moves, worth, strict=True)
        ],
        "more": len(moves) == MOVES,
        "over": not moves,
        "result": result(game, state) if not moves else "",
        "fields": fields(game),
        "columns": columns_of(game, solver) if state.values and not state.misere else "",
        "better": better(state, solver) if state.told and state.lost else None,
        **(coached(game, state, seconds) if state.coach and moves else {}),
    }


def written(ways: list[Choice]) -> list[Json]:
    """The ways to move by touching: pieces, the number of the move, and what goes where that is more."""
    many = sum(len(way.goes) for way in ways) > KEYS
    return [
        {"keys": sorted(way.keys), "move": way.number}
        | ({"goes": sorted(way.goes)} if way.goes != way.keys and not many else {})
        for way in ways
    ]


def earlier(state: State) -> list[Game]:
    """The earlier positions of the match; none where they cannot be read."""
    try:
        return [read(text) for text in state.past]
    except GrundyError:
        return []


def about(name: str) -> Json:
    """The rules of a ruleset and where it comes from."""
    found = rulesets().get(name)
    if not found:
        return {"title": name, "rules": "", "source": "", "notation": ""}
    rules = found.about
    return {"title": titled(name), "rules": rules.rules, "source": rules.source, "notation": rules.board.notation}


def result(game: Game, state: State) -> str:
    """Who won, or that nobody did."""
    match = Match((game,), state.misere)
    if match.winner is None:
        return "A draw."
    wins = match.winner == 0  # the player to move
    if not state.alone:
        mover = len(state.past) % 2
        return f"The {('first', 'second')[mover if wins else 1 - mover]} player wins."
    return "You win." if wins == (state.turn == "you") else "The computer wins."


def coached(game: Game, state: State, seconds: float) -> Json:
    """What the coach says: a nudge, then the reason, then the move."""
    from grundy.explain.account import explain

    told = explain(game, state.misere, budget=Budget(seconds=seconds))
    move = {"label": told.move[0], "url": state.played(told.move[1]).url} if told.move and state.coach == 3 else None
    return {
        "nudge": told.nudge,
        "reason": told.html() if state.coach >= 2 else "",
        "best": move,
        "outcome": told.outcome,
        "words": WORDS.get(told.outcome or "", "Not decided within the time that a page has."),
    }


def reply(state: State, seconds: float) -> str:
    """The URL after the computer's move; it tells if the move before gave something away."""
    game = read(state.game)
    match = Match.of(game, state.misere)
    if match.over:
        return state.url
    move = (
        kind(match, SLIPS[state.opponent], Random(state.url), seconds)
        if state.opponent in SLIPS
        else perfect(match, seconds)
    )
    lost = gave(state.past[-1], game, state.misere, seconds) if state.past and state.alone else ""
    return replace(state.played(move), lost=lost).url


def gave(before: str, after: Game, misere: bool, seconds: float) -> str:
    """What a move gave away: a win, a draw, or nothing."""
    solver = Solver(Budget(seconds=seconds))
    try:
        had, left = RANK[solver.outcome(read(before), misere)], 2 - RANK[solver.outcome(after, misere)]
    except GrundyError:
        return ""
    return "" if left >= had else {2: "win", 1: "draw"}[had]


def better(state: State, solver: Solver) -> Json | None:
    """The move that would have won, two moves ago, and the way back to it."""
    if len(state.past) < 2 or state.lost != "win":
        return None
    try:
        won = winning(solver, read(state.past[-2]), state.misere, most=1).moves
    except GrundyError:
        return None
    return {"label": won[0].label, "url": state.back(2).url} if won else None


def typed(state: State, items: tuple[tuple[str, str], ...]) -> str:
    """The URL after a move that was typed."""
    return state.played(meant(read(state.game), dict(items))).url
