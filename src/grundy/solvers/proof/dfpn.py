"""Df-pn: depth-first proof-number search, for where plain depth-first search loses its way.

The proof number of a node is a guess at how many leaves must be settled to show that its mover wins, the disproof
number that he loses. The search goes to the most promising leaf without leaving the branch that it is in before the
numbers there pass their limits, so it needs a stack and a bounded table alone (Nagai 2002). A choice that is a sum has
both numbers equal: the sum over its nodes of the smaller of theirs (Lemoine and Viennot 2010).
"""

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from grundy.core.budget import Budget
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.space import Choice, Space, refuse_loop

__all__ = ["Dfpn", "Numbers"]

N = TypeVar("N")
INFINITE = 1 << 60
SLACK = 4  # a branch is left when the next one is better by this part of its number, lest the search jump to and fro


class Numbers(NamedTuple):
    """The proof number and the disproof number of a node, or the limits of both."""

    proof: int
    disproof: int

    @property
    def settled(self) -> bool:
        """Whether nothing is left to show."""
        return not self.proof or not self.disproof

    def within(self, limits: "Numbers") -> bool:
        """Whether neither has reached its limit."""
        return self.proof < limits.proof and self.disproof < limits.disproof


LOST, WON = Numbers(INFINITE, 0), Numbers(0, INFINITE)
ENDLESS = Numbers(INFINITE, INFINITE)
Met = tuple[Numbers, int]  # the numbers of a node that was left, and the work that went into it
UNMET: Met = Numbers(0, 0), 0


@dataclass(slots=True)
class Frame(Generic[N]):
    """A node under search, with the numbers of its choices and the limits of its own."""

    node: N | None
    choices: list[Choice[N]]
    proofs: list[int]
    disproofs: list[int]
    limits: Numbers
    started: int
    best: int = 0

    @property
    def numbers(self) -> Numbers:
        """The numbers of the node from those of its choices."""
        return Numbers(min(self.disproofs, default=INFINITE), min(sum(self.proofs), INFINITE))

    def put(self, numbers: Numbers) -> None:
        """Change the numbers of the best choice."""
        self.proofs[self.best], self.disproofs[self.best] = numbers

    def choose(self, mine: Numbers) -> Numbers:
        """The limits of the best choice, which is chosen."""
        self.best = best = self.disproofs.index(mine.proof)
        second = min(min(self.disproofs[:best], default=INFINITE), min(self.disproofs[best + 1 :], default=INFINITE))
        room = self.limits.disproof - mine.disproof + self.proofs[best]
        return Numbers(room, min(self.limits.proof, second + second // SLACK + 1))


class Dfpn(Generic[N]):
    """The search, with the numbers of the nodes that it has met."""

    def __init__(self, space: Space[N], met: Memory[Met] | None = None) -> None:
        self.space = space
        self.met = Memory[Met]() if met is None else met

    def lost(self, start: Choice[N], budget: Budget) -> bool:
        """Whether who moves at the start has lost."""
        stack = [self.frame(None, [start], ENDLESS, budget)]
        path: set[N] = set()
        while True:
            frame = stack[-1]
            numbers = frame.numbers
            if not numbers.settled and numbers.within(frame.limits):
                if below := self.descend(frame, numbers):
                    refuse_loop(below[0], path)
                    budget.spend()
                    budget.look()  # a node with many options may take long
                    stack.append(self.frame(below[0], self.space.choices(below[0]), below[1], budget))
            elif frame.node is None:
                return numbers.disproof != 0
            else:
                path.discard(frame.node)
                self.leave(stack, frame.node, numbers, budget)

    def frame(self, node: N | None, choices: list[Choice[N]], limits: Numbers, budget: Budget) -> Frame[N]:
        """A frame with the numbers of its choices as they are known."""
        numbers = [self.weigh(choice.ask()) for choice in choices]
        return Frame(node, choices, [n.proof for n in numbers], [n.disproof for n in numbers], limits, budget.spent)

    def descend(self, frame: Frame[N], mine: Numbers) -> tuple[N, Numbers] | None:
        """The node to go to with its limits; None where the best choice has other numbers than was thought."""
        limits = frame.choose(mine)
        answer = frame.choices[frame.best].ask()
        now = self.weigh(answer)
        frame.put(now)
        if isinstance(answer, bool) or not now.within(limits):
            return None
        if len(answer) == 1:
            return answer[0], limits
        first = self.of(answer[0])
        limit = min(limits) - now.proof + min(first)
        return answer[0], Numbers(*[limit if number < limit else INFINITE for number in first])

    def leave(self, stack: list[Frame[N]], node: N, numbers: Numbers, budget: Budget) -> None:
        """Tell the frame before what was found of a node."""
        work = self.met.get(node, UNMET)[1] + budget.spent - stack.pop().started + 1
        frame = stack[-1]
        if len(stack) == 2:  # at the first node that is searched
            budget.stage = f", proof number {frame.numbers.proof:,}, disproof number {frame.numbers.disproof:,}"
        choice = frame.choices[frame.best]
        if numbers.settled:
            self.space.note(node, not numbers.disproof, work)
            choice.hear(node, not numbers.disproof)
        else:
            self.met.put(node, (numbers, work))
        frame.put(self.weigh(choice.ask()))

    def weigh(self, answer: bool | list[N]) -> Numbers:
        """The numbers of a choice by what it answers."""
        if isinstance(answer, bool):
            return LOST if answer else WON
        if len(answer) == 1:
            return self.of(answer[0])
        return Numbers(*[sum(min(self.of(node)) for node in answer)] * 2)

    def of(self, node: N) -> Numbers:
        """The numbers of a node that is not settled."""
        known, _ = self.met.get(node, UNMET)
        return known if known.proof else Numbers(*[self.space.guess(node)] * 2)
