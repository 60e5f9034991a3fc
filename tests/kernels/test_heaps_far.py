"""Three heaps and tails against a second, faster statement of the definition, much farther than the plain one gets.

A set of values is a row of truths. Splits: the values of two parts are collected once for each total, and a third part
moves such a set by xor. Tails: what may be taken for ever is the union over all amounts, which one more amount extends.
Where values stay below 64 a set is one word, and 8,000 values are soon found; codes whose values grow with the heap
cost the cube of it: 600 values.
"""

import numpy as np
import pytest
from heap_codes import FAR, definition, rules_of, words
from numpy.typing import NDArray

from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import Digits, HeapRules, Values
from grundy.kernels.jit import jit

pytestmark = pytest.mark.slow

Words = NDArray[np.uint64]
Sets = NDArray[np.bool_]
ALTERNATE = np.array([0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F], np.uint64)
ALTERNATE = np.r_[ALTERNATE, np.array([0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF], np.uint64)]
DIGITS = "0123456789ABCDEF"
HEXADECIMAL = [f"0.{x}{y}" for x in DIGITS for y in DIGITS if {x, y} & set("89ABCDEF")]
SMALL = words(
    """
    0.A 0.B 0.D 0.F 0.81 0.85 0.A1 0.A4 0.A2 0.A3 0.A5 0.A6 0.A7 0.B1 0.B2 0.B3 0.B5 0.B7 0.F1 0.F2 0.F3 0.F5
    4.72A 4.72B 4.73A 4.76B 4.77A 4.77B 4.F2 4.F21 4.F28 4.F3 4.F33 4.F3B 4.F6 4.F62 4.F69 4.F7 4.F71 4.F72 4.F7A 4.F7B
    """
)
HEADS = [(0,), (4,), (0, 7), (4, 1), (0, 2, 4)]
TAILED = [
    HeapRules(head, tail) for head in HEADS for tail in [(3,), (2,), (6,), (7,), (4,), (1, 2), (3, 0), (5, 2), (0, 6)]
]


