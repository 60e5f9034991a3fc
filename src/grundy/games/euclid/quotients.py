"""Euclid's algorithm: its quotients, and the nimber that they give."""


def quotients(a: int, b: int) -> list[int]:
    """The quotients of Euclid's algorithm, b being divided by a first."""
    found = []
    while a:
        found.append(b // a)
        a, b = b % a, a
    return found


def nimber_of(quotients: list[int], value: int) -> int:
    """The nimber of the numbers with these quotients, worked out from the last one back."""
    for quotient in reversed(quotients):
        value = quotient - (quotient <= value)
    return value
