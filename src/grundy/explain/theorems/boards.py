"""Strategies on boards: stealing it in Chomp, copying it in Cram and Boxing Match.

Strategy stealing: Gale 1974, Schuh 1952. Copying half a turn round the centre: Gardner 1974.
"""

from collections.abc import Iterator, Sequence

from grundy.boards.bar import Position as Bar
from grundy.boards.bar3d import Position as Block3d
from grundy.boards.divisors import Position as Divisors
from grundy.boards.grid import Block as Rectangle
from grundy.boards.grid import Flip, GridGame, Position, flipped, flips
from grundy.explain.bouton import nim_of
from grundy.explain.page import Page, one, result, say, worth
from grundy.explain.structure import Block, Claim, Source, code
from grundy.explain.why import by_moves, disguised, plainly, why
from grundy.games.boxing_match import BoxingMatch
from grundy.games.chomp import Chomp, is_hook, profile
from grundy.games.chomp_3d import Chomp3d
from grundy.games.divisor_chomp import DivisorChomp

__all__: list[str] = []

SYMMETRY = {(True, True): "half a turn", (False, True): "left and right", (True, False): "top and bottom"}


@why.register
def _(rules: Chomp, parts: Sequence[Bar], page: Page) -> Iterator[Block]:
    for bar in parts[:1]:
        if page.misere:
            yield from plainly(rules, bar, page)
        else:
            yield from chomp_case(rules, bar, page)


def chomp_case(rules: Chomp, bar: Bar, page: Page) -> Iterator[Block]:
    """The case that the bar falls under."""
    verdict, game = rules.verdict(bar, False), one(rules, bar)
    claims = [result(game, verdict)] if verdict else []
    rows, columns = len(bar), bar[0]
    if bar == (1,):
        yield say("Only the poisoned square is left, so there is no move.", *claims)
    elif is_hook(bar):
        yield say(
            f"Two arms of {columns - 1} and {rows - 1} squares meet in the poisoned square: two heaps of nim.", *claims
        )
        yield from nim_of([("across", columns - 1), ("down", rows - 1)], page, "arm")
        yield Source("Bouton 1902")
    elif bar[-1] == columns:
        yield stealing(f"the far corner square of the {rows} x {columns} bar", *claims)
        if rows == columns:
            yield say(
                "On a square bar the move is known: bite at row 2, column 2, which leaves two equal arms, and then "
                "copy each bite "
                "in the other arm."
            )
        elif min(rows, columns) == 2:
            yield say(
                "With two rows the move is known: bite the corner itself, so that one row is a square longer than the "
                "other."
            )
        yield Source("Gale 1974")
    elif verdict:
        yield say(shape_of(bar), *claims)
        yield Source(rules.cited("verdict"))
    else:
        yield from by_moves(rules, bar, page)


def shape_of(bar: Bar) -> str:
    """The theorem that decides a bar that is neither full nor two arms."""
    rows, longest, second, before, least = profile(bar)
    turned = "" if rows == len(bar) else f"Turned over, the bar has {rows} columns as rows. "
    if rows == longest:
        return "The bar is as high as it is wide: a bite at row 2, column 2 leaves two equal arms, which are lost."
    if rows == 2:
        return (
            f"{turned}Two rows, of {longest} and {second}, are lost exactly if one is a single square longer than the "
            "other."
        )
    if rows == 3 and least == 2:
        return (
            f"{turned}Three rows of which the last has 2 squares are lost exactly if they are n, n - 2, 2; here "
            f"{longest}, {second}, 2."
        )
    if second == longest - 1:
        return (
            f"{turned}The first two rows, {longest} and {second}, are lost by themselves: bite off all that is below "
            "them."
        )
    if before > least == 1:
        return f"{turned}The first two columns are lost by themselves: bite off all that is to the right of them."
    return f"{turned}Three rows of which the last has 1 square are lost only as 3, 1, 1."


def stealing(corner: str, *claims: Claim) -> Block:
    """The argument of strategy stealing."""
    return say(
        f"The first player steals the strategy. Let him bite {corner}. If that wins, good. If not, the opponent has a "
        "winning "
        "answer to it; but every answer takes that corner too, so the first player could have made it at once. Either "
        "way a "
        "winning first move exists, though the argument does not name it.",
        *claims,
    )


