"""`grundy play`: a match in the terminal."""

import click

from grundy.cli.common import common_options, expression, misere_option, print_answer, print_json, text_of
from grundy.core.game import Game, Move
from grundy.errors import GrundyError, MoveError
from grundy.expressions import parse
from grundy.play.match import Match
from grundy.play.players import perfect
from grundy.render.text import draw

LISTED_MOVES = 30  # beyond them one writes the position to reach
HELP = "a number from the list, the position to reach, `hint`, `undo`, or `quit`"


class Stop(Exception):  # noqa: N818 (not an error)
    """The person leaves the match."""


def read_move(match: Match, text: str) -> Move | Game:
    """The move that the person means: its number, its words, or where it leads."""
    moves = match.game.moves() if len(text) < 10 or not text.endswith(")") else []
    if text.isdigit() and 1 <= int(text) <= len(moves):
        return moves[int(text) - 1]
    for move in moves:
        if text == move.label:
            return move
    if "(" not in text:
        raise MoveError(f"'{text[:40]}' is no move here; write {HELP}")
    return parse(text)


def ask(match: Match) -> Match:
    try:
        text = click.prompt("your move", prompt_suffix="> ", err=True).strip()
    except click.Abort:
        raise Stop from None
    if text in ("quit", "q", "exit"):
        raise Stop
    if text in ("undo", "u"):
        return match.undo(2)
    if text in ("hint", "h", "?"):
        click.echo(f"  hint: {perfect(match).label}")
        return match
    return match.play(read_move(match, text))


def show(match: Match) -> None:
    click.echo(f"\n{match.game}\n\n{draw(match.game)}\n")
    moves = match.game.moves()
    for number, move in enumerate(moves[:LISTED_MOVES], 1):
        click.echo(f"{number:>4}  {move.label}")
    if len(moves) > LISTED_MOVES:
        click.echo(f"      ... and {len(moves) - LISTED_MOVES:,} more; write the position to reach")


@click.command()
@expression
@click.option(
    "--first",
    type=click.Choice(["you", "computer"]),
    default="you",
    show_default=True,
    help="Who makes the first move.",
)
@misere_option
@common_options
def play(expression: str, first: str, misere: bool, as_json: bool, timeout: float, fresh: bool) -> None:
    """Play against a computer that makes no mistakes: grundy play "nim(3,5,7)".

    A move is a number from the list, or the position that it leads to.
    """
    match = Match.of(parse(text_of(expression), files=True), misere)
    me = 0 if first == "you" else 1
    report = print_json if as_json else lambda event: click.echo(event["text"])
    try:
        while not match.is_over:
            match = turn(match, me, as_json)
    except Stop:
        return report({"event": "stopped", "game": str(match.game), "text": "Stopped."})
    won = match.winner
    text = "A draw." if won is None else "You win." if won == me else "The computer wins."
    return report(
        {"event": "over", "winner": None if won is None else "you" if won == me else "computer", "text": text}
    )


def turn(match: Match, me: int, as_json: bool) -> Match:
    if match.mover != me:
        move = perfect(match)
        event = {"event": "move", "by": "computer", "move": move.label, "to": str(move.to)}
        print_answer(event, f"\nThe computer's move: {move.label}.", as_json)
        return match.play(move)
    if as_json:
        print_json(
            {"event": "turn", "game": str(match.game), "moves": [str(move.to) for move in match.game.moves()[:1000]]}
        )
    else:
        show(match)
    try:
        return ask(match)
    except GrundyError as error:
        click.echo(f"  {error}", err=True)
        return match
