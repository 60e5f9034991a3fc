"""The search for a misère quotient: heaps are adjoined one by one.

A heap that behaves like a known element beside every element becomes that element, if the proof goes through with it.
Otherwise it is set free in a trial. As long as the guess that comes of it tells some outcome wrong, a few heaps of the
least such sum are set free as well, because new company may tell apart what was equal (Plambeck and Siegel 2008).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypedDict

import numpy as np

from grundy.core.budget import Budget
from grundy.errors import DamageError, NotDecided
from grundy.solvers.misere.monoid import Flags, Ints, Monoid, below, spanned, table
from grundy.solvers.misere.proof import Proof, Sum, refutation
from grundy.solvers.misere.trial import Guess, Options, Powers, TooLarge, rooms, trial

__all__ = ["Builder", "State", "guess_of"]

AT_FIRST: Powers = (2, 2)  # how the powers of a new heap repeat, until a sum refutes it


class Data(TypedDict):
    """A guess as plain data: an action gives each element times a generator."""

    elements: list[int]
    lost: list[int]
    actions: list[list[int]]


class State(TypedDict):
    """What a builder needs to go on: its proved guess, and a larger one that it was bettering."""

    proved: Data
    trial: Data


class Builder:
    """The heaps adjoined so far, with a guess that is proved."""

    def __init__(self, options: Callable[[int], Iterable[tuple[int, ...]]], budget: Budget) -> None:
        self.rules, self.budget = options, budget
        self.options: Options = []
        self.settle(guess_of({"elements": [], "lost": [], "actions": []}))

    @property
    def state(self) -> State:
        """What is known as plain data."""
        return {"proved": data_of(self.guess), "trial": data_of(self.last)}

    def resume(self, state: State, to: int) -> None:
        """Go on from a state, as far as it has no more heaps than wanted; whatever is found is proved."""
        for guess in (guess_of(state["proved"]), guess_of(state["trial"])):
            if len(self.guess.elements) < len(guess.elements) <= to:
                self.options = [self.left(heap) for heap in range(len(guess.elements))]
                if any(element and not len(left) for element, left in zip(guess.elements, self.options, strict=True)):
                    raise DamageError("what was saved does not fit the rules; add --fresh")
                self.settle(guess)

    def extend(self, to: int) -> None:
        """Find and prove the quotient of heaps 0 .. to - 1."""
        while len(self.guess.elements) < to:
            self.adjoin(len(self.guess.elements))

    def adjoin(self, heap: int) -> None:
        """Take in the next heap."""
        self.budget.look()
        del self.options[heap:]
        if self.proof.spoilt:  # an interruption left the next heap in it
            self.settle(self.guess)
        self.options.append(self.left(heap))
        element = self.identify(heap)
        if element is None:
            self.settle(self.first_that(lambda _: True, self.guess, [{heap: AT_FIRST}]))
        else:
            self.guess.elements.append(element)

    def left(self, heap: int) -> Ints:
        """The options of a heap as rows of heaps, filled up with empty ones."""
        sums = {tuple(sorted(filter(None, left))) for left in self.rules(heap)}
        width = max(map(len, sums), default=0)
        rows = [(0,) * (width - len(left)) + left for left in sorted(sums)]
        return np.array(rows, np.int64).reshape(len(rows), width)

    def settle(self, guess: Guess) -> None:
        """Better the guess until it is proved."""
        self.last, proof = guess, Proof(guess, self.budget)
        while wrong := refutation(proof, self.options):
            self.last = guess = self.bettered(guess, wrong)
            proof = Proof(guess, self.budget)
        self.guess, self.proof, self.below = guess, proof, self.under(guess)
        self.by_row = {row.tobytes(): x for x, row in enumerate(guess.monoid.rows)}

    def bettered(self, guess: Guess, wrong: Sum) -> Guess:
        """A guess that tells the right outcome of a sum, by setting free as few of its heaps as will do."""
        lost, copies = guess.lost(wrong), Counter(wrong)
        sets = (heaps for count in range(1, len(copies) + 1) for heaps in combinations(sorted(copies), count))
        free = [{heap: self.powers(guess, heap, copies[heap]) for heap in heaps} for heaps in sets]
        try:
            return self.first_that(lambda found: found.lost(wrong) != lost, guess, free)
        except TooLarge as error:
            sums = " + ".join(f"{count} x {heap}" if count > 1 else str(heap) for heap, count in copies.items())
            order, last = guess.monoid.order, len(guess.elements) - 1
            raise NotDecided(f"heaps to {last}: {order:,} elements tell {sums} wrong, and {error}") from error

    def first_that(self, good: Callable[[Guess], bool], guess: Guess, sets: Sequence[Mapping[int, Powers]]) -> Guess:
        """The first good guess of the trials that set these heaps free, the cheap ones before the dear ones."""
        for room in rooms():
            too_large = []
            for free in sets:
                try:
                    found = trial(guess, free, self.options, self.budget, room)
                except TooLarge:
                    too_large.append(free)
                    continue
                if good(found):
                    return found
            sets = too_large
        raise TooLarge(f"better ones take more than {room >> 20:,} MB" if sets else "none of the larger ones is better")

    def powers(self, guess: Guess, heap: int, copies: int) -> Powers:
        """How the powers of a heap may repeat, if so many copies of it are not to be replaced by fewer."""
        index, period = guess.powers(heap)
        return max(index, copies - 1), max(period, 2)

    def under(self, guess: Guess) -> list[Ints]:
        """For each element the elements that a move in its least sum reaches."""
        times, reached = guess.monoid.times, [guess.reached(self.options[heap]) for heap in guess.essential]
        moves = ([times[x, reached[letter]] for letter, x in less] for less in below(guess.monoid.words))
        return [np.unique(np.concatenate(move)) if move else np.zeros(0, np.int64) for move in moves]

    def identify(self, heap: int) -> int | None:
        """The element that the heap may have, proved to be so."""
        if not len(self.options[heap]):
            return 0
        reached = self.guess.reached(self.options[heap])
        found = self.by_row.get(self.row(reached).tobytes())
        if found is None or self.proof.take(heap, found, reached):
            return None
        return found

    def row(self, reached: Ints) -> Flags:
        """The outcomes of a heap that reaches these elements beside the least sum of each element."""
        row = np.logical_not(self.guess.monoid.rows[reached].any(axis=0))
        for x, under in enumerate(self.below):
            row[x] = row[x] and not row[under].any()
        return row


def data_of(guess: Guess) -> Data:
    """The guess as plain data."""
    actions = [guess.monoid.times[generator].tolist() for generator in guess.monoid.generators]
    return {"elements": list(guess.elements), "lost": np.flatnonzero(guess.monoid.lost).tolist(), "actions": actions}


def guess_of(data: Data) -> Guess:
    """The guess that data describe; an error where its actions do not make a commutative monoid."""
    actions = [np.array(action, np.int64) for action in data["actions"]]
    order, elements = max(map(len, actions), default=1), [int(element) for element in data["elements"]]
    if any(len(action) != order or action.min() < 0 or action.max() >= order for action in actions):
        raise DamageError("the actions do not fit together")
    span, needed, words = spanned(actions)
    commute = all((first[second] == second[first]).all() for first, second in combinations(actions, 2))
    if not commute or span != list(range(order)) or len(needed) < len(actions) or 0 in data["lost"]:
        raise DamageError("the actions make no misère quotient")
    generators = [int(action[0]) for action in actions]
    if not set(generators) <= set(elements) <= set(span):
        raise DamageError("the heaps do not span the elements")
    lost = np.isin(np.arange(order), data["lost"])
    return Guess(Monoid(table(actions, words), lost, words, generators), elements)
