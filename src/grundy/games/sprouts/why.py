"""Why a position of Sprouts or Brussels Sprouts has its value.

Brussels Sprouts has a fixed number of moves (Conway, in Gardner 1967). Sprouts is decided by its options; the length of
a play is bounded (Conway and Paterson 1967, in Gardner 1967).
"""

from collections.abc import Iterator, Sequence

from grundy.explain.page import Page
from grundy.explain.prose import Fact, Step, game_at, value_claim
from grundy.explain.structure import Block, Source, say, table
from grundy.games.sprouts import brussels
from grundy.games.sprouts.form import Position
from grundy.games.sprouts.rules import Sprouts


def explain_lands(rules: Sprouts, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    spots = rules.board.show(parts[0])
    if spots.isdigit():
        yield say(
            "Every spot has three lives; a move uses two and the new spot has one. So a play from n spots lasts "
            "at least 2n and at most 3n - 1 moves: {} and {}. Which of these it is, is what the players fight "
            "about.",
            Step(f"2*{spots} = {2 * int(spots)}"),
            Step(f"3*{spots} - 1 = {3 * int(spots) - 1}"),
        )
        yield Source("Conway and Paterson 1967, in Gardner 1967")
    yield from page.parts_reason(rules, parts)


def explain_regions(rules: brussels.BrusselsSprouts, parts: Sequence[brussels.Position], page: Page) -> Iterator[Block]:
    regions = [region for part in parts for region in part]
    yield say(
        "However it is played, the number of moves is fixed. A region with e free ends and c curves needs e + c - 2 "
        "moves: each move joins two curves or parts a region, and at the end every end has a region of its own."
    )
    moves = list(map(brussels.moves_left, regions))
    rows = []
    for region, number in zip(regions, moves, strict=True):
        game, ends, curves = game_at(rules, (region,)), brussels.free_ends(region), brussels.curve_count(region)
        counts = Fact("free ends", str(game), ends), Fact("curves", str(game), curves)
        rows.append((*counts, Step(f"{ends} + {curves} - 2 = {number}"), value_claim(game, number % 2)))
    yield table(["ends e", "curves c", "moves", "nimber"], rows)
    total = sum(moves)
    yield say(
        "That makes {} move{} in all, so the {} player makes the last one{}.",
        Fact("sum", ", ".join(map(str, moves)), total),
        "s" * (total != 1),
        "first" if total % 2 else "second",
        " and loses" if page.misere else "",
    )
    yield Source(rules.citation("theorem"))
