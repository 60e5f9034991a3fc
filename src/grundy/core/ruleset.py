"""A ruleset: the rules of a game, apart from any position.

Only `moves` is needed. Everything else has a true default, and what is known without search (`theorem`,
`verdict`, `reach`) carries its citation by `cites`.
"""

import copy
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, SupportsIndex, TypeVar

from grundy.core.board import Board, Edit, Plain
from grundy.core.nimbers import Entailed, Loony
from grundy.core.numbers import whole
from grundy.core.ordinals import Nimber, Ordinal
from grundy.core.period import Period
from grundy.core.reader import Reader
from grundy.errors import GrundyError, NotationError, PositionError

CO_VARARGS = 4  # the flag of a function that takes any number of arguments, as `inspect` has it
if TYPE_CHECKING:
    from grundy.boards.cell_set import CellSet
    from grundy.boards.narrow_strip import NarrowStrip
    from grundy.boards.plane_set import PlaneSet
    from grundy.core.game import Game
    from grundy.core.laboratory import Laboratory
    from grundy.core.margin import MarginSearch
    from grundy.explain.page import Page
    from grundy.explain.structure import Block
    from grundy.render.sequence import Values
    from grundy.solvers.inquiry import Inquiry
    from grundy.solvers.proof.expansion import Expansion
    from grundy.solvers.solver import Solver

P = TypeVar("P", bound=Hashable)
F = TypeVar("F", bound=Callable[..., object])
Outcome = Literal["N", "P", "D"]  # the next player wins, the previous one, nobody


def cites(source: str) -> Callable[[F], F]:
    """A decorator that notes who proved what a method says."""

    def mark(method: F) -> F:
        setattr(method, "source", source)  # noqa: B010 (a function has no such attribute to the type checker)
        return method

    return mark


