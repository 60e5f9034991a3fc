"""Coins: a position is the sum of its heads, each with a law of its own; tartan products multiply two such laws.

Odious numbers, powers of two and the Tartan Theorem: Berlekamp, Conway and Guy 1982, chapter 14; Ferguson 2014, 5.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import singledispatch

from grundy.boards.coin_grid import CoinGridGame, Place, Sheet, Tartan
from grundy.boards.coins import CoinGame
from grundy.core.nimbers import nim_product
from grundy.explain.page import MOST, Page, heaps_table, one, say, worth
from grundy.explain.structure import Block, Claim, Formula, Source, Steps, code, short
from grundy.explain.why import by_moves, why
from grundy.games.acrostic_twins import AcrosticTwins
from grundy.games.coin_subtraction import CoinSubtraction, CoinSubtractionOneOrTwo
from grundy.games.coins import Grunt, MockTurtles, Ruler, Rulerette, Triplets, TurningTurtles, Twins, odious
from grundy.games.grundys_game import grundys_game
from grundy.games.subtraction import Subtraction

__all__ = ["head_law"]

Worked = tuple[str, int, tuple[Claim, ...]]
HeadLaw = tuple[str, Callable[[int], Worked]]
NEAR = 10_000  # a coin further out is not drawn as a row


@singledispatch
def head_law(rules: CoinGame) -> HeadLaw | None:
    """The law of a single head in words, and worked out for one coin."""
    return None


@head_law.register(TurningTurtles)
@head_law.register(Twins)
def _(rules: CoinGame) -> HeadLaw:
    return "A head on coin n is a heap of n stones: turning another coin m moves it there.", lambda n: (str(n), n, ())


@head_law.register
def _(rules: MockTurtles) -> HeadLaw:
    words = "Coin n is worth the odious one of 2n and 2n + 1, the one with an odd number of ones in binary."
    return words, lambda n: (in_odious(n), odious(n), ())


@head_law.register
def _(rules: Triplets) -> HeadLaw:
    def of(n: int) -> Worked:
        return (f"as coin {n - 2} there: {in_odious(n - 2)}", odious(n - 2), ()) if n >= 2 else ("no move", 0, ())

    return "Coin n is worth what coin n - 2 is in Mock Turtles; coins 0 and 1 are worth nothing.", of


def in_odious(n: int) -> str:
    """The odious number of an index, worked out."""
    even = n.bit_count() % 2 == 0
    return f"{n} = {n:b} has an {'even' if even else 'odd'} number of ones, so 2*{n}{' + 1' * even} = {odious(n)}"


@head_law.register
def _(rules: Ruler) -> HeadLaw:
    def of(n: int) -> Worked:
        power = n & -n
        return f"{n} = {power} * {n // power}", power, ()

    return "Coin n is worth the largest power of 2 that divides n.", of


@head_law.register
def _(rules: Rulerette) -> HeadLaw:
    def of(n: int) -> Worked:
        power = n & -n
        return (f"{n} = {power} * {n // power}, half of {power}" if n % 2 == 0 else f"{n} is odd"), power // 2, ()

    return "Coin n is worth half of the largest power of 2 that divides n, and nothing if n is odd.", of


@head_law.register
def _(rules: Grunt) -> HeadLaw:
    def of(n: int) -> Worked:
        heap = grundys_game(n)
        value = rules.value(n)
        return f"as {code(heap)}", value, (worth(heap, value),)

    return "Coin n is a heap of n in Grundy's game: it becomes x and n - x, and coin 0 is worth nothing.", of


@head_law.register
def _(rules: CoinSubtraction) -> HeadLaw:
    patient = Subtraction(*rules.take)
    plus = isinstance(rules, CoinSubtractionOneOrTwo)

    def of(n: int) -> Worked:
        value, heap = rules.value(n), patient(n)
        return f"as {code(heap)}{', plus 1' * plus}", value, (worth(heap, value - plus),)

    more = ", plus 1: turned alone, the coin is gone" if plus else ""
    return f"Coin n is worth a heap of n in {code(patient)}{more}.", of


@why.register
def _(rules: CoinGame, parts: Sequence[str], page: Page) -> Iterator[Block]:
    heads = sorted({head for part in parts for head in rules.board.heads(part)})
    yield from decomposition(rules, len(heads), page)
    known = head_law(rules)
    if not known:
        yield from (block for head in heads[:2] for block in by_moves(rules, rules.board.line(head), page))
        return
    words, of = known
    yield say(words)
    worked = [(head, *of(head)) for head in heads[: MOST + 1]]
    claims = [claim for head, _, value, more in worked for claim in (*more, *head_claim(rules, head, value))]
    if any(text != str(head) for head, text, _, _ in worked):
        yield heaps_table(["coin", "", "nimber"], [(n, text, value) for n, text, value, _ in worked], *claims)
    yield Source(rules.source)


def decomposition(rules: CoinGame | CoinGridGame, heads: int, page: Page) -> Iterator[Block]:
    """Why each head may be looked at by itself."""
    if heads > 1 or page.full:
        yield say(
            "A position is the sum of its single heads: two heads on one coin cancel, as two equal heaps of nim do, "
            "and turning a head that is there already is the same as adding one more."
        )


def head_claim(rules: CoinGame, head: int, value: int) -> list[Claim]:
    """The claim about one head at the end of a row."""
    return [worth(one(rules, rules.board.line(head)), value)] if head <= NEAR else []


@why.register
def _(rules: CoinGridGame, parts: Sequence[Sheet], page: Page) -> Iterator[Block]:
    heads = sorted({head for part in parts for head in part.heads})
    yield from decomposition(rules, len(heads), page)
    claims = [worth(one(rules, rules.board.cell(*head)), rules.value(head)) for head in heads[:MOST]]
    yield from sheet(rules, heads, claims, page)


@singledispatch
def sheet(rules: CoinGridGame, heads: list[Place], claims: list[Claim], page: Page) -> Iterator[Block]:
    """The values of heads in the plane."""
    rows = [(f"({row},{column})", rules.value((row, column))) for row, column in heads]
    yield heaps_table(["head", "nimber"], rows, *claims)


@sheet.register
def _(rules: AcrosticTwins, heads: list[Place], claims: list[Claim], page: Page) -> Iterator[Block]:
    yield say("A head at (x,y) is a heap of x and a heap of y: it is worth x ⊕ y.")
    rows = [(f"({x},{y})", f"{x} ⊕ {y}", x ^ y) for x, y in heads]
    yield heaps_table(["head", "row ⊕ column", "nimber"], rows, *claims)
    yield Source(rules.cited("theorem"))


@sheet.register
def _(rules: Tartan, heads: list[Place], claims: list[Claim], page: Page) -> Iterator[Block]:
    down, across = rules.down, rules.across
    yield say(
        "By the Tartan Theorem a head at (x,y) is worth g1(x) ⊗ g2(y), the nim-product of the value of x in "
        f"{code(down)} "
        f"and of y in {code(across)}."
    )
    rows, more = [], list[Claim]()
    for x, y in heads[: MOST + 1]:
        u, v = down.value(x), across.value(y)
        rows.append((f"({x},{y})", f"g1({x}) = {u}", f"g2({y}) = {v}", f"{u} ⊗ {v} = {nim_product(u, v)}"))
        more += [*head_claim(down, x, u), *head_claim(across, y, v)]
    yield heaps_table(["head", "row", "column", "nimber"], rows, *claims, *more)
    yield from three_parts(rules, page)
    yield Source(rules.cited("theorem"))


def three_parts(rules: Tartan, page: Page) -> Iterator[Block]:
    """How a winning move of the product is put together from two moves on a row."""
    move = page.winning.moves[0] if page.winning and page.winning.moves else None
    before = page.game.summands[move.index] if move else None
    if move is None or before is None or before.ruleset != rules:
        return
    after = move.position
    assert isinstance(before.position, Sheet)
    assert isinstance(after, Sheet)
    turned = before.position.heads ^ after.heads
    rows, columns = sorted({row for row, _ in turned}), sorted({column for _, column in turned})
    yield from put_together(rules, rows, columns)


def put_together(rules: Tartan, rows: list[int], columns: list[int]) -> Iterator[Steps | Formula]:
    """The two moves, and the nim-products of what they do."""
    (*above, x), (*left, y) = rows, columns
    v1, v2 = rules.down.value(x), rules.across.value(y)
    u1, u2 = rules.down.total(above), rules.across.total(left)
    old, new = nim_product(v1, v2), nim_product(u1, u2) ^ nim_product(u1, v2) ^ nim_product(v1, u2)
    yield Steps(
        (
            f"The head at ({x},{y}) is worth {v1} ⊗ {v2} = {old}; it shall become {new}.",
            f"In {code(rules.down)} turn {numbers(rows)}: that brings {v1} to u1 = {u1}.",
            f"In {code(rules.across)} turn {numbers(columns)}: that brings {v2} to u2 = {u2}.",
            "Turn all coins where these rows and these columns meet.",
        )
    )
    yield Formula(
        f"(u1 ⊗ u2) ⊕ (u1 ⊗ v2) ⊕ (v1 ⊗ u2) = ({u1} ⊗ {u2}) ⊕ ({u1} ⊗ {v2}) ⊕ ({v1} ⊗ {u2}) = "
        f"{nim_product(u1, u2)} ⊕ {nim_product(u1, v2)} ⊕ {nim_product(v1, u2)} = {new}"
    )


def numbers(coins: list[int]) -> str:
    """The coins in words, cut if they are many."""
    return f"coin {coins[0]}" if len(coins) == 1 else f"coins {short(', '.join(map(str, coins)))}"
