"""Coins in the plane: a position is a sheet with heads at some places (row, column).

`CoinGridGame` is the base of the two-dimensional coin-turning games: a move turns a set of coins, the southeast one of
them from heads to tails, and the others lie in the rectangle to its north and west. So a position is the sum of its
heads here too (Ferguson 5.2).

`Tartan` is the product of two rulesets on a row: if x with X may be turned in the first, and y with Y in the second,
then all places where these rows and columns meet may be turned. By the Tartan Theorem the nimber of a head is the
nim-product of the nimbers of its row and its column (Berlekamp, Conway and Guy, *Winning Ways*, 1982, chapter 14). If
the two moves change these by c and d, the product of the moves changes the nimber of the sheet by the product of c and
d; so one nim-division gives the column moves that go with a row move.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from grundy.boards.coins import Coin, CoinGame, Turn, TurnLimit
from grundy.core.board import Board, Edit, Handle, Values, plain
from grundy.core.nimbers import nim_divide, nim_product, nim_sum
from grundy.core.ordinals import Nimber
from grundy.core.reader import Reader, spaced_row
from grundy.core.ruleset import Ruleset, cites
from grundy.core.words import listing
from grundy.errors import NotDecided

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.prose import Claim
    from grundy.explain.structure import Block

Place = tuple[int, int]  # row, column
Changes = dict[int, list[Turn]]
MOST_PRINTED_COINS = 400  # a larger sheet is printed by its heads
LAST_LISTED_COIN = 100_000  # the last row or column whose moves are listed, where they are many
MOST_TURNED_COINS = 1_000_000  # by one move


class CoinSheet(NamedTuple):
    """So many rows and columns of coins, with heads at these places."""

    rows: int
    columns: int
    heads: frozenset[Place]

    def turn(self, places: Iterable[Place]) -> "CoinSheet":
        return CoinSheet(self.rows, self.columns, self.heads.symmetric_difference(places))


def letter(coin: object) -> str:
    """A coin by its letter, also one that is given as a truth: heads."""
    return coin if isinstance(coin, str) else "H" if coin else "T"


@dataclass(frozen=True)
class CoinGrid(Board[CoinSheet]):
    """Rows of coins; the first row and the first column have the numbers of `origin`."""

    origin: Place = (0, 0)

    kind = "coin grid"
    words = "coins to flip, heads and tails"
    family = "Coins"

    @property
    def notation(self) -> str:
        first = f"from {place_text(self.origin)}, up to the number of rows and of columns"
        return f"rows of H (heads) and T (tails) with / between, or rows x columns; (row,column) of each head, {first}"

    def read(self, reader: Reader) -> CoinSheet:
        return self.read_heads(reader) if reader.at_number() else self.read_rows(reader)

    def read_rows(self, reader: Reader) -> CoinSheet:
        rows: list[str] = []
        while not rows or reader.take("/") or reader.next in {*"HTht"}:  # or on the next line
            reader.skip()
            start, row = reader.place, spaced_row(reader, "HTht").upper()
            if not row:
                raise reader.error(f"expected {self.notation}; found {reader.next_in_words()}")
            if len(row) != len((rows or [row])[0]):
                raise reader.error(f"a row of {len(row)} coins below one of {len(rows[0])}; make them equal", start)
            rows.append(row)
        return self.sheet_of(rows)

    def sheet_of(self, rows: Sequence[str]) -> CoinSheet:
        """The sheet whose rows are drawn with H and T."""
        places = product(range(len(rows)), range(len(rows[0])))
        heads = frozenset(self.place(*at) for at in places if rows[at[0]][at[1]] == "H")
        return CoinSheet(len(rows), len(rows[0]), heads)

    def of_values(self, values: Values) -> CoinSheet:
        """Rows and columns and the places of the heads; or a text, or a list of letters or of truths, for each row."""
        if not values or isinstance(values[0], str | tuple):
            lines = ["".join(map(letter, row)).upper() if isinstance(row, str | tuple) else "" for row in values]
            if not lines or not lines[0] or {*map(len, lines)} != {len(lines[0])} or not {*"".join(lines)} <= {*"HT"}:
                raise self.refuse(values, "a sheet of equal rows")
            return self.sheet_of(lines)
        places = values[2] if len(values) == 3 and isinstance(values[2], Iterable) else ()
        rows, columns = self.wholes(values[:2], 2)
        sheet = CoinSheet(rows, columns, frozenset())
        pairs = (self.wholes(plain(pair), 2) for pair in places)
        heads = frozenset((row, column) for row, column in pairs)
        if 0 in sheet[:2] or len(values) > 3 or not all(self.holds(sheet, head) for head in heads):
            raise self.refuse(values, "a sheet with its heads")
        return sheet._replace(heads=heads)

    def holds(self, sheet: CoinSheet, head: Place) -> bool:
        """Whether the place lies on the sheet.

        The last number may be the number of rows, or of columns, whatever the first is: (100,100) lies on 100x100, and
        the sheet keeps its size where coins are numbered from 0. No move depends on the size.
        """
        return all(a <= n <= z for a, n, z in zip(self.origin, head, sheet[:2], strict=True))

    def place(self, row: int, column: int) -> Place:
        """The place in this row and this column, both counted from 0."""
        return row + self.origin[0], column + self.origin[1]

    def read_heads(self, reader: Reader) -> CoinSheet:
        start, rows = reader.place, reader.integer("the number of rows")
        reader.expect("x", "between rows and columns")
        sheet = CoinSheet(rows, reader.integer("the number of columns"), frozenset())
        if not rows or not sheet.columns:
            raise reader.error("a sheet without coins; write at least 1x1", start)
        heads = set[Place]()
        more = reader.take(";") and reader.next != ""
        while more:
            heads.add(self.read_head(reader, sheet, heads))
            more = reader.take(",") or reader.next != ""
        return sheet._replace(heads=frozenset(heads))

    def read_head(self, reader: Reader, sheet: CoinSheet, heads: set[Place]) -> Place:
        """A place on the sheet that was not named before."""
        reader.skip()
        start = reader.place
        reader.expect("(", "before the row of a head")
        row = reader.integer("a row")
        reader.expect(",", "between row and column")
        head = row, reader.integer("a column")
        reader.expect(")", "behind the column")
        if not self.holds(sheet, head):
            raise reader.error(
                f"no coin there: {sheet.rows}x{sheet.columns} has rows from {self.origin[0]} to {sheet.rows} "
                f"and columns from {self.origin[1]} to {sheet.columns}",
                start,
            )
        if head in heads:
            raise reader.error("this head was named before; name it once", start)
        return head

    def sheet_with(self, rows: int, columns: int, heads: Iterable[Place]) -> CoinSheet:
        """A sheet of at least this size that holds the heads."""
        heads = frozenset(heads)
        top, left = self.origin
        rows = max([rows, *(row - top + 1 for row, _ in heads)])
        return CoinSheet(rows, max([columns, *(column - left + 1 for _, column in heads)]), heads)

    def show(self, position: CoinSheet) -> str:
        rows, columns, heads = position
        if rows * columns <= MOST_PRINTED_COINS and self.sheet_with(*position) == position:
            lines = (("TH"[self.place(row, column) in heads] for column in range(columns)) for row in range(rows))
            return "/".join(map("".join, lines))
        return f"{rows}x{columns}" + (f"; {' '.join(map(place_text, sorted(heads)))}" if heads else "")

    def tidy(self, position: CoinSheet) -> CoinSheet | None:
        return position if position.heads else None

    def differ(self, before: CoinSheet, after: CoinSheet) -> str:
        turned = sorted(before.heads ^ after.heads)
        rows, columns = {row for row, _ in turned}, {column for _, column in turned}
        if len(turned) < len(rows) * len(columns):
            return f"turn {listing(map(place_words, turned))}"
        return f"turn {lines_words('row', rows)}, {lines_words('column', columns)}"

    def part_name(self, position: CoinSheet) -> str:
        return place_words(*position.heads) if len(position.heads) == 1 else ""

    def handle(self, before: CoinSheet, after: CoinSheet) -> Handle:
        return before.heads ^ after.heads

    def edits(self, position: CoinSheet) -> Iterator[Edit[CoinSheet]]:
        """A coin turned over, a row or a column more, or one fewer."""
        rows, columns, heads = self.sheet_with(*position)
        if rows * columns <= MOST_PRINTED_COINS:
            for place in (self.place(*at) for at in product(range(rows), range(columns))):
                yield Edit(f"flip the coin {place_text(place)}", position.turn([place]), ("c-{}-{}".format(*place),))
        yield Edit("one row more", CoinSheet(rows + 1, columns, heads), adds=True)
        yield Edit("one column more", CoinSheet(rows, columns + 1, heads), adds=True)
        for words, down, across in (("one row fewer", rows - 1, columns), ("one column fewer", rows, columns - 1)):
            if down and across:
                top, left = self.origin
                kept = frozenset((r, c) for r, c in heads if r - top < down and c - left < across)
                yield Edit(words, CoinSheet(down, across, kept))

    def small(self, bound: int) -> Iterator[CoinSheet]:
        for coins in range(1, bound + 1):
            for rows in (rows for rows in range(1, coins + 1) if coins % rows == 0):
                places = [self.place(*divmod(coin, coins // rows)) for coin in range(coins)]
                for signs in product("TH", repeat=coins):
                    heads = (place for place, sign in zip(places, signs, strict=True) if sign == "H")
                    yield CoinSheet(rows, coins // rows, frozenset(heads))

    def cell(self, row: int, column: int) -> CoinSheet:
        """One head, in the southeast corner."""
        return self.sheet_with(1, 1, [(row, column)])


def place_text(place: Place) -> str:
    return f"({place[0]},{place[1]})"


def place_words(place: Place) -> str:
    return f"row {place[0]}, column {place[1]}"


def lines_words(noun: str, numbers: set[int]) -> str:
    """Rows or columns by their numbers.

    >>> lines_words("row", {3}), lines_words("column", {0, 3}), lines_words("column", {1, 2, 3, 4})
    ('row 3', 'columns 0 and 3', 'columns 1 to 4')
    """
    return f"{noun}{'s' * (len(numbers) > 1)} {listing(spans(numbers))}"


def spans(numbers: set[int]) -> list[str]:
    """The runs of neighbouring numbers, in order.

    >>> spans({98, 100, 97, 3, 99})
    ['3', '97 to 100']
    """
    starts = sorted(n for n in numbers if n - 1 not in numbers)
    ends = sorted(n for n in numbers if n + 1 not in numbers)
    runs = zip(starts, ends, strict=True)
    return [text for a, b in runs for text in ([f"{a} to {b}"] if a + 1 < b else map(str, sorted({a, b})))]


class CoinGridGame(Ruleset[CoinSheet]):
    """A coin-turning ruleset in the plane."""

    board: Board[CoinSheet] = CoinGrid()
    separate = False

    @abstractmethod
    def turns(self, place: Place) -> Iterator[Iterable[Place]]:
        """The sets of coins that may be turned where this head is the southeast one of them, itself included."""

    @abstractmethod
    def value(self, place: Place) -> int:
        """The nimber of a single head."""

    def theorem(self, position: CoinSheet) -> int:
        return nim_sum(map(self.value, position.heads))

    def moves(self, position: CoinSheet) -> Iterator[CoinSheet]:
        return (position.turn(places) for head in sorted(position.heads) for places in self.turns(head))

    def parts(self, position: CoinSheet) -> Iterator[CoinSheet]:
        rows, columns, heads = position
        return (CoinSheet(rows, columns, frozenset((head,))) for head in sorted(heads))

    def canonical(self, position: CoinSheet) -> CoinSheet:
        """The sheet without the tails in the south and in the east."""
        return CoinGrid(self.board.origin).sheet_with(1, 1, position.heads)

    def why(self, parts: Sequence[CoinSheet], page: "Page") -> "Iterator[Block]":
        from grundy.explain.coins import why_single_heads

        heads = sorted({head for part in parts for head in part.heads})
        yield from why_single_heads(len(heads), page)
        yield from self.why_heads(heads, page)

    def why_heads(self, heads: Sequence[Place], page: "Page") -> "Iterator[Block]":
        rows = [(page.text("row {}, column {}", *map(page.size, head)), self.claim(head, page)) for head in heads]
        yield page.table(["head", "nimber"], rows)

    def claim(self, head: Place, page: "Page") -> "Claim":
        return page.claim(page.at(self, self.board.cell(*head)), self.value(head))


@dataclass(frozen=True)
class Tartan(CoinGridGame):
    """Turn the coins where the rows of a move in one game meet the columns of a move in another."""

    down: CoinGame
    across: CoinGame

    source = "Berlekamp, Conway and Guy 1982"
    example = "3x4; (3,4) (2,2)"

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", CoinGrid((self.down.board.first, self.across.board.first)))

    def __str__(self) -> str:
        return self.name if "name" in self.__dict__ else f"({self.down} * {self.across})"

    def turns(self, place: Place) -> Iterator[Iterable[Place]]:
        row, column = place
        for rows in near_turns(self.down, row):
            for columns in near_turns(self.across, column):
                yield crossings((*rows, row), (*columns, column))

    def value(self, place: Place) -> int:
        return nim_product(self.down.value(place[0]), self.across.value(place[1]))

    @property
    def formula(self) -> str:
        """The nim-product of the formulas of both factors."""
        rows, columns = (game.formula.removeprefix("g(n) = ") for game in (self.down, self.across))
        if rows == columns == "n":
            return "g(r,c) = r (x) c"
        return f"g(r,c) = f(r) (x) h(c), f(n) = {rows}, h(n) = {columns}" if rows and columns else ""

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: CoinSheet) -> int:
        return super().theorem(position)

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: CoinSheet, nimber: Nimber, misere: bool = False) -> Iterator[CoinSheet] | None:
        """The moves whose changes of row and column have what is missing as their nim-product."""
        if misere or not isinstance(nimber, int):
            return None
        return self._reach(position, nimber ^ self.theorem(position), TurnLimit())

    def _reach(self, position: CoinSheet, gap: int, limit: TurnLimit) -> Iterator[CoinSheet]:
        rows_of = cache(lambda row: turns_by_change(self.down, row, limit))
        columns_of = cache(lambda column: turns_by_change(self.across, column, limit))
        partner = cache(lambda change: nim_divide(gap, change))
        for row, column in sorted(position.heads):
            for rows, columns in matching_turns(rows_of(row), columns_of(column), partner):
                yield position.turn(crossings((*rows, row), (*columns, column)))

    def why_heads(self, heads: Sequence[Place], page: "Page") -> "Iterator[Block]":
        from grundy.explain.tartan import why_heads

        return why_heads(self, heads, page)


def matching_turns(rows: Changes, columns: Changes, partner: Callable[[int], int]) -> Iterator[tuple[Turn, Turn]]:
    """The pairs of turns whose changes are partners; the shorter list is run through."""
    if len(rows) > len(columns):
        yield from ((row, column) for column, row in matching_turns(columns, rows, partner))
        return
    for change, turns in rows.items():
        yield from product(turns, columns.get(partner(change), ()))


def near_turns(game: CoinGame, coin: Coin) -> Iterator[Turn]:
    if coin > LAST_LISTED_COIN and not game.has_few_turns:
        raise NotDecided(f"coin {coin} of {game} has too many moves; they are listed up to coin {LAST_LISTED_COIN:,}")
    return game.turns(coin)


def turns_by_change(game: CoinGame, coin: Coin, limit: TurnLimit) -> Changes:
    """The turns of a coin by the number that they nim-add to its value, which is never 0."""
    value, groups = game.value(coin), Changes()
    for others in limit.count(near_turns(game, coin)):
        groups.setdefault(value ^ game.total(others), []).append(others)
    return groups


def crossings(rows: Turn, columns: Turn) -> Iterable[Place]:
    if len(rows) * len(columns) > MOST_TURNED_COINS:
        raise NotDecided(f"a move turns {len(rows)} x {len(columns)} coins; at most {MOST_TURNED_COINS:,} are turned")
    return product(rows, columns)
