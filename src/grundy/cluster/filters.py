"""Conditions on the rows of an atlas: a small language (docs/theory/atlas.md), compiled to SQL.

No word of the condition reaches the database: columns come from a list, operators from another, values are bound.
"""

from collections.abc import Callable
from typing import NamedTuple

from grundy.cluster.rows import COLUMNS
from grundy.core.reader import Reader

COMPARISONS = ("<=", ">=", "!=", "<>", "==", "=", "<", ">")
LETTERS = "abcdefghijklmnopqrstuvwxyz_"
LARGEST_NUMBER = (1 << 63) - 1  # that SQLite compares exactly
MOST_COMPARISONS = 400  # SQLite nests a thousand
MOST_BRACKETS = 50  # inside one another
FILTER_COLUMNS = tuple(column for column in COLUMNS if column != "exceptions")


class Condition(NamedTuple):
    """A condition in SQL, and the values that are bound to its question marks."""

    sql: str
    values: tuple[int | float | str, ...] = ()


class ConditionReader:
    """Reads a condition from a text, by recursive descent."""

    def __init__(self, text: str) -> None:
        self.reader, self.comparisons, self.depth = Reader(text), 0, 0

    def alternatives(self) -> Condition:
        return self.join("or", lambda: self.join("and", self.negation))

    def join(self, word: str, part: Callable[[], Condition]) -> Condition:
        parts = [part()]
        while self.take_word(word):
            parts.append(part())
        if len(parts) == 1:
            return parts[0]
        return Condition(
            "(" + f" {word.upper()} ".join(part.sql for part in parts) + ")",
            tuple(value for part in parts for value in part.values),
        )

    def negation(self) -> Condition:
        """A condition, perhaps negated or in brackets."""
        self.depth += 1
        if self.depth > MOST_BRACKETS:
            raise self.reader.error(
                f"more than {MOST_BRACKETS} brackets and negations inside one another; write a simpler condition"
            )
        if self.take_word("not"):
            inner = self.negation()
            found = Condition(f"(NOT {inner.sql})", inner.values)
        elif self.reader.take("("):
            found = self.alternatives()
            self.reader.expect(")", "after a condition in brackets")
        else:
            found = self.comparison()
        self.depth -= 1
        return found

    def comparison(self) -> Condition:
        self.comparisons += 1
        if self.comparisons > MOST_COMPARISONS:
            raise self.reader.error(f"more than {MOST_COMPARISONS} comparisons; write a shorter condition")
        left = self.operand()
        if self.take_word("is"):
            negated = self.take_word("not")
            self.expect_word("null")
            return Condition(f"({left.sql} IS {'NOT ' * negated}NULL)", left.values)
        negated = self.take_word("not")
        if negated or self.at_word("like"):
            self.expect_word("like")
            operator = "NOT LIKE" if negated else "LIKE"
        else:
            operator = self.operator()
        right = self.operand()
        return Condition(f"({left.sql} {operator} {right.sql})", left.values + right.values)

    def operator(self) -> str:
        for sign in COMPARISONS:
            if self.reader.take(sign):
                return sign
        signs = "=, !=, <, <=, >, >=, `is null` or `like`"
        raise self.reader.error(f"expected one of {signs}, found {self.reader.next_in_words()}")

    def operand(self) -> Condition:
        reader = self.reader
        if reader.next in ("'", '"') and reader.next:
            return Condition("?", (self.text(),))
        if reader.at_number() or reader.next == "-":
            return Condition("?", (self.number(),))
        start, name = reader.place, reader.while_in(LETTERS)
        if not name:
            raise reader.error(f"expected a column, a number or a text in quotes, found {reader.next_in_words()}")
        if name not in FILTER_COLUMNS:
            raise reader.error(f"no column '{name}'; the columns are {', '.join(FILTER_COLUMNS)}", start)
        return Condition(f'"{name}"')

    def text(self) -> str:
        reader, quote = self.reader, self.reader.next
        end = reader.text.find(quote, reader.place + 1)
        if end < 0:
            raise reader.error(f"a text that begins with {quote} has no end; close it")
        found = reader.text[reader.place + 1 : end]
        reader.place = end + 1
        return found

    def number(self) -> int | float:
        reader, start = self.reader, self.reader.place
        sign = -1 if reader.take("-") else 1
        whole = reader.integer()
        if whole > LARGEST_NUMBER:
            raise reader.error("a number above 2^63 - 1 is in no row; write a smaller one", start)
        if reader.text[reader.place : reader.place + 1] != ".":
            return sign * whole
        reader.place += 1
        return sign * float(f"{whole}.{reader.while_in('0123456789') or 0}")

    def at_word(self, word: str) -> bool:
        self.reader.skip()
        text, end = self.reader.text, self.reader.place + len(word)
        here = text[self.reader.place : end].lower() == word
        return here and text[end : end + 1].lower() not in (*LETTERS, *"0123456789")

    def take_word(self, word: str) -> bool:
        here = self.at_word(word)
        self.reader.place += len(word) * here
        return here

    def expect_word(self, word: str) -> None:
        if not self.take_word(word):
            raise self.reader.error(f"expected '{word}', found {self.reader.next_in_words()}")


def read_condition(text: str) -> Condition:
    conditions = ConditionReader(text)
    condition = conditions.alternatives()
    conditions.reader.end()
    return condition
