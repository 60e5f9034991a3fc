"""What a ruleset brings to the laboratory of the web app: a page on which its positions are drawn and simplified."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True)
class Laboratory(Generic[P]):
    """The words of the page, and how a position is drawn and simplified step by step."""

    title: str
    hint: str  # below the title: what happens on this page
    field: str  # the label of the text field
    placeholder: str
    example: str  # the position that the page opens with
    source: str  # who proved that the steps keep the nimber
    most_edges: int  # of a position that is simplified step by step
    reduction_steps: Callable[[P], Iterator[tuple[str, P]]]  # what is done, in words, and the position that is left
    draw: Callable[[P], str]  # a position as SVG
