"""A game as a board that is set up by hand: pieces are links that change it, and dashed ones are links that add to it.

What an edit adds is found by drawing the position after it: the pieces that are new there are shown dashed here, in the
place that they will have.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.core.board import Edit
from grundy.core.game import Game, Summand
from grundy.core.reader import ellipsis
from grundy.render.picture import Picture
from grundy.render.scenes.compose import HATCH, PHONE_WIDTH, SCALE, arrange, draw_plus_signs
from grundy.render.scenes.scene import Item, Scene, scene
from grundy.render.shapes import Drawing, Point, disc, group, join, tag, words

TOUCH_RADIUS = 14.0  # around a plus sign
SOLID = "rect", "circle"  # shapes that cover what lies behind them


@dataclass(frozen=True)
class GameEdit:
    """A change in one summand of a game."""

    game: Game
    index: int
    edit: Edit[Any]

    @property
    def to(self) -> Game:
        return self.game.put(self.index, self.edit.position)

    @property
    def words(self) -> str:
        several = len(self.game.summands) > 1
        return f"{self.edit.words}, in {self.game.summands[self.index]}" if several else self.edit.words


Link = Callable[[GameEdit], str]


def list_edits(game: Game) -> Iterator[GameEdit]:
    """The edits of all summands, but for those that add or take only what is used up and so is not written."""
    text = str(game)
    for index, summand in enumerate(game.summands):
        edits = (GameEdit(game, index, edit) for edit in summand.ruleset.edits(summand.position))
        yield from (edit for edit in edits if str(edit.to) != text)


def editing_board(game: Game, edits: Sequence[GameEdit], link: Link) -> tuple[str, list[GameEdit]]:
    """The board as a part of a page, and the edits that are made by touching it."""
    scenes, touched = list[Scene](), list[GameEdit]()
    for index, summand in enumerate(game.summands):
        sheet = EditedScene(index, scene(summand), link)
        touched += sheet.take([edit for edit in edits if edit.index == index], summand)
        scenes.append(sheet.whole)
    placed, width, height = arrange(scenes)
    drawing = join(group(one.scene.drawing, one.x, one.y) for one in placed) + draw_plus_signs(placed)
    label, kind = f"The board of {ellipsis(str(game), 200)}", "board wide" if width > PHONE_WIDTH else "board"
    picture = Picture(width, height, drawing, label, "", kind)
    return picture.element(HATCH, width=SCALE * width, role="group", aria_label=label), touched


class EditedScene:
    """The scene of a summand, to which edits are added one by one."""

    def __init__(self, index: int, drawn: Scene, link: Link) -> None:
        self.index, self.drawn, self.link = index, drawn, link
        self.keys = {item.key: item for item in drawn.items if item.key}
        self.edits: dict[str, GameEdit] = {}  # by the piece that is touched
        self.dashed: list[Drawing] = []
        self.corners = [(0.0, 0.0), (drawn.width, drawn.height)]  # of everything that is drawn

    def take(self, edits: Sequence[GameEdit], summand: Summand) -> Iterator[GameEdit]:
        """Place the edits, and tell which of them are made by touching."""
        for edit in edits:
            pieces = [key for key in edit.edit.touch if key in self.keys]
            self.edits.update((key, edit) for key in pieces if key not in self.edits)
            if pieces or (edit.edit.adds and self.add(edit, scene(Summand(summand.ruleset, edit.edit.position)))):
                yield edit

    def add(self, edit: GameEdit, after: Scene) -> bool:
        """Draw what an edit adds; whether that is anything."""
        new = [item for item in after.items if item.key and item.key not in self.keys and not is_air(item)]
        if not new:
            return False
        x, y = self.offset(after)
        solid = [item for item in new if any(shape.name in ("path", *SOLID) for shape in item.body)]
        pieces = [item for item in solid if all(shape.name != "text" for shape in item.body)] or solid or new
        at = tuple(sum(item.at[axis] for item in pieces) / len(pieces) + (x, y)[axis] for axis in (0, 1))
        hidden = any(covers(item, at) for item in self.drawn.items)
        sign = disc(at[0], at[1], TOUCH_RADIUS, "air") + words(at[0], at[1], "+", "more")
        body = group(join(item.body for item in pieces), x, y) + (() if hidden else sign)
        kind, key = ("move room back" if hidden else "move room"), f"{self.index}:+{len(self.dashed)}"
        self.dashed.append(tag("a", body, href=self.link(edit), kind=kind, data_key=key, aria_label=sentence(edit)))
        self.corners += [(x, y), (x + after.width, y + after.height)]
        return True

    def offset(self, after: Scene) -> Point:
        """By how much a picture is shifted so that a piece that both have is in the same place."""
        for item in after.items:
            if item.key in self.keys:
                here = self.keys[item.key].at
                return here[0] - item.at[0], here[1] - item.at[1]
        return 0.0, self.drawn.height - after.height

    @property
    def whole(self) -> Scene:
        (left, top), (right, low) = ([pick(c[axis] for c in self.corners) for axis in (0, 1)] for pick in (min, max))
        drawing = join(map(self.draw, self.drawn.items)) + join(self.dashed)
        return Scene(right - left, low - top, (Item(group(drawing, -left, -top)),))

    def draw(self, item: Item) -> Drawing:
        edit = self.edits.get(item.key)
        if edit is None:
            return () if is_air(item) else item.body
        key = f"{self.index}:{item.key}"
        return tag("a", item.body, href=self.link(edit), kind="move", data_key=key, aria_label=sentence(edit))


def sentence(edit: GameEdit) -> str:
    return f"{edit.words[:1].upper()}{edit.words[1:]}."


def is_air(item: Item) -> bool:
    """Whether nothing of a piece is seen: it answers to the touch of a move, and would lie over what is set up."""
    return bool(item.body) and all(shape.attributes.get("kind") == "air" for shape in item.body)


def covers(item: Item, at: Sequence[float]) -> bool:
    """Whether a piece lies at a point."""
    for shape in item.body:
        points = [point for _, some in shape.outline for point in some] if shape.name in SOLID else []
        if points and all(min(p[axis] for p in points) < at[axis] < max(p[axis] for p in points) for axis in (0, 1)):
            return True
    return False
