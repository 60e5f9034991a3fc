"""Pictures of a game with a pass: the game as it is drawn alone, and a field for the pass."""

from collections.abc import Sequence
from itertools import islice

from grundy.boards.compound import Components
from grundy.core.game import Game, Move
from grundy.render.scenes.compounds import earlier_positions
from grundy.render.scenes.scene import Item, Scene, Touch, scene, touch
from grundy.render.shapes import box, group, words

MOST_MOVES = 2_000  # of a summand that can be touched; others are chosen from the list
BETWEEN = 40.0
PASS = 72.0, 34.0  # width and height of the field
ROOM = 56.0  # for it above the game


def draw_passing(position: Components, options: Sequence[Components], past: Sequence[Components]) -> Scene:
    """The summands side by side, touched as they are alone; the pass is above, so that they stay when it is used."""
    game, *used = position
    games = [one[0] for one in past]
    items, ways, x = list[Item](), dict[Game, tuple[Touch, ...]](), 0.0
    drawn = []
    for i, summand in enumerate(game.summands):
        moves = list(islice(summand.ruleset.moves(summand.position), MOST_MOVES)) if options else []
        drawn.append((i, moves, scene(summand, moves, earlier_positions(summand, i, games))))
    high = ROOM + max(one.height for *_, one in drawn)
    goes = dict[Touch, Touch]()
    for i, moves, one in drawn:
        top = high - one.height
        for item in one.items:
            at = item.at[0] + x, item.at[1] + top
            items.append(Item(group(item.body, x, top), item.key and f"{i}-{item.key}", item.label, at))
        for move, touches in zip(moves, one.touches, strict=False):
            to = Move(game, i, move).to
            ways[to] = (*ways.get(to, ()), *(rename(i, keys) for keys in touches))
            goes |= {rename(i, keys): rename(i, one.goes.get(keys, keys)) for keys in touches}
        x += one.width + BETWEEN
    wide = max(x - BETWEEN, PASS[0] + 4)
    if not used:
        at = wide / 2, 4 + PASS[1] / 2
        body = box(at[0] - PASS[0] / 2, 4, *PASS, "tray", 8) + words(at[0], at[1] + 5, "pass")
        items.append(Item(body, "pass", "the pass, which only one of the players may use", at))
    found = [(touch("pass"),) if len(to) > len(position) else ways.get(to[0], ()) for to in options]
    return Scene(wide, high, tuple(items), tuple(found), goes=goes)


def rename(index: int, keys: Touch) -> Touch:
    return frozenset(f"{index}-{key}" for key in keys)
