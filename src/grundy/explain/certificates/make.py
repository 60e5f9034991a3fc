"""Certificates to order: the cheapest proof of a statement about a game, a graph or a ruleset, written to a file.

The makers may be as clever as they like, because nobody need trust them: `grundy.explain.checker` decides.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import LoopError, NotDecided, UndefinedError
from grundy.explain.certificates import labels
from grundy.explain.certificates.claims import Prover
from grundy.explain.certificates.file import writing
from grundy.explain.certificates.play import Play
from grundy.solvers.answer import refuse_misere
from grundy.solvers.search import refuse_endless

__all__ = ["certify_game", "certify_graph", "certify_quotient", "certify_values", "heaps_only"]

SMALL = 10_000  # positions of a proof that asks for the moves alone
LEAST = ("moves",)
MOST = ("moves", "parts", "canonical")
Header = dict[str, object]


def write(out: Path, header: Mapping[str, object], lines: Iterable[str]) -> None:
    """Write a certificate of lines."""
    with writing(out, header) as file:
        file.writelines(f"{line}\n".encode() for line in lines)


def header_of(game: Game, play: Play, trusted: Iterable[str]) -> Header:
    """What a certificate about a game begins with."""
    return {"game": str(game), "play": "misere" if play.misere else "normal", "trusted": list(trusted)}


def certify_game(
    game: Game,
    out: Path,
    kind: str | None = None,
    misere: bool = False,
    trusted: Iterable[str] | None = None,
    budget: Budget | None = None,
) -> Header:
    """The header of the file with a proof of the outcome, or of more, that trusts as little as is practical."""
    budget = budget or Budget()
    refuse_endless(game.summands)
    if misere:
        refuse_misere(game)
    if kind != "labels" and all(summand.ruleset.finite for summand in game.summands):
        try:
            return certify_claim(game, out, kind, misere, trusted, budget)
        except LoopError:
            if kind:
                raise
    return certify_labels(game, out, misere, trusted or LEAST, budget)


def certify_claim(
    game: Game, out: Path, kind: str | None, misere: bool, trusted: Iterable[str] | None, budget: Budget
) -> Header:
    """The header of the file with a claim; unless it is said what to trust, that is the moves alone for small games."""
    if trusted is None:
        try:
            return certify_claim(game, out, kind, misere, LEAST, budget.smaller(SMALL, float("inf")))
        except NotDecided:
            return certify_claim(game, out, kind, misere, MOST, budget)
    play = Play(game, trusted, misere, budget)
    if kind == "nimber" and play.whole:
        raise UndefinedError(f"nimbers do not tell who wins {game} here; `--kind outcome` certifies that")
    prover = Prover(play)
    claim = prover.nimber() if kind == "nimber" else prover.outcome()
    header = {"kind": "claims", **header_of(game, play, trusted), "claim": claim}
    write(out, header, prover.lines())
    return header


def certify_labels(game: Game, out: Path, misere: bool, trusted: Iterable[str], budget: Budget) -> Header:
    """The header of the file with labels of all that play can reach, for games in which it can go round."""
    trusted = [what for what in trusted if what != "parts"]  # a vertex is one position
    play = Play(game, trusted, misere, budget)
    values = not play.whole and all(summand.ruleset.adds for summand in game.summands)
    starts = [(piece,) for piece in play.start] if values else [play.start]
    graph = labels.reachable(play, starts)
    found = labels.values(graph) if values else labels.outcomes(graph)
    about = {"labels": "values" if values else "outcomes", "claim": labels.claim(play, found)}
    header = {"kind": "labels", **header_of(game, play, trusted), **about}
    write(out, header, labels.lines(found, None))
    return header


def certify_graph(path: str, out: Path, kind: str | None = None, misere: bool = False) -> Header:
    """The header of the file with a label for each vertex of the graph in another file."""
    graph = labels.graph_of(path, misere)
    outcomes = misere or kind == "outcome"
    found = labels.outcomes(graph) if outcomes else labels.values(graph)
    header: Header = {"kind": "labels", "play": "misere" if misere else "normal", "trusted": []}
    header["labels"] = "outcomes" if outcomes else "values"
    write(out, header, labels.lines(found, graph))
    return header


def heaps_only(ruleset: Ruleset[Any]) -> HeapGame:
    """The ruleset, if it is one of heaps from 0 on."""
    if not isinstance(ruleset, HeapGame) or ruleset.board.first:
        raise UndefinedError(f"{ruleset} is not played with heaps; certify a position, such as {ruleset}(...)")
    return ruleset


def certify_values(ruleset: Ruleset[Any], to: int | None, out: Path, budget: Budget | None = None) -> Header:
    """The header of the file with the values of all heaps below a bound, or with their period and what proves it."""
    from grundy.explain.certificates import heaps

    rules, spent, about = heaps_only(ruleset), budget or Budget(), Header()
    if to is None:
        table, period, to = heaps.period_of(rules, spent)
        about = {"preperiod": period.preperiod, "period": period.period, "saltus": period.saltus}
    else:
        table = heaps.values_to(rules, to, spent)
    width = heaps.width_of(table, to)
    header = {"kind": "values", "ruleset": str(ruleset), "trusted": ["moves", "code"], "width": width, **about}
    with writing(out, header) as file:
        file.writelines(heaps.blocks(table, to, width))
    return header


def certify_quotient(ruleset: Ruleset[Any], to: int | None, out: Path, budget: Budget | None = None) -> Header:
    """The header of the file with the misère quotient of the heaps below a bound, or of all heaps."""
    from grundy.explain.certificates.heaps import quotient_lines
    from grundy.solvers.misere.quotient import quotient, solved

    rules = heaps_only(ruleset)
    found = quotient(rules, to, budget) if to else solved(rules, budget)
    header: Header = {"kind": "quotient", "ruleset": str(ruleset), "play": "misere", "trusted": ["moves", "code"]}
    if found.period and found.period.proved:
        header |= {"preperiod": found.period.preperiod, "period": found.period.period}
    write(out, header, quotient_lines(found))
    return header
