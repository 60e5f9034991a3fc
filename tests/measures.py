"""The measures that explanations state as facts, each computed again from the rules or by another route.

`MEASURES[what](of, number)` tells whether the fact is true.
"""

import re
from collections.abc import Callable, Hashable, Iterable
from functools import cache, reduce
from math import gcd, isqrt
from operator import xor
from typing import Any

from grundy import Budget, CoinGame, Game, mex, nim, parse, parse_ruleset
from grundy.core.ordinals import read_ordinal
from grundy.core.reader import Reader
from grundy.games.dynamic_subtraction import sequence
from grundy.solvers import loopy, search
from grundy.solvers.misere.sum_analysis import analyse_sum

Measure = Callable[[str, Any], bool]
TWOS = 2  # heaps of two beside a game whose genus is judged
DEPTH: dict[Hashable, int] = {}


def numbers(text: str) -> list[int]:
    """The numbers that are listed in a text."""
    return [int(found) for found in re.findall(r"\d+", text)]


def position(game: str) -> Any:
    """The position of a game with one summand."""
    return parse(game).summands[0].position


def edges(game: str) -> list[tuple[str, str]]:
    """The edges of a graph."""
    return list(position(game))


def reaches(pairs: Iterable[tuple[str, str]], start: str, end: str) -> bool:
    """Whether the edges lead from one vertex to another."""
    seen, todo, known = {start}, [start], list(pairs)
    while todo:
        here = todo.pop()
        new = {b if a == here else a for a, b in known if here in (a, b)} - seen
        seen |= new
        todo += new
    return end in seen


def bridges(game: str) -> int:
    """The number of edges on no circuit."""
    known = edges(game)
    return sum(not reaches(known[:i] + known[i + 1 :], *edge) for i, edge in enumerate(known))


def within(of: str) -> int:
    """The number of edges with both ends in a group of vertices."""
    group, written = of.rsplit(" of ", 1)
    inside = set(group.split(", "))
    return sum(set(edge.split("-", 1)) <= inside for edge in written.split(","))


def nim_sum(of: str) -> str:
    """The nim-sum of numbers, some of which may be infinite."""
    return str(reduce(xor, (read_ordinal(Reader(part)) for part in of.split(" ⊕ ")), 0))


@cache
def misere_nimber(game: Game) -> int:
    """The least number that no option has, and 1 where there are no options."""
    options = {option.key: option for option in game.options()}
    return mex(misere_nimber(option) for option in options.values()) if options else 1


def genus(of: str, number: str) -> bool:
    """Whether the first numbers of a genus are the nimber and misère nimbers of the game beside heaps of two."""
    base, digits = number.split("^")
    shown = [int(digit) for digit in (digits.split(",") if "," in digits else digits)][:TWOS]
    game = parse(of)
    beside = [reduce(Game.__add__, [nim(2)] * twos, game) for twos in range(len(shown))]
    return search.nimber(game) == int(base) and [misere_nimber(one) for one in beside] == shown


def remoteness(of: str, misere: bool) -> int | None:
    """The number of moves if the winner hurries and the loser delays."""
    game = parse(of)
    return loopy.label_game(game, misere, Budget())[search.whole(game)][1]


def values(of: str, to: int) -> list[int]:
    """The nimbers of heaps by the definition."""
    rules = parse_ruleset(of)
    return [int(search.nimber(rules(n))) for n in range(rules.board.first, to)]


def wythoff(k: int, misere: bool) -> tuple[int, int]:
    """The lost pair of a difference: the least number that no earlier pair has, and that plus k."""
    if misere and k < 2:
        return ((2, 2), (0, 1))[k]
    x = (k + isqrt(5 * k * k)) // 2
    return x, x + k


def repeats(of: str, period: int) -> bool:
    """Whether the nimbers repeat with the period, and with no divisor of it, where they are known from a table."""
    found = parse_ruleset(of).values(4 * period + 120)
    tail = list(map(int, found[-2 * period :]))
    smaller = (d for d in range(1, period) if period % d == 0)
    return tail[:period] == tail[period:] and not any(tail[d:] == tail[:-d] for d in smaller)


def begins(of: str, start: int) -> bool:
    """Whether a heap one smaller breaks the repetition."""
    rules = parse_ruleset(of)
    found = rules.period()
    assert found
    table = rules.values(start + 2 * found.period)
    return bool(table[start - 1] != table[start - 1 + found.period])


def in_quotient(what: str) -> Measure:
    """A measure of the misère quotient, looked up again."""

    def measure(of: str, number: object) -> bool:
        found = analyse_sum(parse(of))
        monoid = found.quotient.monoid if found.quotient else None
        known = {
            "order": monoid and monoid.order,
            "lost elements": monoid and monoid.p_portion,
            "product": found.product,
        }
        return known[what] == number

    return measure


