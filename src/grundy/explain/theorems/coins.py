"""Coins: a position is the sum of its heads, each with a law of its own; tartan products multiply two such laws.

Odious numbers, powers of two and the Tartan Theorem: Berlekamp, Conway and Guy 1982, chapter 14; Ferguson 2014, 5.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce, singledispatch
from operator import xor

from grundy.boards.coin_grid import CoinGridGame, Place, Sheet, Tartan
from grundy.boards.coins import CoinGame
from grundy.core.game import Game, Move
from grundy.core.nimbers import nim_product
from grundy.explain.page import MOST, Page, formula, heaps_table, one, say, steps, worth
from grundy.explain.prose import Claim, Fact, Field, Quote, Size, Step, Text, short, text
from grundy.explain.structure import Block, Formula, Paragraph, Source, Steps
from grundy.explain.why import by_moves, why
from grundy.games.acrostic_twins import AcrosticTwins
from grundy.games.coin_subtraction import CoinSubtraction, CoinSubtractionOneOrTwo
from grundy.games.coins import Grunt, MockTurtles, Ruler, Rulerette, Triplets, TurningTurtles, Twins, odious
from grundy.games.grundys_game import grundys_game
from grundy.games.subtraction import Subtraction

__all__ = ["head_law"]

Worked = tuple[Text, int]
HeadLaw = tuple[Text, Callable[[int], Worked]]
NEAR = 10_000  # a coin further out is not drawn as a row


@singledispatch
def head_law(rules: CoinGame) -> HeadLaw | None:
    """The law of a single head in words, and worked out for one coin."""
    return None


@head_law.register(TurningTurtles)
@head_law.register(Twins)
def _(rules: CoinGame) -> HeadLaw:
    words = text("A head on coin n is a heap of n stones: turning another coin m moves it there.")
    return words, lambda n: (text("{}", Size(n)), n)


@head_law.register
def _(rules: MockTurtles) -> HeadLaw:
    words = "Coin n is worth the odious one of 2n and 2n + 1, the one with an odd number of ones in binary."
    return text(words), lambda n: (in_odious(n), odious(n))


@head_law.register
def _(rules: Triplets) -> HeadLaw:
    def of(n: int) -> Worked:
        return (
            (text("as coin {} there: {}", Step(f"{n} - 2 = {n - 2}"), in_odious(n - 2)), odious(n - 2))
            if n >= 2
            else NONE
        )

    return text("Coin n is worth what coin n - 2 is in Mock Turtles; coins 0 and 1 are worth nothing."), of


NONE: Worked = text("no move"), 0


def in_odious(n: int) -> Text:
    """The odious number of an index, worked out."""
    even = n.bit_count() % 2 == 0
    words = "{} has an {} number of ones, so {}"
    result = Step(f"2*{n}{' + 1' * even} = {odious(n)}")
    return text(words, Step(f"{n} = {n:b}₂"), "even" if even else "odd", result)


@head_law.register
def _(rules: Ruler) -> HeadLaw:
    def of(n: int) -> Worked:
        power = n & -n
        return text("{}", Step(f"{n} = {power} * {n // power}")), power

    return text("Coin n is worth the largest power of 2 that divides n."), of


@head_law.register
def _(rules: Rulerette) -> HeadLaw:
    def of(n: int) -> Worked:
        power = n & -n
        product, half = Step(f"{n} = {power} * {n // power}"), Step(f"{power}/2 = {power // 2}")
        return (text("{}, and {}", product, half) if n % 2 == 0 else text("odd")), power // 2

    return text("Coin n is worth half of the largest power of 2 that divides n, and nothing if n is odd."), of


@head_law.register
def _(rules: Grunt) -> HeadLaw:
    def of(n: int) -> Worked:
        heap, value = grundys_game(n), rules.value(n)
        return text("as {}, worth {}", heap, worth(heap, value)), value

    return text("Coin n is a heap of n in Grundy's game: it becomes x and n - x, and coin 0 is worth nothing."), of


@head_law.register
def _(rules: CoinSubtraction) -> HeadLaw:
    patient = Subtraction(*rules.take)
    plus = isinstance(rules, CoinSubtractionOneOrTwo)

    def of(n: int) -> Worked:
        value, heap = rules.value(n), patient(n)
        more = text(", and {}", Step(f"{value - 1} + 1 = {value}")) if plus else text("")
        return text("as {}, worth {}{}", heap, worth(heap, value - plus), more), value

    more = ", plus 1: turned alone, the coin is gone" if plus else ""
    return text("Coin n is worth a heap of n in {}{}.", patient, more), of


@why.register
def _(rules: CoinGame, parts: Sequence[str], page: Page) -> Iterator[Block]:
    heads = sorted({head for part in parts for head in rules.board.heads(part)})
    yield from decomposition(rules, len(heads), page)
    known = head_law(rules)
    if not known:
        yield from (block for head in heads[:2] for block in by_moves(rules, rules.board.line(head), page))
        return
    words, of = known
    yield Paragraph(words)
    worked = [(head, *of(head)) for head in heads[: MOST + 1]]
    if any(told.plain != str(head) for head, told, _ in worked) or len(heads) < 2:
        yield heaps_table(["coin", "", "nimber"], [(Size(n), told, head_worth(rules, n, v)) for n, told, v in worked])
    if isinstance(rules, MockTurtles) and len(heads) > 1:
        yield even_nim(heads)
    yield Source(rules.source)


def even_nim(heads: list[int]) -> Block:
    """Which positions of Mock Turtles are lost, without odious numbers."""
    total = " ⊕ ".join(map(str, heads))
    number = Fact("how many", total, len(heads))
    return say(
        "Odious numbers add to an odious one exactly if their number is odd. So the lost positions are the "
        "P-positions of nim with an even number of heaps, coin 0 among them: here {}, and there are {} heads.",
        Step(f"{total} = {reduce(xor, heads)}"),
        number,
    )


def decomposition(rules: CoinGame | CoinGridGame, heads: int, page: Page) -> Iterator[Block]:
    """Why each head may be looked at by itself."""
    if heads > 1 or page.full:
        yield say(
            "A position is the sum of its single heads: two heads on one coin cancel, as two equal heaps of nim do, "
            "and turning a head that is there already is the same as adding one more."
        )


def head_worth(rules: CoinGame, head: int, value: int) -> Field:
    """The worth of one head, as the end of a row where that can be drawn."""
    return worth(one(rules, rules.board.line(head)), value) if head <= NEAR else Fact("coin", f"{rules}: {head}", value)


@why.register
def _(rules: CoinGridGame, parts: Sequence[Sheet], page: Page) -> Iterator[Block]:
    heads = sorted({head for part in parts for head in part.heads})
    yield from decomposition(rules, len(heads), page)
    yield from sheet(rules, heads, page)


def at(head: Place) -> Text:
    """A place on the board."""
    return text("({},{})", *map(Size, head))


def cell_worth(rules: CoinGridGame, head: Place) -> Claim:
    """The worth of one head on the board."""
    return worth(one(rules, rules.board.cell(*head)), rules.value(head))


@singledispatch
def sheet(rules: CoinGridGame, heads: list[Place], page: Page) -> Iterator[Block]:
    """The values of heads in the plane."""
    yield heaps_table(["head", "nimber"], [(at(head), cell_worth(rules, head)) for head in heads])


@sheet.register
def _(rules: AcrosticTwins, heads: list[Place], page: Page) -> Iterator[Block]:
    yield say("A head at (x,y) is a heap of x and a heap of y: it is worth x ⊕ y.")
    rows = [(at((x, y)), Step(f"{x} ⊕ {y} = {x ^ y}"), cell_worth(rules, (x, y))) for x, y in heads]
    yield heaps_table(["head", "row ⊕ column", "nimber"], rows)
    yield Source(rules.cited("theorem"))


@sheet.register
def _(rules: Tartan, heads: list[Place], page: Page) -> Iterator[Block]:
    down, across = rules.down, rules.across
    yield say(
        "By the Tartan Theorem a head at (x,y) is worth g1(x) ⊗ g2(y), the nim-product of the value of x in {} and of "
        "y in {}.",
        down,
        across,
    )
    rows = []
    for x, y in heads[: MOST + 1]:
        u, v = down.value(x), across.value(y)
        values = text("g1(x) = {}", head_worth(down, x, u)), text("g2(y) = {}", head_worth(across, y, v))
        rows.append((at((x, y)), *values, Step(f"{u} ⊗ {v} = {nim_product(u, v)}"), cell_worth(rules, (x, y))))
    yield heaps_table(["head", "row", "column", "product", "nimber"], rows)
    yield from three_parts(rules, page)
    if page.full and page.alone and heads:
        yield from page.by_mex(one(rules, rules.board.cell(*heads[0])))
    yield Source(rules.cited("theorem"))


def three_parts(rules: Tartan, page: Page) -> Iterator[Block]:
    """How a winning move of the product is put together from two moves on a row; a plain one is chosen."""
    moves = page.winning.moves if page.winning else []
    turned = [crossing(page.game, move) for move in moves if page.game.summands[move.index].ruleset == rules]
    if turned:
        yield from put_together(rules, *min(turned, key=lambda lines: plainness(rules, *lines)))


def crossing(game: Game, move: Move) -> tuple[list[int], list[int]]:
    """The rows and the columns whose crossings a move turns."""
    before, after = game.summands[move.index].position, move.position
    assert isinstance(before, Sheet)
    assert isinstance(after, Sheet)
    turned = before.heads ^ after.heads
    return sorted({row for row, _ in turned}), sorted({column for _, column in turned})


def plainness(rules: Tartan, rows: list[int], columns: list[int]) -> tuple[bool, int]:
    """Whether neither u1 nor u2 is 0 and each is less than what it replaces, as for corners; then fewer coins."""
    new = rules.down.total(rows[:-1]), rules.across.total(columns[:-1])
    old = rules.down.value(rows[-1]), rules.across.value(columns[-1])
    return not all(0 < u < v for u, v in zip(new, old, strict=True)), len(rows) * len(columns)


def put_together(rules: Tartan, rows: list[int], columns: list[int]) -> Iterator[Steps | Formula]:
    """The two moves, and the nim-products of what they do."""
    (*above, x), (*left, y) = rows, columns
    v1, v2 = rules.down.value(x), rules.across.value(y)
    u1, u2 = rules.down.total(above), rules.across.total(left)
    terms = (u1, u2), (u1, v2), (v1, u2)
    products = [nim_product(*term) for term in terms]
    new = reduce(xor, products)
    goal = text("it shall become {}", Fact("nim-sum", " ⊕ ".join(map(str, products)), new))
    worth_now = Step(f"{v1} ⊗ {v2} = {nim_product(v1, v2)}")
    yield steps(
        [
            text("With v1 = g1(x) and v2 = g2(y) the head at {} is worth {}; {}.", at((x, y)), worth_now, goal),
            one_way(rules.down, rows, "v1", "u1", v1, u1),
            one_way(rules.across, columns, "v2", "u2", v2, u2),
            text("Turn all coins where these rows and these columns meet."),
        ]
    )
    shown = " ⊕ ".join(f"({a} ⊗ {b})" for a, b in terms)
    values = " ⊕ ".join(map(str, products))
    yield formula("(u1 ⊗ u2) ⊕ (u1 ⊗ v2) ⊕ (v1 ⊗ u2) = {}", Step(f"{shown} = {values} = {new}"))


def one_way(rules: CoinGame, coins: list[int], old: str, new: str, before: int, after: int) -> Text:
    """What a move on a row does: the last coin goes, the others come."""
    *others, last = coins
    values = [rules.value(coin) for coin in others]
    total = Step(f"{' ⊕ '.join(map(str, values))} = {after}") if len(values) > 1 else head_total(rules, others, after)
    words = "In {} turn {}: that brings {} = {} to {} = {}."
    return text(words, rules, Quote(numbers(coins)), old, head_worth(rules, last, before), new, total)


def head_total(rules: CoinGame, coins: list[int], value: int) -> Field:
    """The worth of the one coin that comes, or of none."""
    return head_worth(rules, coins[0], value) if coins else Size(0)


def numbers(coins: list[int]) -> str:
    """The coins in words, cut if they are many."""
    return f"coin {coins[0]}" if len(coins) == 1 else f"coins {short(', '.join(map(str, coins)))}"
