"""What the workers of the web app do for pages: plain data in, plain data out."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, distinct_moves
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError
from grundy.explain.equal_values import known_equals
from grundy.learn.lessons import lessons_on
from grundy.play.guess import guess_move
from grundy.play.match import Match
from grundy.play.players import ChosenMove, choose_move
from grundy.play.recording import film_match
from grundy.play.review import find_outcome, what_was_lost
from grundy.render.scenes.compose import move_words, sentence
from grundy.render.scenes.tracks import Past, follow
from grundy.solvers.solution import is_scored
from grundy.solvers.solver import Solver
from grundy.web import links
from grundy.web.gallery import count_alike, rulesets
from grundy.web.html import render
from grundy.web.lab_tasks import has_place
from grundy.web.limits import PAGE_MOVES, BadRequestError
from grundy.web.live_board import listed_moves, live_board, touched_moves
from grundy.web.match_line import MatchLine, record_text, review_match
from grundy.web.match_state import MatchState, links_around
from grundy.web.move_values import find_values, heat_map, nim_sum_table, value_moves
from grundy.web.parsing import read_shown_game
from grundy.web.typed_moves import entry_fields, game_after
from grundy.web.workers.tasks import Report, TextAnswer

OUTCOME_SENTENCES = {
    "N": "The player to move wins.",
    "P": "The player to move loses.",
    "D": "Nobody can force a win.",
    None: "Not decided within the time that a page has.",
}
SEARCHED_POSITIONS = 150_000  # for the values of a page
REPLY_SHARE, LOSS_SHARE = 0.75, 0.2  # of the time: for a move of the computer, and for what the last one gave away
HURRY_SHARE = 0.4  # of the time, for trial games
Json = dict[str, Any]


def game_page(state: MatchState, limit: str, seconds: float) -> TextAnswer:
    """The page of a game; after a limit that another try met, without values and reasons, and with an open review."""
    state = under_possible_play(state)
    content = page_content(state, seconds, not limit)
    around = {**links_around(state), **links.ways_to_share(state, content["board"])}
    text = render("play.html", state.root, state=state, embed=state.embed, limit=limit, **content, **around)
    review = content["review"]
    return TextAnswer(text, content.get("outcome", "") is not None and (review is None or review["is_decided"]))


def page_content(state: MatchState, seconds: float, is_reviewed: bool = True) -> Json:
    """Everything on the page of a game but the links around the board."""
    game, solver = read_shown_game(state.game), Solver(Budget(SEARCHED_POSITIONS, seconds / 2))
    every = listed_moves(game)
    moves = distinct_moves(iter(every))[:PAGE_MOVES]
    values = value_moves(moves, solver, state.misere, seconds) if state.values else [{} for _ in moves]
    shades = heat_map(game, solver, seconds / 4) if state.values and not state.misere else {}
    line = MatchLine.of(state, game)
    return {
        "game": str(game),
        "fields": entry_fields(game),
        "over": not moves,
        "scored": is_scored(game),
        **rules_content(line),
        **board_content(line, every, link_moves(line, moves, values), shades),
        **match_content(line, not moves),
        **advice_content(line, not moves, seconds, solver, is_reviewed),
    }


def rules_content(line: MatchLine) -> Json:
    return {
        "rulesets": [describe_rules(rules) for rules in line.rulesets],
        "alike": [
            {
                "about": about(rules),
                "count": count_alike(rules.name),
                "equals": [rulesets().get(other, other) for other, _ in known_equals(str(rules))],
                "compared": str(rules) * has_place(rules.board.line, rules.board.first),
            }
            for rules in line.rulesets
            if rules.name in rulesets()
        ],
        "lessons": list(dict.fromkeys(one for rules in line.rulesets for one in lessons_on(rules.name))),
        "ending": ending(line),
        "has_both_plays": all(len(rules.plays) == 2 for rules in line.rulesets),
    }


def link_moves(line: MatchLine, moves: Sequence[Move], values: Sequence[Json]) -> dict[Hashable, Json]:
    """The moves of the page by their keys: in words, with their links, and what they are worth."""
    state = line.state
    labels = move_words(line.present, moves, line.earlier, state.notes)
    return {
        move.key: {
            "label": label,
            "sentence": sentence(move, label),
            "url": state.after(move).url,
            "to": str(move.to),
            **value,
        }
        for move, label, value in zip(moves, labels, values, strict=True)
    }


def board_content(
    line: MatchLine, every: Iterable[Move], shown: Mapping[Hashable, Json], shades: Mapping[str, int]
) -> Json:
    """The board with what can be touched on it, and the moves beside it."""
    state = line.state
    touched = touched_moves(every, shown) if state.turn == "you" and state.opponent != "watch" else []
    board = live_board(
        line.present if shown else line.board,
        touched,
        shown,
        lambda move: state.after(move).url,
        line.earlier,
        state.notes,
        shades,
    )
    return board | {
        "scripts": own_scripts(line.present, state.root) if touched else "",
        "has_heat": bool(shades),
        "open_values": sum("is_open" in move for move in shown.values()),
    }


def match_content(line: MatchLine, is_over: bool) -> Json:
    """What has happened in the match."""
    return {
        "result": result(line) if is_over else "",
        "score": line.score,
        "last_move": line.last_sentence,
        "history": line.history,
        "record": record_text(line) if line.here else "",
    }


def advice_content(line: MatchLine, is_over: bool, seconds: float, solver: Solver, is_reviewed: bool) -> Json:
    """What the solver says beside the values of moves: the nim-sum, a better move, reasons, and the review."""
    state, game = line.state, line.present
    has_review = state.looking or (is_over and state.past)
    return {
        "review": review_match(line, solver, seconds if is_reviewed else 0) if has_review else None,
        "columns": nim_sum_table(game, solver, seconds / 4) if state.values and not state.misere else "",
        "better": better_move(state, solver) if is_reviewed and state.shows_better and state.lost else None,
        **(coach_words(game, state, seconds, solver) if state.coach and not is_over else {}),
    }


def fill_values(state: MatchState, seconds: float, report: Report) -> list[Json]:
    """What the moves of a page are worth, each reported as it is found, and all of them."""
    every = iter(listed_moves(read_shown_game(state.game)))
    found = list[Json]()
    for number, value in find_values(distinct_moves(every)[:PAGE_MOVES], Solver(), state.misere, seconds):
        found.append({"move": number} | {key: value[key] for key in ("kind", "sign", "nimber", "words")})
        report(found[-1])
    return found


def film(state: MatchState, seconds: float) -> str:
    """The match as a film."""
    line = MatchLine.of(state, read_shown_game(state.game))
    match = Match(line.games[: line.here + 1], state.misere, state.start)
    return film_match(match, state.notes, Budget(seconds=seconds)).svg


def under_possible_play(state: MatchState) -> MatchState:
    """The state under the play that is asked for; under the other one where the game makes sense only so."""
    rulesets = [summand.ruleset for summand in read_shown_game(state.game).summands]
    plays = (play for play in (state.misere, not state.misere) if all(play in rules.plays for rules in rulesets))
    return replace(state, misere=next(plays, state.misere))


def own_scripts(game: Game, root: str) -> str:
    """The addresses of the scripts that boards of a game bring."""
    return " ".join(f"{root}/games/{script}" for script in {one.ruleset.board.script for one in game.summands} - {""})


def describe_rules(rules: Ruleset[Any]) -> Json:
    """What a page says of a ruleset: title and source of its entry in the catalogue, if it has one."""
    entry = about(rules)
    title = entry.title[:1].upper() + entry.title[1:]
    return {"title": title, "rules": rules.full_rules, "source": entry.source, "board": rules.board}


def about(rules: Ruleset[Any]) -> Any:
    """The entry of a ruleset in the catalogue; a product of others has none."""
    return rulesets()[rules.name].about if rules.name in rulesets() else rules


def result(line: MatchLine) -> str:
    state, mover = line.state, line.state.now.mover
    match = Match((line.present,), state.misere, state.now)
    winner = state.now.leader if is_scored(line.games[0]) else match.winner
    if winner is None:
        return "A draw."
    wins = winner == mover
    if not state.is_against_computer:
        return f"The {('first', 'second')[mover if wins else 1 - mover]} player wins."
    return "You win." if wins == (state.turn == "you") else "The computer wins."


def ending(line: MatchLine) -> str:
    """Who wins when no move is left."""
    if is_scored(line.games[0]):
        return "Who has more points at the end wins."
    if line.state.entails:
        return "Who must move and cannot loses."
    if any(type(rules).terminal is not Ruleset.terminal for rules in line.rulesets):
        return ""  # a pattern decides, as the rules say
    return "Misère play: whoever moves last loses." if line.state.misere else "Whoever moves last wins."


def coach_words(game: Game, state: MatchState, seconds: float, solver: Solver) -> Json:
    from grundy.explain.account import explain

    account = explain(game, state.misere, budget=Budget(seconds=seconds), solver=solver)
    best = {"label": account.move[0], "url": state.after(account.move[1]).url} if account.move else None
    return {
        "nudge": account.nudge,
        "reason": account.html() if state.coach >= 2 else "",
        "best": best if state.coach == 3 else None,
        "outcome": account.outcome,
        "words": OUTCOME_SENTENCES[account.outcome],
    }


def reply(state: MatchState, seconds: float, report: Report | None = None) -> TextAnswer:
    """The URL after the computer's move; its `lost` is what the move before gave away. A guess may be improved on."""
    state = under_possible_play(state)
    game, solver = read_shown_game(state.game), Solver(Budget(report=report))
    match = Match.of(game, state.misere)
    if match.is_over:
        return TextAnswer(state.url, True)
    move = choose_move(match, state.opponent, Random(state.url), REPLY_SHARE * seconds, solver)
    against = state.past and state.is_against_computer and state.turns[len(state.past) - 1].mover != state.now.mover
    lost = loss(state, LOSS_SHARE * seconds, solver) if against else ""
    return TextAnswer(state.after_reply(move, lost).url, not move.is_guess)


