"""Places in a circle: a position is their number and the visited ones, the token's own last, the others in order."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Visits = tuple[int, tuple[int, ...]]
MOST_PLACES = 10_000
EDITED_PLACES = 200


class Circle(Board[Visits]):
    """Places 0, 1, ... in a circle, some of them visited, and a token."""

    kind = "circle"
    family = "Strips and stairs"
    first = 1
    notation = "the number of places; after ';' the visited ones, from 0, that of the token last"

    def read(self, reader: Reader) -> Visits:
        start, places = reader.place, reader.integer("a number of places")
        if not 1 <= places <= MOST_PLACES:
            raise reader.error(f"a circle has 1 to {MOST_PLACES:,} places, not {places}", start)
        visited = reader.list_of(lambda: self.read_place(reader, places)) if reader.take(";") else [0]
        return places, sort_visits(visited)

    def of_values(self, values: Values) -> Visits:
        """The number of places, and a list of the visited ones, that of the token last."""
        places, visited = self.whole(values[0] if values else None), self.wholes(values[1] if values[1:] else (0,))
        if len(values) > 2 or not visited or not max(visited) < places <= MOST_PLACES:
            raise self.refuse(values)
        return places, sort_visits(visited)

    @staticmethod
    def read_place(reader: Reader, places: int) -> int:
        reader.skip()
        start, place = reader.place, reader.integer("a visited place")
        if place >= places:
            raise reader.error(f"the places are 0 to {places - 1}, so {place} is none of them", start)
        return place

    def show(self, position: Visits) -> str:
        places, visited = position
        return str(places) if visited == (0,) else f"{places}; {','.join(map(str, visited))}"

    def differ(self, before: Visits, after: Visits) -> str:
        return f"go to place {after[1][-1]}"

    def handle(self, before: Visits, after: Visits) -> Handle:
        return frozenset([after[1][-1]])

    def edits(self, position: Visits) -> Iterator[Edit[Visits]]:
        """A place visited or free, the token elsewhere, and a place more or fewer."""
        places, visited = position
        *others, token = visited
        for n in range(min(places, EDITED_PLACES)):
            if n in others:
                yield Edit(f"make place {n} free", (places, tuple(one for one in visited if one != n)), (f"c-{n}",))
            elif n != token:
                yield Edit(f"mark place {n} as visited", (places, sort_visits([n, *visited])), (f"c-{n}",))
            if n != token:
                yield Edit(f"put the token on place {n}", (places, sort_visits([*visited, n])))
        if places < MOST_PLACES:
            yield Edit("add a place", (places + 1, visited))
        if places > 1 and places - 1 not in visited:
            yield Edit("remove the last place", (places - 1, visited))

    def extent(self, position: Visits) -> int:
        return position[0]

    def small(self, bound: int) -> Iterator[Visits]:
        """Circles at the start and after a first step."""
        for places in range(1, bound + 1):
            yield places, (0,)
            yield from ((places, (0, place)) for place in range(1, places))

    def line(self, n: int) -> Visits:
        return n, (0,)

    def scene(
        self, position: Visits, options: Sequence[Visits], rules: Ruleset[Visits], past: Sequence[Visits]
    ) -> "Scene":
        from grundy.games.kotzig_nim.draw import draw_circle

        return draw_circle(self, position, options)

    def lines(self, position: Visits, width: int) -> list[str]:
        from grundy.games.kotzig_nim.draw import circle_lines

        return circle_lines(position, width)


def sort_visits(visited: Sequence[int]) -> tuple[int, ...]:
    """The visited places with the last of them at the end, the others in order and once."""
    token = visited[-1]
    return (*sorted(set(visited) - {token}), token)
