"""A board to touch on a page: its picture, the ways to move on it, and the list of moves beside it."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any

from grundy.core.game import Game, Move
from grundy.render.scenes.compose import TouchedMove, playing_board
from grundy.web.limits import PAGE_MOVES
from grundy.web.move_values import badge

LISTED_MOVES = 8 * PAGE_MOVES  # single moves, of which several may lead to the same option
MARKED_PIECES = 20_000  # in all that a page marks as taken away by its moves
Json = dict[str, Any]


def live_board(
    game: Game,
    touched: Sequence[Move],
    shown: Mapping[Hashable, Json],
    link: Callable[[Move], str],
    past: Sequence[Game] = (),
    notes: Sequence[str] = (),
    shades: Mapping[str, int] | None = None,
    is_over: bool | None = None,
) -> Json:
    """What the template of a board needs; `touched` are moves that can be made on it, `shown` those in the list.

    What is left of the earlier positions stays in its place, and what the last move took is seen for a moment.
    """
    is_over = not shown if is_over is None else is_over
    board, ways = playing_board(game, touched, link, lambda move: badge(shown[move.key]), past, is_over, notes, shades)
    numbers = {key: number for number, key in enumerate(shown)}
    keys = sorted(frozenset[str]().union(*(way.keys | way.goes for way in ways)))
    return {
        "board": board,
        "keys": keys,
        "ways": ways_as_json(ways, touched, numbers, shown, keys),
        "several": any(len(way.keys) > 1 for way in ways),
        "moves": list(shown.values()),
        "more": len(shown) == PAGE_MOVES,
    }


def listed_moves(game: Game) -> list[Move]:
    """The moves that a page looks at; where they are many, in turns from each heap, so that none hides the others."""
    moves = list(islice(game.each_move(), LISTED_MOVES))
    return spread_moves(moves) if len(moves) > PAGE_MOVES else moves


def spread_moves(moves: Iterable[Move]) -> list[Move]:
    """The moves in turns from each heap of each summand."""
    groups = dict[tuple[int, int], list[Move]]()
    for move in moves:
        before, after = move.game.summands[move.index].position, move.position
        place = 0
        if isinstance(before, tuple) and isinstance(after, tuple):
            place = next((i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), 0)
        groups.setdefault((move.index, place), []).append(move)
    return [move for turn in zip_longest(*groups.values()) for move in turn if move is not None]


def touched_moves(moves: Iterable[Move], shown: Mapping[Hashable, Json]) -> list[Move]:
    """The moves that a person may touch: in each of several equal heaps, and each way to make a move only once."""
    return list({(move.index, move.position): move for move in moves if move.key in shown}.values())


def ways_as_json(
    ways: list[TouchedMove],
    touched: Sequence[Move],
    numbers: Mapping[Hashable, int],
    shown: Mapping[Hashable, Json],
    keys: Sequence[str],
) -> list[Json]:
    """The ways to move by touching: pieces, the number of the move in the list, what goes where that is more.

    Pieces are given by the places of their keys in the list of all: many moves may take the same square.

    A move in a later one of several equal heaps has an address of its own, since what is left stays in its place.
    """
    marks = sum(len(way.goes) for way in ways) <= MARKED_PIECES
    found, place = list[Json](), {key: n for n, key in enumerate(keys)}
    for way in ways:
        move = touched[way.number]
        url, listed = str(move.to), shown[move.key]
        found.append(
            {"keys": sorted(place[key] for key in way.keys), "move": numbers[move.key]}
            | ({"goes": sorted(place[key] for key in way.goes)} if way.goes != way.keys and marks else {})
            | ({"to": url} if url != listed["to"] else {})
            | ({"note": way.note} if way.note else {})
        )
    return found
