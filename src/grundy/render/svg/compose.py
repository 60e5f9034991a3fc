"""Scenes put together: a sum stands side by side with a plus sign between, as a picture or as a board to play on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import count

from grundy.core.game import Game, Move
from grundy.core.reader import ellipsis
from grundy.render.svg import coins, curves, graphs, heaps, squares, walks
from grundy.render.svg.scene import Item, Scene, Touch, scene
from grundy.render.svg.shapes import box, figure, group, tag, words
from grundy.render.svg.style import standalone
from grundy.render.svg.tracks import Track, follow

__all__ = ["DRAWERS", "Choice", "Placed", "arranged", "board", "choices", "sentence", "svg"]

DRAWERS = coins, curves, graphs, heaps, squares, walks  # each registers what it draws
WIDEST = 900.0  # units in a line of summands
BETWEEN = 56.0  # room for a plus sign
MARGIN = 12.0
SCALE = 1.6  # how much a small board is enlarged at most
CLEAR = 36.0, 19.0  # across and down, between badges
WIDE = 560.0  # units of a board that a phone shows in part
HEAD = (
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    '<path class="tip" d="M0 .8 8 4 0 7.2z"/></marker>'
    '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="hatched" d="M0 0v7"/></pattern></defs>'
)
Badge = Callable[[Move], tuple[str, str] | None]


@dataclass(frozen=True)
class Placed:
    """A scene and where it stands."""

    scene: Scene
    x: float
    y: float


@dataclass(frozen=True)
class Choice:
    """A way to make a move: the pieces that are touched, each by its summand and key, and those that go."""

    keys: Touch
    number: int  # of the move
    goes: Touch


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
    scenes = [scene(summand) for summand in game.summands]
    sheet, wide, high = arranged(scenes)
    drawn = "".join(group("".join(item.body for item in one.scene.items), one.x, one.y) for one in sheet)
    body = f"<title>{escape(str(game))}</title><style>{standalone()}</style>{HEAD}{drawn}{plus(sheet)}"
    view = f"0 0 {figure(wide)} {figure(high)}"
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=view, width=wide, height=high, role="img")


def choices(moves: Sequence[Move], scenes: Sequence[Scene], numbers: Sequence[Sequence[int]]) -> list[Choice]:
    """The ways to make these moves by touching pieces; `numbers` tells which moves belong to each summand."""
    return [
        Choice(named(index, touched), number, named(index, one.goes.get(touched, touched)))
        for index, one in enumerate(scenes)
        for number, touches in zip(numbers[index], one.touches, strict=False)
        for touched in touches
        if touched and touched <= {item.key for item in one.items}
    ]


def named(index: int, keys: Touch) -> Touch:
    """The keys of a summand as keys of the board."""
    return frozenset(f"{index}:{key}" for key in keys)


def board(
    game: Game,
    moves: Sequence[Move],
    link: Callable[[Move], str],
    badge: Badge = lambda move: None,
    past: Sequence[Game] = (),
) -> tuple[str, list[Choice]]:
    """The game to play on, and the ways to move on it; a badge is a class and a text that is laid over a piece.

    A move that takes one touch is a link, so that it needs no script. What is left of earlier positions stays in place.
    """
    numbers = [[n for n, move in enumerate(moves) if move.index == i] for i in range(len(game.summands))]
    tracks = follow([*past, game])
    scenes = [
        scene(summand, [moves[n].position for n in numbers[i]], tracks[i].positions[:-1])
        for i, summand in enumerate(game.summands)
    ]
    ways = choices(moves, scenes, numbers)
    single = {next(iter(way.keys)): moves[way.number] for way in ways if len(way.keys) == 1}
    used = frozenset[str]().union(*(way.keys | way.goes for way in ways))
    several = frozenset[str]().union(*(way.keys for way in ways if len(way.keys) > 1))
    sheet, wide, high = settled(scenes, tracks, (past or [game])[0])
    dress = Dress(single, used, several, link, badge)
    drawn = "".join(
        group("".join(dress.piece(item, f"{i}:{item.key}") for item in one.scene.items), one.x, one.y)
        for i, one in zip(count(), sheet)
    )
    body = f"{HEAD}{drawn}{plus(sheet)}{between(sheet, ways, moves, dress)}"
    view = f"0 0 {figure(wide)} {figure(high)}"
    kind = "board wide" if wide > WIDE else "board"
    name = f"The board of {ellipsis(str(game), 200)}"
    return tag("svg", body, kind=kind, viewBox=view, width=SCALE * wide, role="group", aria_label=name), ways


def between(sheet: Sequence[Placed], ways: Sequence[Choice], moves: Sequence[Move], dress: "Dress") -> str:
    """The badges of moves that take several touches, each amid its pieces; none where two would collide."""
    at = {f"{i}:{it.key}": (p.x + it.at[0], p.y + it.at[1]) for i, p in enumerate(sheet) for it in p.scene.items}
    taken, drawn = [at[key] for key in dress.single], list[str]()
    for number, keys in {way.number: way.keys for way in ways if len(way.keys) > 1}.items():
        x, y = (sum(at[key][axis] for key in keys) / len(keys) for axis in (0, 1))
        shown = dress.badge(moves[number])
        if not shown or any(abs(x - a) < CLEAR[0] and abs(y - b) < CLEAR[1] for a, b in taken):
            return ""
        taken.append((x, y))
        drawn.append(label(x, y, *shown))
    return "".join(drawn)


def settled(scenes: Sequence[Scene], tracks: Sequence[Track], first: Game) -> tuple[list[Placed], float, float]:
    """The scenes in the places that the summands of the first position had, and the size of the sheet."""
    start = [scene(summand) for summand in first.summands]
    if all(len(track.positions) == 1 for track in tracks):  # a new picture, in the middle of a sheet as large as before
        sheet, wide, high = arranged(scenes)
        _, broad, deep = arranged(start)
        wider, higher = max(wide, broad), max(high, deep)
        return [Placed(p.scene, p.x + (wider - wide) / 2, p.y + (higher - high) / 2) for p in sheet], wider, higher
    now = {track.place: one for track, one in zip(tracks, scenes, strict=True)}
    sheet, wide, high = arranged([roomy(old, now.get(n)) for n, old in enumerate(start)])
    placed = list[Placed]()
    for track, one in zip(tracks, scenes, strict=True):
        room = sheet[track.place]
        x = room.x + (room.scene.width - one.width) * one.hang[0]
        placed.append(Placed(one, x, room.y + (room.scene.height - one.height) * one.hang[1]))
    return placed, wide, high


def roomy(old: Scene, new: Scene | None) -> Scene:
    """A scene as large as both."""
    return replace(old, width=max(old.width, new.width), height=max(old.height, new.height)) if new else old


@dataclass(frozen=True)
class Dress:
    """What makes a board of a picture: where links lead and what is laid over them."""

    single: Mapping[str, Move]
    used: Touch
    several: Touch
    link: Callable[[Move], str]
    badge: Badge

    def piece(self, item: Item, key: str) -> str:
        """An item as a link, as a piece that can be chosen, as one that can go, or as it is."""
        move = self.single.get(key)
        if move is not None:
            return self.linked(item, key, move)
        if key in self.several:
            return tag("g", item.body, kind="piece", data_key=key, role="button", aria_label=item.label)
        return tag("g", item.body, data_key=key) if item.key and key in self.used else item.body

    def linked(self, item: Item, key: str, move: Move) -> str:
        """A piece that makes a move by itself; where it is also part of others it is chosen first."""
        shown = self.badge(move)
        over = label(*item.at, *shown) if shown else ""
        kind = f"move {shown[0]}" if shown else "move"
        return tag("a", item.body + over, href=self.link(move), kind=kind, data_key=key, aria_label=sentence(move))


def label(x: float, y: float, kind: str, text: str) -> str:
    """A value laid over a piece."""
    wide = 7.6 * len(text) + 12
    return group(box(x - wide / 2, y - 9, wide, 18, "", 9) + words(x, y + 4.2, text), kind=f"badge {kind}")


def sentence(move: Move) -> str:
    """A move as a sentence: what is done, and what is left."""
    left = ellipsis(str(move.to.live()), 60)
    return f"{move.label[:1].upper()}{move.label[1:]}, leaving {left}."
