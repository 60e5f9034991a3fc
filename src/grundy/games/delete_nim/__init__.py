"""Delete nim: delete one of two heaps, take a stone from the other, and divide what is left."""

from grundy.games.delete_nim.rules import DeleteNim, delete_nim

__all__ = ["DeleteNim", "delete_nim"]
