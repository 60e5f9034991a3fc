"""Graphs of strings as arrays of machine words, with what a compiled search finds of their parts."""

from functools import reduce
from itertools import combinations
from operator import xor
from typing import TYPE_CHECKING

import numpy as np

from grundy.boards.graph_forms import Edges
from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.games.nimstring.board import GROUND
from grundy.games.nimstring.kernel import (
    MOST_DEPTH,
    MOST_STRINGS,
    OPTION_NUMBERS,
    UNKNOWN,
    decide,
    fill_table,
    list_parts,
)
from grundy.solvers.proof.couples import least_possible

if TYPE_CHECKING:
    from grundy.games.nimstring.kernel import Ints, Words

COUPLES_PER_CALL = 1 << 13  # between two checks of the time
COUPLES_PER_POSITION = 8  # couples that count as one position of the budget: they take less time
FIRST_PARTS = 1 << 13
MOST_STORED_PARTS = 1 << 24  # of 40 bytes each
Turns = list[dict[str, str]]  # for each symmetry of a graph where each coin goes


class StringWords:
    """A graph of at most 62 strings, and the facts about its parts."""

    def __init__(self, edges: Edges, turns: Turns) -> None:
        names = sorted({end for edge in edges for end in edge if end != GROUND})
        index = {name: number for number, name in enumerate(names)} | {GROUND: -1}
        ends = [tuple(index[end] for end in edge) for edge in edges]
        twins = [(i, j) for i, j in combinations(range(len(ends)), 2) if sorted(ends[i]) == sorted(ends[j])]
        at = [sum(1 << i for i, pair in enumerate(ends) if coin in pair) for coin in range(len(names))]
        coins = [[index[turn[name]] for name in names] for turn in turns]
        strings = [turned_strings(edges, turn) for turn in turns]
        self.graph = (
            np.array(ends, np.int64).reshape(-1, 2),
            np.array(at, np.uint64),
            np.array(twins, np.int64).reshape(-1, 2),
            np.array(strings, np.int64).reshape(len(turns), -1),
            np.array(coins, np.int64).reshape(len(turns), -1),
        )
        self.keys: Words = np.zeros((FIRST_PARTS, 2), np.uint64)
        self.facts: Ints = np.full(FIRST_PARTS, UNKNOWN, np.int64)
        self.size: Ints = np.zeros(1, np.int64)
        self.options: Ints = np.zeros((MOST_DEPTH * MOST_STRINGS, OPTION_NUMBERS), np.int64)
        self.make_table()

    def make_table(self) -> None:
        self.table: Ints = np.full(2 * len(self.keys), -1, np.int64)
        fill_table(self.table, self.keys, int(self.size[0]))

    @property
    def store(self) -> "tuple[Ints, Words, Ints, Ints]":
        return self.table, self.keys, self.facts, self.size

    def parts(self, left: int) -> tuple[list[int], int]:
        """The parts of the strings left, where no coin can be taken, and the nim-sum of the lone strings."""
        option = np.zeros(OPTION_NUMBERS, np.int64)
        self.make_room()
        list_parts(self.graph, self.store, left, option)
        return option[3 : 3 + option[2]].tolist(), int(option[1]) & 1

    def is_lost(self, parts: list[int], heap: int, budget: Budget | None) -> bool | None:
        """Whether different parts and a nim heap are lost; without a budget, if that is remembered."""
        while True:
            facts = {part: int(self.facts[part]) for part in parts}
            rest = reduce(xor, (fact for fact in facts.values() if fact >= 0), heap)
            unknown = sorted((part for part in parts if facts[part] < 0), key=self.weight)
            if not unknown:
                return rest == 0
            lightest = unknown[0]
            nimber = rest if len(unknown) == 1 else least_possible(facts[lightest])
            if not facts[lightest] >> nimber & 1:
                return False
            if budget is None:
                return None
            self.decide(lightest, nimber, budget)

    def weight(self, part: int) -> int:
        return int(self.keys[part, 0]).bit_count()

    def decide(self, part: int, nimber: int, budget: Budget) -> None:
        """Search for a while whether a part has this nimber; the table keeps the results."""
        couple = np.array([part, nimber], np.int64)
        looked = decide(self.graph, self.store, couple, self.options, COUPLES_PER_CALL)
        self.make_room()
        budget.spend(1 + looked // COUPLES_PER_POSITION)
        budget.look()

    def make_room(self) -> None:
        if self.size[0] < len(self.keys) // 2:
            return
        if len(self.keys) >= MOST_STORED_PARTS:
            raise NotDecided(f"not decided: more than {MOST_STORED_PARTS // 2:,} parts are too many for the memory")
        grown = np.zeros((4 * len(self.keys), 2), np.uint64)
        grown[: len(self.keys)] = self.keys
        self.facts = np.concatenate([self.facts, np.full(3 * len(self.keys), UNKNOWN, np.int64)])
        self.keys = grown
        self.make_table()


def turned_strings(edges: Edges, turn: dict[str, str]) -> list[int]:
    """Where each string goes when coins do; parallel ones in their order."""
    places: dict[frozenset[str], list[int]] = {}
    for number, edge in enumerate(edges):
        places.setdefault(frozenset(edge), []).append(number)
    where = {GROUND: GROUND, **turn}
    used: dict[frozenset[str], int] = {}
    found = []
    for u, v in edges:
        target = frozenset([where[u], where[v]])
        found.append(places[target][used.get(target, 0)])
        used[target] = used.get(target, 0) + 1
    return found


def board_turns(rows: int, columns: int) -> Turns:
    """The symmetries of a board of boxes."""
    found: Turns = []
    for turn in range(8 if rows == columns else 4):
        images = {}
        for r in range(1, rows + 1):
            for c in range(1, columns + 1):
                down, across = (rows + 1 - r if turn & 1 else r), (columns + 1 - c if turn & 2 else c)
                if turn & 4:
                    down, across = across, down
                images[f"b{r}_{c}"] = f"b{down}_{across}"
        found.append(images)
    return found
