"""Endless play: a cycle that no player can leave without losing, and Smith's values (Smith 1966)."""

from collections.abc import Hashable, Iterator, Sequence

from grundy.core.game import Game, Summand
from grundy.core.ruleset import Outcome
from grundy.core.values import Infinity, Value
from grundy.explain.answer import MOST_ROWS
from grundy.explain.page import Page
from grundy.explain.prose import Quote, game_at, outcome_claim, series, value_claim
from grundy.explain.structure import Block, Source, say, table
from grundy.solvers import search
from grundy.solvers.loopy import position_graph
from grundy.solvers.retrograde import cycle, labels


def reason(page: Page, outcome: Outcome, values: Sequence[tuple[Game, Value | None]]) -> Iterator[Block]:
    infinite = [(part, value) for part, value in values if isinstance(value, Infinity)]
    if len(values) > 1 and infinite:
        yield from smith_sum(values, outcome)
    for part, value in infinite:
        yield from infinite_reason(page, part, value)
    if not infinite:
        for summand in page.game.summands:
            yield from summand.ruleset.why([summand.position], page)
    else:
        yield Source("Smith 1966")


def smith_sum(values: Sequence[tuple[Game, Value | None]], outcome: Outcome) -> Iterator[Block]:
    known = [(part, value) for part, value in values if value is not None]
    yield table(["part", "value"], [(part, value_claim(part, value)) for part, value in known])
    several = sum(isinstance(value, Infinity) for _, value in known) > 1
    yield say(
        "Two parts are infinite: whoever is losing keeps play going in one of them, so the sum is a draw."
        if several
        else "One part is infinite. The sum is won only by a move in that part to the nim-sum of the others"
        + ("; here there is one." if outcome == "N" else "; here there is none, so it is a draw.")
    )


def infinite_reason(page: Page, part: Game, value: Infinity) -> Iterator[Block]:
    """The cycle that play from a part of infinite value can keep to, and the ways out of it."""
    summand = search.canonical_parts(part.summands)[0]
    graph = position_graph(summand, page.side.budget)
    label = labels(graph, lambda _: "P")
    reached = (
        "in braces are the finite values that one move reaches" if value.reached else "no move reaches a finite value"
    )
    words = "The value of {} is {}: from it play can be kept going for ever, and {}."
    yield say(words, part, value_claim(part, value), reached)
    if label[summand.position][0] == "D":
        loop = cycle(graph, summand.position, {v for v in graph if label[v][0] != "D"})
        yield from cycle_reason(summand, loop, graph, {v: label[v][0] for v in graph})


def cycle_reason(
    summand: Summand, loop: list[Hashable], graph: dict[Hashable, list[Hashable]], label: dict[Hashable, Outcome]
) -> Iterator[Block]:
    rules, show = summand.ruleset, summand.ruleset.board.show
    path = " -> ".join([*map(show, loop[:MOST_ROWS]), show(loop[0]) if len(loop) <= MOST_ROWS else "..."])
    yield say(
        "Play can go round {}, and from no position on the way is there a move that wins.",
        Quote(path),
        claims=[outcome_claim(game_at(rules, position), "D") for position in loop[:MOST_ROWS]],
    )
    exits = list(dict.fromkeys(to for position in loop[:MOST_ROWS] for to in graph[position] if label[to] == "N"))[
        :MOST_ROWS
    ]
    if exits:
        words = "Whoever leaves it for {} loses: there the opponent has a winning move."
        yield say(
            words,
            series(game_at(rules, to) for to in exits),
            claims=[outcome_claim(game_at(rules, to), "N") for to in exits],
        )
    else:
        yield say("Every way out of it leads to draws again.")
