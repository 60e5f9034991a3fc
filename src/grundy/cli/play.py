"""`grundy play`: a match in the terminal."""

from itertools import islice
from random import Random

import click

from grundy.cli.common import (
    fresh_option,
    json_option,
    misere_option,
    print_answer,
    print_json,
    text_of,
    time_limit,
    timeout_option,
    words,
)
from grundy.core.game import Game, Move, distinct_moves
from grundy.errors import GrundyError, MoveError
from grundy.expressions import parse
from grundy.play.match import Match
from grundy.play.players import MOVE_SECONDS, OPPONENTS, choose_move, perfect
from grundy.render.text import draw

LISTED_MOVES = 30  # beyond them one writes the position to reach
THINKING_SHARE = 0.8  # of the time for a move; the rest is for what does not look at the clock
NUMBERED_MOVES = 10_000  # that may be chosen by number or by words
HELP = "a number from the list, the position to reach, `hint`, `undo`, or `quit`"


class Stop(Exception):  # noqa: N818 (not an error)
    """The person leaves the match."""


def first_moves(game: Game) -> tuple[list[Move], bool]:
    """The first moves to distinct options, and whether there are others: a heap may have 2^70 moves."""
    some = list(islice(game.each_move(), NUMBERED_MOVES + 1))
    return distinct_moves(iter(some[:NUMBERED_MOVES])), len(some) > NUMBERED_MOVES


def read_move(match: Match, text: str) -> Move | Game:
    """The move that the person means: its number, its words, or where it leads."""
    moves, _ = first_moves(match.game)
    if text.isdigit() and 1 <= int(text) <= len(moves):
        return moves[int(text) - 1]
    for move in moves:
        if text == move.label:
            return move
    if "(" not in text:
        raise MoveError(f"'{text[:40]}' is no move here; write {HELP}")
    return parse(text)


def ask(match: Match, seconds: float) -> Match:
    try:
        text = click.prompt("your move", prompt_suffix="> ", err=True).strip()
    except click.Abort:
        raise Stop from None
    if text in ("quit", "q", "exit"):
        raise Stop
    if text in ("undo", "u"):
        return undo_turn(match)
    if text in ("hint", "h", "?"):
        with time_limit(seconds):
            best = perfect(match, THINKING_SHARE * seconds)
            click.echo(f"  hint: {best.move.label}{' (a guess)' if best.is_guess else ''}")
        return match
    with time_limit(seconds):
        return match.play(read_move(match, text))


def undo_turn(match: Match) -> Match:
    """The match at the last position before this one in which the same player was to move."""
    earlier = match.undo()
    while earlier.mover != match.mover and len(earlier.history) > 1:
        earlier = earlier.undo()
    if earlier.mover != match.mover:
        raise MoveError("there is no move to take back")
    return earlier


def show(match: Match) -> None:
    click.echo(f"\n{match.game}\n\n{draw(match.game)}\n")
    moves, has_others = first_moves(match.game)
    for number, move in enumerate(moves[:LISTED_MOVES], 1):
        click.echo(f"{number:>4}  {move.label}")
    if has_others or len(moves) > LISTED_MOVES:
        count = "many" if has_others else f"{len(moves) - LISTED_MOVES:,}"
        click.echo(f"      ... and {count} more; write the position to reach")


@click.command()
@words()
@click.option(
    "--first",
    type=click.Choice(["you", "computer"]),
    default="you",
    show_default=True,
    help="Who makes the first move.",
)
@click.option(
    "--against",
    type=click.Choice(list(OPPONENTS)),
    default="perfect",
    show_default=True,
    help="Who plays: " + "; ".join(f"{name}, {words}" for name, words in OPPONENTS.items()) + ".",
)
@misere_option
@json_option()
@timeout_option(MOVE_SECONDS, "Let the computer think so many seconds about a move; then it guesses.", is_whole=False)
@fresh_option()
def play(expression: str, first: str, against: str, misere: bool, as_json: bool, timeout: float, fresh: bool) -> None:
    """Play against the computer: grundy play "nim(3,5,7)".

    A move is a number from the list, or the position that it leads to. Unless another level is chosen, the computer
    makes no mistakes; where a position is not decided in time it guesses, and says so.
    """
    match = Match.of(parse(text_of(expression), files=True), misere)
    me = 0 if first == "you" else 1
    report = print_json if as_json else lambda event: click.echo(event["text"])
    try:
        while not match.is_over:
            match = turn(match, me, against, as_json, timeout)
    except Stop:
        return report({"event": "stopped", "game": str(match.game), "text": "Stopped."})
    won = match.winner
    text = "A draw." if won is None else "You win." if won == me else "The computer wins."
    return report(
        {"event": "over", "winner": None if won is None else "you" if won == me else "computer", "text": text}
    )


def turn(match: Match, me: int, against: str, as_json: bool, seconds: float) -> Match:
    with time_limit(seconds):
        if match.mover != me:
            chance = Random(f"{match.history}{against}")  # the same match has the same moves
            chosen = choose_move(match, against, chance, THINKING_SHARE * seconds)
            move, thought = chosen.move, chosen.thought
            how = {"guess": thought.is_guess, "thought": thought.sentence}
            event = {"event": "move", "by": "computer", "move": move.label, "to": str(move.to), **how}
            print_answer(event, f"\nThe computer's move: {move.label}.\n{thought.sentence}", as_json)
            return match.play(move)
        if as_json:
            moves, _ = first_moves(match.game)
            print_json({"event": "turn", "game": str(match.game), "moves": [str(move.to) for move in moves[:1000]]})
        else:
            show(match)
    try:
        return ask(match, seconds)
    except GrundyError as error:
        click.echo(f"  {error}", err=True)
        return match
