"""`grundy puzzle`: a puzzle from a seed, or that of today; an answer is judged."""

import click

from grundy.cli.common import complete_names, json_option, print_answer, timeout_option
from grundy.learn.difficulty import LEVELS
from grundy.learn.puzzles import KINDS, Puzzle

Kinds, Levels = click.Choice(list(KINDS)), click.Choice(list(LEVELS))


@click.command()
@click.option("--ruleset", default="", metavar="NAME", shell_complete=complete_names, help="Of this game.")
@click.option("--kind", type=Kinds, default=None, help="What is asked: a win, a rescue, or a nimber.")
@click.option("--level", type=Levels, default=None, help="How hard, of those that come with grundy.")
@click.option("--seed", type=click.IntRange(min=0), default=None, help="Made from this seed; the same gives the same.")
@click.option("--daily", is_flag=True, help="The puzzle of today.")
@click.option("--answer", metavar="TEXT", help='Judge this answer: a nimber, the position to move to, or "lost".')
@json_option()
@timeout_option()
def puzzle(
    ruleset: str,
    kind: str | None,
    level: str | None,
    seed: int | None,
    daily: bool,
    answer: str | None,
    as_json: bool,
    timeout: float,
) -> int:
    """A puzzle from a seed, that of today, or any: grundy puzzle --ruleset kayles --seed 7."""
    from grundy.learn.puzzle_answers import judge_answer, judgement_json

    found = choose_puzzle(ruleset, kind, level, seed, daily)
    verdict = judge_answer(found, answer) if answer is not None else None
    judged = {"judgement": judgement_json(verdict)} if verdict else {}
    print_answer(found.json() | judged, verdict.words if verdict else found.text(), as_json)
    return 0 if verdict is None or verdict.is_right else 1


def choose_puzzle(ruleset: str, kind: str | None, level: str | None, seed: int | None, daily: bool) -> Puzzle:
    """That of today, the one of a seed, or any of those that come with grundy."""
    from datetime import date
    from random import choice

    from grundy.learn.puzzles import find_entry, make_puzzle
    from grundy.learn.shipped import choose_puzzles, daily_puzzle

    if daily:
        if ruleset or kind or level or seed is not None:
            raise click.UsageError("--daily stands alone: the date decides")
        return daily_puzzle(date.today())
    name = find_entry(ruleset).name if ruleset else ""
    if seed is not None:
        if not name or level:
            raise click.UsageError("--seed needs --ruleset, and no --level: the seed decides how hard it is")
        return make_puzzle(name, kind or "win", seed)
    puzzles = choose_puzzles(name, kind or "", level or "")
    if not puzzles:
        raise click.UsageError("no puzzle that comes with grundy is like this; ask for less, or give a --seed")
    return choice(puzzles)
