"""What the workers of the web app do for the pages of strategies."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, distinct_moves
from grundy.errors import NotDecided
from grundy.render.scenes.compose import move_words, sentence
from grundy.solvers.solver import Solver
from grundy.solvers.strategy import Reply, Strategy, alike_moves
from grundy.web.html import render
from grundy.web.limits import PAGE_MOVES
from grundy.web.live_board import listed_moves, live_board, touched_moves
from grundy.web.match_state import MatchState
from grundy.web.page_tasks import describe_rules, under_possible_play
from grundy.web.parsing import read_shown_game
from grundy.web.workers.tasks import TextAnswer

OPENING_SHARE = 0.6  # of the time of a page, to find who wins and by which move
Json = dict[str, Any]


def strategy_page(asked: MatchState, seconds: float) -> TextAnswer:
    """The winning move, made on the board, and a reply to each move that can follow it."""
    state = under_possible_play(MatchState(asked.game, asked.misere, root=asked.root))
    game, solver = read_shown_game(state.game), Solver(Budget(seconds=OPENING_SHARE * seconds))
    strategy = Strategy(game, state.misere, solver)
    start, before = strategy.start, [game] if strategy.opening else []
    rows = reply_rows(state, strategy, Budget(seconds=seconds - solver.inquiry.budget.elapsed))
    every = listed_moves(start)
    text = render(
        "strategy.html",
        state.root,
        state=state,
        game=str(game),
        opening=words_of(strategy.opening, game),
        start=str(start),
        play=replace(state, game=str(start)).url,
        rulesets=[describe_rules(rules) for rules in dict.fromkeys(it.ruleset for it in game.summands)],
        rows=rows,
        outcome=strategy.outcome,
        **board_content(state, start, every, before),
    )
    return TextAnswer(text, all(row["is_found"] for row in rows))


def board_content(state: MatchState, start: Game, every: Sequence[Move], before: Sequence[Game]) -> Json:
    """The board after the winning move; a move made on it is answered on the next page."""

    def link(move: Move) -> str:
        return replace(state, game=str(move.to)).strategy_url

    moves = distinct_moves(iter(every))[:PAGE_MOVES]
    shown = {
        move.key: {"label": label, "sentence": sentence(move, label), "url": link(move), "to": str(move.to)}
        for move, label in zip(moves, move_words(start, moves, before, ()), strict=True)
    }
    return live_board(start, touched_moves(every, shown), shown, link, before)


def reply_rows(state: MatchState, strategy: Strategy, budget: Budget) -> list[Json]:
    """A row for each move of the loser, equal ones together; those whose reply takes long lead to where it is found."""
    inquiry = strategy.solver.inquire(budget)
    rows, has_time = list[Json](), True
    for alike in alike_moves(strategy.start, budget)[0][:PAGE_MOVES]:
        reply = None
        if has_time:
            try:
                reply = strategy.reply(alike, inquiry)
            except NotDecided:
                has_time = False
        rows.append(reply_row(state, strategy.start, alike, reply))
    return rows


def reply_row(state: MatchState, start: Game, alike: tuple[Move, ...], reply: Reply | None) -> Json:
    to = reply.leaves if reply else alike[0].to
    return {
        "move": words_of(alike[:1], start),
        "alike": len(alike) - 1,
        "answer": words_of(reply.answer, alike[0].to) if reply else "",
        "again": alike[0].goes_on,
        "is_found": reply is not None,
        "url": replace(state, game=str(to)).strategy_url,
    }


def words_of(moves: Sequence[Move], game: Game) -> str:
    """Moves of one player in words, the first of which is made in this game."""
    words = list[str]()
    for move in moves:
        words += move_words(game, [move], (), ())
        game = move.to
    return ", then ".join(words)
