"""Nimstring for the proof search: without loony moves, and with the coins taken that must be, it is an ordinary game.

A move that is not loony lets the opponent take some coins without a choice, after which he moves. So what is left when
these are taken is an option in the ordinary sense, and the nimber is the mex of those (docs/theory/entailing.md).

A position that fits into machine words is one key: its graph, and the strings left as bits. Each board has one graph.
Others are connected graphs of strings.
"""

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.boards.graph_forms import Edges, components
from grundy.core.budget import Budget
from grundy.core.reader import Reader
from grundy.games.nimstring.board import (
    GROUND,
    Dots,
    DotsOrCoins,
    Strings,
    all_lines,
    all_strings,
    bits_of,
    canonical_strings,
    strings_of,
)
from grundy.games.nimstring.chains import take_without_choice
from grundy.solvers.inquiry import Method
from grundy.solvers.proof.expansion import SHIPPED_METHOD, Parts, RulesetExpansion, StoredRules
from grundy.solvers.saved import DATA, is_whole
from grundy.system import has_arrays

if TYPE_CHECKING:
    from grundy.games.nimstring.search_words import PartStore

MOST_STRINGS, MOST_COINS = 62, 31  # as in the kernel, which is loaded only when it is needed
WORD_BITS = 64
OPENINGS = DATA / "nimstring_openings.txt"  # made by tools/make_openings.py
NOT_ZERO = "not 0"
COUPLES_METHOD = Method("compiled search over couples without loony moves", "Lemoine and Viennot 2010")


class WordKey(NamedTuple):
    """Strings left of a graph, which is a board, or one without rows given by its edges."""

    rows: int
    columns: int
    graph: Edges
    left: int

    @property
    def edges(self) -> Edges:
        graph = all_strings(self.rows, self.columns) if self.rows else self.graph
        return tuple(graph[bit] for bit in bits_of(self.left))

    @property
    def words(self) -> tuple[int, int]:
        """The lines left across and down as the kernel has them; the strings left of a graph, and no marks."""
        if not self.rows:
            return self.left, 0
        lines, found = all_lines(self.rows, self.columns), [0, 0]
        for bit in bits_of(self.left):
            (r, c), (s, _) = (map(int, dot[1:].split("c")) for dot in lines[bit])
            found[s > r] |= 1 << (r - 1) * (self.columns + 1) + c - 1
        return found[0], found[1]


def fits(edges: Edges) -> bool:
    coins = {end for edge in edges for end in edge if end != GROUND}
    return len(edges) <= MOST_STRINGS and len(coins) <= MOST_COINS


def fits_board(rows: int, columns: int) -> bool:
    """Whether the lines across a board and the ends of dropped lines at its boxes fit into one word."""
    return (2 * rows - 1) * (columns + 1) + 2 * columns <= WORD_BITS


def read_openings(rows: int, columns: int) -> dict[WordKey, int | None]:
    """The nimbers of positions with few lines drawn that come with the package; None where it is not 0."""
    board, found = DotsOrCoins(), dict[WordKey, int | None]()
    if not is_whole(OPENINGS):
        return found
    for line in OPENINGS.read_text(encoding="utf-8").splitlines():
        text, _, nimber = line.partition(": ")
        position = board.read(Reader(text)) if text.startswith(f"{rows}x{columns}") else None
        if isinstance(position, Dots) and position[:2] == (rows, columns):
            found[WordKey(rows, columns, (), position.left)] = None if nimber == NOT_ZERO else int(nimber)
    return found


class NimstringExpansion(RulesetExpansion):
    """Positions in which no coin can be taken."""

    trial = 300  # positions: half a second
    nimbers = True

    def __init__(self, ruleset: Any) -> None:
        super().__init__(ruleset)
        self.stores: dict[WordKey, PartStore] = {}  # by graphs without their strings

    def parts(self, position: Strings) -> Parts:
        edges = strings_of(position)
        rest = take_without_choice(edges)
        assert rest is not None, "a loony position has no parts; its theorem says so"
        if isinstance(position, Dots) and fits_board(position.rows, position.columns):
            bits = list(bits_of(position.left))
            left = sum(1 << bits[number] for number in rest)
            return (WordKey(position.rows, position.columns, (), left),) if left else ()
        return self.keys(tuple(edges[number] for number in rest))

    @staticmethod
    def keys(edges: Edges) -> Parts:
        """The keys of the connected parts of a graph in which no coin can be taken."""
        forms = sorted(map(canonical_strings, components(edges, GROUND)))
        return tuple(WordKey(0, 0, part, (1 << len(part)) - 1) if fits(part) else part for part in forms)

    def is_lost(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
        odd = [key for key, copies in Counter(parts).items() if copies % 2]
        if misere or not all(isinstance(key, WordKey) for key in odd):
            return None
        *others, last = odd or [None]
        for key in others:
            nimber = self.known_nimber(key, budget)
            if nimber is None:
                return None
            heap ^= nimber
        return heap == 0 if last is None else self.is_key_lost(last, heap, budget)

    def known_nimber(self, key: Any, budget: Budget | None) -> int | None:
        heap = 0
        while not (lost := self.is_key_lost(key, heap, budget)):
            if lost is None:
                return None
            heap += 1
        return heap

    def is_key_lost(self, key: Any, heap: int, budget: Budget | None) -> bool | None:
        if key._replace(left=0) not in self.stores and (budget is None or not has_arrays()):
            return None
        return self.load_store(key).is_lost(key.words, heap, budget)

    def load_store(self, key: WordKey) -> "PartStore":
        """The store of a graph."""
        graph = key._replace(left=0)
        if graph not in self.stores:
            from grundy.games.nimstring.search_words import store_of_board, store_of_graph

            self.methods[COUPLES_METHOD] = None
            store = store_of_board(key.rows, key.columns) if key.rows else store_of_graph(key.graph)
            store.parts(key.words)
            self.stores[graph] = store
            if key.rows and not self.fresh:
                self.enter_openings(key, store)
        return self.stores[graph]

    def enter_openings(self, key: WordKey, store: "PartStore") -> None:
        """Enter what is known of positions with few lines drawn, where the search may come to one of them."""
        known = read_openings(key.rows, key.columns)
        if any(opening.left.bit_count() <= key.left.bit_count() for opening in known):
            self.methods[SHIPPED_METHOD] = None
            for opening, nimber in known.items():
                store.enter(opening.words, nimber)

    @staticmethod
    def edges(key: Any) -> Edges:
        return tuple(key.edges if isinstance(key, WordKey) else key)

    def options(self, key: Any) -> list[Parts]:
        edges, options = self.edges(key), dict[Parts, None]()
        for place in range(len(edges)):
            after = edges[:place] + edges[place + 1 :]
            rest = take_without_choice(after)
            if rest is not None:
                options[self.keys(tuple(after[number] for number in rest))] = None
            if self.search_budget:
                self.search_budget.look()
        return list(options)

    def weight(self, key: Any) -> int:
        return key.left.bit_count() if isinstance(key, WordKey) else len(key)

    def show(self, key: Any) -> str:
        return super().show(self.edges(key))

    def stored_rules(self) -> StoredRules | None:
        """None: what is found is found again within seconds, and the openings are in a file of their own."""
        return None
