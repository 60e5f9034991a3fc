"""Depth-first search for a lost option, on a stack of its own."""

from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

from grundy.core.budget import Budget
from grundy.solvers.proof.space import Choice, Space, refuse_loop

__all__ = ["depth_first"]

N = TypeVar("N")


@dataclass(slots=True)
class Frame(Generic[N]):
    """A node whose choices are looked at one by one; the best stands last."""

    node: N | None
    choices: list[Choice[N]]
    started: int

    def advance(self) -> bool | N:
        """Whether the node is lost, or the node to search before that can be said."""
        while self.choices:
            answer = self.choices[-1].ask()
            if isinstance(answer, list):
                return answer[0]
            if answer:
                return False
            self.choices.pop()
        return True


def depth_first(space: Space[N], start: Choice[N], budget: Budget, patience: int | None = None) -> bool | None:
    """Whether who moves at the start has lost; None where that takes more nodes than there is patience for."""
    stack: list[Frame[N]] = [Frame(None, [start], budget.spent)]
    last = inf if patience is None else budget.spent + patience
    path: set[N] = set()
    while True:
        asked = stack[-1].advance()
        if not isinstance(asked, bool):
            if budget.spent >= last:
                return None
            refuse_loop(asked, path)
            budget.spend()
            budget.look()  # a node with many options may take long
            stack.append(Frame(asked, space.choices(asked)[::-1], budget.spent))
            continue
        frame = stack.pop()
        if frame.node is None:
            return not asked
        path.discard(frame.node)
        space.note(frame.node, asked, budget.spent - frame.started + 1)
        stack[-1].choices[-1].hear(frame.node, asked)
