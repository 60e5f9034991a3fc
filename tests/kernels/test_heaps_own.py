"""Octal codes written down as somebody's own game: its compiled options against the definition, far out."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from heap_codes import FAR, SPLITTING, definition, rules_of
from thorough import share

from grundy import HeapGame
from grundy.solvers.compiled_options import compile_options

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Coded(HeapGame):
    """Take some stones; what the digit at their number allows may be left."""

    digits: tuple[int, ...]

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        left = heap
        for digit in self.digits:
            if digit & 1 and left == 0:
                yield ()
            if digit & 2 and left > 0:
                yield (left,)
            if digit & 4:
                for part in range(1, left // 2 + 1):
                    yield (part, left - part)
            left -= 1


# Each is compiled, which takes half a second; of all codes a share is.
@pytest.mark.parametrize("code", share(SPLITTING, 3))
def test_own_games_far_out(code: str) -> None:
    rules = rules_of(code)
    advance, values = compile_options(Coded(rules.digits)), np.zeros(FAR, np.uint16)
    assert advance
    assert advance(values, 0, FAR) == FAR
    np.testing.assert_array_equal(values, definition(rules, FAR))
