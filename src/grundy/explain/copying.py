"""The strategy of copying: a player answers each move by its image in a symmetry of the board (Gardner 1974)."""

from collections.abc import Iterator, Sequence

from grundy.boards.grid import GridGame, Position, Rectangle
from grundy.explain.page import Page
from grundy.explain.prose import Quote, game_at, outcome_claim
from grundy.explain.structure import Block, Source, say

SYMMETRY = {(True, True): "half a turn", (False, True): "left and right", (True, False): "top and bottom"}


def why(rules: GridGame, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    """Who copies on the board, or else why the first two parts have their values."""
    position = board_of(rules, parts, page)
    strategy = None if page.misere else rules.copying(position)
    if strategy is None:
        for part in parts[:2]:
            yield from page.reason(rules, part)
        return
    flip, middle = strategy
    if middle:
        yield say(
            "The board has a symmetry, {}. The first player takes the block in the middle, {}, which is its own image "
            "and meets every other block that meets its image. From then on he answers every move by its image.",
            SYMMETRY[flip],
            Quote(place_of(max(middle, key=lambda block: block.height * block.width))),
            claims=[outcome_claim(game_at(rules, position), "N")],
        )
    else:
        yield say(
            "The board has a symmetry, {}, and no block meets its own image. So the second player answers every move "
            "by its image and always finds it free: he moves last.",
            SYMMETRY[flip],
            claims=[outcome_claim(game_at(rules, position), "P")],
        )
    yield Source(rules.citation("verdict"))


def board_of(rules: GridGame, parts: Sequence[Position], page: Page) -> Position:
    """The whole board where it is the only one of the game, or else the first part: parts need not be symmetric."""
    first, *others = page.game.summands
    whole = first.position
    return whole if not others and first.ruleset == rules and isinstance(whole, tuple) else parts[0]


def place_of(block: Rectangle) -> str:
    top, left, height, width = block
    rows = f"row {top + 1}" if height == 1 else f"rows {top + 1} to {top + height}"
    return f"{rows}, {f'column {left + 1}' if width == 1 else f'columns {left + 1} to {left + width}'}"
