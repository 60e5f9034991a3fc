"""Certificates to order: the cheapest proof of a statement about a game, a graph or a ruleset, written to a file.

The makers may be as clever as they like, because nobody need trust them: `grundy.explain.checker` decides.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import inf
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.ruleset import Ruleset
from grundy.errors import LoopError, NotDecided, UndefinedError
from grundy.explain.certificates import labels
from grundy.explain.certificates.claims import Prover
from grundy.explain.certificates.file import Header, write_lines, writing
from grundy.explain.certificates.play import LOST, Play
from grundy.explain.certificates.searched import Searched, may_search
from grundy.solvers.answer import refuse_misere
from grundy.solvers.proof.claims import proof_of
from grundy.solvers.proof.expansion import Expansion, expansion_of
from grundy.solvers.proof.provers import searchable
from grundy.solvers.search import refuse_endless

if TYPE_CHECKING:
    from grundy.explain.certificates.heaps import Listed

__all__ = ["certify_game", "certify_graph", "certify_quotient", "certify_values", "heaps_only"]

SMALL = 10_000  # options that a proof by the moves alone may look at
LARGE = 10_000  # heaps whose options are listed under misère play
LEAST = ("moves",)
MOST = ("moves", "parts", "canonical")


def certify_game(
    game: Game,
    out: Path,
    kind: str | None = None,
    misere: bool = False,
    trusted: Iterable[str] | None = None,
    budget: Budget | None = None,
    fresh: bool = False,
) -> Header:
    """The header of the file with a proof of the outcome, or of more, that trusts as little as is practical."""
    budget = budget or Budget()
    refuse_endless(game.summands)
    if misere:
        refuse_misere(game)
    if kind == "labels" or not all(summand.ruleset.finite for summand in game.summands):
        return certify_labels(game, out, misere, trusted or LEAST, budget)
    try:
        return certify_claim(game, out, kind, misere, trusted, budget, fresh)
    except LoopError:
        if kind:
            raise
    return certify_labels(game, out, misere, trusted or LEAST, budget)


def certify_claim(
    game: Game, out: Path, kind: str | None, misere: bool, trusted: Iterable[str] | None, budget: Budget, fresh: bool
) -> Header:
    """The header of the file with values; unless it is said what to trust, that is the moves alone for small games."""
    if trusted is not None:
        return certify_lines(game, out, kind, misere, trusted, budget, fresh)
    try:
        return certify_lines(game, out, kind, misere, LEAST, budget.smaller(trial(game), inf), fresh)
    except NotDecided:
        budget.look()
    if all(isinstance(summand.ruleset, HeapGame) for summand in game.summands) and not misere:
        return certify_heaps(game, out, budget)
    return certify_lines(game, out, kind, misere, MOST, budget, fresh)


def trial(game: Game) -> int:
    """The options that a proof by the moves alone may look at: fewer where the rules take long to list them."""
    searched = [expansion_of(summand.ruleset).trial for summand in game.summands if searchable(summand.ruleset)]
    return SMALL * min([Expansion.trial, *searched]) // Expansion.trial


def certify_lines(
    game: Game, out: Path, kind: str | None, misere: bool, trusted: Iterable[str], budget: Budget, fresh: bool
) -> Header:
    """The header of the file with the values of positions that the claim rests on."""
    play = Play(game, trusted, misere, budget)
    if kind == "nimber" and not play.plain:
        raise UndefinedError(f"nimbers do not tell who wins {game} here; `--kind outcome` certifies that")
    refuse_large_heaps(game)
    prover: Prover | Searched
    if set(MOST) <= set(play.trusted) and kind != "nimber" and may_search(game, misere):
        prover = Searched(play, proof_of(game, misere, budget, fresh))
    else:
        prover = Prover(play)
    header = play.header_of(prover.nimber() if kind == "nimber" and isinstance(prover, Prover) else prover.outcome())
    write_lines(out, header, prover.lines())
    return header


def refuse_large_heaps(game: Game) -> None:
    """Raise where a heap has more options than can be listed."""
    heaps = (heap for s in game.summands if isinstance(s.ruleset, HeapGame) for heap in heaps_of(s))
    if any(heap > LARGE for heap in heaps):
        words = "certified by the period of their ruleset, in sums of heaps alone and under normal play"
        raise NotDecided(f"heaps of more than {LARGE:,} are {words}; certify a smaller game")


def certify_heaps(game: Game, out: Path, budget: Budget) -> Header:
    """The header of the file with the nimber of a sum of heaps, by their values or the period of these."""
    from grundy.explain.certificates import heaps

    largest: dict[HeapGame, int] = {}
    sizes = [(heaps_only(summand.ruleset), heap) for summand in game.summands for heap in heaps_of(summand)]
    for ruleset, heap in sizes:
        largest[ruleset] = max(heap, largest.get(ruleset, 0))
    tables = {ruleset: heaps.least_of(ruleset, heap, budget) for ruleset, heap in largest.items()}
    nimber = reduce(xor, (tables[ruleset].value(heap) for ruleset, heap in sizes), 0)
    about: Header = {
        "game": str(game),
        "play": "normal",
        "claim": {"outcome": "N" if nimber else "P", "nimber": nimber},
    }
    return write_values(out, list(tables.values()), ("moves", "parts", "code"), about)


def heaps_of(summand: Summand) -> Iterator[int]:
    """The sizes of the heaps of a position, which are plain numbers."""
    for part in summand.ruleset.parts(summand.position):
        for heap in part:
            if not isinstance(heap, int):
                raise UndefinedError(f"{summand} has an infinite heap, which no certificate speaks of")
            yield heap


def certify_labels(game: Game, out: Path, misere: bool, trusted: Iterable[str], budget: Budget) -> Header:
    """The header of the file with values of all positions that play can reach, for games in which it can go round."""
    play = Play(game, [what for what in trusted if what != "parts"], misere, budget)
    graph = labels.reachable(play)
    lines = list(labels.values(graph) if play.plain else labels.outcomes(graph))
    header = play.header_of(labels.claim(play, graph, {name: value for name, value, _, _ in lines}))
    write_lines(out, header, ((name, value, rank, []) for name, value, rank, _ in lines if name != LOST))
    return header


def certify_graph(
    path: str, out: Path, kind: str | None = None, misere: bool = False, budget: Budget | None = None
) -> Header:
    """The header of the file with a value for each vertex of the graph in another file."""
    graph = labels.graph_of(path, misere, budget or Budget())
    found = labels.outcomes(graph) if misere or kind == "outcome" else labels.values(graph)
    header: Header = {"kind": "lines", "play": "misere" if misere else "normal", "trusted": []}
    write_lines(out, header, (line for line in found if line[0] != LOST))
    return header


def heaps_only(ruleset: Ruleset[Any]) -> HeapGame:
    """The ruleset, if it is one of heaps from 0 on."""
    if not isinstance(ruleset, HeapGame) or ruleset.board.first:
        raise UndefinedError(f"{ruleset} is not played with heaps; certify a position, such as {ruleset}(...)")
    return ruleset


def certify_values(ruleset: Ruleset[Any], to: int | None, out: Path, budget: Budget | None = None) -> Header:
    """The header of the file with the values of all heaps below a bound, or with their period and what proves it."""
    from grundy.explain.certificates import heaps

    rules, spent = heaps_only(ruleset), budget or Budget()
    listed = heaps.period_of(rules, spent) if to is None else heaps.values_to(rules, to, spent)
    return write_values(out, [listed], ("moves", "code"), {})


def write_values(out: Path, tables: Sequence["Listed"], trusted: Iterable[str], about: Header) -> Header:
    """The header of the file with tables of values."""
    header: Header = {"kind": "values", "trusted": list(trusted), "tables": [table.about() for table in tables]} | about
    with writing(out, header) as file:
        for table in tables:
            file.writelines(table.body())
    return header


def certify_quotient(ruleset: Ruleset[Any], to: int | None, out: Path, budget: Budget | None = None) -> Header:
    """The header of the file with the misère quotient of the heaps below a bound, or of all heaps."""
    from grundy.solvers.misere.quotient import quotient, solved

    rules = heaps_only(ruleset)
    found = quotient(rules, to, budget) if to else solved(rules, budget)
    header: Header = {"kind": "quotient", "ruleset": str(ruleset), "play": "misere", "trusted": ["moves", "code"]}
    lost, order = found.monoid.lost.nonzero()[0].tolist(), len(found.monoid.lost)
    header |= {"order": order, "lost": lost, "heaps": [int(element) for element in found.elements]}
    if found.period and found.period.proved:
        header["period"] = [found.period.preperiod, found.period.period]
    with writing(out, header) as file:
        file.write(found.monoid.times.astype("<u2").tobytes())
    return header
