"""Empty and divide: empty one of two boxes and divide the contents of the other between both."""

from grundy.games.empty_and_divide.rules import EmptyAndDivide, empty_and_divide

__all__ = ["EmptyAndDivide", "empty_and_divide"]
