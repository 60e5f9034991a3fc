"""Tartan products: the nim-product of two heads, and a winning move put together from two moves on a row.

The Tartan Theorem: Berlekamp, Conway and Guy 1982, chapter 14; Ferguson 2014, 5.3.
"""

from collections.abc import Iterator, Sequence

from grundy.boards.coin_grid import CoinSheet, Place, Tartan
from grundy.boards.coins import CoinGame
from grundy.core.game import Game, Move
from grundy.core.nimbers import nim_product, nim_sum
from grundy.explain.answer import MOST_ROWS
from grundy.explain.coins import head_value
from grundy.explain.page import Page
from grundy.explain.prose import Fact, Field, Quote, Size, Step, Text, game_at, short, text
from grundy.explain.structure import Block, Source, formula, say, steps, table


def why_heads(rules: Tartan, heads: Sequence[Place], page: Page) -> Iterator[Block]:
    down, across = rules.down, rules.across
    yield say(
        "By the Tartan Theorem a head in row x, column y is worth g1(x) ⊗ g2(y), the nim-product of the value "
        "of x in {} and of y in {}.",
        down,
        across,
    )
    rows = []
    for x, y in heads[: MOST_ROWS + 1]:
        values = text("g1(x) = {}", head_value(down, x)), text("g2(y) = {}", head_value(across, y))
        product = product_step(down.value(x), across.value(y))
        rows.append((place(x, y), *values, product, rules.claim((x, y), page)))
    yield table(["head", "row", "column", "product", "nimber"], rows)
    yield from why_move(rules, page)
    if page.full and page.alone and heads:
        yield from page.mex_reason(game_at(rules, rules.board.cell(*heads[0])))
    yield Source(rules.citation("theorem"))


def place(x: int, y: int) -> Text:
    return text("row {}, column {}", Size(x), Size(y))


def product_step(a: int, b: int) -> Step:
    return Step(f"{a} ⊗ {b} = {nim_product(a, b)}")


def why_move(rules: Tartan, page: Page) -> Iterator[Block]:
    """A winning move of the product, put together from two moves on a row; of several the plainest."""
    moves = page.winning.moves if page.winning else []
    turns = [crossing(page.game, move) for move in moves if page.game.summands[move.index].ruleset == rules]
    if not turns:
        return
    rows, columns = min(turns, key=lambda lines: plainness(rules, *lines))
    (*above, x), (*left, y) = rows, columns
    v1, v2 = rules.down.value(x), rules.across.value(y)
    u1, u2 = rules.down.total(above), rules.across.total(left)
    terms = (u1, u2), (u1, v2), (v1, u2)
    products = [nim_product(*term) for term in terms]
    sum_of_products, new = " ⊕ ".join(map(str, products)), nim_sum(products)
    goal = text("it shall become {}", Fact("nim-sum", sum_of_products, new))
    words = "With v1 = g1(x) and v2 = g2(y) the head in {} is worth {}; {}."
    yield steps(
        [
            text(words, place(x, y), product_step(v1, v2), goal),
            move_in_one_row(rules.down, rows, "v1", "u1"),
            move_in_one_row(rules.across, columns, "v2", "u2"),
            text("Turn all coins where these rows and these columns meet."),
        ]
    )
    shown = " ⊕ ".join(f"({a} ⊗ {b})" for a, b in terms)
    yield formula("(u1 ⊗ u2) ⊕ (u1 ⊗ v2) ⊕ (v1 ⊗ u2) = {}", Step(f"{shown} = {sum_of_products} = {new}"))


def crossing(game: Game, move: Move) -> tuple[list[int], list[int]]:
    before, after = game.summands[move.index].position, move.position
    assert isinstance(before, CoinSheet)
    assert isinstance(after, CoinSheet)
    turned = before.heads ^ after.heads
    return sorted({row for row, _ in turned}), sorted({column for _, column in turned})


def plainness(rules: Tartan, rows: list[int], columns: list[int]) -> tuple[bool, int]:
    """Whether neither u1 nor u2 is 0 and each is less than what it replaces, as for corners; then fewer coins."""
    new = rules.down.total(rows[:-1]), rules.across.total(columns[:-1])
    old = rules.down.value(rows[-1]), rules.across.value(columns[-1])
    return not all(0 < u < v for u, v in zip(new, old, strict=True)), len(rows) * len(columns)


def move_in_one_row(rules: CoinGame, coins: list[int], old: str, new: str) -> Text:
    """What a move on a row does: the last coin is turned to tails, the others are turned too."""
    *others, last = coins
    values = [rules.value(coin) for coin in others]
    total: Field = Size(0)
    if len(values) > 1:
        total = Step(f"{' ⊕ '.join(map(str, values))} = {nim_sum(values)}")
    elif values:
        total = head_value(rules, others[0])
    names = f"coins {short(', '.join(map(str, coins)))}" if others else f"coin {last}"
    words = "In {} turn {}: that brings {} = {} to {} = {}."
    return text(words, rules, Quote(names), old, head_value(rules, last), new, total)
