"""A match as a film: a board for each position, and below it the move that led there and who stands to win."""

from collections.abc import Sequence
from random import Random
from textwrap import wrap

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Outcome
from grundy.errors import UndefinedError
from grundy.play.match import Match
from grundy.play.players import choose_move
from grundy.play.review import past_sentence, review
from grundy.render.film import Film
from grundy.render.picture import Picture
from grundy.render.scenes.compose import compare_sheets, draw_plus_signs, place_scenes
from grundy.render.scenes.scene import scene
from grundy.render.scenes.tracks import follow
from grundy.render.shapes import Drawing, group, join, words
from grundy.render.style import SHAPES, standalone
from grundy.solvers.solver import Solver

MOST_MOVES = 300  # of a match that is filmed
LINE_CHARACTERS = 52
LETTER_WIDTH, LINE_HEIGHT = 7.6, 22.0  # of a line of words
LEAST_WIDTH = LETTER_WIDTH * LINE_CHARACTERS
GHOST = ".ghosts{opacity:.28}"
PLAYERS = "First", "Second"


def play_out(game: Game, misere: bool = False, seconds: float = 2.0, player: str = "perfect") -> Match:
    """The match of two players of this name, who have so many seconds for a move."""
    match, solver, chance = Match.of(game, misere), Solver(), Random(str(game))
    while not match.is_over:
        if len(match.history) > MOST_MOVES:
            raise UndefinedError(f"more than {MOST_MOVES} moves; film a smaller game")
        match = match.play(choose_move(match, player, chance, seconds, solver).move)
    return match


def film_match(match: Match, notes: Sequence[str] = (), budget: Budget | None = None) -> Film:
    """The film of a match; notes tell how its moves were drawn."""
    captions = list_captions(match, notes, budget or Budget(seconds=5))
    drawn = [draw_position(match.history[: n + 1], notes) for n in range(len(match.history))]
    width = max([LEAST_WIDTH, *(one.width for one in drawn)])
    height = max(one.height for one in drawn)
    lines = max(map(len, captions))
    pictures = [
        Picture(
            width,
            height + LINE_HEIGHT * (lines + 0.5),
            group(board.drawing, (width - board.width) / 2) + write_lines(caption, width / 2, height + LINE_HEIGHT / 2),
            board.label,
            standalone(SHAPES + GHOST),
        )
        for board, caption in zip(drawn, captions, strict=True)
    ]
    return Film(pictures, f"A match of {len(drawn) - 1} moves, from {match.history[0]}")


def draw_position(games: Sequence[Game], notes: Sequence[str]) -> Picture:
    """The last of these positions where it stands during the match, with a ghost of what the last move took."""
    tracks = follow(games, notes)
    scenes = [scene(summand, (), tracks[i].past) for i, summand in enumerate(games[-1].summands)]
    sheet, width, height = place_scenes(scenes, tracks, games[0])
    went: Drawing = ()
    if games[:-1]:
        before = follow(games[:-1], notes)
        old = [scene(summand, (), before[i].past) for i, summand in enumerate(games[-2].summands)]
        went, _ = compare_sheets(place_scenes(old, before, games[0])[0], sheet)
    boards = join(group(one.scene.drawing, one.x, one.y) for one in sheet)
    return Picture(width, height, group(went, kind="ghosts") + boards + draw_plus_signs(sheet), str(games[-1]), "")


def list_captions(match: Match, notes: Sequence[str], budget: Budget) -> list[list[str]]:
    """The lines below each position: the move in words, and who stands to win after it."""
    games, turns = match.history, match.turns
    reviewed = review(games, match.misere, Solver(), budget, [turn.lead for turn in turns])
    texts = [f"{games[0]}. {forecast(reviewed[0].before, 1 - turns[0].mover) if reviewed else ''}"]
    for n, it in enumerate(reviewed):
        mover = turns[n].mover
        told = past_sentence(it.move, games[:n], notes) if it.move else f"moved to {games[n + 1]}"
        is_last = match.is_over and n + 2 == len(games)
        texts.append(
            f"{n + 1}. {PLAYERS[mover]} {told}{it.mark}. {end(match) if is_last else forecast(it.after, mover)}"
        )
    return [wrap(text, LINE_CHARACTERS) for text in texts]


def forecast(outcome: Outcome | None, mover: int) -> str:
    """Who stands to win a position of this outcome, to which this player has moved."""
    if outcome is None:
        return ""
    return "A draw, if both play well." if outcome == "D" else f"{PLAYERS[mover ^ (outcome == 'N')]} can win."


def end(match: Match) -> str:
    return "A draw." if match.winner is None else f"{PLAYERS[match.winner]} wins."


def write_lines(lines: Sequence[str], x: float, top: float) -> Drawing:
    return join(words(x, top + LINE_HEIGHT * (n + 0.7), text) for n, text in enumerate(lines))
