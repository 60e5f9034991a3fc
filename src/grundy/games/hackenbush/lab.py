"""The page of the web laboratory: draw a Hackenbush picture and see it reduced to a stalk."""

from collections.abc import Iterator

from grundy.boards.graph_forms import Edges
from grundy.core.game import Game
from grundy.core.laboratory import Laboratory
from grundy.games.hackenbush import why
from grundy.games.hackenbush.rules import hackenbush
from grundy.render.picture import Picture
from grundy.render.scenes.compose import arrange
from grundy.render.scenes.scene import scene
from grundy.render.shapes import group, join, words


def reduction_steps(edges: Edges) -> Iterator[tuple[str, Edges]]:
    """The steps of fusion and colon in plain words, each with what is left."""
    return ((words.plain, left) for words, left in why.reduction_steps(edges))


def draw(edges: Edges) -> str:
    (one,), width, height = arrange([scene(Game.of(hackenbush, edges).summands[0])])
    joints = [item for item in one.scene.items if item.key.startswith("j-")]
    names = join(words(joint.at[0] + 15, joint.at[1] + 4, joint.key[2:], "small") for joint in joints)
    drawing = group(one.scene.drawing + names, one.x, one.y)
    return Picture(width, height, drawing, f"A picture of {len(edges)} edges", "").inline


laboratory = Laboratory(
    title="Draw a Hackenbush picture",
    hint="Players cut edges in turn, and what loses its ground falls. Fusion shrinks circuits, the colon principle "
    "straightens trees, and a stalk is left.",
    field="Edges; 0 is the ground",
    placeholder="0-1, 1-2, 1-3",
    example="0-1,1-2,2-3,3-1,3-4,4-5,4-6,0-7,7-8,8-0,8-9",
    source="Fusion and colon principles: Berlekamp, Conway and Guy 1982",
    most_edges=60,
    reduction_steps=reduction_steps,
    draw=draw,
)
