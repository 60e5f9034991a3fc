"""Why a position of Chomp has its value: strategy stealing (Schuh 1952, Gale 1974), two arms as Nim, few rows."""

from collections.abc import Iterator
from math import prod

from grundy.explain.page import Page
from grundy.explain.prose import Claim, Fact, Size, Step, Text, game_at, join, outcome_claim, text
from grundy.explain.structure import Block, Paragraph, Source, say
from grundy.games.chomp.board import BarRows, Layers, NamedDivisors
from grundy.games.chomp.rules import Chomp, Chomp3d, DivisorChomp, is_hook, profile, transpose


def explain_bar(rules: Chomp, bar: BarRows, page: Page) -> Iterator[Block]:
    """The case that the bar falls under; in a sum its nimber is needed, not only who wins."""
    if page.misere:
        yield from page.reason(rules, bar)
        return
    verdict = rules.verdict(bar, False)
    claims = [outcome_claim(game_at(rules, bar), verdict)] if verdict else []
    if bar == (1,):
        yield say("Only the poisoned square is left, so there is no move.", claims=claims)
    elif is_hook(bar):
        across, down = Step(f"{bar[0]} - 1 = {bar[0] - 1}"), Step(f"{len(bar)} - 1 = {len(bar) - 1}")
        words = "An arm of {} squares across and one of {} down meet in the poisoned square: two heaps of nim."
        yield say(words, across, down, claims=claims)
        yield from page.nim([("across", bar[0] - 1), ("down", len(bar) - 1)], "arm")
        yield Source("Bouton 1902")
    elif not page.alone or not verdict:
        yield from page.options_reason(rules, bar)
    elif bar[-1] == bar[0]:
        yield from explain_full_bar(bar, claims)
    else:
        rows, *lengths = profile(bar)
        theorem = shape_theorem(rows, *lengths)
        turned = text("Turned over it is {}. {}", game_at(rules, transpose(bar)), theorem)
        yield Paragraph(theorem if rows == len(bar) else turned, claims=tuple(claims))
        yield Source(rules.citation("verdict"))


def explain_full_bar(bar: BarRows, claims: list[Claim]) -> Iterator[Block]:
    rows, columns = len(bar), bar[0]
    size = text("{} x {}", Fact("how many", ", ".join(map(str, bar)), rows), Size(columns))
    yield explain_stealing(text("the far corner square of the {} bar", size), claims)
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


def shape_theorem(rows: int, longest: int, second: int, before: int, least: int) -> Text:
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
        return text(words, join([Size(longest), Size(second), Size(least)], ", "))
    if before > least == 1:
        return text("The first two columns are lost by themselves: bite off all that is to the right of them.")
    return text("Three rows of which the last has 1 square are lost only as 3, 1, 1.")


def explain_stealing(corner: Text, claims: list[Claim]) -> Block:
    return say(
        "The first player steals the strategy. Let him bite {}. If that wins, good. If not, the opponent has a "
        "winning answer to it; but every answer takes that corner too, so the first player could have made it at "
        "once. Either way a winning first move exists, though the argument does not name it.",
        corner,
        claims=claims,
    )


def explain_block(rules: Chomp3d, block: Layers, page: Page) -> Iterator[Block]:
    other = [] if page.misere else page.disguise_reason(rules, block)
    if other:
        yield from other
    elif rules.verdict(block, page.misere) == "N":
        corner = text("the cube that is farthest from the poisoned one")
        yield explain_stealing(corner, [outcome_claim(game_at(rules, block), "N")])
        yield Source(rules.citation("verdict"))
    else:
        yield from page.reason(rules, block)


def explain_divisors(rules: DivisorChomp, position: NamedDivisors, page: Page) -> Iterator[Block]:
    """All divisors of a number as a full block of as many dimensions as it has prime factors."""
    factors, _ = position
    if page.misere or rules.verdict(position, False) != "N":
        yield from page.reason(rules, position)
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
    yield explain_stealing(text("the number itself, the far corner"), [outcome_claim(game_at(rules, position), "N")])
    yield Source(rules.citation("verdict"))
