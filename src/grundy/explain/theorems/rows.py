"""Rows, curves and cards: SOS by its traps, Brussels Sprouts by counting, Thirty-one by sevens.

SOS: USA Mathematical Olympiad 1999, Ferguson 2014, 1.5. Brussels Sprouts: Conway, in Gardner 1967.
"""

from collections.abc import Iterator, Sequence

from grundy.boards.cards import Hand
from grundy.boards.regions import Position as Regions
from grundy.boards.regions import free_ends
from grundy.explain.page import Page, heaps_table, one, result, say, worth
from grundy.explain.structure import Block, Source, code
from grundy.explain.why import disguised, plainly, why
from grundy.games.brussels_sprouts import BrusselsSprouts, curves
from grundy.games.sos import FORK, TRAP, WIN, Sos
from grundy.games.thirty_one import ThirtyOne
from grundy.games.treblecross import Treblecross, completable

__all__: list[str] = []


@why.register
def _(rules: Sos, parts: Sequence[str], page: Page) -> Iterator[Block]:
    for row in parts[:1]:
        outcome = rules.verdict(row, False)
        claims = [result(one(rules, row), outcome)] if outcome else []
        yield say(sos_case(rules, row, outcome or ""), *claims)
        yield Source(rules.cited("verdict"))


def sos_case(rules: Sos, row: str, outcome: str) -> str:
    """The reason for the outcome of a row."""
    empty = row.count(".")
    if rules.terminal(row):
        return "SOS stands in the row, so the game is over." if "SOS" in row else "The row is full without SOS: a draw."
    if WIN.search(row):
        return "SOS can be completed at once."
    odd = empty % 2 == 1
    parity = (
        f"{empty} cells are empty, an {'odd' if odd else 'even'} number. Call S..S a trap: whoever writes in it lets "
        "the other "
        "complete SOS. Traps hold an even number of cells, so when all other cells are full, the player who "
        f"{'moves now' if odd else 'does not move now'} has just moved, and the other must enter the trap."
    )
    if outcome == "D":
        return f"{parity} But no trap can be forced here, and without one nobody need lose: the row fills up, a draw."
    if TRAP in row:
        return f"{parity} A trap is there already."
    if FORK.search(row):
        return (
            f"{parity} He gets his trap: an S in the middle of seven empty cells threatens a second S three cells "
            "away on either "
            "side, and only one of them can be stopped."
        )
    return f"{parity} A search shows that he can get a trap."


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
    rows = [(free_ends(r), curves(r), m) for r, m in zip(regions, moves, strict=True)]
    claims = [worth(one(rules, (r,)), m % 2) for r, m in zip(regions, moves, strict=True)][:12]
    yield heaps_table(["ends e", "curves c", "moves"], rows, *claims)
    total, last = sum(moves), "first" if sum(moves) % 2 else "second"
    yield say(f"That makes {total} moves, so the {last} player makes the last one.")
    yield Source(rules.cited("theorem"))


@why.register
def _(rules: ThirtyOne, parts: Sequence[Hand], page: Page) -> Iterator[Block]:
    for hand in parts[:1]:
        total = rules.board.total(hand)
        yield say(
            f"The cards taken make {total}, so {rules.board.limit - total} are missing to {rules.board.limit}. If no "
            "rank ever ran out, "
            "whoever reaches 3, 10, 17, 24 or 31 would win, by completing each card to 7. But there are only four of "
            "each: a player "
            "who keeps taking the same rank uses up the cards that would complete it, so the cards left must be "
            "counted too."
        )
        yield say(f"What is left, {code(one(rules, hand))}, is decided by its options.")
        yield from plainly(rules, hand, page)
