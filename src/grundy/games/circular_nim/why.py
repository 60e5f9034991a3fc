"""Circular nim: the known lost positions in words."""

from collections.abc import Iterator, Sequence

from grundy.boards.heaps import Position
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.circular_nim.rules import CircularNim

SAID = {
    (4, 2): "Four heaps, of which two neighbours may be touched, are lost exactly if opposite heaps are equal.",
    (5, 2): "Five heaps, of which two neighbours may be touched, are lost exactly if, with the largest heap called a, "
    "they are (a, b, c, d, b) in this order, and a + b = c + d.",
    (5, 3): "Five heaps, of which three in a row may be touched, are lost exactly if, read from an empty heap on, they "
    "are (0, b, c, d, b), and b = c + d.",
    (6, 3): "Six heaps, of which three in a row may be touched, are lost exactly if opposite pairs of neighbours have "
    "equal sums.",
    (6, 4): "Six heaps, of which four in a row may be touched, are lost exactly if opposite pairs of neighbours have "
    "equal sums and every second heap, the least among them, adds to 0 as nim-heaps.",
    (8, 6): "Eight heaps, of which six in a row may be touched, are lost exactly if, read from an empty heap on, they "
    "are (0, x, a, b, e, c, d, x) with a + b = c + d = x and e the lesser of x and a + d.",
}


def why(rules: CircularNim, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    words = SAID.get((len(parts[0]), rules.k))
    if words and not page.misere:
        yield page.say(words)
        yield page.source(rules.citation("verdict"))
    yield from page.parts_reason(rules, parts)
