"""The drawer of compounds: the components side by side, each touched as it is when it is played alone.

A move touches what its moves in the components touch, all of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from grundy.boards.compound import Components, Compound
from grundy.core.game import Game, Summand
from grundy.render.scenes.scene import Item, Scene, Touch, draw_scene, scene, touch
from grundy.render.shapes import words

BETWEEN = 72.0  # room for the sign between components
MOST_COMPONENT_MOVES = 400  # of a component that are looked through
MOST_WAYS = 4  # to make a move by touching
Past = Sequence[Components]


@dataclass(frozen=True)
class DrawnComponent:
    """A component: its scenes, and for each game after a move in it the touches that make it and what goes."""

    scenes: tuple[Scene, ...]
    ways: dict[Game, list[tuple[Touch, Touch]]]

    @property
    def width(self) -> float:
        return sum(one.width for one in self.scenes) + BETWEEN * (len(self.scenes) - 1) if self.scenes else 60.0


@draw_scene.register
def draw_compound(
    board: Compound, position: Components, options: Sequence[Components], rules: object, past: Past
) -> Scene:
    drawn = [draw_component(i, game, [one[i] for one in past if len(one) > i]) for i, game in enumerate(position)]
    high = max([60.0, *(one.height for component in drawn for one in component.scenes)])
    items, x = list[Item](), 0.0
    for i, component in enumerate(drawn):
        if i:
            items.append(Item(words(x + BETWEEN / 2, high / 2 + 6, board.sign, "sign")))
            x += BETWEEN
        items += place_component(i, component, x, high)
        x += component.width
    touches, goes = list[tuple[Touch, ...]](), dict[Touch, Touch]()
    for option in options:
        moved = [drawn[i].ways.get(option[i], []) for i in board.moved_games(position, option)]
        ways = list(islice(product(*moved), MOST_WAYS))
        joined = [(unite(one for one, _ in way), unite(gone for _, gone in way)) for way in ways]
        touches.append(tuple(dict.fromkeys(one for one, _ in joined)))
        goes.update(joined)
    return Scene(max(x, 80), high, tuple(items), tuple(touches), goes=goes)


def unite(touches: Iterable[Touch]) -> Touch:
    return frozenset[str]().union(*touches)


def draw_component(i: int, game: Game, past: Sequence[Game]) -> DrawnComponent:
    moves = list(islice(game.each_move(), MOST_COMPONENT_MOVES))
    scenes, ways = list[Scene](), dict[Game, list[tuple[Touch, Touch]]]()
    for s, summand in enumerate(game.summands):
        mine = [move for move in moves if move.index == s]
        one = scene(summand, [move.position for move in mine], earlier_positions(summand, s, past))
        scenes.append(one)
        keys = {item.key for item in one.items}
        for move, touches in zip(mine, one.touches, strict=False):
            found = [(own_keys(i, s, way), own_keys(i, s, one.goes.get(way, way))) for way in touches if way <= keys]
            ways.setdefault(move.to, []).extend(found)
    return DrawnComponent(tuple(scenes), ways)


def earlier_positions(summand: Summand, s: int, past: Sequence[Game]) -> list[object]:
    """The earlier positions of a summand, where all games of the past have it in the same place."""
    there = [game.summands[s] for game in past if len(game.summands) > s]
    is_same = len(there) == len(past) and all(one.ruleset == summand.ruleset for one in there)
    return [one.position for one in there] if is_same else []


def own_keys(i: int, s: int, keys: Touch) -> Touch:
    return touch(*(f"{i}.{s}.{key}" for key in keys))


def place_component(i: int, component: DrawnComponent, x: float, high: float) -> Iterator[Item]:
    """The pieces of a component in their places on the sheet of the whole."""
    if not component.scenes:
        yield Item(words(x + 30, high / 2 + 6, "ended", "small"))
    for s, one in enumerate(component.scenes):
        if s:
            yield Item(words(x - BETWEEN / 2, high / 2 + 8, "+", "sign"))
        down = high - one.height
        for item in one.items:
            body = tuple(shape._replace(at=(shape.at[0] + x, shape.at[1] + down)) for shape in item.body)
            at = item.at[0] + x, item.at[1] + down
            yield replace(item, body=body, key=f"{i}.{s}.{item.key}" if item.key else "", at=at)
        x += one.width + BETWEEN
