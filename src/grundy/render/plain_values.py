"""The values of a ruleset where there is no numpy, as in a browser: a list that prints and plots like the array."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, SupportsIndex, overload

if TYPE_CHECKING:
    from grundy.render.picture import Picture


class PlainValues(list[int]):
    """Nimbers g(first), g(first + 1), ...

    >>> values = PlainValues([0, 1, 0, 2], 0)
    >>> print(values), values[2:].tolist(), values.reshape(2, 2)
    [0 1 0 2]
    (None, [0, 2], [array([0, 1]), array([0, 2])])
    """

    def __init__(self, numbers: Iterable[int], first: int | None = None) -> None:
        super().__init__(numbers)
        self.first = first

    @overload
    def __getitem__(self, at: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> "PlainValues": ...
    def __getitem__(self, at: SupportsIndex | slice) -> "int | PlainValues":
        found = super().__getitem__(at)
        return PlainValues(found) if isinstance(found, list) else found

    def __str__(self) -> str:
        return f"[{' '.join(map(str, self))}]"

    def __repr__(self) -> str:
        return f"array({list(self)})"

    def tolist(self) -> list[int]:
        return list(self)

    def reshape(self, rows: int, columns: int) -> "list[PlainValues]":
        return [self[n * columns : (n + 1) * columns] for n in range(rows)]

    def _repr_svg_(self) -> str | None:
        return None if self.first is None or not self else self.plot().svg

    def plot(self) -> "Picture":
        from grundy.render.charts import draw_values

        return draw_values(self.tolist(), self.first or 0)

    def histogram(self) -> "Picture":
        from grundy.render.charts import draw_histogram

        return draw_histogram(self.tolist())
