"""The values of a ruleset as an array that plots itself in a notebook."""

from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.render.picture import Picture


class Values(np.ndarray[Any, np.dtype[np.integer[Any]]]):
    """Nimbers g(first), g(first + 1), ...: an array in every way, drawn as a plot where pictures can be shown.

    A slice, or the result of arithmetic, is drawn as plain numbers, because its indices are not known.
    """

    first: int | None = None

    @classmethod
    def of(cls, numbers: "NDArray[np.integer[Any]]", first: int = 0) -> Self:
        """The same numbers, the first of them with this index."""
        mine = numbers.view(cls)
        mine.first = first
        return mine

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def _repr_svg_(self) -> str | None:
        return None if self.first is None or self.ndim != 1 or not self.size else self.plot().svg

    def plot(self) -> "Picture":
        from grundy.render.charts import draw_values

        return draw_values(self.tolist(), self.first or 0)

    def histogram(self) -> "Picture":
        from grundy.render.charts import draw_histogram

        return draw_histogram(self.tolist())
