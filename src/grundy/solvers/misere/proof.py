"""The proof that a monoid is a misère quotient, or the least sum of heaps of which it tells the wrong outcome.

A map from the sums of some heaps onto a monoid tells all misère outcomes if it obeys the rules of play (Plambeck and
Siegel 2008): a lost sum has no lost option, and every other sum that has options has a lost one. There are
infinitely many sums, but what matters of one is finite: its element m and the set B of elements z for which a sum of
element m z is won although no move in this part wins it. Parts (m, B) and (n, C) make (m n, {z : z n in B, z m in C}).
The theorem holds if the identity lies in no B that sums with options reach, and those are finitely many. A pair (m, B)
adds nothing where a smaller sum has the pair (m, C) with B in C, nor where B is empty.

Sums are met in order of their largest heaps. Below the first that fails all outcomes are right, and by its options so
is the opposite of what the monoid tells of it.
"""

from dataclasses import dataclass

import numpy as np

from grundy.core.budget import Budget
from grundy.solvers.misere.monoid import Flags, Ints
from grundy.solvers.misere.trial import Guess, Options

__all__ = ["Proof", "Sum", "refutation"]

Sum = tuple[int, ...]  # heaps, the largest first; then tuples compare as sums do


@dataclass(frozen=True, eq=False)
class Part:
    """A sum with its element m and its set B."""

    heaps: Sum
    element: int
    stuck: Flags


class Proof:
    """The parts that the heaps so far make."""

    def __init__(self, guess: Guess, budget: Budget) -> None:
        self.guess, self.budget = guess, budget
        self.parts = [Part((), 0, ~guess.monoid.lost)]
        self.known: dict[int, list[int]] = {}  # without the empty sum, which has no options and is won
        self.single: dict[int, list[int]] = {}
        self.spoilt = False  # whether a heap was taken in by half, or in vain

    def take(self, heap: int, element: int, reached: Ints, below: Sum | None = None) -> Sum | None:
        """The first sum with this heap that is not lost and has no lost option, if there is one, and below a bound."""
        rows = self.guess.monoid.rows
        stuck = ~(rows[reached].any(axis=0) | rows[element])
        self.spoilt = True
        layer = self.parts if fresh(self.single, element, packed(stuck[None])[0]) else []
        while layer:
            layer = self.raised(layer, Part((heap,), element, stuck))
            failed = next((part.heaps for part in layer if part.stuck[0]), None)
            if failed or (below and layer and layer[0].heaps > below):
                return failed
            self.parts = self.parts + layer
        self.spoilt = False
        return None

    def raised(self, layer: list[Part], single: Part) -> list[Part]:
        """The new parts with one heap more."""
        self.budget.spend(len(layer))
        times = self.guess.monoid.times
        before = np.array([part.element for part in layer])
        stuck = np.array([part.stuck for part in layer])[:, times[single.element]] & single.stuck[times[before]]
        elements, keys = times[before, single.element].tolist(), packed(stuck)
        new = (i for i, key in enumerate(keys) if key and fresh(self.known, elements[i], key))
        return [Part(single.heaps + layer[i].heaps, elements[i], stuck[i]) for i in new]


def packed(flags: Flags) -> list[int]:
    """Each row as a number."""
    return [int.from_bytes(row.tobytes()) for row in np.packbits(flags, axis=1)]


def fresh(known: dict[int, list[int]], element: int, key: int) -> bool:
    """Whether the set is in none that is known with this element; then it is known too."""
    mine = known.setdefault(element, [])
    if any(not key & ~other for other in mine):
        return False
    mine.append(key)
    return True


def both_lost(guess: Guess, heap: int, reached: Ints) -> Sum | None:
    """The first sum with this heap that is lost although a move in the heap leaves a lost one."""
    rows = guess.monoid.rows
    both = rows[reached].any(axis=0) & rows[guess.elements[heap]]
    return tuple(sorted((heap, *guess.least(int(both.argmax()))), reverse=True)) if both.any() else None


def refutation(proof: Proof, options: Options) -> Sum | None:
    """The first sum of heaps whose outcome the guess tells wrong, or None: then the guess is proved."""
    guess = proof.guess
    reached = [guess.reached(sums) for sums in options]
    wrong = min(filter(None, (both_lost(guess, heap, to) for heap, to in enumerate(reached))), default=None)
    for heap in (heap for heap, to in enumerate(reached) if len(to)):
        if wrong and heap > wrong[0]:
            break
        failed = proof.take(heap, guess.elements[heap], reached[heap], wrong)
        if failed:
            return min(failed, wrong or failed)
    return wrong
