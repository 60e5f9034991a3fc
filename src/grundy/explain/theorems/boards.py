"""Strategies on boards: stealing it in Chomp, copying it in Cram and Boxing Match.

Strategy stealing: Gale 1974, Schuh 1952. Copying half a turn round the centre: Gardner 1974.
"""

from collections.abc import Iterator, Sequence
from math import prod

from grundy.boards.bar import Position as Bar
from grundy.boards.bar3d import Position as Block3d
from grundy.boards.divisors import Position as Divisors
from grundy.boards.grid import Block as Rectangle
from grundy.boards.grid import Flip, GridGame, Position, flipped, flips
from grundy.explain.bouton import nim_of
from grundy.explain.page import Page, one, result, say, worth
from grundy.explain.prose import Claim, Fact, Quote, Size, Step, Text, joined, text
from grundy.explain.structure import Block, Paragraph, Source
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
    """The case that the bar falls under; in a sum its nimber is needed, not only who wins."""
    verdict, game = rules.verdict(bar, False), one(rules, bar)
    claims = [result(game, verdict)] if verdict else []
    if bar == (1,):
        yield say("Only the poisoned square is left, so there is no move.", claims=claims)
    elif is_hook(bar):
        yield from arms(bar, claims, page)
    elif not page.alone or not verdict:
        yield from by_moves(rules, bar, page)
    elif bar[-1] == bar[0]:
        yield from full_bar(bar, claims)
    else:
        yield Paragraph(shape_of(rules, bar), claims=tuple(claims))
        yield Source(rules.cited("verdict"))


def arms(bar: Bar, claims: list[Claim], page: Page) -> Iterator[Block]:
    """Two arms that meet in the poisoned square."""
    across, down = Step(f"{bar[0]} - 1 = {bar[0] - 1}"), Step(f"{len(bar)} - 1 = {len(bar) - 1}")
    words = "An arm of {} squares across and one of {} down meet in the poisoned square: two heaps of nim."
    yield say(words, across, down, claims=claims)
    yield from nim_of([("across", bar[0] - 1), ("down", len(bar) - 1)], page, "arm")
    yield Source("Bouton 1902")


def full_bar(bar: Bar, claims: list[Claim]) -> Iterator[Block]:
    """A full rectangle: strategy stealing, and the move where it is known."""
    rows, columns = len(bar), bar[0]
    size = text("{} x {}", Fact("how many", ", ".join(map(str, bar)), rows), Size(columns))
    yield stealing(text("the far corner square of the {} bar", size), claims)
    if rows == columns:
        yield say(
            "On a square bar the move is known: bite at row 2, column 2, which leaves two equal arms, and then copy "
            "each bite in the other arm."
        )
    elif min(rows, columns) == 2:
        yield say(
            "With two rows the move is known: bite the corner itself, so that one row is a square longer than the "
            "other."
        )
    yield Source("Gale 1974")


def shape_of(rules: Chomp, bar: Bar) -> Text:
    """The theorem that decides a bar that is neither full nor two arms."""
    rows, longest, second, before, least = profile(bar)
    words = by_profile(rows, longest, second, before, least)
    turned = tuple(sum(length > place for length in bar) for place in range(bar[0]))
    return words if rows == len(bar) else text("Turned over it is {}. {}", one(rules, turned), words)


def by_profile(rows: int, longest: int, second: int, before: int, least: int) -> Text:
    """The theorem, by the number of rows, the two longest, the last but one and the last."""
    if rows == longest:
        return text(
            "The bar is as high as it is wide: a bite at row 2, column 2 leaves two equal arms, which are lost."
        )
    if rows == 2:
        words = "Two rows, of {} and {}, are lost exactly if one is a single square longer than the other."
        return text(words, Size(longest), Size(second))
    if second == longest - 1:
        words = "The first two rows, {} and {}, are lost by themselves: bite off all that is below them."
        return text(words, Size(longest), Size(second))
    if rows == 3 and least == 2:
        words = "Three rows of which the last has 2 squares are lost exactly if they are n, n - 2, 2; here {}."
        return text(words, joined([Size(longest), Size(second), Size(least)], ", "))
    if before > least == 1:
        return text("The first two columns are lost by themselves: bite off all that is to the right of them.")
    return text("Three rows of which the last has 1 square are lost only as 3, 1, 1.")


def stealing(corner: Text, claims: Sequence[Claim]) -> Block:
    """The argument of strategy stealing."""
    return say(
        "The first player steals the strategy. Let him bite {}. If that wins, good. If not, the opponent has a "
        "winning answer to it; but every answer takes that corner too, so the first player could have made it at "
        "once. Either way a winning first move exists, though the argument does not name it.",
        corner,
        claims=claims,
    )


@why.register
def _(rules: Chomp3d, parts: Sequence[Block3d], page: Page) -> Iterator[Block]:
    for block in parts[:1]:
        other = [] if page.misere else disguised(rules, block, page)
        if other:
            yield from other
        elif rules.verdict(block, page.misere) == "N":
            yield stealing(text("the cube that is farthest from the poisoned one"), [result(one(rules, block), "N")])
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
        number = prod(prime**power for prime, power in factors)
        shape = " * ".join(f"{prime}^{power}" for prime, power in factors)
        yield say(
            "The divisors of {} are the squares of a bar of chocolate with {} direction{}: to name d is to bite off "
            "all its multiples, and 1 is poisoned.",
            Step(f"{number} = {shape}"),
            Fact("prime factors", str(number), len(factors)),
            "s" * (len(factors) != 1),
        )
        yield stealing(text("the number itself, the far corner"), [result(one(rules, position), "N")])
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
                "The board has a symmetry, {}, and no block meets its own image. So the second player answers every "
                "move by its image and always finds it free: he moves last.",
                name,
                claims=[result(game, "P")],
            )
        else:
            yield say(
                "The board has a symmetry, {}. The first player takes the block in the middle, {}, which is its own "
                "image and meets every other block that meets its image. From then on he answers every move by its "
                "image.",
                name,
                Quote(in_words(max(found, key=lambda block: block.height * block.width))),
                claims=[result(game, "N")],
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
    game = one(rules, position)
    yield say(
        "No block of two by two is full in {}, so every move takes one stone: there will be {} more move{}, an {} "
        "number, however they are made.",
        game,
        Fact("stones", str(game), stones),
        "s" * (stones != 1),
        "odd" if odd else "even",
        claims=[] if page.misere else [worth(game, odd)],
    )
