"""Scenes put together: a sum stands side by side with a plus sign between, as a picture or as a board to play on."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from grundy.core.game import Game, Move
from grundy.core.reader import ellipsis
from grundy.render.picture import Picture
from grundy.render.scenes import coins, compounds, curves, graphs, heaps, moving_pieces, squares
from grundy.render.scenes.scene import Item, Scene, Touch, scene
from grundy.render.scenes.tracks import Track, follow
from grundy.render.shapes import Drawing, Point, appearance, box, group, join, tag, words
from grundy.render.style import standalone

DRAWERS = coins, compounds, curves, graphs, heaps, moving_pieces, squares  # each registers what it draws
LINE_WIDTH = 900.0  # of summands side by side
BETWEEN = 56.0  # room for a plus sign
MARGIN = 12.0
SCALE = 1.6  # how much a board to play on is enlarged
BADGE_HEIGHT = 18.0
BADGE_STEPS = 0, -0.5, 0.5, -1, 1, -1.5, 1.5, -2, 2, -3, 3  # up or down from its piece, in heights
READ_CHARACTERS = 60  # of an expression that helps beside the words of a move
LEAST_SCALE = 0.9  # at which names of 12.5 are 11 pixels high
LEAST_STEP = 20  # between the least sizes of boards, in pixels
LARGEST_LEAST = 1600
COUNTER = "k-"  # begins the keys of counters
PHONE_WIDTH = 560.0  # a wider board is shown in part on a phone
HATCH = (  # the style sheet of the page fills with it what a move would take
    '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="hatched" d="M0 0v7"/></pattern></defs>'
)
Badge = Callable[[Move], tuple[str, str] | None]


@dataclass(frozen=True)
class PlacedScene:
    """A scene and its upper left corner."""

    scene: Scene
    x: float
    y: float


@dataclass(frozen=True)
class TouchedMove:
    """A way to make a move: the pieces that are touched, each by its summand and key, and those that go."""

    keys: Touch
    number: int  # of the move
    goes: Touch
    note: str = ""  # how it is drawn


def arrange(scenes: Sequence[Scene]) -> tuple[list[PlacedScene], float, float]:
    """The scenes in lines, each on the ground of its line, and the width and height of the whole."""
    lines: list[list[Scene]] = [[]]
    for one in scenes:
        if lines[-1] and sum(s.width + BETWEEN for s in lines[-1]) + one.width > LINE_WIDTH:
            lines.append([])
        lines[-1].append(one)
    width = max(sum(s.width for s in row) + BETWEEN * (len(row) - 1) for row in lines if row) if scenes else 120.0
    sheet, y = list[PlacedScene](), MARGIN
    for row in lines:
        high = max((s.height for s in row), default=40.0)
        x = MARGIN + (width - sum(s.width for s in row) - BETWEEN * (len(row) - 1)) / 2
        for one in row:
            sheet.append(PlacedScene(one, x, y + high - one.height))
            x += one.width + BETWEEN
        y += high + 2 * MARGIN
    return sheet, width + 2 * MARGIN, y


def draw_plus_signs(sheet: Sequence[PlacedScene]) -> Drawing:
    return join(
        words(one.x + one.scene.width + BETWEEN / 2, one.y + one.scene.height / 2 + 10, "+", "plus")
        for one in sheet[:-1]
    )


def draw_game(game: Game) -> Picture:
    sheet, width, height = arrange([scene(summand) for summand in game.summands])
    drawing = join(group(one.scene.drawing, one.x, one.y) for one in sheet)
    return Picture(width, height, drawing + draw_plus_signs(sheet), str(game), standalone())


def touched_moves(scenes: Sequence[Scene], numbers: Sequence[Sequence[int]]) -> list[TouchedMove]:
    """The ways to move by touching pieces; `numbers` are those of the moves in each summand."""
    return [
        TouchedMove(
            board_keys(index, touched),
            number,
            board_keys(index, one.goes.get(touched, touched)),
            one.notes.get(touched, ""),
        )
        for index, one in enumerate(scenes)
        for number, touches in zip(numbers[index], one.touches, strict=False)
        for touched in touches
        if touched and touched <= {item.key for item in one.items}
    ]


def board_keys(index: int, keys: Touch) -> Touch:
    return frozenset(f"{index}:{key}" for key in keys)


def playing_board(
    game: Game,
    moves: Sequence[Move],
    link: Callable[[Move], str],
    badge: Badge = lambda move: None,
    past: Sequence[Game] = (),
    is_over: bool = False,
    notes: Sequence[str] = (),
    shades: Mapping[str, int] | None = None,
) -> tuple[str, list[TouchedMove]]:
    """The game to play on as a part of a page, and the ways to move on it.

    A move that takes one touch is a link, so that it needs no script. A badge is a class and a text that is laid over a
    piece; shades, by summand and key, make squares a heat map. What is left of the earlier positions stays where it
    was; notes tell how the moves from them were drawn.
    """
    numbers = [[n for n, move in enumerate(moves) if move.index == i] for i in range(len(game.summands))]
    tracks = follow([*past, game], notes)
    scenes = [
        scene(summand, [moves[n].position for n in numbers[i]], tracks[i].past)
        for i, summand in enumerate(game.summands)
    ]
    ways = touched_moves(scenes, numbers)
    single = {next(iter(way.keys)): moves[way.number] for way in ways if len(way.keys) == 1}
    used = frozenset[str]().union(*(way.keys | way.goes for way in ways))
    several = frozenset[str]().union(*(way.keys for way in ways if len(way.keys) > 1))
    sheet, width, height = place_scenes(scenes, tracks, (past or [game])[0])
    went, came = Drawing(), frozenset[str]()
    if past:
        before = sheet_of(past, notes)
        grows = any(one.scene.came is not None for one in sheet)  # a picture to which moves only add
        if is_over and not grows and not placed_pieces(before).keys() & placed_pieces(sheet).keys():
            sheet = []  # of the last board only what the last move took is left to show
        went, came = compare_sheets(before, sheet)
    pieces = Pieces(single, used, several, link, badge, came, shades or {})
    drawing = group(went, kind="ghosts") + join(
        group(join(pieces.draw(item, f"{i}:{item.key}") for item in one.scene.items), one.x, one.y)
        for i, one in enumerate(sheet)
    )
    badges = place_badges(sheet, ways, moves, pieces)
    above = max([0.0, *(BADGE_HEIGHT / 2 + 1 - one.y for one in badges)])
    height = above + max([height, *(one.y + BADGE_HEIGHT / 2 + 1 for one in badges)])
    drawing += draw_plus_signs(sheet) + join(one.drawing for one in badges)
    label, kind = f"The board of {ellipsis(str(game), 200)}", "board wide" if width > PHONE_WIDTH else "board"
    kind = f"{kind} least-w-{least_size(width)} least-h-{least_size(height)}"
    picture = Picture(width, height, group(drawing, 0, above), label, "", kind)
    return picture.element(HATCH, width=SCALE * width, role="group", aria_label=label), ways


def move_words(game: Game, moves: Sequence[Move], past: Sequence[Game], notes: Sequence[str]) -> list[str]:
    """The moves in words: by the names in the picture of the match where it has some, otherwise as boards tell them."""
    tracks, words = follow([*past, game], notes), [move.label for move in moves]
    for i, summand in enumerate(game.summands):
        numbers = [n for n, move in enumerate(moves) if move.index == i]
        told = scene(summand, [moves[n].position for n in numbers], tracks[i].past).words
        for n, text in zip(numbers, told, strict=False):
            words[n] = text or words[n]
    return words


def last_words(move: Move, past: Sequence[Game], notes: Sequence[str]) -> str:
    """A move that was made, in words by the names in the picture after it; empty where the picture has none."""
    after = move.game.put(move.index, move.position)
    track = follow([*past, move.game, after], notes)[move.index]
    return scene(after.summands[move.index], (), track.past).last


def sheet_of(games: Sequence[Game], notes: Sequence[str]) -> list[PlacedScene]:
    """The last of these games as it was drawn when it was played."""
    tracks = follow(games, notes)
    scenes = [scene(summand, (), tracks[i].past) for i, summand in enumerate(games[-1].summands)]
    return place_scenes(scenes, tracks, games[0])[0]


def compare_sheets(before: Sequence[PlacedScene], after: Sequence[PlacedScene]) -> tuple[Drawing, frozenset[str]]:
    """What the last move changed: the pieces that went, drawn where they were, and the keys of those that came.

    Where everything differs, the picture was laid out anew, and there is nothing to compare.
    """
    old, new = placed_pieces(before), placed_pieces(after)
    told = frozenset(f"{i}:{key}" for i, one in enumerate(after) for key in one.scene.came or ())
    if new and not old.keys() & new.keys():
        return (), told
    taken = {place_of(item, one) for _, item, one in new.values() if comes_and_goes(item, one)}
    gone = [
        (item, one)
        for look, (_, item, one) in old.items()
        if look not in new and comes_and_goes(item, one) and place_of(item, one) not in taken
    ]
    went = join(group(item.body, one.x, one.y) for item, one in gone)
    came = (key for look, (key, item, one) in new.items() if look not in old and comes_and_goes(item, one))
    return went, told | frozenset(came)


def comes_and_goes(item: Item, placed: PlacedScene) -> bool:
    """Whether a piece is one that moves bring and take: where there are counters, not the squares under them."""
    return item.key.startswith(COUNTER) or not any(one.key.startswith(COUNTER) for one in placed.scene.items)


def place_of(item: Item, placed: PlacedScene) -> Point:
    return round(placed.x + item.at[0]), round(placed.y + item.at[1])


def placed_pieces(sheet: Sequence[PlacedScene]) -> dict[Hashable, tuple[str, Item, PlacedScene]]:
    """The pieces by what is seen of them, and where; where their badges go is no part of that."""
    return {
        appearance(item.body, one.x, one.y): (f"{i}:{item.key}", item, one)
        for i, one in enumerate(sheet)
        for item in one.scene.items
        if item.key and one.scene.came is None
    }


@dataclass(frozen=True)
class PlacedBadge:
    """A badge and the middle of its place."""

    x: float
    y: float
    kind: str
    text: str

    @property
    def width(self) -> float:
        return 7.4 * len(self.text) + 8

    def meets(self, other: "PlacedBadge") -> bool:
        near = abs(self.x - other.x) < (self.width + other.width) / 2 + 1
        return near and abs(self.y - other.y) < BADGE_HEIGHT + 1

    @property
    def drawing(self) -> Drawing:
        left, top = self.x - self.width / 2, self.y - BADGE_HEIGHT / 2
        pill = box(left, top, self.width, BADGE_HEIGHT, "", BADGE_HEIGHT / 2)
        return group(pill + words(self.x, self.y + 4.5, self.text), kind=f"badge {self.kind}")


def place_badges(
    sheet: Sequence[PlacedScene], ways: Sequence[TouchedMove], moves: Sequence[Move], pieces: "Pieces"
) -> list[PlacedBadge]:
    """The badges, each over its piece or, where it would meet another, as near above or below as there is room.

    Those of moves that take several touches stand amid their pieces, and all are left out where two would meet.
    """
    at = {f"{i}:{it.key}": (p.x + it.at[0], p.y + it.at[1]) for i, p in enumerate(sheet) for it in p.scene.items}
    placed, between = list[PlacedBadge](), list[PlacedBadge]()
    for key, move in pieces.single.items():
        if shown := pieces.badge(move):
            x, y = at[key]
            near = (PlacedBadge(x, y + (BADGE_HEIGHT + 1) * step, *shown) for step in BADGE_STEPS)
            free = next((one for one in near if not any(map(one.meets, placed))), None)
            placed += [free] if free else []
    for number, keys in {way.number: way.keys for way in ways if len(way.keys) > 1}.items():
        x, y = (sum(at[key][axis] for key in keys) / len(keys) for axis in (0, 1))
        shown = pieces.badge(moves[number])
        badge = PlacedBadge(x, y, *shown) if shown else None
        if badge is None or any(map(badge.meets, [*placed, *between])):
            return placed
        between.append(badge)
    return placed + between


def least_size(size: float) -> int:
    """The width or height, in pixels, below which a board is not shrunk: badges and names would be too small."""
    return min(LARGEST_LEAST, LEAST_STEP * ceil(LEAST_SCALE * size / LEAST_STEP))


def least_sizes_css() -> str:
    """The rules for the classes of all least sizes."""
    sizes = range(LEAST_STEP, LARGEST_LEAST + 1, LEAST_STEP)
    return "".join(f".least-w-{n}{{min-width:{n}px}}.least-h-{n}{{min-height:{n}px}}" for n in sizes)


def place_scenes(
    scenes: Sequence[Scene], tracks: Sequence[Track], first: Game
) -> tuple[list[PlacedScene], float, float]:
    """The scenes in the places that the summands of the first position had, and the width and height of the whole."""
    start = [scene(summand) for summand in first.summands]
    if all(len(track.positions) == 1 for track in tracks):  # a new picture, in the middle of a sheet as large as before
        sheet, width, height = arrange(scenes)
        _, first_width, first_height = arrange(start)
        wide, high = max(width, first_width), max(height, first_height)
        return [replace(p, x=p.x + (wide - width) / 2, y=p.y + (high - height) / 2) for p in sheet], wide, high
    now = {track.place: one for track, one in zip(tracks, scenes, strict=True)}
    rooms = [
        replace(old, width=max(old.width, now[n].width), height=max(old.height, now[n].height)) if n in now else old
        for n, old in enumerate(start)
    ]
    sheet, width, height = arrange(rooms)
    placed = list[PlacedScene]()
    for track, one in zip(tracks, scenes, strict=True):
        room = sheet[track.place]
        x = room.x + (room.scene.width - one.width) * one.hang[0]
        placed.append(PlacedScene(one, x, room.y + (room.scene.height - one.height) * one.hang[1]))
    return placed, width, height


@dataclass(frozen=True)
class Pieces:
    """What makes the items of scenes pieces to play with: where links lead and what is laid over them."""

    single: Mapping[str, Move]
    used: Touch
    several: Touch
    link: Callable[[Move], str]
    badge: Badge
    came: frozenset[str] = frozenset()  # with the last move
    shades: Mapping[str, int] = field(default_factory=dict)

    def draw(self, item: Item, key: str) -> Drawing:
        """An item as a link, as a piece that can be chosen, as one that can go, or as it is."""
        move = self.single.get(key)
        if move is not None:
            shown = self.badge(move)
            kind = " ".join(("move", *(shown[:1] if shown else ()), *self.mark(key)))
            worth = f" It {shown[0].split()[0]}: {shown[1]}" if shown else ""  # a name has the words that are seen
            return tag("a", item.body, href=self.link(move), kind=kind, data_key=key, aria_label=sentence(move) + worth)
        if key in self.several:
            kind = " ".join(("piece", *(("later",) if item.is_later else ()), *self.mark(key)))
            return tag("g", item.body, kind=kind, data_key=key, role="button", aria_label=item.label)
        if not item.key or not (key in self.used or self.mark(key)):
            return item.body
        return tag("g", item.body, kind=" ".join(self.mark(key)), data_key=key)

    def mark(self, key: str) -> tuple[str, ...]:
        shade = (f"shade-{self.shades[key]}",) if key in self.shades else ()
        return (("came",) if key in self.came else ()) + shade


def sentence(move: Move, words: str = "") -> str:
    """A move and what it leaves, where that is short enough to be read."""
    label, left = words or move.label, str(move.to)
    more = f", leaving {left}" if len(left) <= READ_CHARACTERS else ""
    return f"{label[:1].upper()}{label[1:]}{more}."
