r"""A finite nimber as a notebook shows it: an integer in every way, typeset as \(\ast 5\).

The star says that 5 is the value of a game and not a number of moves (Conway 1976, who writes *5).
"""

from grundy.core.ordinals import Nimber, Ordinal

__all__ = ["Star", "starred"]


class Star(int):
    r"""A finite nimber, which typesets itself.

    >>> Star(5), Star(5) + 1, Star(5)._repr_latex_()
    (5, 6, '$\\ast 5$')
    """

    def _repr_latex_(self) -> str:
        return f"$\\ast {int(self)}$"


def starred(value: Nimber) -> Nimber:
    """The nimber in a form that typesets itself."""
    return value if isinstance(value, Ordinal) else Star(value)
