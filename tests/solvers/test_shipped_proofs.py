"""Every row of the store that comes with the package, checked without search.

An option is a smaller position, so that no claim can rest on itself: what the rows say of the options is enough.
"""

from collections import Counter

import pytest

from grundy import parse
from grundy.solvers.proof.expansion import Expansion, Key, Parts, expansion_of
from grundy.solvers.proof.saved import SHIPPED, Saved

STORE = Saved(SHIPPED, read_only=True)
RULESETS = {"sprouts": "sprouts(1)"}
Known = dict[Key, int]


def split(parts: Parts, known: Known) -> tuple[int, list[Key]]:
    """The nim-sum of the parts that are known, and the others but for pairs of equal ones."""
    rest, total = [], 0
    for key, copies in Counter(parts).items():
        if copies % 2 and key in known:
            total ^= known[key]
        elif copies % 2:
            rest.append(key)
    return total, rest


def differs(rules: Expansion, parts: Parts, nimber: int, known: Known) -> bool:
    """Whether the rows show that a position does not have this nimber."""
    total, rest = split(parts, known)
    if not rest:
        return total != nimber
    (key,) = rest
    return any(split(option, known) == (nimber ^ total, []) for option in rules.options(key))


@pytest.mark.parametrize("name", RULESETS)
def test_every_row_holds(name: str) -> None:
    rules = expansion_of(parse(RULESETS[name]).summands[0].ruleset)
    known = {rules.recall(text): fact for text, fact, _ in STORE.rows(name, False, 1_000_000)}
    assert len(known) > 1_000
    for key, nimber in known.items():
        options = rules.options(key)
        assert all(differs(rules, option, nimber, known) for option in options)
        assert {split(option, known)[0] for option in options if not split(option, known)[1]} >= set(range(nimber))


def test_the_store_says_where_it_comes_from() -> None:
    assert [line.partition(" claims")[0] for line in STORE.origin()][-1].startswith("sprouts(13), normal play: ")


@pytest.mark.parametrize("spots", [11, 12, 13])
def test_what_it_is_good_for(spots: int) -> None:
    known = {text: fact for text, fact, _ in STORE.rows("sprouts", False, 1_000_000)}
    assert known.get(str(spots), -1) == 0 or spots == 11  # a win is proved by an option of nimber 0
