"""The proof that a monoid is a misère quotient, or the least sum of heaps for which it gives the wrong outcome.

It lists the pairs (m, B) of docs/theory/misere.md: B holds the elements z for which a sum of element m z is won
although no move in this part wins it. Below the first sum that fails all outcomes are right (Plambeck and Siegel 2008).
"""

from dataclasses import dataclass

import numpy as np

from grundy.core.budget import Budget
from grundy.solvers.misere.candidate import Candidate, Options
from grundy.solvers.misere.monoid import Flags, Ints

Sum = tuple[int, ...]  # heaps, the largest first; then tuples compare as sums do


@dataclass(frozen=True, eq=False)
class PartialSum:
    """A sum with its element m and its set B."""

    heaps: Sum
    element: int
    stuck: Flags


class CandidateProof:
    """The pairs (m, B) that sums of the heaps so far have."""

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate
        self.sums = [PartialSum((), 0, ~candidate.monoid.lost)]
        self.known: dict[int, list[int]] = {}  # without the empty sum, which has no options and is won
        self.single: dict[int, list[int]] = {}
        self.is_spoilt = False  # whether adding a heap was interrupted, or failed

    def add_heap(self, heap: int, element: int, reached: Ints, budget: Budget, below: Sum | None = None) -> Sum | None:
        """The first sum with this heap that is not lost and has no lost option, if there is one, and below a bound."""
        rows = self.candidate.monoid.rows
        stuck = ~(rows[reached].any(axis=0) | rows[element])
        self.is_spoilt = True
        layer = self.sums if add_if_new(self.single, element, bit_sets(stuck[None])[0]) else []
        while layer:
            layer = self.add_to_each(layer, PartialSum((heap,), element, stuck), budget)
            failed = next((part.heaps for part in layer if part.stuck[0]), None)
            if failed or (below and layer and layer[0].heaps > below):
                return failed
            self.sums = self.sums + layer
        self.is_spoilt = False
        return None

    def add_to_each(self, layer: list[PartialSum], single: PartialSum, budget: Budget) -> list[PartialSum]:
        """The sums of a layer with one heap more, as far as their pairs are new."""
        budget.spend(len(layer))
        times = self.candidate.monoid.times
        before = np.array([part.element for part in layer])
        stuck = np.array([part.stuck for part in layer])[:, times[single.element]] & single.stuck[times[before]]
        elements, keys = times[before, single.element].tolist(), bit_sets(stuck)
        new = (i for i, key in enumerate(keys) if key and add_if_new(self.known, elements[i], key))
        return [PartialSum(single.heaps + layer[i].heaps, elements[i], stuck[i]) for i in new]


def bit_sets(flags: Flags) -> list[int]:
    """Each row as a number whose bits are the flags."""
    return [int.from_bytes(row.tobytes()) for row in np.packbits(flags, axis=1)]


def add_if_new(known: dict[int, list[int]], element: int, key: int) -> bool:
    """Add a set unless it lies in one that is known with this element; whether it was added."""
    mine = known.setdefault(element, [])
    if any(not key & ~other for other in mine):
        return False
    mine.append(key)
    return True


def refutation(proof: CandidateProof, options: Options, budget: Budget) -> Sum | None:
    """The first sum of heaps for which the candidate gives the wrong outcome, or None: then it is proved."""
    candidate = proof.candidate
    reached = [candidate.distinct_elements(sums) for sums in options]
    pairs = (lost_with_lost_option(candidate, heap, to) for heap, to in enumerate(reached))
    wrong = min(filter(None, pairs), default=None)
    for heap in (heap for heap, to in enumerate(reached) if len(to)):
        if wrong and heap > wrong[0]:
            break
        failed = proof.add_heap(heap, candidate.elements[heap], reached[heap], budget, wrong)
        if failed:
            return min(failed, wrong or failed)
    return wrong


def lost_with_lost_option(candidate: Candidate, heap: int, reached: Ints) -> Sum | None:
    """The first sum with this heap that is lost although a move in the heap leaves a lost one."""
    rows = candidate.monoid.rows
    both = rows[reached].any(axis=0) & rows[candidate.elements[heap]]
    return tuple(sorted((heap, *candidate.least(int(both.argmax()))), reverse=True)) if both.any() else None
