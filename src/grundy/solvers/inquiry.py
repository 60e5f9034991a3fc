"""An inquiry: what is passed down with a question to a solver, namely its budget, and the methods noted on the way.

A side question is an inquiry with a smaller budget and notes of its own, so what illustrates an answer does not appear
among the methods by which the answer was found.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from grundy.core.budget import Budget
from grundy.errors import NotDecided

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
THEOREM, RETROGRADE_ANALYSIS = "theorem", "retrograde analysis"
SHIPPED, SAVED = "proofs that come with grundy", "proofs saved earlier"


@dataclass(frozen=True)
class Method:
    """How an answer was found, a citation, and for a search its number of nodes, which does not count in comparisons.

    >>> print(Method("theorem", "Bouton 1902"))
    theorem: Bouton 1902
    >>> print(Method("proof search over couples", "Lemoine and Viennot 2010", 1234))
    proof search over couples (Lemoine and Viennot 2010), 1,234 nodes
    """

    kind: str
    citation: str = ""
    count: int = field(default=0, compare=False)

    def __str__(self) -> str:
        if self.kind in (THEOREM, RETROGRADE_ANALYSIS):
            return f"{self.kind}: {self.citation}"
        cited = f"{self.kind} ({self.citation})" if self.citation else self.kind
        return f"{cited}, {self.count:,} nodes" if self.count else cited


DEFINITION = Method("search by the definition")
RETROGRADE = Method(RETROGRADE_ANALYSIS, "Smith 1966")
QUOTIENT = Method("misère quotient", "Plambeck and Siegel 2008")


@dataclass(frozen=True)
class Inquiry:
    """A budget, and the methods that were used so far, in the order of their first use."""

    budget: Budget
    methods: dict[Method, None] = field(default_factory=dict)

    def note(self, methods: Iterable[Method]) -> None:
        """Note methods; a search that went on is noted again with its new number of nodes, at the end."""
        for method in methods:
            if method.count:
                self.methods.pop(method, None)
            self.methods[method] = None

    @contextmanager
    def note_after(self, methods: Collection[Method]) -> Iterator[None]:
        """Note the methods of the work inside, unless it raises LoopError: then another method follows."""
        try:
            yield
        except NotDecided:
            self.note(methods)
            raise
        self.note(methods)

    def side_question(self, positions: int, seconds: float) -> "Inquiry":
        """An inquiry that may take as many seconds as the question took so far, if these are more."""
        return Inquiry(self.budget.smaller(positions, max(seconds, self.budget.elapsed)))


class Answers(Generic[K, V]):
    """Answers to questions of one kind, each worked out once; its methods are noted whenever it is given."""

    def __init__(self) -> None:
        self.known: dict[K, tuple[V, tuple[Method, ...]]] = {}

    def find(self, question: K, inquiry: Inquiry, work: Callable[[Inquiry], V]) -> V:
        if question in self.known:
            answer, methods = self.known[question]
            inquiry.note(method for method in methods if method not in inquiry.methods)
            return answer
        mine = Inquiry(inquiry.budget)
        with inquiry.note_after(mine.methods):
            answer = work(mine)
        self.known[question] = answer, tuple(mine.methods)
        return answer
