"""End nim: the sizes of both ends that would make the row lost."""

from collections.abc import Iterator, Sequence

from grundy.boards.heaps import Position, put
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.end_nim.partners import partners
from grundy.games.end_nim.rules import EndNim


def why(rules: EndNim, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for row in parts[:1]:
        yield page.say(
            "Whatever stands between, one size of the left heap at most makes the row lost, and one of the right."
        )
        ends = zip(("left", "right"), (0, len(row) - 1), partners(row, page.misere), strict=True)
        for side, i, size in ends if len(row) > 1 else ():
            other = page.at(rules, put(row, i, size))
            yield page.say(
                "For the {} heap, {}, it is {}: {} is lost.",
                side,
                page.size(row[i]),
                page.text("this size" if size == row[i] else "smaller" if size < row[i] else "larger"),
                other,
                claims=[page.result(other, "P", page.misere)],
            )
        if page.full:
            yield page.say(
                "Two lost rows with equal middles differ in both ends, for otherwise one would be an option of the "
                "other; so the sizes of the two ends are paired in their order, leaving out the one that is lost "
                "without a partner."
            )
        yield page.source(rules.citation("verdict"))
