"""Df-pn: depth-first proof-number search, for where plain depth-first search takes too many nodes (Nagai 2002)."""

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from grundy.core.budget import Budget
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.space import NodeOption, SearchSpace, refuse_loop

N = TypeVar("N")
INFINITE = 1 << 60
SLACK_DIVISOR = 8  # a branch is left when its number is an eighth above the next: at equality they would alternate


class ProofNumbers(NamedTuple):
    """The proof number and the disproof number of a node, or the limits of both."""

    proof: int
    disproof: int

    @property
    def is_decided(self) -> bool:
        return not self.proof or not self.disproof

    def are_within(self, limits: "ProofNumbers") -> bool:
        return self.proof < limits.proof and self.disproof < limits.disproof


LOST, WON = ProofNumbers(INFINITE, 0), ProofNumbers(0, INFINITE)
UNLIMITED = ProofNumbers(INFINITE, INFINITE)
Visit = tuple[ProofNumbers, int]  # the numbers of a node that was left, and the work that went into it
NO_NUMBERS = ProofNumbers(0, 0)
UNVISITED: Visit = NO_NUMBERS, 0


@dataclass(slots=True)
class DfpnFrame(Generic[N]):
    """A node under search, with the numbers of its options and the limits of its own."""

    node: N | None
    options: list[NodeOption[N]]
    proofs: list[int]
    disproofs: list[int]
    limits: ProofNumbers
    started: int
    best: int = 0

    @property
    def numbers(self) -> ProofNumbers:
        return ProofNumbers(min(self.disproofs, default=INFINITE), min(sum(self.proofs), INFINITE))

    def put(self, numbers: ProofNumbers) -> None:
        self.proofs[self.best], self.disproofs[self.best] = numbers

    def choose(self, mine: ProofNumbers) -> ProofNumbers:
        """Choose the best option; its limits."""
        self.best = best = self.disproofs.index(mine.proof)
        second = min(min(self.disproofs[:best], default=INFINITE), min(self.disproofs[best + 1 :], default=INFINITE))
        room = self.limits.disproof - mine.disproof + self.proofs[best]
        return ProofNumbers(room, min(self.limits.proof, second + second // SLACK_DIVISOR + 1))


class Dfpn(Generic[N]):
    """The search, with the numbers of the nodes that it has visited and not decided."""

    def __init__(self, space: SearchSpace[N], visited: Memory[Visit]) -> None:
        self.space, self.visited = space, visited

    def is_lost(self, start: NodeOption[N], budget: Budget) -> bool:
        stack = [self.frame(None, [start], UNLIMITED, budget)]
        path: set[N] = set()
        while True:
            frame = stack[-1]
            numbers = frame.numbers
            if not numbers.is_decided and numbers.are_within(frame.limits):
                if below := self.descend(frame, numbers):
                    refuse_loop(below[0], path)
                    budget.spend()
                    budget.look()  # a node with many options may take long
                    stack.append(self.frame(below[0], self.space.options(below[0], budget), below[1], budget))
            elif frame.node is None:
                return numbers.disproof != 0
            else:
                path.discard(frame.node)
                self.leave(stack, frame.node, numbers, budget)

    def frame(self, node: N | None, options: list[NodeOption[N]], limits: ProofNumbers, budget: Budget) -> DfpnFrame[N]:
        """A frame with the numbers of its options as they are known."""
        numbers = [self.weigh(option.evaluate()) for option in options]
        return DfpnFrame(node, options, [n.proof for n in numbers], [n.disproof for n in numbers], limits, budget.spent)

    def descend(self, frame: DfpnFrame[N], mine: ProofNumbers) -> tuple[N, ProofNumbers] | None:
        """The node to go to with its limits; None where the numbers of the best option have changed."""
        limits = frame.choose(mine)
        answer = frame.options[frame.best].evaluate()
        now = self.weigh(answer)
        frame.put(now)
        if isinstance(answer, bool) or not now.are_within(limits):
            return None
        if len(answer) == 1:
            return answer[0], limits
        first = self.of(answer[0])
        limit = min(limits) - now.proof + min(first)
        return answer[0], ProofNumbers(*[limit if number < limit else INFINITE for number in first])

    def leave(self, stack: list[DfpnFrame[N]], node: N, numbers: ProofNumbers, budget: Budget) -> None:
        """Pass the result for a node to the frame above."""
        work = self.visited.get(node, UNVISITED)[1] + budget.spent - stack.pop().started + 1
        frame = stack[-1]
        if len(stack) == 2:  # at the first node that is searched
            budget.meter.stage = f", proof number {frame.numbers.proof:,}, disproof number {frame.numbers.disproof:,}"
        option = frame.options[frame.best]
        if numbers.is_decided:
            self.space.note(node, not numbers.disproof, work)
            option.update(node, not numbers.disproof)
        else:
            self.visited.put(node, (numbers, work))
        frame.put(self.weigh(option.evaluate()))

    def weigh(self, answer: bool | list[N]) -> ProofNumbers:
        if isinstance(answer, bool):
            return LOST if answer else WON
        if len(answer) == 1:
            return self.of(answer[0])
        total = sum(min(self.of(node)) for node in answer)
        return ProofNumbers(total, total)

    def of(self, node: N) -> ProofNumbers:
        """The numbers of a node that is not decided."""
        known, _ = self.visited.get(node, UNVISITED)
        if known is not NO_NUMBERS:
            return known
        guess = self.space.guess(node)
        return ProofNumbers(guess, guess)
