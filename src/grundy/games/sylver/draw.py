"""Pictures of the coinage, as SVG and in plain characters: the numbers that can still be named."""

from collections.abc import Sequence
from itertools import islice
from math import gcd

from grundy.games.sylver.board import Coinage, Coins, gaps, is_sum
from grundy.render.scenes.scene import Item, Scene, in_words, touch
from grundy.render.shapes import box, words
from grundy.render.text import Lines

LINE_NUMBERS = 12
MOST_NUMBERS = 96
SIDE = 40.0


def draw_coinage(board: Coinage, position: Coins, options: Sequence[Coins]) -> Scene:
    """The numbers in rows: those that are sums are gone, and one of the others is touched to name it."""
    free = list(islice(gaps(position), MOST_NUMBERS))
    last = max([*free[:MOST_NUMBERS], *position, LINE_NUMBERS]) if gcd(*position) == 1 else 3 * LINE_NUMBERS
    if last > MOST_NUMBERS:
        return in_words(board.show(position))
    items = list[Item]()
    for n in range(2, last + 1):
        down, along = divmod(n - 1, LINE_NUMBERS)
        x, y = SIDE * along + 4, SIDE * down + 4
        out, named = is_sum(n, position), n in position
        body = box(x + 1, y + 1, SIDE - 2, SIDE - 2, "gone" if out else "cell", 18 if named else 3)
        sign = words(x + SIDE / 2, y + 26, str(n), "count" if named else "small" if out else "label")
        state = ", named" if named else ", a sum" if out else ""
        items.append(Item(body + sign, f"n-{n}", f"{n}{state}", (x + SIDE / 2, y + SIDE / 2)))
    if gcd(*position) != 1:
        items.append(Item(words(SIDE * LINE_NUMBERS / 2, SIDE * 3 + 26, "and so on without end", "small")))
    new = [board.new_coin(position, option) for option in options]
    touches = tuple((touch(f"n-{n}"),) for n in new)
    taken = [n for n in range(2, last + 1) if not is_sum(n, position)]
    goes = {
        touch(f"n-{n}"): touch(*(f"n-{m}" for m in taken if is_sum(m, to)))
        for n, to in zip(new, options, strict=True)
        if n <= last
    }
    high = SIDE * (1 + (last - 1) // LINE_NUMBERS) + 8 + 30 * (gcd(*position) != 1)
    return Scene(SIDE * LINE_NUMBERS + 8, high, tuple(items), touches, goes=goes, hang=(0, 0))


def coinage_lines(position: Coins, width: int) -> Lines:
    named = ", ".join(map(str, position)) or "nothing"
    free = list(islice(gaps(position), 25))
    more = ", ..." if len(free) > 24 else ""
    left = ", ".join(map(str, free[:24])) or "only 1"
    lines = [f"named: {named}", f"left:  {left}{more}"]
    return lines if max(map(len, lines)) <= width else lines[:1]
