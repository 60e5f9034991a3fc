"""The solver: nimbers and outcomes by the cheapest way that is known (docs/theory/search.md)."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial, reduce
from operator import xor
from typing import TYPE_CHECKING, Any, TypeVar, overload

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game, Move, Summand, WinningMoves
from grundy.core.margin import MarginSearch
from grundy.core.nimbers import Entailed, Loony
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset
from grundy.core.values import Infinity, Value, outcome_of
from grundy.errors import LoopError, NotDecided, UndefinedError
from grundy.solvers import search
from grundy.solvers.inquiry import DEFINITION, RETROGRADE, THEOREM, Answers, Inquiry, Method

if TYPE_CHECKING:
    from grundy.solvers import loopy
    from grundy.solvers.misere.outcome import MiserePlay
    from grundy.solvers.proof.prover import Provers
    from grundy.solvers.value_sequence import HeapValue, ValueSequence
    from grundy.solvers.winning import Winning

V = TypeVar("V")
PATTERN = Method("a pattern can be completed")
LISTED_MOVES = 1_000_000  # in memory at once
FLIPPED: dict[Outcome, Outcome] = {"N": "P", "P": "N", "D": "D"}  # where the same player moves again


@overload
def nim_total(values: Iterable[Nimber]) -> Nimber: ...
@overload
def nim_total(values: Iterable[Value]) -> Value: ...
def nim_total(values: Iterable[Value]) -> Value:
    """The nim-sum of nimbers, ordinals and infinities too."""
    return reduce(xor, values, 0)


def adds(game: Game) -> bool:
    """Whether the game has a nimber that adds; what a pattern decides has none."""
    return all(s.ruleset.adds or s.ruleset.theorem(s.position) is not None for s in game.summands)


def merge_heaps(game: Game) -> Game:
    """The game with the heaps of equal rulesets put together: a theorem may cover all of them at once."""
    heaps: dict[Ruleset[Any], Any] = {}
    for summand in game.summands:
        if isinstance(summand.ruleset, HeapGame):
            heaps[summand.ruleset] = heaps.get(summand.ruleset, ()) + summand.position
    others = [summand for summand in game.summands if not isinstance(summand.ruleset, HeapGame)]
    return Game((*(Summand(rules, position) for rules, position in heaps.items()), *others))


class Solver:
    """Answers about games. Each answer is worked out once and remembered with its methods.

    One solver serves one question of a user: who wins, the nimbers, the winning moves, and the explanation. Questions
    that come without an inquiry belong to the solver's own, which has the budget of the whole.
    """

    def __init__(self, budget: Budget | None = None, fresh: bool = False) -> None:
        self.inquiry, self.fresh = Inquiry(budget or Budget()), fresh  # fresh: without shipped and saved results
        self.outcome_answers = Answers[tuple[tuple[Summand, ...], bool], Outcome]()
        self.value_answers = Answers[Summand, Value]()
        self.winning_answers = Answers[tuple[str, tuple[Summand, ...], bool, int], "Winning"]()
        self.theorem_answers = Answers[Summand, Nimber | Loony | Entailed | None]()
        self.verdict_answers = Answers[tuple[Summand, bool], Outcome | None]()
        self.values: search.Values = {}
        self.labels: dict[bool, search.Labels] = {False: {}, True: {}}
        self.margin_answers = Answers[Summand, int]()
        self.margin_searches: dict[Ruleset[Any], MarginSearch[Any] | None] = {}
        self.margin_memo: dict[Summand, int] = {}
        self.tables: dict[Ruleset[Any], ValueSequence] = {}
        self.loops: loopy.Values = {}
        self.loop_labels: dict[bool, loopy.Labels] = {False: {}, True: {}}
        self.returning: set[Hashable] = set()  # parts and whole positions from which play can go round

    def inquire(self, budget: Budget | None = None) -> Inquiry:
        """A new inquiry, by default with the budget of the whole."""
        return Inquiry(budget or self.inquiry.budget)

    @property
    def methods(self) -> list[Method]:
        return list(self.inquiry.methods)

    def table(self, ruleset: HeapGame) -> "ValueSequence":
        from grundy.solvers.value_sequence import ValueSequence

        return self.tables.setdefault(ruleset, ValueSequence(ruleset, self.inquiry.budget))

    def nimber(self, game: Game, inquiry: Inquiry | None = None) -> Nimber:
        """The nim-sum over the summands; an error that names a cycle where it is infinite."""
        inquiry = inquiry or self.inquiry
        total = self.total(game, inquiry)
        if isinstance(total, Infinity):
            from grundy.solvers import loopy

            infinite = next(summand for summand in game.summands if isinstance(self.value(summand, inquiry), Infinity))
            raise loopy.loop_error(infinite, self.loops, inquiry.budget)
        if isinstance(total, Loony | Entailed):
            raise search.no_nimber(game, total)
        return total

    def total(self, game: Game, inquiry: Inquiry | None = None) -> Value:
        return nim_total(self.value(summand, inquiry) for summand in game.summands)

    def value(self, summand: Summand, inquiry: Inquiry | None = None) -> Value:
        return self.value_answers.find(summand, inquiry or self.inquiry, partial(self.find_value, summand))

    def find_value(self, summand: Summand, inquiry: Inquiry) -> Value:
        rules, position = summand.ruleset, summand.position
        refuse_play(Game((summand,)), False)
        if rules.terminal(position):
            raise UndefinedError(f"{summand} is decided by a pattern, so it has no nimber; ask for the outcome")
        if any(self.wins_at_once(Game((summand,)))):
            raise UndefinedError(f"{summand} can be won at once, so it has no nimber; ask for the outcome")
        value = self.theorem(summand, inquiry)
        if value is not None:
            return value
        other = rules.disguise(position)
        if other is not None:
            inquiry.note([Method(THEOREM, rules.citation("disguise"))])
            return self.total(other, inquiry)
        if rules.finite and summand not in self.loops:
            with suppress(LoopError):
                return self.finite_value(summand, inquiry)
        from grundy.solvers import loopy

        with inquiry.note_after([RETROGRADE]):
            return loopy.value(summand, self.loops, inquiry.budget, self.returning)

    def theorem(self, summand: Summand, inquiry: Inquiry) -> Nimber | Loony | Entailed | None:
        """The nimber where a theorem gives it, which is noted."""
        return self.theorem_answers.find(summand, inquiry, partial(self.find_theorem, summand))

    def find_theorem(self, summand: Summand, inquiry: Inquiry) -> Nimber | Loony | Entailed | None:
        rules = summand.ruleset.with_solver(self, inquiry)
        value = rules.theorem(summand.position)
        if value is not None:
            inquiry.note([Method(THEOREM, rules.citation("theorem"))])
        return value

    def finite_value(self, summand: Summand, inquiry: Inquiry) -> Nimber | Loony | Entailed:
        """The nimber of one summand from its moves alone."""
        if isinstance(summand.ruleset, HeapGame):
            heaps: Any = summand.position
            table = self.table(summand.ruleset)
            total: HeapValue = reduce(xor, (table.part(heap, inquiry.budget) for heap in heaps), 0)
            inquiry.note([Method(table.method)])
            return total
        if self.provers.has_nimbers(summand.ruleset) and self.is_hard(summand, inquiry):
            return self.prove(lambda: self.provers.nimber(summand, inquiry.budget), inquiry)
        with inquiry.note_after([DEFINITION]):
            return search.value(Game((summand,)), self.values, inquiry.budget)

    @cached_property
    def provers(self) -> "Provers":
        from grundy.solvers.proof.prover import Provers

        return Provers(self.fresh)

    def prove(self, search: Callable[[], V], inquiry: Inquiry) -> V:
        """The answer of a proof search, which is noted with its cost."""
        try:
            return search()
        finally:
            inquiry.note(self.provers.methods)

    def equals(self, summand: Summand, nimber: Nimber, inquiry: Inquiry) -> bool:
        if isinstance(nimber, int) and self.is_hard(summand, inquiry):
            with suppress(LoopError):
                return self.prove(lambda: self.provers.is_lost([summand], nimber, inquiry.budget), inquiry)
        return self.value(summand, inquiry) == nimber

    def recall(self, game: Game, inquiry: Inquiry, misere: bool = False, heap: int = 0) -> Outcome | None:
        """The outcome of a game and a nim heap, if a proof search remembers it."""
        if "provers" not in self.__dict__ or (not misere and self.has_theorem(game, inquiry)):
            return None
        lost = self.provers.recall(game, misere, heap, inquiry.budget)
        return None if lost is None else "P" if lost else "N"

    def has_theorem(self, game: Game, inquiry: Inquiry) -> bool:
        """Whether a theorem answers some summand, which is then not searched: a loony one has no parts to search."""
        return any(self.theorem(summand, Inquiry(inquiry.budget)) is not None for summand in game.summands)

    def is_hard(self, summand: Summand, inquiry: Inquiry | None = None) -> bool:
        """Whether the summand has no theorem or table, and the definition takes long."""
        rules, position = summand.ruleset, summand.position
        if not rules.finite or isinstance(rules, HeapGame) or summand in self.loops:
            return False
        budget = (inquiry or self.inquiry).budget
        if self.theorem(summand, Inquiry(budget)) is not None or rules.disguise(position) is not None:
            return False
        if not self.provers.may_search(summand) or self.provers.at_once(rules):
            return self.provers.may_search(summand)
        definition = partial(search.value, Game((summand,)), self.values)
        return self.provers.takes_long(rules, definition, budget)

    def outcome(self, game: Game, misere: bool = False, inquiry: Inquiry | None = None) -> Outcome:
        find = partial(self.find_outcome, game, misere)
        return self.outcome_answers.find((game.summands, misere), inquiry or self.inquiry, find)

    def find_outcome(self, game: Game, misere: bool, inquiry: Inquiry) -> Outcome:
        refuse_play(game, misere)
        if any(summand.ruleset.scored for summand in game.summands):
            return self.outcome_of_points(game, inquiry)
        game = merge_heaps(game)
        if len(game.summands) == 1 and (verdict := self.verdict(game.summands[0], misere, inquiry)):
            return verdict
        if misere or not adds(game):
            return self.label(game, misere, inquiry)
        return self.outcome_of_sum(game, inquiry)

    def margin(self, game: Game, inquiry: Inquiry | None = None) -> int:
        """The points of the player to move from here on, less those of the other, where points decide the game."""
        (summand,) = game.summands if len(game.summands) == 1 else (None,)
        if summand is None or not summand.ruleset.scored:
            raise UndefinedError(f"{game} is not decided by points; ask for the outcome")
        return self.margin_answers.find(summand, inquiry or self.inquiry, partial(self.find_margin, summand))

    def find_margin(self, summand: Summand, inquiry: Inquiry) -> int:
        rules = summand.ruleset
        if rules not in self.margin_searches:
            self.margin_searches[rules] = rules.margins()
        if faster := self.margin_searches[rules]:
            with inquiry.note_after([Method(faster.method)]):
                return faster.margin(summand.position, inquiry.budget)
        with inquiry.note_after([DEFINITION]):
            return search.margin(Game((summand,)), self.margin_memo, inquiry.budget)

    def margin_bounds(self, game: Game) -> tuple[int, int] | None:
        """What is known of a margin that was not decided: it is at least the first number, and at most the second."""
        (summand,) = game.summands
        faster = self.margin_searches.get(summand.ruleset)
        return faster.bounds(summand.position) if faster else None

    def outcome_of_points(self, game: Game, inquiry: Inquiry) -> Outcome:
        """Who gets more points; where the margin is not decided, its bounds may tell."""
        try:
            low = high = self.margin(game, inquiry)
        except NotDecided:
            low, high = self.margin_bounds(game) or (0, 0)
            if low <= 0 <= high:
                raise
        return "N" if low > 0 else "P" if high < 0 else "D"

    def margin_after(self, move: Move, inquiry: Inquiry | None = None) -> int:
        """The margin of points if this move is made, for who makes it."""
        rest = self.margin(move.game.put(move.index, move.position), inquiry)
        return move.points + (rest if move.goes_on else -rest)

    def outcome_after(self, move: Move, misere: bool = False, inquiry: Inquiry | None = None) -> Outcome:
        """What a move makes of the game, as if the other player were to move then: P is won for who makes it."""
        if move.game.summands[move.index].ruleset.scored:
            made = self.margin_after(move, inquiry)
            return "P" if made > 0 else "N" if made < 0 else "D"
        outcome = self.outcome(move.to, misere, inquiry)
        return FLIPPED[outcome] if move.goes_on else outcome

    def label(self, game: Game, misere: bool, inquiry: Inquiry) -> Outcome:
        """The outcome of a whole position where values do not decide it."""
        position, labels = search.whole(game), self.loop_labels[misere]
        if position not in labels and all(summand.ruleset.finite for summand in game.summands):
            with suppress(LoopError):
                return self.label_finite(game, misere, inquiry)
        with inquiry.note_after([RETROGRADE]):
            if position not in labels:
                from grundy.solvers import loopy

                labels.update(loopy.label_game(game, misere, inquiry.budget, self.returning))
        return labels[position][0]

    def label_finite(self, game: Game, misere: bool, inquiry: Inquiry) -> Outcome:
        """The outcome of a whole position from which all play ends."""
        if not misere or any(search.has_pattern(summand.ruleset) for summand in game.summands):
            with inquiry.note_after([DEFINITION]):
                return search.outcome(game, misere, self.labels[misere], inquiry.budget)
        if self.is_hard_misere(game, inquiry):
            return "P" if self.prove(lambda: self.provers.is_lost_misere(game, inquiry.budget), inquiry) else "N"
        outcome, method = self.misere_play.outcome(game, inquiry.budget)
        inquiry.note([method])
        return outcome

    @cached_property
    def misere_play(self) -> "MiserePlay":
        from grundy.solvers.misere.outcome import MiserePlay

        return MiserePlay()

    def is_hard_misere(self, game: Game, inquiry: Inquiry) -> bool:
        """Whether a proof search is needed: some summand is no heap, and the definition and forms take long."""
        searchable = [summand.ruleset for summand in game.summands if self.provers.may_search_misere(summand)]
        if not searchable or any(map(self.provers.at_once, searchable)):
            return bool(searchable)
        definition = partial(search.outcome, game, True, self.misere_play.labels)
        forms = partial(self.misere_play.by_forms, game)
        return all(self.provers.takes_long(searchable[0], way, inquiry.budget) for way in (definition, forms))

    def outcome_of_sum(self, game: Game, inquiry: Inquiry) -> Outcome:
        if any(summand.ruleset.terminal(summand.position) for summand in game.summands):
            with inquiry.note_after([DEFINITION]):
                return search.outcome(game)
        if any(self.wins_at_once(game)):
            inquiry.note([PATTERN])
            return "N"
        live = [summand for summand in game.summands if not self.verdict(summand, False, inquiry, "P")]
        if len(live) == 1 and self.verdict(live[0], False, inquiry, "N"):
            return "N"
        hard = [summand for summand in live if self.is_hard(summand, inquiry)]
        easy = nim_total(self.value(summand, inquiry) for summand in live if summand not in hard)
        if hard and isinstance(easy, int):
            with suppress(LoopError):
                return "P" if self.prove(lambda: self.provers.is_lost(hard, easy, inquiry.budget), inquiry) else "N"
        return outcome_of(nim_total([easy, *(self.value(summand, inquiry) for summand in hard)]))

    def verdict(self, summand: Summand, misere: bool, inquiry: Inquiry, useful: str = "NPD") -> Outcome | None:
        """The outcome by a theorem, if it is one of the useful ones; then the theorem is noted."""
        mine = Inquiry(inquiry.budget)
        verdict = self.verdict_answers.find((summand, misere), mine, partial(self.find_verdict, summand, misere))
        if not verdict or verdict not in useful:
            return None
        inquiry.note(mine.methods)
        return verdict

    def find_verdict(self, summand: Summand, misere: bool, inquiry: Inquiry) -> Outcome | None:
        rules = summand.ruleset.with_solver(self, inquiry)
        verdict = rules.verdict(summand.position, misere)
        if verdict:
            inquiry.note([Method(THEOREM, rules.citation("verdict"))])
        return verdict

    @staticmethod
    def wins_at_once(game: Game) -> Iterator[Move]:
        """The moves that decide the whole game in the mover's favour."""
        for index, summand in enumerate(game.summands):
            rules = summand.ruleset
            if search.has_pattern(rules):
                yield from (Move(game, index, to) for to in rules.decisive_moves(summand.position))

    def has_loops(self, game: Game, misere: bool) -> bool:
        """Whether play can go round from this game, which was solved; one of rulesets without end always counts."""
        if not self.loops and not self.loop_labels[misere]:
            return False
        if misere or not adds(game):
            whole, is_finite = search.whole(game), all(summand.ruleset.finite for summand in game.summands)
            return whole in self.returning if is_finite else whole in self.loop_labels[misere]
        parts = search.canonical_parts(game.summands)
        return any(part in (self.returning if part.ruleset.finite else self.loops) for part in parts)

    def distance(self, game: Game, misere: bool, inquiry: Inquiry) -> tuple[int, ...]:
        """How far a P-position is from its end where play can go round; moving to the least ends the game."""
        if any(summand.ruleset.terminal(summand.position) for summand in game.summands):
            return (0,)
        if misere or not adds(game):
            return (self.loop_labels[misere].get(search.whole(game), ("P", 0))[1] or 0,)
        if not self.loops:
            return (0,)
        from grundy.solvers import loopy

        return loopy.progress(game, self.loops, partial(self.value, inquiry=inquiry))

    def winning(self, game: Game, misere: bool = False, most: int = 1000, inquiry: Inquiry | None = None) -> "Winning":
        """The winning moves, each distinct option once, at most so many, and whether these are all."""
        from grundy.solvers.winning import find_winning

        question = str(game), game.summands, misere, most  # equal games may have other names, which the moves keep
        won = self.winning_answers.find(
            question, inquiry or self.inquiry, lambda mine: find_winning(self, game, misere, most, mine)
        )
        if won.count is None:  # another budget may find more
            del self.winning_answers.known[question]
        return won

    def winning_moves(self, game: Game, misere: bool = False) -> WinningMoves:
        """The winning moves, and whether these are all."""
        found = self.winning(game, misere, LISTED_MOVES)
        return WinningMoves(found.moves, found.complete)


def refuse_play(game: Game, misere: bool) -> None:
    """Raise an error where a summand, or a component of a compound, is not played in this way."""
    for summand in game.summands:
        if misere not in summand.ruleset.plays:
            cure = "has no misère form; solve it under normal play" if misere else "is misère only; ask with --misere"
            raise UndefinedError(f"{summand.ruleset} {cure}")
        if summand.ruleset.board.kind == "compound":
            for component in summand.position:  # type: ignore[attr-defined]
                refuse_play(component, misere)