def snake_case(name: str) -> str:
    """The name of a class as an expression writes it: AtMostHalf is at_most_half, TakeASquare take_a_square."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


class Ruleset(Plain, ABC, Generic[P]):
    """The rules of a game on a board whose positions have type `P`."""

    board: Board[P]
    name: str
    rules: str  # in a sentence; by default the first line of the docstring
    source: str = ""  # where the game comes from, with the year
    example: str = ""  # a position to begin with, as text
    title: str  # the name as people write it; by default the name in words
    family: str = ""  # where the gallery puts it; by default where the board belongs
    card: str = ""  # the position on its card where the example is too wide
    famous: bool = False  # comes first in its family
    for_beginners: bool = False  # stands in the row of games to start with
    aliases: ClassVar[tuple[str, ...]] = ()  # other names that are read
    keywords: str = ""  # other words that people look for it by, where neither its names nor its rules have them
    example_parameters: ClassVar[str] = ""  # of a schema, as text
    least_parameter: ClassVar[int] = 0  # of a schema with numbers for parameters
    well_known: ClassVar[tuple[str, ...]] = ()  # parameters of a schema with which other games are compared, as text
    finite: ClassVar[bool] = True  # False where a position has infinitely many options, or play can return to it
    separate: ClassVar[bool] = True  # False where parts add up in value alone, as two heads on one coin cancel
    keeps_dead: ClassVar[bool] = False  # True where options that differ only in what no longer matters are two options
    scored: ClassVar[bool] = False  # whether `points` decide: who has more of them when no move is left wins
    adds: ClassVar[bool] = True  # False where a sum with other games makes no sense
    has_misere: ClassVar[bool] = True
    has_normal: ClassVar[bool] = True  # False where the game is played under misère play alone

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in cls.__dict__:
            cls.name = snake_case(cls.__name__)
        cls.title = cls.__dict__.get("title", cls.name.replace("_", " "))
        cls.card = cls.__dict__.get("card", "")  # never inherited
        cls.keywords = cls.__dict__.get("keywords", "")
        cls.famous = cls.__dict__.get("famous", False)
        cls.for_beginners = cls.__dict__.get("for_beginners", False)
        if "rules" not in cls.__dict__ and cls.__doc__:
            cls.rules = cls.__doc__.partition("\n")[0]

    def __new__(cls, *parameters: object, **named: object) -> Self:
        """A ruleset; more parameters than it has are taken for a position in the place of them."""
        code = getattr(cls.__init__, "__code__", None)
        if code and not code.co_flags & CO_VARARGS and len(parameters) >= code.co_argcount:
            written = f"{cls.name}({cls.example_parameters})({', '.join(map(repr, parameters))})"
            raise PositionError(f"{cls.name} takes {code.co_argcount - 1} parameters, then a position: {written}")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        """Refuse a parameter below the least one; dataclasses, as all schemas are, call this."""
        least = self.least_parameter
        letters: list[str] = [f.name for f in fields(self)] if least and is_dataclass(self) else []
        for letter in letters:
            number = getattr(self, letter)
            if isinstance(number, bool) or not isinstance(number, SupportsIndex):
                raise PositionError(f"{self.name} needs a whole number for {letter}, not {number!r}")
            if number < least:  # type: ignore[operator]  # it is a number
                raise PositionError(f"{self.name} needs {letter} of at least {least}")

    def __call__(self, *position: "SupportsIndex | Ordinal | Iterable[object]") -> "Game":
        """The game of this ruleset at a position, given as values or as text."""
        from grundy.core.game import Game

        text = position[0] if len(position) == 1 else None
        rules = self.rules_for(Reader(text)) if isinstance(text, str) else self
        return Game.of(rules, rules.board.make(*position))

    def __str__(self) -> str:
        parameters = "" if "name" in self.__dict__ else self.parameters()
        return f"{self.name}({parameters})" if parameters else self.name

    def named(
        self,
        name: str,
        rules: str,
        source: str = "",
        example: str = "",
        board: Board[P] | None = None,
        title: str = "",
        card: str = "",
        famous: bool = False,
        keywords: str = "",
    ) -> Self:
        """The same ruleset as a game of its own, with its own name, rules in words and origin."""
        twin = copy.copy(self)
        twin.__dict__.update(name=name, rules=rules, title=title or name.replace("_", " "), card=card, famous=famous)
        twin.__dict__.update(keywords=keywords)
        about = {"source": source, "example": example, "board": board}
        twin.__dict__.update({key: value for key, value in about.items() if value})
        return twin

    @property
    def full_rules(self) -> str:
        """The rules in a sentence, with the parameters filled in."""
        return self.rules if "rules" in self.__dict__ else self.filled_rules()

    def filled_rules(self) -> str:
        """The rules with the numbers that they call by a letter, such as k, filled in."""
        letters: list[str] = [f.name for f in fields(self) if len(f.name) == 1] if is_dataclass(self) else []
        words = self.rules
        for letter in letters:
            words = re.sub(rf"\b{letter}\b", str(getattr(self, letter)), words)
        return re.sub(r"\b1 (coin|heap|pin|stone)s\b", r"1 \1", words)

    @abstractmethod
    def moves(self, position: P) -> Iterator[P]:
        """The positions that one move reaches, one for each move."""

    def parts(self, position: P) -> Iterable[P]:
        """The summands of the position."""
        return (position,)

    def canonical(self, position: P) -> P:
        """One representative of all positions that are equal to this one by symmetry or renaming."""
        return position

    def check(self, position: P) -> None:
        """Raise `PositionError` with the cure if the position is not legal."""

    def edits(self, position: P) -> Iterator[Edit[P]]:
        """The changes of the position that leave a legal one, for setting it up by hand."""
        board = self.board
        return (it for it in board.edits(position) if self.is_legal(it.position) and board.is_writable(it.position))

    def is_legal(self, position: P) -> bool:
        try:
            self.check(position)
        except GrundyError:
            return False
        return True

    def terminal(self, position: P) -> Outcome | None:
        """The outcome where the position ends the whole game, sums included; None where play goes on."""
        return None

    def goes_on(self, position: P, option: P) -> bool:
        """Whether who moves from the position to the option must move again, anywhere in the sum."""
        return False

    def is_entailed(self, position: P) -> bool:
        """Whether the player to move must move here, and nowhere else in the sum: the last move demands an answer."""
        return False

    @classmethod
    def entails(cls) -> bool:
        """Whether after some moves the same player must move again, or the other one must answer."""
        return cls.goes_on is not Ruleset.goes_on or cls.demands_answers()

    @classmethod
    def demands_answers(cls) -> bool:
        """Whether after some moves the other player must answer in the same summand."""
        return cls.is_entailed is not Ruleset.is_entailed

    def points(self, position: P, option: P) -> int:
        """What the move scores, where points decide the game."""
        return 0

    def preference(self, position: P, option: P) -> float:
        """How good a move looks, where points decide and the best one is not known."""
        return self.points(position, option)

    def decisive_moves(self, position: P) -> Iterator[P]:
        """The moves that decide the whole game in the mover's favour."""
        return (to for to in self.moves(position) if self.terminal(to) == "P")

    def is_over(self, position: P) -> bool:
        """Whether no move is left; a position that decides the whole game is not over in this sense."""
        if self.terminal(position) is not None or self.is_entailed(position):
            return False
        return next(iter(self.moves(position)), None) is None

    def has_infinite_moves(self, position: P) -> bool:
        """Whether the position has infinitely many options."""
        return False

    def with_solver(self, solver: "Solver", inquiry: "Inquiry") -> Self:
        """These rules, whose theorems put questions about other games to this solver, if they have any."""
        return self

    def theorem(self, position: P) -> Nimber | Loony | Entailed | None:
        """The nimber, that the position is loony, or beside what it is lost, where a theorem gives it."""
        return None

    def disguise(self, position: P) -> "Game | None":
        """Another game that has the same nimber by a theorem."""
        return None

    def continuation(self, position: P) -> "Game | None":
        """The game that goes on from here where a move has left this ruleset: a circle that was cut is a row."""
        return None

    def verdict(self, position: P, misere: bool) -> Outcome | None:
        """The outcome where a theorem gives it."""
        return None

    def reach(self, position: P, nimber: Nimber, misere: bool = False) -> Iterator[P] | None:
        """All moves to this nimber (misère: 0 for P-positions), where that is known without listing options."""
        return None

    def period_proof(self, start: int, length: int) -> tuple[int, str] | None:
        """How many values prove that they repeat like this, and by which theorem, where the game has one of its own."""
        return None

    @property
    def formula(self) -> str:
        """What the cited theorem states of all positions of a line or table, in the words of `grundy conjecture`."""
        return ""

    def expansion(self) -> "Expansion | None":
        """How the proof search sees positions, where the game brings a faster way than its moves."""
        return None

    def narrow_strip(self, position: P) -> "NarrowStrip | None":
        """The position as a narrow strip, where its moves are such that a compiled sweep finds its nimber."""
        return None

    def cell_set(self, position: P) -> "CellSet | None":
        """The position as a set of cells, where its moves are such that a compiled search takes it."""
        return None

    def plane_set(self, position: P) -> "PlaneSet | None":
        """The position as two sets of cells, where its moves are such that a compiled search takes it."""
        return None

    def margins(self) -> "MarginSearch[P] | None":
        """How the margin of points is found, where the game brings a faster way than its moves."""
        return None

    def why(self, parts: Sequence[P], page: "Page") -> "Iterator[Block]":
        """Why the parts have their values; by default the theorem that it cites, its disguise, or its options."""
        return page.parts_reason(self, parts)

    def laboratory(self) -> "Laboratory[P] | None":
        """The page of the web laboratory on which positions are drawn and simplified, where the game brings one."""
        return None

    @property
    def plays(self) -> tuple[bool, ...]:
        """The plays under which the game makes sense: False for normal, True for misère."""
        return (*[False] * self.has_normal, *[True] * self.has_misere)

    def rules_for(self, reader: Reader) -> "Ruleset[Any]":
        """The rules that read the position written here: some have others for rows that are drawn."""
        return self

    @classmethod
    def is_schema(cls) -> bool:
        """Whether rulesets of this class have parameters that an expression writes."""
        return is_dataclass(cls) and bool(fields(cls))

    @classmethod
    def read(cls, reader: Reader) -> Self:
        """The ruleset whose parameters stand here: by default one integer for each field."""
        start, numbers, wanted = reader.place, reader.list_of(reader.integer), len(fields(cls))  # type: ignore[arg-type]
        if len(numbers) != wanted:
            raise reader.error(f"{cls.name} takes {wanted} parameters, not {len(numbers)}", start)
        return cls(*numbers)

    def parameters(self) -> str:
        """The parameters as text that reads back; none where all have their default."""
        mine: list[tuple[object, object]] = (
            [(getattr(self, f.name), f.default) for f in fields(self)] if is_dataclass(self) else []
        )
        return ",".join(str(value) for value, _ in mine) if any(value != default for value, default in mine) else ""

    def values(self, to: int) -> "Values":
        """The nimbers of the positions `first` .. to - 1 of the board's line: heaps, or single coins."""
        from grundy.solvers.value_sequence import ValueSequence

        to = whole(to)
        if to < 0:
            raise NotationError(f"{to} is no number of positions; give 0 or more")
        known = ValueSequence(self)
        try:
            from grundy.render.sequence import Values
        except ModuleNotFoundError:  # no numpy, as in a browser
            from grundy.render.plain_values import PlainValues

            return PlainValues(known.values_below(to), self.board.first)  # type: ignore[return-value]
        return Values.of(known.array_below(to), self.board.first)

    def period(self, limit: int = 1 << 16) -> Period | None:
        """The period of the values, found among the first `limit`, and proved where a theorem allows."""
        from grundy.solvers.value_sequence import search_period

        return search_period(self, limit).period

    def citation(self, method: str) -> str:
        """The citation of `theorem`, `verdict` or `reach`."""
        return str(getattr(getattr(type(self), method), "source", self.source or self.name))
