"""Why a game is won, lost or drawn, as a structure: the sum, its parts, the winning moves, and a natural mistake.

Under normal play the nim-sum of the parts decides (Sprague 1935, Grundy 1939). What a theorem, a symmetry, endless play
or misère play decides is accounted for by the rulesets, by `draws` and by `misere`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import xor
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import LOONY, Entailed, Loony
from grundy.core.ordinals import Ordinal
from grundy.core.ruleset import Outcome, Ruleset
from grundy.core.values import Infinity, Value
from grundy.errors import NotDecided
from grundy.explain import draws, misere, mistakes
from grundy.explain.answer import MOST_ROWS, OUTCOME_WORDS
from grundy.explain.bouton import heaps_in_columns, ordinal_sentence, sum_sentence
from grundy.explain.page import Page
from grundy.explain.prose import Quote, Step, Text, outcome_claim, series, short, text, value_claim
from grundy.explain.structure import Block, Columns, Explanation, Moves, Paragraph, Source, say
from grundy.solvers import search
from grundy.solvers.inquiry import SAVED, SHIPPED, THEOREM, Method
from grundy.solvers.solution import is_scored, part_values
from grundy.solvers.solver import Solver, nim_total
from grundy.solvers.winning import Winning

MOVES_POSITIONS, MOVES_SECONDS = 2_000_000, 5.0  # for the winning moves
MOST_RULESETS = 4  # whose parts are accounted for
LONG_CHARACTERS = 1_000  # of an expression of which few moves are shown
MOVES_OF_LONG = 3

Values = list[tuple[Game, Value | None]]


def explain(
    game: Game, misere: bool = False, full: bool = False, budget: Budget | None = None, solver: Solver | None = None
) -> Explanation:
    """Why the game is won or lost; an outcome of None, and the reason, where the budget ended first."""
    solver = solver or Solver(budget)
    inquiry, values, won = solver.inquire(budget), Values(), None
    outcome: Outcome | None = None
    nimber: Value | None = None
    inquiry.budget.note_stage("who wins")
    try:
        outcome = solver.outcome(game, misere, inquiry)
        inquiry.budget.note_stage("nimbers of the parts")
        values, nimber, _ = part_values(solver, game, misere, inquiry)
        inquiry.budget.note_stage("winning moves")
        side, report = inquiry.budget.smaller(MOVES_POSITIONS, MOVES_SECONDS), inquiry.budget.report
        inquiry = replace(inquiry, budget=replace(side, report=report))
        won = solver.winning(game, misere, MOST_ROWS, inquiry)
    except NotDecided as error:
        if not outcome:
            return Explanation(
                str(game), misere, None, None, headline(game, misere, None, None), (say("{}.", Quote(str(error))),)
            )
    page = Page(game, solver, inquiry, misere, full, won)
    blocks = [*reason(page, outcome, values), *moves(page, outcome), *mistakes.mistake(page, outcome)]
    body = collect_sources(blocks, list(inquiry.methods))
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
    play = " under misère play" if misere else ""
    kind = "value" if isinstance(nimber, Infinity | Loony) else "nimber"
    value = text("") if nimber is None else text(" Its {} is {}.", kind, value_claim(game, nimber))
    if isinstance(nimber, Entailed):
        value = text(" It must be answered: {}.", value_claim(game, nimber))
    label = outcome_claim(game, outcome, misere) if outcome else "?"
    return text("{}{}: {}, {}.{}", game, play, label, OUTCOME_WORDS[outcome], value)


def reason(page: Page, outcome: Outcome, values: Values) -> Iterator[Block]:
    game = page.game
    at_once = next(iter(Solver.wins_at_once(game)), None)
    if at_once:
        yield say("The game can be won at once: {}.", at_once, claims=[outcome_claim(at_once.to, "P")])
    elif next(game.each_move(), None) is None:
        end = "loses" if outcome == "P" else "wins"
        yield say("No move is left, so the player to move {}.", end, claims=[outcome_claim(game, outcome, page.misere)])
    elif page.misere:
        yield from misere.reason(page, outcome)
    elif any(isinstance(value, Entailed) for _, value in values):
        yield from entailed_reason(page, values)
    elif any(isinstance(value, Loony) for _, value in values):
        yield from loony_reason(page, values)
    elif any(isinstance(value, Infinity) for _, value in values) or (outcome == "D" and not is_scored(game)):
        yield from draws.reason(page, outcome, values)
    elif len(values) > 1:
        yield from sum_reason(page, values)
    else:
        yield from parts_reason(page, [part for part, _ in values])


def loony_reason(page: Page, values: Values) -> Iterator[Block]:
    """A loony part decides the sum, whatever the others are worth."""
    parts = [part for part, value in values if isinstance(value, Loony)]
    if len(values) > 1:
        for part in parts[:1]:
            words = "{} is {}, so the player to move wins, whatever stands beside it."
            yield say(words, part, value_claim(part, LOONY))
    yield from parts_reason(page, parts)


def entailed_reason(page: Page, values: Values) -> Iterator[Block]:
    """The part that must be answered, and what the others add up to."""
    others = [(part, value) for part, value in values if value is not None and not isinstance(value, Entailed)]
    for part in (part for part, value in values if isinstance(value, Entailed)):
        if others:
            rest, total = Game(tuple(s for other, _ in others for s in other.summands)), nim_total(v for _, v in others)
            yield say("The answer must be in {}. What stands beside it adds up to {}.", part, value_claim(rest, total))
        yield from parts_reason(page, [part])


def sum_reason(page: Page, values: Values) -> Iterator[Block]:
    known = [(part, value) for part, value in values if value is not None]
    parts = [part for part, _ in values]
    if len(known) == len(values):
        yield from copycat(parts)
        yield from addition(known)
        yield from raising_moves(page, dict(known))
    else:
        yield from zero_parts(values)
    yield from parts_reason(page, parts)


def addition(known: Sequence[tuple[Game, Value]]) -> Iterator[Block]:
    names = part_names([part for part, _ in known])
    pairs = zip(names, known, strict=True)
    rows = [(name, value) for name, (_, value) in pairs if isinstance(value, int | Ordinal)]
    shown = heaps_in_columns(rows, *(value_claim(part, value) for part, value in known[: 4 * MOST_ROWS]))
    yield shown
    yield sum_sentence(shown) if isinstance(shown, Columns) else ordinal_sentence([value for _, value in rows])


def part_names(parts: Sequence[Game]) -> list[str]:
    """The parts as the picture names them, where all are of one ruleset and have such names; else their notation."""
    summands = [summand for part in parts for summand in part.summands]
    names = [summand.ruleset.board.part_name(summand.position) for summand in summands]
    has_names = len({summand.ruleset for summand in summands}) == 1 and all(names) and len(names) == len(parts)
    return names if has_names else list(map(str, parts))


def raising_moves(page: Page, known: dict[Game, Value]) -> Iterator[Block]:
    """The winning moves that raise a part, which nim does not have."""
    total = reduce(xor, known.values(), 0)
    shown = page.winning.moves if page.winning else []
    moved = [Counter(page.game.parts()) - Counter(move.to.parts()) for move in shown]
    values = [known.get(next(iter(parts))) for parts in moved if parts.total() == 1]
    found = [old for old in values if isinstance(old, int) and isinstance(total, int) and old ^ total > old]
    if found and isinstance(total, int):
        steps = [Step(f"{old} ⊕ {total} = {old ^ total}") for old in dict.fromkeys(found)]
        words = "A part can also be raised to what the others add up to, where the rules have such a move: {}."
        yield say(words, series(steps))


def copycat(parts: Sequence[Game]) -> Iterator[Block]:
    copies = Counter(search.canonical_parts(summand for part in parts for summand in part.summands))
    if copies and all(number % 2 == 0 for number in copies.values()):
        yield say(
            "The parts come in equal pairs. So the second player copies: each move is answered by the same in its twin."
        )


def zero_parts(values: Values) -> Iterator[Block]:
    """For a sum in which not every nimber is known: the parts of nimber 0, which may be left aside."""
    for part, value in values:
        if value == 0:
            words = "{} is a {}-position: a move in it is answered in it, so it may be left aside."
            yield say(words, part, outcome_claim(part, "P"))


def parts_reason(page: Page, parts: Sequence[Game]) -> Iterator[Block]:
    positions: dict[Ruleset[Any], list[Any]] = {}
    summands = [summand for part in parts for summand in part.summands]
    for summand in summands or page.game.summands[:1]:
        positions.setdefault(summand.ruleset, []).append(summand.position)
    for rules, mine in list(positions.items())[:MOST_RULESETS]:
        yield from rules.why(mine, page)


def moves(page: Page, outcome: Outcome) -> Iterator[Block]:
    if outcome == "P" and next(page.game.each_move(), None) is not None:
        entails = any(summand.ruleset.entails() for summand in page.game.summands)
        yield say("No move wins." if entails else "No move wins: every option is an N-position.")
    if outcome == "N" and page.winning is None:
        yield say("Which moves win was not found within the time that an explanation may take.")
    if outcome != "N" or page.winning is None or not page.winning.moves:
        return
    shown = page.winning.moves[: MOST_ROWS if len(str(page.game)) < LONG_CHARACTERS else MOVES_OF_LONG]
    claims = tuple(outcome_claim(move.to, "N" if move.goes_on else "P", page.misere) for move in shown)
    claims = () if is_scored(page.game) else claims  # there the points of the move count too
    yield Moves(tuple((move.label, str(move.to)) for move in shown), page.winning.count, claims=claims)


def collect_sources(blocks: list[Block], methods: list[Method]) -> list[Block]:
    """The blocks without repetitions, with all sources in one line at the end."""
    cited = dict.fromkeys(block.text for block in blocks if isinstance(block, Source))
    cited = cited or dict.fromkeys(method.citation for method in methods if method.kind == THEOREM)
    body = list(dict.fromkeys(block for block in blocks if not isinstance(block, Source)))
    if cited:
        saved = [method.kind for method in methods if method.kind in (SHIPPED, SAVED)]
        return [*body, Source("; ".join(cited)), *([Source("; ".join(saved), "Rests on")] if saved else [])]
    return [*body, Source("; ".join(map(str, methods)), "Method")] if methods else body


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
