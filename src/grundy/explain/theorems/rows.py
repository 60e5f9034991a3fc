"""Rows, curves and cards: SOS by its traps, Brussels Sprouts by counting, Thirty-one by sevens.

SOS: USA Mathematical Olympiad 1999, Ferguson 2014, 1.5. Brussels Sprouts: Conway, in Gardner 1967.
"""

from collections.abc import Iterator, Sequence

from grundy.boards.cards import Hand
from grundy.boards.land_form import Position as Lands
from grundy.boards.regions import Position as Regions
from grundy.boards.regions import Region, free_ends
from grundy.core.ruleset import Ruleset
from grundy.explain.page import Page, heaps_table, one, result, say, worth
from grundy.explain.prose import Fact, Field, Step, Text, text
from grundy.explain.structure import Block, Paragraph, Source
from grundy.explain.why import disguised, plainly, why
from grundy.games.brussels_sprouts import BrusselsSprouts, curves
from grundy.games.sos import FORK, TRAP, WIN, Sos
from grundy.games.sprouts import Sprouts
from grundy.games.thirty_one import ThirtyOne
from grundy.games.treblecross import Treblecross, completable

__all__: list[str] = []


@why.register
def _(rules: Sos, parts: Sequence[str], page: Page) -> Iterator[Block]:
    for row in parts[:1]:
        outcome = rules.verdict(row, False)
        claims = [result(one(rules, row), outcome)] if outcome else []
        yield Paragraph(sos_case(rules, row, outcome or ""), claims=tuple(claims))
        yield Source(rules.cited("verdict"))


def sos_case(rules: Sos, row: str, outcome: str) -> Text:
    """The reason for the outcome of a row."""
    if rules.terminal(row):
        over = "SOS stands in the row, so the game is over." if "SOS" in row else "The row is full without SOS: a draw."
        return text(over)
    if WIN.search(row):
        return text("SOS can be completed at once.")
    return text("{} {}", sos_parity(rules, row), sos_trap(row, outcome))


def sos_parity(rules: Sos, row: str) -> Text:
    """Who must enter a trap when all other cells are full."""
    empty = Fact("empty cells", str(one(rules, row)), row.count("."))
    odd = row.count(".") % 2 == 1
    return text(
        "{} {} empty, an {} number. Call S..S a trap: whoever writes in it lets the other complete SOS. Traps hold an "
        "even number of cells, so when all other cells are full, the player who {} has just moved, and the other must "
        "enter the trap.",
        empty,
        "cell is" if empty.number == 1 else "cells are",
        "odd" if odd else "even",
        "moves now" if odd else "does not move now",
    )


def sos_trap(row: str, outcome: str) -> str:
    """Whether there is a trap, or how it comes about."""
    if outcome == "D":
        return "But no trap can be forced here, and without one nobody need lose: the row fills up, a draw."
    if TRAP in row:
        return "A trap is there already."
    if FORK.search(row):
        return (
            "He gets his trap: an S in the middle of seven empty cells threatens a second S three cells away on "
            "either side, and only one of them can be stopped."
        )
    return "A search shows that he can get a trap."


@why.register
def _(rules: Treblecross, parts: Sequence[str], page: Page) -> Iterator[Block]:
    for row in parts[:1]:
        if page.misere or completable(row) or len(row) < 3:
            yield from plainly(rules, row, page)
            return
        yield say(
            "Nobody writes an X within two cells of another, for then three can be completed at once. So an X closes "
            "its own cell and "
            "two on either side, five in all: a run of n free cells is a row of n + 2 pins of which three neighbours "
            "fall."
        )
        yield from disguised(rules, row, page)


@why.register
def _(rules: BrusselsSprouts, parts: Sequence[Regions], page: Page) -> Iterator[Block]:
    regions = [region for part in parts for region in part]
    yield say(
        "However it is played, the number of moves is fixed. A region with e free ends and c curves needs e + c - 2 "
        "moves: each "
        "move joins two curves or parts a region, and at the end every end has a region of its own."
    )
    moves = [free_ends(region) + curves(region) - 2 for region in regions]
    rows = [region_row(rules, region, m) for region, m in zip(regions, moves, strict=True)]
    yield heaps_table(["ends e", "curves c", "moves", "nimber"], rows)
    total, last = sum(moves), "first" if sum(moves) % 2 else "second"
    made = Fact("sum", ", ".join(map(str, moves)), total)
    end = " and loses" if page.misere else ""
    yield say(
        "That makes {} move{} in all, so the {} player makes the last one{}.", made, "s" * (total != 1), last, end
    )
    yield Source(rules.cited("theorem"))


def region_row(rules: BrusselsSprouts, region: Region, moves: int) -> tuple[Field, ...]:
    """A region: its free ends, its curves, the moves in it, and their parity."""
    game, ends, lines = one(rules, (region,)), free_ends(region), curves(region)
    counts = Fact("free ends", str(game), ends), Fact("curves", str(game), lines)
    return *counts, Step(f"{ends} + {lines} - 2 = {moves}"), worth(game, moves % 2)


@why.register
def _(rules: Sprouts, parts: Sequence[Lands], page: Page) -> Iterator[Block]:
    for position in parts[:1]:
        spots = rules.board.show(position)
        if spots.isdigit():
            yield say(
                "Every spot has three lives; a move uses two and the new spot has one. So a play from n spots lasts "
                "at least 2n and at most 3n - 1 moves: {} and {}. Which of these it is, is what the players fight "
                "about.",
                Step(f"2*{spots} = {2 * int(spots)}"),
                Step(f"3*{spots} - 1 = {3 * int(spots) - 1}"),
            )
            yield Source("Conway and Paterson 1967, in Gardner 1967")
    yield from why.dispatch(Ruleset)(rules, parts, page)


@why.register
def _(rules: ThirtyOne, parts: Sequence[Hand], page: Page) -> Iterator[Block]:
    for hand in parts[:1]:
        total, limit = rules.board.total(hand), rules.board.limit
        yield say(
            "The cards taken make {}, so {} are missing to the limit of {}. If no rank ever ran out, whoever reaches "
            "3, 10, 17, 24 or 31 would win, by completing each card to 7. But there are only four of each: a player "
            "who keeps taking the same rank uses up the cards that would complete it, so the cards left must be "
            "counted too.",
            Fact("total", str(one(rules, hand)), total),
            Step(f"{limit} - {total} = {limit - total}"),
            Fact("limit", str(rules), limit),
        )
        yield say("What is left, {}, is decided by its options.", one(rules, hand))
        yield from plainly(rules, hand, page)
