"""Margins of Dots-and-Boxes: a compiled search on a board, and elsewhere a table of all sets of the lines left."""

from grundy.boards.graph_forms import Edges
from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.games.nimstring.board import GROUND, Dots, Strings, boxes, strings_of
from grundy.games.nimstring.search import WordKey, fits_board

Bounds = tuple[int, int]  # the least and the most that a margin can be
MOST_LINES = 27  # left: a byte for each set of them makes 128 MB
PLAIN_LINES = 12  # left: the table is filled in less time than the compiler takes to load
SETS_PER_CALL = 1 << 18  # between two looks at the clock
SETS_PER_POSITION = 1 << 8  # that count as one position of the budget: they take less time
FALSE, TRUE, OPEN = 0, 1, 2  # as in the kernel, which is loaded only when it is needed
FIRST_NODES = 1 << 16  # for the first question about a margin
OUTER_SHARE = 4  # of these nodes, for questions that are easier
NODES_PER_CALL = 1 << 16  # between two looks at the clock
NODES_PER_POSITION = 1 << 8  # that count as one position of the budget


class MarginTable:
    """The margins of all sets of the strings of a graph."""

    def __init__(self, edges: Edges, budget: Budget) -> None:
        import numpy as np

        from grundy.games.nimstring.kernel_tables import fill_margins

        fill = fill_margins.py_func if len(edges) <= PLAIN_LINES else fill_margins
        self.edges, self.table = edges, np.zeros(1 << len(edges), np.int8)
        coins = sorted({end for edge in edges for end in edge if end != GROUND})
        index = {coin: number for number, coin in enumerate(coins)} | {GROUND: -1}
        ends = np.array([[index[end] for end in edge] for edge in edges], np.int64).reshape(-1, 2)
        at = np.array([sum(1 << n for n, edge in enumerate(edges) if coin in edge) for coin in coins], np.int64)
        for start in range(0, len(self.table), SETS_PER_CALL):
            stop = min(start + SETS_PER_CALL, len(self.table))
            fill(ends, at, self.table, start, stop)
            budget.spend((stop - start) // SETS_PER_POSITION)
            budget.look()

    def margin(self, edges: Edges) -> int | None:
        """The margin of some of the strings, in their order; None where they are not of this graph."""
        found, place = 0, 0
        for edge in edges:
            while place < len(self.edges) and self.edges[place] != edge:
                place += 1
            if place == len(self.edges):
                return None
            found |= 1 << place
            place += 1
        return int(self.table[found])


class BoardMargins:
    """Bounds of the margins of positions on one board, which a search brings closer until they meet."""

    def __init__(self, rows: int, columns: int) -> None:
        import numpy as np

        from grundy.games.nimstring.kernel_couples import MOST_DEPTH, MOST_STRINGS
        from grundy.games.nimstring.kernel_margins import FRAME, MOVE, WORD_BITS, test_margin
        from grundy.games.nimstring.search_words import FEW_LINES, RowStore, board_images, board_numbers, count_lines
        from grundy.kernels.jit import plain_if_cold

        self.rows, self.columns = rows, columns
        self.test_margin = plain_if_cold(test_margin, count_lines(rows, columns) <= FEW_LINES)
        self.store = RowStore((board_numbers(rows, columns), board_images(rows, columns)))
        self.frames = np.zeros((MOST_DEPTH, FRAME), np.int64)
        self.moves = np.zeros((MOST_DEPTH * MOST_STRINGS, MOVE), np.int64)
        self.answers = np.zeros(2 * WORD_BITS, np.int64)  # how much each line has answered, which orders the moves
        self.found: dict[int, Bounds] = {}

    def ask(self, left: int, least: int, nodes: int) -> tuple[int, int]:
        """Whether the margin of the lines left is `least` or more, OPEN if that is not known; positions searched."""
        self.store.make_room()
        self.frames[0, :3] = *WordKey(self.rows, self.columns, (), left).words, least
        store = self.store
        return self.test_margin(store.graph, store.rows, store.size, self.frames, self.moves, self.answers, nodes)

    def bounds(self, left: int) -> Bounds:
        """What is known of the margin of the lines left."""
        most = sum(bool(sides & left) for sides in boxes(self.rows, self.columns).values())
        return self.found.get(left, (-most, most))

    def search(self, left: int, budget: Budget) -> int:
        """The margin of the lines left: a number near 0 is asked for first, as a margin mostly is small.

        Where that takes too long, the bounds are brought closer from outside, which is easier, and then it is asked
        for again, for twice as long.
        """
        nodes, aim = FIRST_NODES, 0
        while (bounds := self.bounds(left))[0] < bounds[1]:
            low, high = bounds
            least = min(max(aim + (aim - low) % 2, low + 2), high)
            answer = self.narrow(left, least, nodes, budget)
            if answer == OPEN:
                while self.narrow(left, self.bounds(left)[0] + 2, nodes // OUTER_SHARE, budget) == TRUE:
                    pass
                while self.narrow(left, self.bounds(left)[1], nodes // OUTER_SHARE, budget) == FALSE:
                    pass
                nodes *= 2
            else:
                aim = least + 2 if answer == TRUE else least - 2
        return bounds[0]

    def narrow(self, left: int, least: int, nodes: int, budget: Budget) -> int:
        """The answer whether the margin is `least` or more after so many positions, which the bounds then have."""
        low, high = self.bounds(left)
        if not low < least <= high:
            return OPEN
        answer = self.answer(left, least, nodes, budget)
        if answer != OPEN:
            self.found[left] = (least, high) if answer == TRUE else (low, least - 2)
        return answer

    def answer(self, left: int, least: int, nodes: int, budget: Budget) -> int:
        """The answer of `ask` after so many positions."""
        while nodes > 0:
            answer, looked = self.ask(left, least, min(nodes, NODES_PER_CALL))
            nodes -= max(1, looked)
            budget.spend(1 + looked // NODES_PER_POSITION)
            budget.look()
            if answer != OPEN:
                return answer
        return OPEN


class BoxMargins:
    """Margins of positions, from the searches and tables of those that were asked for first."""

    method = "search of the moves that matter, or table of all sets of the lines left"

    def __init__(self) -> None:
        self.tables: list[MarginTable] = []
        self.boards: dict[tuple[int, int], BoardMargins] = {}

    def margin(self, position: Strings, budget: Budget) -> int:
        edges = strings_of(position)
        for table in self.tables:
            if (known := table.margin(edges)) is not None:
                return known
        if isinstance(position, Dots) and len(edges) > PLAIN_LINES and fits_board(position.rows, position.columns):
            return self.search(position, budget)
        if len(edges) > MOST_LINES:
            words = f"{len(edges)} lines are left, and the margin is found for {MOST_LINES} or fewer"
            raise NotDecided(f"not decided: {words}; draw some more")
        self.tables.append(MarginTable(edges, budget))
        return int(self.tables[-1].table[-1])

    def search(self, position: Dots, budget: Budget) -> int:
        size = position[:2]
        if size not in self.boards:
            self.boards[size] = BoardMargins(*size)
        try:
            return self.boards[size].search(position.left, budget)
        except NotDecided as error:
            low, high = self.boards[size].bounds(position.left)
            raise NotDecided(f"{error}; the margin is from {low} to {high}") from None

    def bounds(self, position: Strings) -> Bounds | None:
        """The least and the most that the margin can be, by what was searched so far."""
        if not isinstance(position, Dots) or position[:2] not in self.boards:
            return None
        return self.boards[position[:2]].bounds(position.left)
