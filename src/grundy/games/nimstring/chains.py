"""Strings and coins taken apart: coins that can be taken, chains and loops."""

from collections.abc import Iterator
from typing import NamedTuple

from grundy.boards.graph_forms import Edges
from grundy.games.nimstring.board import GROUND

Ends = dict[str, list[int]]  # the numbers of the strings at each coin


def strings_at(edges: Edges, live: set[int]) -> Ends:
    at: Ends = {}
    for number in live:
        for end in edges[number]:
            if end != GROUND:
                at.setdefault(end, []).append(number)
    return at


def other_end(edges: Edges, number: int, end: str) -> str:
    u, v = edges[number]
    return v if u == end else u


def take_without_choice(edges: Edges) -> list[int] | None:
    """The numbers of the strings left when all coins are taken that can be; None where there is a choice: it is loony.

    A coin on one string to the ground, or to a coin on more than two strings, is taken. So are two coins on one string,
    and three coins on two strings in a row: either string takes one coin and leaves two.
    """
    live = set(range(len(edges)))
    while True:
        at = strings_at(edges, live)
        ready = [(coin, numbers[0]) for coin, numbers in at.items() if len(numbers) == 1]
        if not ready:
            return sorted(live)
        coin, number = ready[0]
        beyond = other_end(edges, number, coin)
        live.remove(number)
        if beyond != GROUND and len(at[beyond]) == 2:
            (last,) = set(at[beyond]) - {number}
            end = other_end(edges, last, beyond)
            if end == GROUND or len(at[end]) > 1:
                return None
            live.remove(last)


def count_takeable(edges: Edges) -> int:
    """How many coins can be taken one after the other."""
    live, taken = set(range(len(edges))), 0
    while ready := [(coin, numbers[0]) for coin, numbers in strings_at(edges, live).items() if len(numbers) == 1]:
        coin, number = ready[0]
        beyond = other_end(edges, number, coin)
        taken += 1 + any(other == beyond and last == number for other, last in ready)
        live.remove(number)
    return taken


class Chain(NamedTuple):
    """Coins on two strings each, one after the other; a loop comes back to where it began."""

    coins: tuple[str, ...]
    is_loop: bool

    @property
    def is_long(self) -> bool:
        """Whether to begin it is a loony move."""
        return len(self.coins) >= (4 if self.is_loop else 3)


def chains(edges: Edges) -> Iterator[Chain]:
    """The chains and the loops of a position in which no coin can be taken."""
    at = strings_at(edges, set(range(len(edges))))
    inside = {coin for coin, numbers in at.items() if len(numbers) == 2}
    seen: set[str] = set()
    for coin in sorted(inside):
        if coin in seen:
            continue
        first, second = at[coin]
        ahead, closed = walk(edges, at, inside, coin, first)
        behind = [] if closed else walk(edges, at, inside, coin, second)[0]
        coins = (*reversed(behind), coin, *ahead)
        seen.update(coins)
        yield Chain(coins, closed)


def walk(edges: Edges, at: Ends, inside: set[str], start: str, number: int) -> tuple[list[str], bool]:
    """The coins of a chain from a coin on along a string, and whether the walk came back to the coin."""
    found: list[str] = []
    coin = other_end(edges, number, start)
    while coin in inside and coin != start:
        found.append(coin)
        (number,) = set(at[coin]) - {number}
        coin = other_end(edges, number, coin)
    return found, coin == start
