"""Depth-first search for a lost option, on a stack of its own."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from grundy.core.budget import Budget
from grundy.solvers.proof.space import NodeOption, SearchSpace, refuse_loop

N = TypeVar("N")


@dataclass(slots=True)
class DepthFirstFrame(Generic[N]):
    """A node whose options are looked at one by one; the best stands last."""

    node: N | None
    options: list[NodeOption[N]]
    started: int

    def advance(self) -> bool | N:
        """Whether the node is lost, or the node to search before that can be said."""
        while self.options:
            answer = self.options[-1].evaluate()
            if isinstance(answer, list):
                return answer[0]
            if answer:
                return False
            self.options.pop()
        return True


def depth_first(space: SearchSpace[N], start: NodeOption[N], budget: Budget, nodes: float) -> bool | None:
    """Whether the player to move at the start loses; None where that takes more than so many nodes."""
    stack: list[DepthFirstFrame[N]] = [DepthFirstFrame(None, [start], budget.spent)]
    last = budget.spent + nodes
    path: set[N] = set()
    while True:
        answer = stack[-1].advance()
        if not isinstance(answer, bool):
            if budget.spent >= last:
                return None
            refuse_loop(answer, path)
            budget.spend()
            budget.look()  # a node with many options may take long
            stack.append(DepthFirstFrame(answer, space.options(answer, budget)[::-1], budget.spent))
            continue
        frame = stack.pop()
        if frame.node is None:
            return not answer
        path.discard(frame.node)
        space.note(frame.node, answer, budget.spent - frame.started + 1)
        stack[-1].options[-1].update(frame.node, answer)
