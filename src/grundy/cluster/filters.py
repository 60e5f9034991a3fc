"""Conditions on the rows of an atlas: a small language, compiled to SQL that holds nothing but bound values.

    period is null and largest > 30        not (proved = 1) or preperiod >= 2^10
    ruleset like 'octal(4.%' and rares < known        status != 'done'

A comparison has a column or a value on either side; values are numbers (2^17 too) and texts in quotes. No word of the
condition reaches the database: columns come from a list, operators from another, values are bound.
"""

from collections.abc import Callable
from typing import NamedTuple

from grundy.cluster.study import COLUMNS
from grundy.core.reader import Reader

__all__ = ["Condition", "read_condition"]

COMPARISONS = ("<=", ">=", "!=", "<>", "==", "=", "<", ">")
LETTERS = "abcdefghijklmnopqrstuvwxyz_"
LARGEST = (1 << 63) - 1  # that SQLite compares exactly
MOST = 400  # comparisons: SQLite nests a thousand
DEEPEST = 50  # brackets
FILTERED = tuple(column for column in COLUMNS if column != "exceptions")


class Condition(NamedTuple):
    """A condition in SQL, and the values that are bound to its question marks."""

    sql: str
    values: tuple[int | float | str, ...] = ()


class Grammar:
    """The conditions that can be read from a text."""

    def __init__(self, text: str) -> None:
        self.reader, self.comparisons, self.depth = Reader(text), 0, 0

    def either(self) -> Condition:
        """Conditions joined by `or`, of which one must hold."""
        return self.joined("or", lambda: self.joined("and", self.negation))

    def joined(self, word: str, part: Callable[[], Condition]) -> Condition:
        """Conditions joined by a word."""
        parts = [part()]
        while self.word(word):
            parts.append(part())
        if len(parts) == 1:
            return parts[0]
        return Condition(
            "(" + f" {word.upper()} ".join(part.sql for part in parts) + ")",
            tuple(value for part in parts for value in part.values),
        )

    def negation(self) -> Condition:
        """A condition, perhaps denied or in brackets."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.reader.error(
                f"more than {DEEPEST} brackets and denials in one another; write a simpler condition"
            )
        if self.word("not"):
            inner = self.negation()
            found = Condition(f"(NOT {inner.sql})", inner.values)
        elif self.reader.take("("):
            found = self.either()
            self.reader.expect(")", "after a condition in brackets")
        else:
            found = self.comparison()
        self.depth -= 1
        return found

    def comparison(self) -> Condition:
        """One comparison."""
        self.comparisons += 1
        if self.comparisons > MOST:
            raise self.reader.error(f"more than {MOST} comparisons; write a shorter condition")
        left = self.operand()
        if self.word("is"):
            denied = self.word("not")
            self.expect_word("null")
            return Condition(f"({left.sql} IS {'NOT ' * denied}NULL)", left.values)
        denied = self.word("not")
        if denied or self.at_word("like"):
            self.expect_word("like")
            operator = "NOT LIKE" if denied else "LIKE"
        else:
            operator = self.operator()
        right = self.operand()
        return Condition(f"({left.sql} {operator} {right.sql})", left.values + right.values)

    def operator(self) -> str:
        """The sign of a comparison."""
        for sign in COMPARISONS:
            if self.reader.take(sign):
                return sign
        signs = "=, !=, <, <=, >, >=, `is null` or `like`"
        raise self.reader.error(f"expected one of {signs}, found {self.reader.found()}")

    def operand(self) -> Condition:
        """A column, a number or a text."""
        reader = self.reader
        if reader.next in ("'", '"') and reader.next:
            return Condition("?", (self.text(),))
        if reader.at_number() or reader.next == "-":
            return Condition("?", (self.number(),))
        start, name = reader.place, reader.while_in(LETTERS)
        if not name:
            raise reader.error(f"expected a column, a number or a text in quotes, found {reader.found()}")
        if name not in FILTERED:
            raise reader.error(f"no column '{name}'; the columns are {', '.join(FILTERED)}", start)
        return Condition(f'"{name}"')

    def text(self) -> str:
        """A text in quotes."""
        reader, quote = self.reader, self.reader.next
        end = reader.text.find(quote, reader.place + 1)
        if end < 0:
            raise reader.error(f"a text that begins with {quote} has no end; close it")
        found = reader.text[reader.place + 1 : end]
        reader.place = end + 1
        return found

    def number(self) -> int | float:
        """A number, such as -3, 2^17 or 0.25."""
        reader, start = self.reader, self.reader.place
        sign = -1 if reader.take("-") else 1
        whole = reader.integer()
        if whole > LARGEST:
            raise reader.error("a number above 2^63 - 1 is in no row; write a smaller one", start)
        if reader.text[reader.place : reader.place + 1] != ".":
            return sign * whole
        reader.place += 1
        return sign * float(f"{whole}.{reader.while_in('0123456789') or 0}")

    def at_word(self, word: str) -> bool:
        """Whether this word stands here, in small or large letters."""
        self.reader.skip()
        text, end = self.reader.text, self.reader.place + len(word)
        here = text[self.reader.place : end].lower() == word
        return here and text[end : end + 1].lower() not in (*LETTERS, *"0123456789")

    def word(self, word: str) -> bool:
        """Whether this word stands here; if so it is read."""
        here = self.at_word(word)
        self.reader.place += len(word) * here
        return here

    def expect_word(self, word: str) -> None:
        """Read this word, or fail."""
        if not self.word(word):
            raise self.reader.error(f"expected '{word}', found {self.reader.found()}")


def read_condition(text: str) -> Condition:
    """The condition written so.

    >>> read_condition("period is null and largest > 2^5")
    Condition(sql='(("period" IS NULL) AND ("largest" > ?))', values=(32,))
    """
    grammar = Grammar(text)
    found = grammar.either()
    grammar.reader.end()
    return found
