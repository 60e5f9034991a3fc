"""Scenes put together: a sum stands side by side with a plus sign between, as a picture or as a board to play on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count

from grundy.core.game import Game, Move
from grundy.render.svg import coins, curves, graphs, heaps, squares, walks
from grundy.render.svg.scene import Item, Scene, scene
from grundy.render.svg.shapes import figure, group, tag, words
from grundy.render.svg.style import standalone

__all__ = ["DRAWERS", "Choice", "Placed", "arranged", "board", "choices", "svg"]

DRAWERS = coins, curves, graphs, heaps, squares, walks  # each registers what it draws
WIDEST = 900.0  # units in a line of summands
BETWEEN = 56.0  # room for a plus sign
MARGIN = 12.0
HEAD = (
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    '<path class="tip" d="M0 .8 8 4 0 7.2z"/></marker></defs>'
)
Size = tuple[float, float]


@dataclass(frozen=True)
class Placed:
    """A scene and where it stands."""

    scene: Scene
    x: float
    y: float


@dataclass(frozen=True)
class Choice:
    """A way to make a move: the pieces that are touched, each by its summand and key."""

    keys: frozenset[str]
    move: Move


def arranged(scenes: Sequence[Scene]) -> tuple[list[Placed], float, float]:
    """The scenes in lines, each on the ground of its line, and the size of the sheet."""
    lines: list[list[Scene]] = [[]]
    for one in scenes:
        if lines[-1] and sum(s.width + BETWEEN for s in lines[-1]) + one.width > WIDEST:
            lines.append([])
        lines[-1].append(one)
    wide = max(sum(s.width for s in row) + BETWEEN * (len(row) - 1) for row in lines if row) if scenes else 120.0
    sheet, y = list[Placed](), MARGIN
    for row in lines:
        high = max((s.height for s in row), default=40.0)
        x = MARGIN + (wide - sum(s.width for s in row) - BETWEEN * (len(row) - 1)) / 2
        for one in row:
            sheet.append(Placed(one, x, y + high - one.height))
            x += one.width + BETWEEN
        y += high + 2 * MARGIN
    return sheet, wide + 2 * MARGIN, y


def plus(sheet: Sequence[Placed]) -> str:
    """The plus signs between neighbours."""
    return "".join(
        words(one.x + one.scene.width + BETWEEN / 2, one.y + one.scene.height / 2 + 10, "+", "plus")
        for one in sheet[:-1]
    )


def svg(game: Game) -> str:
    """The game as a picture that stands alone."""
    sheet, wide, high = arranged([scene(summand) for summand in game.summands])
    drawn = "".join(group("".join(item.body for item in one.scene.items), one.x, one.y) for one in sheet)
    body = f"<title>{escape(str(game))}</title><style>{standalone()}</style>{HEAD}{drawn}{plus(sheet)}"
    view = f"0 0 {figure(wide)} {figure(high)}"
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=view, width=wide, role="img")


def choices(moves: Sequence[Move], scenes: Mapping[int, Scene], numbers: Mapping[int, Sequence[int]]) -> list[Choice]:
    """The ways to make these moves by touching pieces; `numbers` tells which moves belong to each summand."""
    return [
        Choice(frozenset(f"{index}:{key}" for key in touched), moves[number])
        for index, one in scenes.items()
        for number, touches in zip(numbers[index], one.touches, strict=False)
        for touched in touches
        if touched and touched <= {item.key for item in one.items}
    ]


def board(
    game: Game,
    moves: Sequence[Move],
    link: Callable[[Move], str],
    badge: Callable[[Move], tuple[str, str] | None] = lambda move: None,
    least: Size = (0, 0),
) -> tuple[str, list[Choice]]:
    """The game to play on, and the ways to move on it; a badge is a class and a text that is laid over a piece.

    A move that takes one touch is a link, so that it needs no script.
    """
    numbers = {i: [n for n, move in enumerate(moves) if move.index == i] for i in range(len(game.summands))}
    scenes = {i: scene(s, [moves[n].position for n in numbers[i]]) for i, s in enumerate(game.summands)}
    ways = choices(moves, scenes, numbers)
    single = {next(iter(way.keys)): way.move for way in ways if len(way.keys) == 1}
    used = {key for way in ways for key in way.keys}
    sheet, wide, high = arranged(list(scenes.values()))
    drawn = "".join(
        group(
            "".join(piece(item, f"{i}:{item.key}", single, used, link, badge) for item in one.scene.items), one.x, one.y
        )
        for i, one in zip(count(), sheet)
    )
    wide, high = max(wide, least[0]), max(high, least[1])
    view = f"0 0 {figure(wide)} {figure(high)}"
    body = f"{HEAD}{drawn}{plus(sheet)}"
    return tag("svg", body, kind="board", viewBox=view, role="group", aria_label=f"The board of {game}"), ways


def piece(
    item: Item,
    key: str,
    single: Mapping[str, Move],
    used: set[str],
    link: Callable[[Move], str],
    badge: Callable[[Move], tuple[str, str] | None],
) -> str:
    """An item as a link, as a piece that can be chosen, or as it is."""
    if key not in used:
        return item.body
    move = single.get(key)
    if move is None:
        return tag("g", item.body, kind="piece", data_key=key, role="button", aria_label=item.label)
    shown = badge(move)
    over = words(item.at[0], item.at[1] + 5, shown[1], f"badge {shown[0]}") if shown else ""
    kind = f"move {shown[0]}" if shown else "move"
    return tag("a", item.body + over, href=link(move), kind=kind, data_key=key, aria_label=move.label)