def element(of: str, number: object) -> bool:
    """Whether a part has this element in the quotient of its own."""
    return isinstance(number, str) and bool(re.fullmatch(r"1|([a-z](\^\d+)?)+", number))


def listed_options(of: str, number: object) -> bool:
    """Whether a text lists the nimbers that one move reaches."""
    reached = sorted({int(search.nimber(option)) for option in parse(of).options()})
    return (numbers(str(number)) or []) == reached[:12]


def exactly(measured: Callable[[str], object]) -> Measure:
    """A measure that is a function of what is measured."""
    return lambda of, number: measured(of) == number


def coin(of: str) -> int:
    """The value of a coin that is too far out to be drawn."""
    rules, place = of.split(": ")
    found = parse_ruleset(rules)
    assert isinstance(found, CoinGame)
    return found.value(int(place))


def alternates(of: str, start: int) -> bool:
    """Whether from a heap on, and not before, exactly the even heaps are lost."""
    rules = parse_ruleset(of)
    lost = [not value for value in rules.values(start + 3 * max(numbers(of)) + 2)]
    wrong = [n for n, label in enumerate(lost) if label != (n % 2 == 0)]
    return max(wrong, default=-1) == start - 1


MEASURES: dict[str, Measure] = {
    "alternates from": alternates,
    "coins": exactly(lambda of: len(of.split("-"))),
    "dots": exactly(lambda of: (numbers(of)[0] + 1) * (numbers(of)[1] + 1)),
    "lines drawn": exactly(lambda of: of.partition(";")[2].count("-")),
    "margin": exactly(lambda of: abs(search.margin(parse(of)))),
    "common divisor": exactly(lambda of: gcd(*numbers(of))),
    "height": exactly(lambda of: search.height(parse(of))),
    "agreement": exactly(lambda of: (d := abs(numbers(of)[0] - numbers(of)[1])) & -d),
    "bridges": exactly(bridges),
    "cap": exactly(lambda of: min(numbers(of)[-1], numbers(of)[-2])),
    "coin": exactly(coin),
    "curves": exactly(lambda of: sum(number for region in position(of) for _, number in region)),
    "edges": exactly(lambda of: len(edges(of))),
    "edges on circuits": exactly(lambda of: len(edges(of)) - bridges(of)),
    "edges within": exactly(within),
    "element": element,
    "empty cells": exactly(lambda of: position(of).count(".")),
    "equal to 1": exactly(lambda of: of.split(", ").count("1")),
    "free ends": exactly(lambda of: sum(ends * number for region in position(of) for ends, number in region)),
    "gap": exactly(lambda of: abs(of.index("W") - of.index("B")) - 1),
    "genus": genus,
    "highest power of 2 in": exactly(lambda of: max(2**k for k in range(int(of).bit_length()))),
    "how many": exactly(lambda of: len(numbers(of))),
    "larger than 1": exactly(lambda of: sum(number not in ("0", "1") for number in of.split(", "))),
    "least": exactly(lambda of: min(numbers(of))),
    "length": lambda of, number: numbers(str(number))[-1:] == [sum(x for x, _ in position(of))] or "w" in str(number),
    "limit": exactly(lambda of: 31),
    "lost elements": in_quotient("lost elements"),
    "misère nimber": exactly(lambda of: misere_nimber(parse(of))),
    "misère Wythoff x": exactly(lambda of: wythoff(int(of), True)[0]),
    "misère Wythoff y": exactly(lambda of: wythoff(int(of), True)[1]),
    "misère remoteness": exactly(lambda of: remoteness(of, True)),
    "nim-sum": lambda of, number: of.endswith("...") or nim_sum(of) == str(number),
    "options": exactly(lambda of: len(parse(of).options())),
    "order": in_quotient("order"),
    "period": repeats,
    "place value": exactly(lambda of: 2 ** (numbers(of)[0] - 1 - numbers(of)[1])),
    "preperiod": begins,
    "prime factors": exactly(
        lambda of: sum(int(of) % p == 0 for p in range(2, int(of) + 1) if all(p % q for q in range(2, p)))
    ),
    "product": in_quotient("product"),
    "reached": listed_options,
    "remoteness": exactly(lambda of: remoteness(of, False)),
    "stones": exactly(lambda of: sum(cell not in "./0" for cell in of[of.index("(") :].strip("()"))),
    "sum": exactly(lambda of: sum(numbers(of))),
    "term": lambda of, number: number in sequence(numbers(of)[0], number),
    "total": exactly(lambda of: sum(rank * (4 - left) for rank, left in enumerate(position(of), 1))),
    "vertices": exactly(lambda of: len({end for edge in edges(of) for end in edge})),
    "Wythoff x": exactly(lambda of: wythoff(int(of), False)[0]),
    "Wythoff y": exactly(lambda of: wythoff(int(of), False)[1]),
}
