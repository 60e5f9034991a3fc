"""Octal codes whose values are compared with the definition, and the definition."""

import numpy as np

from grundy.kernels.definition import fill_by_definition, new_marks
from grundy.kernels.heap_rules import HeapRules, Values

__all__ = ["BEYOND_A_STRETCH", "FAR", "SPLITTING", "definition", "rules_of", "words"]

FAR = 8_000  # values: four times those that the engine finds by the definition itself
BEYOND_A_STRETCH = 20_000  # values: byte lanes are filled again after 16,384 heaps


def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


SPLITTING = words(
    """
    0.77 0.137 0.15 0.26 0.34 0.44 0.45 0.53 0.54 0.72 0.156 0.165 0.356 0.644 0.127 0.16 0.56 0.376 0.354 0.104 0.6
    0.04 0.06 0.14 0.36 0.64 0.74 0.76 0.007 0.161 0.37 0.106 0.142 0.204 0.324 0.57 4.0 4.04 4.3 4.12 4.56
    """
)


def rules_of(code: str) -> HeapRules:
    """The rules that a code such as 0.137 or 0.8F writes down."""
    return HeapRules(tuple(int(digit, 16) for digit in code.replace(".", "")))


def definition(rules: HeapRules, stop: int) -> Values:
    """The values by the compiled definition."""
    values = np.zeros(stop, np.uint16)
    fill_by_definition(values, 0, stop, rules.digit_array(stop), rules.distinct, new_marks(stop))
    return values
