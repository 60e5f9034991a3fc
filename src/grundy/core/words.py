"""Words that games, boards and explanations share."""

from collections.abc import Iterable


def listing(things: Iterable[object], word: str = "and") -> str:
    """The things with commas, and a word before the last.

    >>> listing([1, 3, 4], "or"), listing("ab"), listing([7])
    ('1, 3 or 4', 'a and b', '7')
    """
    *most, last = map(str, things)
    return f"{', '.join(most)} {word} {last}" if most else last


def plural(number: int, noun: str) -> str:
    """A number with its noun.

    >>> plural(1, "stone"), plural(2, "stone")
    ('1 stone', '2 stones')
    """
    return f"{number} {noun}{'s' * (number != 1)}"
