"""End nim: heaps in a row; take any number of stones from the leftmost or from the rightmost heap."""

from grundy.games.end_nim.rules import EndNim, end_nim

__all__ = ["EndNim", "end_nim"]
