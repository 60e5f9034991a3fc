"""What decides a sum under misère play, as data: the genus of each part, and its element in a misère quotient."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.errors import NotDecided
from grundy.solvers.misere.forms import canonical_parts
from grundy.solvers.misere.genus import Genus
from grundy.solvers.misere.outcome import MiserePlay, refuse_large

if TYPE_CHECKING:  # numpy and a kernel: loaded when a quotient is needed
    from grundy.solvers.misere.quotient import Quotient

GENUS_POSITIONS = 100_000
GENUS_SECONDS = 2.0
QUOTIENT_SECONDS = 20.0


@dataclass(frozen=True)
class PartAnalysis:
    """One part of a sum; `element` is a word in the generators of the quotient, such as ab^2."""

    game: Game
    genus: Genus | None
    element: str | None

    @property
    def kind(self) -> str | None:
        return self.genus.kind if self.genus else None


@dataclass(frozen=True)
class SumAnalysis:
    """The parts of a game, the genus of their sum, and the product of their elements in the quotient."""

    game: Game
    parts: tuple[PartAnalysis, ...]
    genus: Genus | None
    quotient: "Quotient | None"
    product: str | None
    lost: bool | None

    @property
    def is_tame(self) -> bool:
        """Whether all parts are known to add like nim heaps."""
        return all(part.genus is not None and part.genus.is_tame for part in self.parts)


def analyse_sum(game: Game, budget: Budget | None = None) -> SumAnalysis:
    """The analysis of a game, with None for whatever was not found within the budget.

    >>> from grundy import kayles
    >>> found = analyse_sum(kayles(5, 4))
    >>> [(str(part.game), str(part.genus), part.kind, part.element) for part in found.parts]
    [('kayles(5)', '4^146', 'restless', 'c'), ('kayles(4)', '1^031', 'tame', 'a')]
    >>> str(found.genus), found.product, found.lost
    ('5^057', 'ac', True)
    """
    budget, play, summands = budget or Budget(), MiserePlay(), canonical_parts(game)
    genera, total = genera_of(summands, play, budget)
    try:
        quotient, elements = play.elements(summands, budget.share(1 << 40, QUOTIENT_SECONDS))
    except NotDecided:
        quotient, elements = None, []
    words = [quotient.text(element) for element in elements] if quotient else [None] * len(summands)
    parts = tuple(PartAnalysis(Game((p,)), g, w) for p, g, w in zip(summands, genera, words, strict=True))
    if not quotient:
        return SumAnalysis(game, parts, total, None, None, total.is_lost if total else None)
    product = quotient.monoid.product(elements)
    return SumAnalysis(game, parts, total, quotient, quotient.text(product), bool(quotient.monoid.lost[product]))


def genera_of(parts: tuple[Summand, ...], play: MiserePlay, budget: Budget) -> tuple[list[Genus | None], Genus | None]:
    """The genera of the parts, as far as the budget goes, and that of their sum."""
    forms, found = play.forms, list[int]()
    share = budget.share(GENUS_POSITIONS, GENUS_SECONDS)
    try:
        for part in parts:
            refuse_large(Game((part,)))
            found.append(forms.of(part, share))
        total = forms.genera[forms.total(found, share)]
    except NotDecided:
        total = None
    return [*(forms.genera[form] for form in found), *[None] * (len(parts) - len(found))], total
