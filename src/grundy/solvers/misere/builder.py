"""The search for a misère quotient: heaps are adjoined one by one, as docs/theory/misere.md describes."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypedDict

import numpy as np

from grundy.core.budget import Budget
from grundy.core.words import listing
from grundy.errors import DamageError, NotDecided, PositionError
from grundy.solvers.misere.candidate import Candidate, Options, Powers, TooLarge, enlarge, memory_limits
from grundy.solvers.misere.candidate_proof import CandidateProof, Sum, refutation
from grundy.solvers.misere.monoid import Flags, Ints, Monoid, multiplication_table, one_letter_less, span

FIRST_POWERS: Powers = (2, 2)  # how the powers of a new heap are assumed to repeat, until a sum refutes it


class CandidateData(TypedDict):
    """A candidate as plain data: an action gives each element times a generator."""

    elements: list[int]
    lost: list[int]
    actions: list[list[int]]


class BuilderState(TypedDict):
    """What a builder resumes from: its proved candidate, and the larger one that it was correcting."""

    proved: CandidateData
    trial: CandidateData


class QuotientBuilder:
    """The heaps adjoined so far, with a candidate that is proved to be their quotient."""

    def __init__(self, options: Callable[[int], Iterable[tuple[int, ...]]]) -> None:
        self.rules = options
        self.options: Options = []
        self.prove(candidate_of({"elements": [], "lost": [], "actions": []}), Budget())

    @property
    def state(self) -> BuilderState:
        return {"proved": data_of(self.candidate), "trial": data_of(self.latest)}

    def resume(self, state: BuilderState, to: int, budget: Budget) -> None:
        """Continue from a state, as far as it has no more heaps than wanted; nothing in it is trusted without proof."""
        for candidate in (candidate_of(state["proved"]), candidate_of(state["trial"])):
            if len(self.candidate.elements) < len(candidate.elements) <= to:
                self.options = [self.option_rows(heap) for heap in range(len(candidate.elements))]
                pairs = zip(candidate.elements, self.options, strict=True)
                if any(element and not len(rows) for element, rows in pairs):
                    raise DamageError("what was saved does not fit the rules; add --fresh")
                self.prove(candidate, budget)

    def extend(self, to: int, budget: Budget) -> None:
        while (heap := len(self.candidate.elements)) < to:
            budget.look()
            budget.note_stage(f"heap {heap} of {to}, quotient of order {self.candidate.monoid.order:,}")
            del self.options[heap:]
            if self.proof.is_spoilt:  # an interruption left the next heap in it
                self.prove(self.candidate, budget)
            self.options.append(self.option_rows(heap))
            element = self.identify(heap, budget)
            if element is None:
                enlarged = self.first_good(lambda _: True, self.candidate, [{heap: FIRST_POWERS}], budget)
                self.prove(enlarged, budget)
            else:
                self.candidate.elements.append(element)

    def option_rows(self, heap: int) -> Ints:
        """The options of a heap as rows of heaps, filled up with empty ones."""
        sums = {tuple(sorted(filter(None, option))) for option in self.rules(heap)}
        if any(option and option[-1] >= heap for option in sums):
            raise PositionError(f"a move leaves a heap of {heap} no smaller; a move must leave less")
        width = max(map(len, sums), default=0)
        rows = [(0,) * (width - len(option)) + option for option in sorted(sums)]
        return np.array(rows, np.int64).reshape(len(rows), width)

    def prove(self, candidate: Candidate, budget: Budget) -> None:
        """Correct the candidate until it is proved."""
        self.latest, proof = candidate, CandidateProof(candidate)
        while wrong := refutation(proof, self.options, budget):
            self.latest = candidate = self.correct(candidate, wrong, budget)
            proof = CandidateProof(candidate)
        self.candidate, self.proof, self.below = candidate, proof, self.elements_below(candidate)
        self.by_row = {row.tobytes(): x for x, row in enumerate(candidate.monoid.rows)}

    def correct(self, candidate: Candidate, wrong: Sum, budget: Budget) -> Candidate:
        """A candidate with the right outcome of a sum, by freeing as few of its heaps as will do."""
        lost, copies = candidate.is_lost(wrong), Counter(wrong)
        sets = (heaps for count in range(1, len(copies) + 1) for heaps in combinations(sorted(copies), count))
        free = [{heap: longer_powers(candidate, heap, copies[heap]) for heap in heaps} for heaps in sets]
        try:
            return self.first_good(lambda larger: larger.is_lost(wrong) != lost, candidate, free, budget)
        except TooLarge as error:
            sums = " + ".join(f"{count} x {heap}" if count > 1 else str(heap) for heap, count in copies.items())
            order, last = candidate.monoid.order, len(candidate.elements) - 1
            raise NotDecided(f"heaps to {last}: {order:,} elements tell {sums} wrong, and {error}") from error

    def first_good(
        self,
        is_good: Callable[[Candidate], bool],
        candidate: Candidate,
        sets: Sequence[Mapping[int, Powers]],
        budget: Budget,
    ) -> Candidate:
        """The first good one of the candidates with these sets of heaps freed, those of little memory first."""
        for memory in memory_limits():
            too_large = []
            for free in sets:
                freed = f"freeing {'heaps' if len(free) > 1 else 'heap'} {listing(free)}"
                budget.note_stage(f"{freed} of a quotient of order {candidate.monoid.order:,}")
                try:
                    larger = enlarge(candidate, free, self.options, budget, memory)
                except TooLarge:
                    too_large.append(free)
                    continue
                if is_good(larger):
                    return larger
            sets = too_large
        raise TooLarge(
            f"better ones take more than {memory >> 20:,} MB" if sets else "none of the larger ones is better"
        )

    def elements_below(self, candidate: Candidate) -> list[Ints]:
        times = candidate.monoid.times
        reached = [candidate.distinct_elements(self.options[heap]) for heap in candidate.essential]
        moves = ([times[x, reached[letter]] for letter, x in less] for less in one_letter_less(candidate.monoid.words))
        return [np.unique(np.concatenate(move)) if move else np.zeros(0, np.int64) for move in moves]

    def identify(self, heap: int, budget: Budget) -> int | None:
        if not len(self.options[heap]):
            return 0
        reached = self.candidate.distinct_elements(self.options[heap])
        element = self.by_row.get(self.row(reached).tobytes())
        if element is None or self.proof.add_heap(heap, element, reached, budget):
            return None
        return element

    def row(self, reached: Ints) -> Flags:
        """Whether a heap with options of these elements is lost beside the least sum of each element."""
        row = np.logical_not(self.candidate.monoid.rows[reached].any(axis=0))
        for x, below in enumerate(self.below):
            row[x] = row[x] and not row[below].any()
        return row


def longer_powers(candidate: Candidate, heap: int, copies: int) -> Powers:
    """How the powers of a heap may repeat, if so many copies of it are not to be replaced by fewer."""
    index, period = candidate.powers(heap)
    return max(index, copies - 1), max(period, 2)


def data_of(candidate: Candidate) -> CandidateData:
    monoid = candidate.monoid
    actions = [monoid.times[generator].tolist() for generator in monoid.generators]
    return {"elements": list(candidate.elements), "lost": np.flatnonzero(monoid.lost).tolist(), "actions": actions}


def candidate_of(data: CandidateData) -> Candidate:
    """The candidate that data describe; an error where its actions do not make a commutative monoid."""
    actions = [np.array(action, np.int64) for action in data["actions"]]
    order, elements = max(map(len, actions), default=1), [int(element) for element in data["elements"]]
    if any(len(action) != order or action.min() < 0 or action.max() >= order for action in actions):
        raise DamageError("the actions do not fit together")
    spanned, needed, words = span(actions)
    commute = all((first[second] == second[first]).all() for first, second in combinations(actions, 2))
    if not commute or spanned != list(range(order)) or len(needed) < len(actions) or 0 in data["lost"]:
        raise DamageError("the actions make no misère quotient")
    generators = [int(action[0]) for action in actions]
    if not set(generators) <= set(elements) <= set(spanned):
        raise DamageError("the heaps do not span the elements")
    lost = np.isin(np.arange(order), data["lost"])
    return Candidate(Monoid(multiplication_table(actions, words), lost, words, generators), elements)
