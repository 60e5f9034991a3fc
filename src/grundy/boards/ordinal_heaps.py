"""Heaps of finite or infinite size: a position is a tuple of ordinals, such as (w*2 + 3, 5)."""

from collections.abc import Iterator
from itertools import chain, count
from typing import TypeVar

from grundy.boards.heaps import Heaps, interleave
from grundy.core.board import Edit, Values
from grundy.core.ordinals import Nimber, Ordinal, omega, omega_power, read_ordinal
from grundy.core.reader import Reader

Position = tuple[Nimber, ...]
T = TypeVar("T")


class OrdinalHeaps(Heaps):
    """Heaps whose sizes may be infinite."""

    @property
    def notation(self) -> str:
        return f"{super().notation}; infinite ones as w*2 + 3"

    def read(self, reader: Reader) -> Position:  # type: ignore[override]  # ordinals widen the sizes of `Heaps`
        return tuple(reader.list_of(lambda: self.size(reader)))

    def of_values(self, values: Values) -> Position:  # type: ignore[override]
        heaps = (self.parse(value) if isinstance(value, str) else (value,) for value in values)  # infinite ones as text
        return tuple(value if isinstance(value, Ordinal) else self.whole(value) for value in chain.from_iterable(heaps))

    def size(self, reader: Reader) -> Nimber:
        """One size; a plain number is not taken for the start of a sum, which only ordinals are."""
        if reader.at_number() or reader.next not in ("w", "o", "ω"):
            return reader.integer(f"the size of a {self.noun}")
        return read_ordinal(reader)

    def differ(self, before: Position, after: Position) -> str:
        index = next(i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])
        heap, left = before[index], after[index]
        if isinstance(heap, int) and isinstance(left, int):
            return super().differ((heap,), (left,))
        return f"reduce the {self.noun} of {heap} to {left}"

    def edits(self, position: Position) -> Iterator[Edit[Position]]:  # type: ignore[override]
        yield from super().edits(position)  # type: ignore[misc, arg-type]
        yield Edit(f"add an infinite {self.noun}", (*position, omega))


class Chosen(OrdinalHeaps):
    """A heap that somebody has still to choose, w, written as nothing at all; then one finite heap."""

    notation = "nothing, or the size of the heap once it is chosen"

    def read(self, reader: Reader) -> Position:  # type: ignore[override]
        return (reader.integer("the size of the heap"),) if reader.next else (omega,)

    def of_values(self, values: Values) -> Position:  # type: ignore[override]
        return (omega,) if values in ((), (omega,)) else self.wholes(values, 1)

    def show(self, position: Position) -> str:
        return "" if position == (omega,) else ",".join(map(str, position))

    def differ(self, before: Position, after: Position) -> str:
        return f"choose a heap of {after[0]}" if before == (omega,) else super().differ(before, after)

    def edits(self, position: Position) -> Iterator[Edit[Position]]:  # type: ignore[override]
        """Other sizes of the one heap, and the heap before it is chosen."""
        if position == (omega,):
            yield Edit("choose a heap of 5", (5,))
            return
        yield from (edit for edit in Heaps().edits(position) if len(edit.position) == 1)  # type: ignore[misc, arg-type]
        yield Edit("choose again", (omega,))

    def small(self, bound: int) -> Iterator[Position]:  # type: ignore[override]
        return chain([(omega,)], ((n,) for n in range(bound + 1)))


def below(bound: Nimber) -> Iterator[Nimber]:
    """Every smaller ordinal, each sooner or later.

    An ordinal a + w^e with e > 0 lies above those below a, and above a + w^d * n + r for all d < e and r < w^d.

    >>> from itertools import islice
    >>> list(islice(below(omega * 2 + 1), 8))
    [w*2, 0, 1, w, 2, w + 1, 3, w + 2]
    """
    if isinstance(bound, int):
        yield from range(bound)
        return
    *_, (exponent, coefficient) = bound.terms
    rest = less(bound)
    if exponent == 0:
        yield from (rest + n for n in reversed(range(coefficient)))
        yield from below(rest)
        return
    powers = map(omega_power, below(exponent))
    above = interleave(multiples(rest, power) for power in powers)
    yield from interleave(chain([below(rest), iter([rest])], above))


def less(bound: Ordinal) -> Nimber:
    """The ordinal without its finite part, or else without the last of its powers of w."""
    *terms, (exponent, coefficient) = bound.terms
    kept = [*terms, (exponent, coefficient - 1)] if exponent != 0 and coefficient > 1 else terms
    return Ordinal(tuple(kept)) if kept else 0


def multiples(start: Nimber, power: Nimber) -> Iterator[Iterator[Nimber]]:
    """The ordinals from start + power on, one stream up to each multiple of the power."""
    return (from_on(start + power * n, power) for n in count(1))


def from_on(start: Nimber, bound: Nimber) -> Iterator[Nimber]:
    """The ordinals from the start on, as many as there are below the bound."""
    return (start + rest for rest in below(bound))