def hurried_reply(state: MatchState, seconds: float) -> TextAnswer:
    """The URL after a guess that no solver is asked about."""
    state = under_possible_play(state)
    match = Match.of(read_shown_game(state.game), state.misere)
    if match.is_over:
        return TextAnswer(state.url, True)
    move = ChosenMove(*guess_move(match, Random(state.url), HURRY_SHARE * seconds, None))
    return TextAnswer(state.after_reply(move, "").url, True)


def loss(state: MatchState, seconds: float, solver: Solver) -> str:
    """What the last move gave away: a win, a draw, or nothing, which is also said where it is not known in time."""
    budget = Budget(seconds=seconds)
    try:
        games = [read_shown_game(text) for text in (state.past[-1], state.game)]
    except GrundyError:
        return ""
    leads = [turn.lead for turn in state.turns[len(state.past) - 1 : len(state.past) + 1]]
    before, after = (find_outcome(game, state.misere, solver, budget, n) for game, n in zip(games, leads, strict=True))
    return what_was_lost(before, after)


def better_move(state: MatchState, solver: Solver) -> Json | None:
    """The move that would have won, two moves ago, and the way back to it."""
    if len(state.past) < 2 or state.lost != "win":
        return None
    try:
        won = solver.winning(read_shown_game(state.past[-2]), state.misere, most=1).moves
    except GrundyError:
        return None
    return {"label": won[0].label, "url": state.back(2).url} if won else None


