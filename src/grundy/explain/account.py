"""Why a game is won, lost or drawn, as a structure: the sum, its parts, the winning moves, and a natural mistake.

Under normal play the nim-sum of the parts decides (Sprague 1935, Grundy 1939). What a theorem, a symmetry, endless play
or misère play decides is told by `why`, `draws` and `misere`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import xor
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided
from grundy.explain import draws, misere, mistakes
from grundy.explain.bouton import heaps_in_columns, ordinals, reading
from grundy.explain.page import MOST, Page, result, say, worth
from grundy.explain.prose import Quote, Step, Text, listed, short, text
from grundy.explain.structure import Block, Columns, Explanation, Moves, Paragraph, Source
from grundy.explain.theorems import why
from grundy.solvers import search
from grundy.solvers.answer import Solver, adds
from grundy.solvers.loopy import Infinity, Value
from grundy.solvers.solution import part_values, total
from grundy.solvers.winning import Winning, winning

__all__ = ["explain"]

WORDS = {"N": "the next player wins", "P": "the previous player wins", "D": "a draw", None: "not decided"}
PATIENCE = 2_000_000, 5.0  # positions and seconds for the winning moves
RULESETS = 4  # whose parts are accounted for
LONG = 1_000  # characters of an expression of which few moves are shown
FEW = 3

Values = list[tuple[Game, Value | None]]


def explain(game: Game, misere: bool = False, full: bool = False, budget: Budget | None = None) -> Explanation:
    """Why the game is won or lost; an outcome of None, and the reason, where the budget ended first."""
    solver, values, won = Solver(budget), Values(), None
    outcome: Outcome | None = None
    try:
        outcome = solver.outcome(game, misere)
        values, _ = part_values(solver, game, misere)
        solver.budget = solver.budget.smaller(*PATIENCE)
        won = winning(solver, game, misere, MOST)
    except NotDecided as error:
        if not outcome:
            return Explanation(
                str(game), misere, None, None, headline(game, misere, None, None), (say("{}.", Quote(str(error))),)
            )
    page = Page(game, solver, misere, full, won)
    ended = not misere and adds(game) and next(game.each_move(), None) is None
    nimber = total(values) if values or ended else None
    body = tidied([*blocks(page, outcome, values), *moves(page, outcome), *mistakes.mistake(page, outcome)], solver)
    words = next((block.text.plain for block in body if isinstance(block, Paragraph)), "")
    first = won.moves[0] if won and won.moves else None
    return Explanation(
        str(game),
        misere,
        outcome,
        nimber,
        headline(game, misere, outcome, nimber),
        tuple(body),
        nudge(body, outcome, won),
        words,
        (first.label, str(first.to)) if first else None,
    )


def headline(game: Game, misere: bool, outcome: Outcome | None, nimber: Value | None) -> Text:
    """The answer in a line."""
    play = " under misère play" if misere else ""
    kind = "value" if isinstance(nimber, Infinity) else "nimber"
    value = text("") if nimber is None else text(" Its {} is {}.", kind, worth(game, nimber))
    label = result(game, outcome, misere) if outcome else "?"
    return text("{}{}: {}, {}.{}", game, play, label, WORDS[outcome], value)


def blocks(page: Page, outcome: Outcome, values: Values) -> Iterator[Block]:
    """The reason, without moves."""
    game = page.game
    at_once = next(iter(Solver.wins_at_once(game)), None)
    if at_once:
        yield say("The game can be won at once: {}.", at_once, claims=[result(at_once.to, "P")])
    elif next(game.each_move(), None) is None:
        lost = outcome == "P"
        end = "loses" if lost else "wins"
        yield say("No move is left, so the player to move {}.", end, claims=[result(game, outcome, page.misere)])
    elif page.misere:
        yield from misere.blocks(page, outcome)
    elif draws.endless(values) or outcome == "D":
        yield from draws.blocks(page, outcome, values)
    elif len(values) > 1:
        yield from sum_blocks(page, values)
    else:
        yield from parts_blocks(page, [part for part, _ in values])


def sum_blocks(page: Page, values: Values) -> Iterator[Block]:
    """The addition of the parts, what it says, and why the parts have their values."""
    known = [(part, value) for part, value in values if value is not None]
    parts = [part for part, _ in values]
    if len(known) == len(values):
        yield from copycat(parts)
        yield from added(known)
        yield from raised(page, dict(known))
    else:
        yield from lopsided(page, values)
    yield from parts_blocks(page, parts)


def added(known: Sequence[tuple[Game, Value]]) -> Iterator[Block]:
    """The nim-sum as an addition, and what it says."""
    rows = [(str(part), value) for part, value in known if not isinstance(value, Infinity)]
    shown = heaps_in_columns(rows, *(worth(part, value) for part, value in known[: 4 * MOST]))
    yield shown
    yield reading(shown) if isinstance(shown, Columns) else ordinals([value for _, value in rows])


def raised(page: Page, known: dict[Game, Value]) -> Iterator[Block]:
    """The winning moves that raise a part, which nim does not have."""
    total = reduce(xor, known.values(), 0)
    shown = page.winning.moves if page.winning else []
    moved = [Counter(page.game.parts()) - Counter(move.to.parts()) for move in shown]
    values = [known.get(next(iter(parts))) for parts in moved if parts.total() == 1]
    found = [old for old in values if isinstance(old, int) and isinstance(total, int) and old ^ total > old]
    if found and isinstance(total, int):
        steps = [Step(f"{old} ⊕ {total} = {old ^ total}") for old in dict.fromkeys(found)]
        words = "A part can also be raised to what the others add up to, where the rules have such a move: {}."
        yield say(words, listed(steps))


def copycat(parts: Sequence[Game]) -> Iterator[Block]:
    """The copying strategy, where the parts come in equal pairs."""
    copies = Counter(search.canonical_parts(summand for part in parts for summand in part.summands))
    if copies and all(number % 2 == 0 for number in copies.values()):
        yield say(
            "The parts come in equal pairs. So the second player copies: each move is answered by the same in its twin."
        )


def lopsided(page: Page, values: Values) -> Iterator[Block]:
    """A sum in which not every nimber is known: parts of nimber 0 may be left aside."""
    for part, value in values:
        if value == 0:
            words = "{} is a {}-position: a move in it is answered in it, so it may be left aside."
            yield say(words, part, result(part, "P"))


def parts_blocks(page: Page, parts: Sequence[Game]) -> Iterator[Block]:
    """Why the parts have their values, ruleset by ruleset."""
    summands = [summand for part in parts for summand in part.summands]
    by_rules = [(rules, [s.position for s in group]) for rules, group in groupby(summands, lambda s: s.ruleset)]
    merged: dict[Any, list[Any]] = {}
    for rules, positions in by_rules:
        merged.setdefault(rules, []).extend(positions)
    for rules, positions in list(merged.items())[:RULESETS]:
        yield from why(rules, positions, page)
    if not parts and len(page.game.summands) == 1:
        summand = page.game.summands[0]
        yield from why(summand.ruleset, [summand.position], page)


def moves(page: Page, outcome: Outcome) -> Iterator[Block]:
    """The winning moves, or that there is none."""
    if outcome == "P" and next(page.game.each_move(), None) is not None:
        yield say("No move wins: every option is an N-position.")
    if outcome == "N" and page.winning is None:
        yield say("Which moves win was not found within the time that an explanation may take.")
    if outcome != "N" or page.winning is None or not page.winning.moves:
        return
    shown = page.winning.moves[: MOST if len(str(page.game)) < LONG else FEW]
    claims = tuple(result(move.to, "P", page.misere) for move in shown)
    yield Moves(tuple((move.label, str(move.to)) for move in shown), page.winning.count, claims=claims)


def tidied(found: list[Block], solver: Solver) -> list[Block]:
    """The blocks, nothing said twice, with all sources in one line at the end."""
    theorems = [method for method in solver.methods if method.startswith("theorem: ")]
    cited = dict.fromkeys(block.text for block in found if isinstance(block, Source))
    cited = cited or dict.fromkeys(method.removeprefix("theorem: ") for method in theorems)
    body = list(dict.fromkeys(block for block in found if not isinstance(block, Source)))
    if cited:
        return [*body, Source("; ".join(cited))]
    return [*body, Source("; ".join(solver.methods), "Method")] if solver.methods else body


def nudge(body: Sequence[Block], outcome: Outcome, won: Winning | None) -> str:
    """A hint that does not give the move away."""
    if outcome == "P":
        return "No move wins against perfect play: make one that is hard to answer."
    if outcome == "D":
        return "Nobody can force a win: keep play going round."
    addition = next((block for block in body if isinstance(block, Columns) and block.mark is not None), None)
    if addition and addition.mark is not None:
        power = 1 << len(addition.digits) - 1 - addition.mark
        return f"There is a winning move. Add in binary, and look at the column of {short(power)}."
    number = "Several moves win" if not won or won.count != 1 else "Exactly one move wins"
    return f"{number}: leave a position that is lost for whoever must move."
