"""What decides a sum under misère play, as data: the genus of each part, and its element in a quotient.

Tame parts add like nim heaps (Conway 1976); what the others do beside them is told by a quotient of all the heaps
there are (Plambeck and Siegel 2008). Each is there only where it was found within the budget.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.errors import NotDecided
from grundy.solvers.misere.forms import pieces
from grundy.solvers.misere.genus import Genus
from grundy.solvers.misere.outcome import MiserePlay, refuse_large

if TYPE_CHECKING:  # numpy and a kernel: loaded when a quotient is asked for
    from grundy.solvers.misere.quotient import Quotient

__all__ = ["Account", "Part", "account"]

POSITIONS = 100_000  # for the genera of the parts, and again for that of the sum
SECONDS = 2.0  # likewise
PATIENCE = 20.0  # seconds for the quotient


@dataclass(frozen=True)
class Part:
    """One part of a sum; `element` is a word in the generators of the quotient, such as ab^2."""

    game: Game
    genus: Genus | None
    element: str | None

    @property
    def kind(self) -> str | None:
        """Tame, restive, restless or wild."""
        return self.genus.kind if self.genus else None


@dataclass(frozen=True)
class Account:
    """The parts of a game, the genus of their sum, and the product of their elements in the quotient."""

    game: Game
    parts: tuple[Part, ...]
    genus: Genus | None
    quotient: "Quotient | None"
    product: str | None
    lost: bool | None

    @property
    def tame(self) -> bool:
        """Whether all parts are known to add like nim heaps."""
        return all(part.genus is not None and part.genus.tame for part in self.parts)


def account(game: Game, budget: Budget | None = None) -> Account:
    """What was found of the game within the budget; nothing of it need be there.

    >>> from grundy import kayles
    >>> found = account(kayles(5, 4))
    >>> [(str(part.game), str(part.genus), part.kind, part.element) for part in found.parts]
    [('kayles(5)', '4^146', 'restless', 'c'), ('kayles(4)', '1^031', 'tame', 'a')]
    >>> str(found.genus), found.product, found.lost
    ('5^057', 'ac', True)
    """
    play, parts = MiserePlay(budget or Budget()), pieces(game)
    genera, total = genera_of(parts, play)
    quotient, elements = elements_of(parts, play)
    words = [quotient.text(element) for element in elements] if quotient else [None] * len(parts)
    found = tuple(Part(Game((p,)), g, w) for p, g, w in zip(parts, genera, words, strict=True))
    if not quotient:
        return Account(game, found, total, None, None, total.lost if total else None)
    product = quotient.monoid.product(elements)
    return Account(game, found, total, quotient, quotient.text(product), bool(quotient.monoid.lost[product]))


def genera_of(parts: tuple[Summand, ...], play: MiserePlay) -> tuple[list[Genus | None], Genus | None]:
    """The genera of the parts, as far as the budget goes, and that of their sum."""
    forms, found = play.forms, list[int]()
    try:
        forms.budget = play.share(POSITIONS, SECONDS)
        for part in parts:
            refuse_large(Game((part,)))
            found.append(forms.of(part))
        total = forms.genera[forms.total(found)]
    except NotDecided:
        total = None
    genera = [forms.genera[form] for form in found]
    return [*genera, *[None] * (len(parts) - len(found))], total


def elements_of(parts: tuple[Summand, ...], play: MiserePlay) -> "tuple[Quotient | None, list[int]]":
    """A quotient that knows all the parts, and their elements, where there is one."""
    try:
        return play.elements(parts, play.share(1 << 40, PATIENCE))
    except NotDecided:
        return None, []