def drawn_move(state: MatchState, index: str, drawn: str, seconds: float) -> str:
    """The address after a move that was drawn as a line of points in a summand."""
    game, at, past = drawn_summand(state, index)
    summand = game.summands[at]
    position, note = summand.ruleset.board.after_drawing(summand.position, past, drawn)
    return state.after(game.put(at, position), note).url


def line_of_move(state: MatchState, index: str, note: str, seconds: float) -> str:
    """The line of points that a move of a summand would draw."""
    game, at, past = drawn_summand(state, index)
    summand = game.summands[at]
    return summand.ruleset.board.line_of_move(summand.position, past, note)


def drawn_summand(state: MatchState, index: str) -> tuple[Game, int, Past]:
    """The game, the number of a summand in it, and the earlier positions of this summand."""
    game = read_shown_game(state.game)
    if not (index.isdecimal() and len(index) < 4 and int(index) < len(game.summands)):
        raise BadRequestError("a move is drawn in one of the summands; index is its number from 0")
    at, line = int(index), MatchLine.of(state, game)
    return game, at, follow([*line.earlier, game], state.notes)[at].past


def typed_move(state: MatchState, index: str, heap: str, leave: str, to: str) -> str:
    return state.after(game_after(read_shown_game(state.game), index, heap, leave, to)).url
