"""Expressions: the text that names a game, such as kayles(13) + nim(3,5,7).

::

    sum     := term ("+" term)*
    term    := ruleset "(" position ")"  |  compound "(" sum ("," sum)* ")"  |  "(" sum ")"
             |  name numbers  |  "*" number
    ruleset := name ["(" parameters ")"]  |  code  |  ["tartan"] "(" product ")"
    product := ruleset (("*" | ",") ruleset)*

An expression is read, never evaluated. Its length and its depth are bounded before any other work.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.catalog import Entry, find, suggest
from grundy.core.game import Game
from grundy.core.reader import MOST_CHARACTERS, Reader, ellipsis, plain_signs
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotationError

if TYPE_CHECKING:
    from grundy.boards.compound import Components

T = TypeVar("T")
MOST_NESTED_BRACKETS = 100
MOST_NAME_CHARACTERS = 100
# A pattern is compiled when a text may hold what it describes; most texts need only that of a name.
SHORT = r"(?i)(octal|hexadecimal)_(\w?\.\w+)"  # octal_0.73 is octal(0.73)
BARE_CODE = (  # 0.16 is octal(0.16), 4.[3] is octal(4.[3]), 0.8F is hexadecimal(0.8F)
    r"[0-9A-Fa-f]?\.(?=[\w{\[])(?:[0-9A-Fa-f]|\{[\d,+ ]*\})*(?:\[[0-9A-Fa-f{},+ ]*\])?(?![\w.])"
)
DRAWN = re.compile(r"\(\s*([HTht]+)\s*\)")  # a row of coins
PRODUCT = (
    r"(?i)(\w+)(\([^()]*\))?\s*[*\u00d7]\s*([a-z]\w*)\s*"
    r"(?P<parameters>\([^()]*(?:\([^()]*\)[^()]*)*\))?(?P<position>\(.*\))?"
)
WRITTEN_OUT = (  # nim 3 5 7 is nim(3,5,7), and chomp 3x4 is chomp(3x4)
    r"([^\W\d_][\w'\u2019-]{0,99}(?: [^\W\d_][\w'\u2019-]{0,99}){0,9}) +(\d(?:[\d^_,\s]|x(?=\s*\d))*)(?=\+|\Z)"
)
FREE_SIZE = re.compile(  # 2xn, n x 3, nxn, and 2n, twice the size
    r"(?<!^)(?:(?<![\w.])|(?<=[\dnN]x)|(?<=[\dnN]X))(\d{0,9})[nN](?:(?!\w)|(?=[xX][\dnN]))"
)
NAME = r"[^\W\d_][\w'\u2019 .-]*"
MISERE = r"(?i)mis[eè]re\b[\s(]*"
HELPLESS = (  # errors without a cure, or without one that is made from the text
    "expected(?!.*heaps of nim)|no ruleset|no graph|this bracket closes"
    "|.* (needs a position|has no parameters|has no edge|is no vertex|do not multiply)"
)
ROUND = str.maketrans("[]{}", "()()")


def parse(text: str, files: bool = False) -> Game:
    """The game that the expression names; `files` allows it to read a graph from a file: hackenbush(@tree.dot)."""
    return read_or_suggest(lambda text: read_game(text, files), text)


def read_game(text: str, files: bool = False) -> Game:
    parser = Parser(text, files)
    game, reader = parser.sum(), parser.reader
    if reader.next:
        parser.refuse_misere(reader.text[: reader.place])
        raise reader.error(f"expected nothing more, found {reader.next_in_words()}; games are joined by +")
    return game


def parse_ruleset(text: str) -> Ruleset[Any]:
    """The ruleset that the expression names: brackets hold parameters, not a position."""
    return read_or_suggest(read_ruleset, text)


def has_free_size(text: str) -> bool:
    """Whether the text is an expression with a free size n; where it can be read without one, n is a name.

    >>> [has_free_size(text) for text in ("arc_kayles(grid 2xn)", "nim(2n, 3)", "nim", "node_kayles(m-n)")]
    [True, True, False, False]
    """
    if not re.search(FREE_SIZE, text):
        return False
    for read in (read_game, read_ruleset):
        with suppress(GrundyError):
            read(text)
            return False
    return True


def with_size(text: str, n: int) -> str:
    """The expression with its free size put in.

    >>> with_size("nim(2n, n)", 5), with_size("grid nxn", 3)
    ('nim(10, 5)', 'grid 3x3')
    """
    return re.sub(FREE_SIZE, lambda match: str(int(match[1] or 1) * n), text)


def read_or_suggest(read: Callable[[str], T], text: str) -> T:
    """What the text names; an error that knows no cure shows a text near it that can be read, if there is one."""
    if not isinstance(text, str):
        raise NotationError(f"{ellipsis(repr(text))} is no text; write an expression in quotes, such as 'nim(3,5)'")
    try:
        return read(text)
    except NotationError as error:
        if not re.match(HELPLESS, error.message):
            raise
        from grundy.core.spelling import nearest

        name = re.match("no ruleset is called '(.*)': ", error.message)
        if (meant := nearest(text, read, name[1] if name else "")) is None:
            raise with_example(error, text) from None
        what = re.sub(r"(?<=')(: did you mean .*|: `grundy games` .*)", "", error.message)
        raise NotationError(f"{what}: did you mean {meant}?", error.text, error.place) from None


def with_example(error: NotationError, text: str) -> NotationError:
    """The error, with an example of the ruleset whose bracket it is in where it says nothing of what to write."""
    names = re.findall(r"([^\W\d]\w*)\s*\(", text[: error.place])
    entry = find(names[-1]) if names and not re.search("such as|write|; ", error.message) else None
    if not entry or not error.message.startswith("expected"):
        return error
    return NotationError(f"{error.message}; {entry.name} is written {entry.example}", error.text, error.place)


def read_ruleset(text: str) -> Ruleset[Any]:
    parser = Parser(text)
    ruleset, reader = parser.product(), parser.reader
    if reader.next == "(":
        raise reader.error(f"rules are asked for here, without a position: write {ruleset}")
    reader.end()
    return ruleset


def closing_brackets(text: str) -> dict[int, int]:
    pairs: dict[int, int] = {}
    open_at: list[int] = []
    for place in (match.start() for match in re.finditer(r"[()]", text)):
        if text[place] == "(":
            open_at.append(place)
            if len(open_at) > MOST_NESTED_BRACKETS:
                raise NotationError(f"more than {MOST_NESTED_BRACKETS} brackets inside one another", text, place)
        elif not open_at:
            raise NotationError("this bracket closes nothing", text, place)
        else:
            pairs[open_at.pop()] = place
    if open_at:
        raise NotationError("this bracket is never closed; add ')'", text, open_at[-1])
    return pairs


class Parser:
    def __init__(self, text: str, files: bool = False) -> None:
        if len(text) > MOST_CHARACTERS:
            raise NotationError(f"an expression of {len(text):,} characters; at most {MOST_CHARACTERS:,} are read")
        text = plain_signs(text)
        self.reader, self.close = Reader(text, files=files), closing_brackets(text)
        self.characters = frozenset(text)
        self.entries: dict[str, Entry | None] = {}

    def match(self, pattern: str) -> re.Match[str] | None:
        """What matches the pattern at the place of the reader."""
        return re.compile(pattern).match(self.reader.text, self.reader.place, self.reader.stop)

    def inside_bracket(self) -> Reader:
        """A reader of what is inside the bracket that opens here; this parser continues after it."""
        self.reader.expect("(")
        start = self.reader.place
        stop = self.close[start - 1]
        self.reader.place = stop + 1
        return Reader(self.reader.text, start, stop, self.reader.files)

    def sum(self) -> Game:
        summands = list(self.term().summands)
        while self.reader.take("+"):
            summands += self.term().summands
        return Game(tuple(summands))

    def term(self) -> Game:
        reader = self.reader
        if reader.next == "(" and self.second_bracket() is None:
            reader.expect("(")
            game = self.sum()
            reader.expect(")")
            return game
        start = reader.place
        if reader.take("*"):  # as the literature writes nimbers
            return parse(f"nim({reader.integer('the size of a nim heap')})")
        if written := self.written_out():
            return written
        if not self.characters.isdisjoint("*\u00d7") and (product := self.match(PRODUCT)):
            self.refuse_product(product)
        ruleset = self.ruleset(game=True)
        if reader.next != "(":
            try:
                return ruleset()
            except NotationError:
                example = f"such as {ruleset}({ruleset.example})" if ruleset.example else ruleset.board.notation
                raise reader.error(f"{ruleset} needs a position, {example}", start) from None
        if ruleset.board.kind == "compound":
            return Game.of(ruleset, self.components())
        inside = self.inside_bracket()
        ruleset = ruleset.rules_for(inside)
        try:
            return Game.of(ruleset, ruleset.board.parse(inside))
        except NotationError as error:
            if inside.text[start : inside.stop].rpartition("(")[2].strip() or not ruleset.example:
                raise
            raise reader.error(f"{error.message}; write {ruleset}({ruleset.example})", error.place) from None

    def written_out(self) -> Game | None:
        """The game of a name with numbers behind it, without brackets."""
        words = self.match(WRITTEN_OUT) if " " in self.characters else None
        entry = words and not find(words[0].strip()) and find(words[1])
        if not words or not entry or not entry.ruleset:
            return None
        self.reader.place = words.end()
        return Game.of(entry.ruleset, entry.ruleset.board.parse(Reader(self.reader.text, words.start(2), words.end())))

    def refuse_misere(self, game: str) -> None:
        """An error for the word behind a game that asks for misère play."""
        if self.match(r"(?i)\s*(--|under|in|,)?\s*(the )?mis[eè]re( play)?\s*\Z"):
            raise self.reader.error(f"misère play is asked for beside the game: --misere '{ellipsis(game.strip())}'")

    def components(self) -> "Components":
        self.reader.expect("(")
        games = [self.sum()]
        while self.reader.take(","):
            games.append(self.sum())
        self.reader.expect(")")
        return tuple(games)

    def refuse_product(self, product: re.Match[str]) -> None:
        """An error for a product of coin rulesets without the brackets that it needs."""
        from grundy.boards.coins import CoinGame

        first, parameters, position = find(product[1]), product["parameters"] or "", product["position"]
        if first and issubclass(first.schema or type(first.ruleset), CoinGame):
            if not position:
                parameters, position = "", parameters or "(HT/TH)"
            row, column = DRAWN.fullmatch(product[2] or ""), DRAWN.fullmatch(position)
            if row and column:  # the heads lie where a row and a column with heads meet
                lines = (column[1].upper() if coin in "Hh" else "T" * len(column[1]) for coin in row[1])
                position = f"({'/'.join(lines)})"
            rules = f"{product[1]}{'' if row else product[2] or ''} * {product[3]}{parameters}"
            raise self.reader.error(f"a product of rulesets stands in brackets: ({rules}){position}")

    def second_bracket(self) -> int | None:
        """The place of a bracket that opens right behind the one that opens here, if one does."""
        behind = Reader(self.reader.text, self.close[self.reader.place] + 1)
        return behind.place if behind.next == "(" else None

    def product(self) -> Ruleset[Any]:
        ruleset = self.ruleset(game=False)
        while self.reader.next in ("*", ","):  # the comma of tartan(A, B)
            start = self.reader.place
            self.reader.place += 1
            other = self.ruleset(game=False)
            try:
                ruleset = ruleset * other  # type: ignore[operator]
            except TypeError:
                raise self.reader.error(f"{ruleset} and {other} do not multiply; coin rulesets do", start) from None
        return ruleset

    def ruleset(self, game: bool) -> Ruleset[Any]:
        """A ruleset; where a game is expected, its last bracket is left for the position."""
        reader = self.reader
        if reader.take("(") or reader.take("tartan("):
            ruleset = self.product()
            reader.expect(")")
            return ruleset
        reader.skip()
        start = reader.place
        if "_" in self.characters and (short := self.match(SHORT)):
            reader.place = short.end()
            return parse_ruleset(f"{short[1]}({short[2]})")
        if "." in self.characters and (code := self.match(BARE_CODE)):
            reader.place = code.end()
            is_octal = re.fullmatch(r"[0-7.\[\]]*", code[0])
            return parse_ruleset(f"{'octal' if is_octal else 'hexadecimal'}({code[0]})")
        entry = self.entry()
        parameters = reader.next == "(" and (not game or self.second_bracket() is not None)
        if not parameters:
            if entry.ruleset is None:
                cure = f"parameters, then a position in a second bracket: {self.complete(entry)}"
                if not game:
                    cure = f"parameters, such as {entry.name}({entry.about.example_parameters})"
                raise reader.error(f"{entry.name} needs {cure}", start)
            return entry.ruleset
        if entry.schema is None:
            cure = f"{entry.name}(POSITION)" if game else f"{entry.name} alone where rules are asked for"
            raise reader.error(f"{entry.name} has no parameters; write {cure}")
        inside = self.inside_bracket()
        ruleset = entry.schema.read(inside)
        inside.end()
        return ruleset

    def complete(self, entry: Entry) -> str:
        """An expression with both brackets, of which the one that was written is the first, or else the second."""
        if entry.schema and self.reader.next == "(":
            start, inside = self.reader.place, self.inside_bracket()
            with suppress(GrundyError):
                return f"{entry.schema.read(inside)}({entry.about.example})"
            with suppress(GrundyError):
                ruleset = entry.schema.read(Reader(entry.about.example_parameters))
                written = self.reader.text[start + 1 : self.reader.place - 1]
                return str(Game.of(ruleset, ruleset.board.parse(written)))
        return entry.example

    def entry(self) -> Entry:
        reader = self.reader
        match = self.match(NAME)
        if not match:
            numbers = re.fullmatch(r"\s*\d[\d,\s]*", reader.text)
            cure = f"; heaps of nim are nim({ellipsis(numbers[0].strip())})" if numbers else ""
            raise reader.error(f"expected the name of a ruleset, found {reader.next_in_words()}{cure}")
        name = match.group().strip()
        if name not in self.entries:
            self.entries[name] = find(name) if len(name) < MOST_NAME_CHARACTERS else None
        entry = self.entries[name]
        if entry is None and (misere := re.match(MISERE, name)):
            rest = ellipsis(reader.text[reader.place + misere.end() :].strip(" ()"))
            meant = f"{rest})" if "(" in rest else rest or "nim(3,5)"
            raise reader.error(f"misère play is asked for beside the game: --misere '{meant}'")
        if entry is None:
            raise reader.error(f"no ruleset is called '{ellipsis(name)}': {suggest(name[:MOST_NAME_CHARACTERS])}")
        reader.place = match.end()
        if reader.next in ("[", "{"):
            raise reader.error(f"brackets are round: {ellipsis(reader.text.translate(ROUND).strip())}")
        return entry