@why.register
def _(rules: Chomp3d, parts: Sequence[Block3d], page: Page) -> Iterator[Block]:
    for block in parts[:1]:
        other = [] if page.misere else disguised(rules, block, page)
        if other:
            yield from other
        elif rules.verdict(block, page.misere) == "N":
            yield stealing("the cube that is farthest from the poisoned one", result(one(rules, block), "N"))
            yield Source(rules.cited("verdict"))
        else:
            yield from plainly(rules, block, page)


@why.register
def _(rules: DivisorChomp, parts: Sequence[Divisors], page: Page) -> Iterator[Block]:
    for position in parts[:1]:
        factors, _ = position
        if page.misere or rules.verdict(position, False) != "N":
            yield from plainly(rules, position, page)
            return
        shape = " * ".join(f"{prime}^{power}" for prime, power in factors)
        yield say(
            f"The divisors of {shape} are the squares of a bar of chocolate with {len(factors)} "
            f"direction{'s' * (len(factors) != 1)}: "
            "to name d is to bite off all its multiples, and 1 is poisoned."
        )
        yield stealing("the number itself, the far corner", result(one(rules, position), "N"))
        yield Source(rules.cited("verdict"))


@why.register
def _(rules: GridGame, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    whole = page.game.summands[0].position if len(page.game.summands) == 1 else None
    position = whole if isinstance(whole, tuple) and page.game.summands[0].ruleset == rules else parts[0]
    copied = [] if page.misere else list(copying(rules, position))
    if copied:
        yield from copied
        yield Source(rules.cited("verdict"))
        return
    for part in parts[:2]:
        yield from plainly(rules, part, page)


def copying(rules: GridGame, position: Position) -> Iterator[Block]:
    """The symmetry by which a player copies, with the block that the first player begins with."""
    for flip in flips(position):
        found = symmetric(rules, position, flip)
        if found is None:
            continue
        name, game = SYMMETRY[flip], one(rules, position)
        if not found:
            yield say(
                f"The board has a symmetry, {name}, and no block meets its own image. So the second player answers "
                "every move by "
                "its image and always finds it free: he moves last.",
                result(game, "P"),
            )
        else:
            block = found[0]
            yield say(
                f"The board has a symmetry, {name}. The first player takes the block in the middle, "
                f"{in_words(block)}, which is its "
                "own image and meets every other block that meets its image. From then on he answers every move by "
                "its image.",
                result(game, "N"),
            )
        return


def symmetric(rules: GridGame, position: Position, flip: Flip) -> list[Rectangle] | None:
    """The middle blocks of a symmetry, none if no block meets its image; None where the symmetry is of no use."""
    if flipped(position, flip) != position:
        return None
    crossing = [block for block in rules.blocks(position) if block.meets(block.image(position, flip))]
    own = [block for block in crossing if block == block.image(position, flip)]
    middle = [block for block in own if all(map(block.meets, crossing))]
    return middle if middle or not crossing else None


def in_words(block: Rectangle) -> str:
    """A block by its rows and columns."""
    top, left, height, width = block
    rows = f"row {top + 1}" if height == 1 else f"rows {top + 1} to {top + height}"
    return f"{rows}, {f'column {left + 1}' if width == 1 else f'columns {left + 1} to {left + width}'}"


@why.register
def _(rules: BoxingMatch, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    whole = page.game.summands[0].position
    position = whole if page.game.summands[0].ruleset == rules and isinstance(whole, tuple) else parts[0]
    odd = rules.theorem(position) if len(page.game.summands) == 1 else None
    if odd is None:
        yield from why.dispatch(GridGame)(rules, parts, page)
        return
    stones = rules.board.bits(position).bit_count()
    claims = () if page.misere else (worth(one(rules, position), odd),)
    yield say(
        f"No block of two by two is full in {code(one(rules, position))}, so every move takes one stone: there will "
        f"be {stones} "
        f"more moves, an {'odd' if odd else 'even'} number, however they are made.",
        *claims,
    )