def found(rules: HeapRules, stop: int) -> Values:
    """The values by the engine, in two steps."""
    engine = HeapEngine(rules)
    engine.extend(stop // 3)
    engine.extend(stop)
    return engine.values


@jit
def xor_set(word: np.uint64, value: int, alternate: Words) -> np.uint64:
    """The set of all v ^ value, v in the set: for each bit of the value, halves change places."""
    found = word
    for bit in range(6):
        if value >> bit & 1:
            step, mask = np.uint64(1 << bit), alternate[bit]
            found = (found & mask) << step | (found >> step) & mask
    return found


@jit
def sets_in_words(stop: int, digits: Digits, alternate: Words) -> NDArray[np.int64]:
    """The values below 64 of a code, the options of each heap as one word."""
    values, one, two = np.zeros(stop, np.int64), np.zeros(stop, np.uint64), np.zeros(stop, np.uint64)
    for n in range(stop):
        for a in range(1, n // 2 + 1):
            two[n] |= xor_set(one[n - a], values[a], alternate)
        options = np.uint64(0)
        for take in range(min(n + 1, len(digits))):
            left, digit = n - take, digits[take]
            options |= np.uint64(digit & 1 and left == 0)
            options |= one[left] if digit & 2 else np.uint64(0)
            options |= two[left] if digit & 4 else np.uint64(0)
            if digit & 8:
                for a in range(1, left // 3 + 1):  # the least part
                    options |= xor_set(two[left - a], values[a], alternate)
        while options >> np.uint64(values[n]) & np.uint64(1):
            values[n] += 1
        one[n] = np.uint64(1) << np.uint64(values[n]) if n else np.uint64(0)
    return values


@jit
def rows(stop: int, digits: Digits, size: int) -> NDArray[np.int64]:
    """The values of a code, the sets as rows of truths."""
    values, two = np.zeros(stop, np.int64), np.zeros((stop, size), np.bool_)
    for n in range(stop):
        for a in range(1, n // 2 + 1):
            two[n, values[a] ^ values[n - a]] = True
        options = np.zeros(size, np.bool_)
        for take in range(min(n + 1, len(digits))):
            left, digit = n - take, digits[take]
            options[0] |= digit & 1 and left == 0
            if digit & 2 and left:
                options[values[left]] = True
            if digit & 4:
                options |= two[left]
            if digit & 8:
                for a in range(1, left // 3 + 1):
                    for value in range(size):
                        options[value ^ values[a]] |= two[left - a, value]
        while options[values[n]]:
            values[n] += 1
    return values


@jit
def unions(stop: int, head: Digits, tail: Digits, size: int) -> NDArray[np.int64]:
    """The values of an octal code with a tail: for each residue of n what the tail reaches, extended heap by heap."""
    values, ever = np.zeros(stop, np.int64), np.zeros((len(tail), size), np.bool_)
    seen = np.full(size, -1, np.int64)
    for n in range(stop):
        late = n - len(head)
        for take in range(min(n + 1, len(head))):
            left, digit = n - take, head[take]
            if digit & 1 and left == 0:
                seen[0] = n
            if digit & 2 and left:
                seen[values[left]] = n
            for a in range(1, left // 2 + 1 if digit & 4 else 0):
                seen[values[a] ^ values[left - a]] = n
        for place in range(len(tail)):  # the heap of `late` stones can be left from now on, in each residue class
            digit, residue = tail[place], (n + place) % len(tail)
            if digit & 2 and late > 0:
                ever[residue, values[late]] = True
            for a in range(1, late // 2 + 1 if digit & 4 else 0):
                ever[residue, values[a] ^ values[late - a]] = True
        if late >= 0 and tail[late % len(tail)] & 1:
            seen[0] = n
        while seen[values[n]] == n or ever[n % len(tail), values[n]]:
            values[n] += 1
    return values


def by_words(rules: HeapRules, stop: int) -> NDArray[np.int64]:
    """The values below 64."""
    return sets_in_words(stop, rules.digit_array(0), ALTERNATE)


def by_rows(rules: HeapRules, stop: int) -> NDArray[np.int64]:
    """The values, whatever they are."""
    return rows(stop, rules.digit_array(0), 1 << (2 * stop).bit_length())


def by_unions(rules: HeapRules, stop: int) -> NDArray[np.int64]:
    """The values of a code with a tail."""
    return unions(stop, np.array(rules.digits, np.uint8), np.array(rules.tail, np.uint8), 1 << (4 * stop).bit_length())


@pytest.mark.parametrize("code", [*SMALL, *HEXADECIMAL[::16], "4.8", "C.09"])
def test_sets_of_splits_are_the_definition(code: str) -> None:
    expected = definition(rules_of(code), 300)
    np.testing.assert_array_equal(by_rows(rules_of(code), 300), expected)
    if expected.max() < 32:
        np.testing.assert_array_equal(by_words(rules_of(code), 300), expected)


@pytest.mark.parametrize("rules", TAILED)
def test_unions_are_the_definition(rules: HeapRules) -> None:
    np.testing.assert_array_equal(by_unions(rules, 300), definition(rules, 300))


@pytest.mark.parametrize("value", range(64))
def test_sets_move_by_xor(value: int) -> None:
    assert xor_set(np.uint64(1 << 5 | 1 << 62), value, ALTERNATE) == 1 << (5 ^ value) | 1 << (62 ^ value)


@pytest.mark.parametrize("code", SMALL)
def test_triples_of_small_values(code: str) -> None:
    values = found(rules_of(code), FAR)
    assert values.max() < 32
    np.testing.assert_array_equal(values, by_words(rules_of(code), FAR))


@pytest.mark.parametrize("code", HEXADECIMAL[::4])
def test_triples_of_values_that_grow(code: str) -> None:
    np.testing.assert_array_equal(found(rules_of(code), 600), by_rows(rules_of(code), 600))


@pytest.mark.parametrize("rules", TAILED)
def test_tails_far_out(rules: HeapRules) -> None:
    np.testing.assert_array_equal(found(rules, FAR), by_unions(rules, FAR))
