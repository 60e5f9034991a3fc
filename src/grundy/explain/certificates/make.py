"""Certificates on request: the cheapest proof of a statement about a game, a graph or a ruleset, written to a file.

Proofs about games are those of the proof search, in the names that the checker uses. Nobody need trust what is done
here: `grundy.explain.checker` decides.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from math import inf
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget, Meter
from grundy.core.game import Game, Summand
from grundy.core.ruleset import Ruleset
from grundy.errors import LoopError, NotDecided, UndefinedError
from grundy.explain.certificates import labels
from grundy.explain.certificates.file import Header, open_certificate, write_lines
from grundy.explain.certificates.positions import NamedPositions
from grundy.explain.checker import rules_at_hand, rulesets_of_game, uncovered, verify
from grundy.solvers.proof.closed_proofs import FalseResultError, ProofStep, prove_nimbers, prove_outcome, prover_of
from grundy.solvers.proof.expansion import Expansion, Parts, expansion_of
from grundy.solvers.proof.prover import Prover, is_searchable
from grundy.solvers.saved import warn
from grundy.solvers.search import refuse_endless
from grundy.solvers.solver import refuse_play

if TYPE_CHECKING:
    from grundy.explain.certificates.heaps import HeapValues

TRIAL_OPTIONS = 10_000  # that a proof by the moves alone may look at
LARGEST_HEAP = 10_000  # whose options are listed under misère play
MOVES_ALONE = ("moves",)
ALL_RULES = ("moves", "parts", "canonical")


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
    refuse_play(game, misere)
    if any(summand.ruleset.scored or summand.ruleset.entails() for summand in game.summands):
        return certify_turns(game, out, kind, trusted, budget, fresh)
    refuse_uncovered(game, "nimbers")
    if kind == "margin":
        raise UndefinedError(f"points do not decide {game}; `--kind outcome` certifies who wins")
    if kind == "labels" or not all(summand.ruleset.finite for summand in game.summands):
        return certify_labels(game, out, misere, trusted or MOVES_ALONE, budget)
    try:
        return certify_claim(game, out, kind, misere, trusted, budget, fresh)
    except LoopError:
        if kind:
            raise
    return certify_labels(game, out, misere, trusted or MOVES_ALONE, budget)


def refuse_uncovered(game: Game, kind: str) -> None:
    for ruleset in rulesets_of_game(game):
        if words := uncovered(ruleset, kind):
            raise UndefinedError(f"{words}, and no kind of certificate covers that; ask for the solution")


def certify_turns(
    game: Game, out: Path, kind: str | None, trusted: Iterable[str] | None, budget: Budget, fresh: bool
) -> Header:
    """The header of the file with a proof for a game in which players need not alternate, or points decide."""
    from grundy.explain.certificates.entailing import EntailingProof, MarginProof, header_of

    scored = game.summands[0].ruleset.scored
    covers, make_proof = ("margins", MarginProof) if scored else ("entailing", EntailingProof)
    refuse_uncovered(game, covers)
    known = ("outcome", "margin" if scored else "nimber")
    if kind and kind not in known:
        raise UndefinedError(f"{kind} cannot be certified of {game}; choose --kind {' or '.join(known)}")
    rules = ("turns", "points") if scored else ("turns",)
    if trusted is None:
        with suppress(NotDecided):
            return certify_turns(game, out, kind, MOVES_ALONE, budget.smaller(TRIAL_OPTIONS, inf), fresh)
        budget.look()
        trusted = ALL_RULES
    used = [what for what in trusted if not (scored and what == "parts")]
    header = header_of(covers, game, [*used, *rules])
    header["claim"], lines = make_proof(header, budget, fresh).prove(kind)
    write_lines(out, header, lines, partial(refuse_false, budget=budget))
    return header


def certify_claim(
    game: Game, out: Path, kind: str | None, misere: bool, trusted: Iterable[str] | None, budget: Budget, fresh: bool
) -> Header:
    """The header of the file with values; unless it is said what to trust, that is the moves alone for small games."""
    if trusted is not None:
        return certify_lines(game, out, kind, misere, trusted, budget, fresh)
    try:
        return certify_lines(game, out, kind, misere, MOVES_ALONE, budget.smaller(trial_options(game), inf), fresh)
    except NotDecided:
        budget.look()
    if all(isinstance(summand.ruleset, HeapGame) for summand in game.summands) and not misere:
        return certify_heaps(game, out, budget)
    return certify_lines(game, out, kind, misere, ALL_RULES, budget, fresh)


def trial_options(game: Game) -> int:
    """The options that a proof by the moves alone may look at: fewer where the rules take long to list them."""
    trials = [expansion_of(it.ruleset).trial for it in game.summands if is_searchable(it.ruleset)]
    return TRIAL_OPTIONS * min([Expansion.trial, *trials]) // Expansion.trial


def certify_lines(
    game: Game, out: Path, kind: str | None, misere: bool, trusted: Iterable[str], budget: Budget, fresh: bool
) -> Header:
    """The header of the file with the values of positions that the claim rests on."""
    positions = NamedPositions(game, trusted, misere, budget)
    if kind == "nimber" and not positions.has_values:
        raise UndefinedError(f"nimbers do not tell who wins {game} here; `--kind outcome` certifies that")
    refuse_large_heaps(game)
    prover, steps = prove_values(positions, kind, fresh)
    try:
        values = dict(steps)
        header = line_header(positions, kind, values)
        check = partial(refuse_false, budget=budget) if prover.uses_unproved else None
        lines = enumerate(values.items())
        write_lines(out, header, ((name, str(value), rank, []) for rank, (name, value) in lines), check)
    except (FalseResultError, LoopError):
        if fresh or not prover.uses_saved:
            raise
    else:
        return header
    prover.drop_saved()
    warn("saved results about %s prove nothing, and are dropped; it is searched anew", game)
    return certify_lines(game, out, kind, misere, trusted, budget, fresh=True)


def refuse_false(path: Path, budget: Budget) -> None:
    """Raise where the checker refuses a certificate; one that rests on saved results may be false."""
    checked = verify(path, budget)
    if not checked.valid:
        raise FalseResultError(f"what the proof rests on is false: {checked.statement}")


def line_header(positions: NamedPositions, kind: str | None, values: dict[str, int]) -> Header:
    units = list(map(str, positions.parts(positions.game)))
    value = reduce(xor, (values[unit] for unit in units), 0) if values.keys() >= {*units} else None
    claim: Header = {"outcome": "N" if value or value is None else "P"}
    return positions.header("nimbers", claim | ({"nimber": value} if kind == "nimber" else {}))


def prove_values(positions: NamedPositions, kind: str | None, fresh: bool) -> tuple[Prover, Iterator[tuple[str, int]]]:
    """The values that prove the outcome or the nimber of a game, by the names of the checker, in the order of proof."""
    rulesets = {summand.ruleset for summand in positions.game.summands}
    if len(rulesets) == 1 and set(ALL_RULES) <= set(positions.trusted):
        (ruleset,) = rulesets
        compound = ruleset.board.kind == "compound"  # the checker does not add the parts of one
        if is_searchable(ruleset) and not compound and (ruleset.separate or not positions.misere):
            prover, parts = prover_of(positions.game, fresh)
            steps = prove(prover, parts, kind, positions.misere, positions.budget)
            return prover, (
                (" + ".join(sorted(f"{ruleset}({part})" for part in parts)), value) for parts, value in steps
            )
    prover = Prover(positions, depth_first_nodes=inf)  # df-pn lists the options of half as many positions again
    nodes = replace(positions.budget, positions=None, meter=Meter())  # the limit of positions is one of options listed
    steps = prove(prover, prover.parts(positions.game), kind, False, nodes)
    return prover, ((name, value) for (name,), value in steps)


def prove(prover: Prover, parts: Parts, kind: str | None, misere: bool, budget: Budget) -> Iterator[ProofStep]:
    """The steps that prove the outcome, or the nimber."""
    return prove_nimbers(prover, parts, budget) if kind == "nimber" else prove_outcome(prover, parts, budget, misere)


def refuse_large_heaps(game: Game) -> None:
    heaps = (heap for s in game.summands if isinstance(s.ruleset, HeapGame) for heap in heaps_of(s))
    if any(heap > LARGEST_HEAP for heap in heaps):
        words = "certified by the period of their ruleset, in sums of heaps alone and under normal play"
        raise NotDecided(f"heaps of more than {LARGEST_HEAP:,} are {words}; certify a smaller game")


def certify_heaps(game: Game, out: Path, budget: Budget) -> Header:
    """The header of the file with the nimber of a sum of heaps, by their values or the period of these."""
    from grundy.explain.certificates import heaps

    largest: dict[HeapGame, int] = {}
    sizes = [(heaps_only(summand.ruleset), heap) for summand in game.summands for heap in heaps_of(summand)]
    for ruleset, heap in sizes:
        largest[ruleset] = max(heap, largest.get(ruleset, 0))
    tables = {ruleset: heaps.least_values(ruleset, heap, budget) for ruleset, heap in largest.items()}
    nimber = reduce(xor, (tables[ruleset].value(heap) for ruleset, heap in sizes), 0)
    claim: Header = {"outcome": "N" if nimber else "P", "nimber": nimber}
    return write_values(out, list(tables.values()), game, claim)


def heaps_of(summand: Summand) -> Iterator[int]:
    """The sizes of the heaps of a position, which are plain numbers."""
    for part in summand.ruleset.parts(summand.position):
        for heap in part:
            if not isinstance(heap, int):
                raise UndefinedError(f"{summand} has an infinite heap, for which there are no certificates")
            yield heap


def certify_labels(game: Game, out: Path, misere: bool, trusted: Iterable[str], budget: Budget) -> Header:
    """The header of the file with values of all positions that play can reach, for games with cycles."""
    positions = NamedPositions(game, [what for what in trusted if what != "parts"], misere, budget)
    graph = labels.reachable_graph(positions)
    lines = list(labels.value_lines(graph) if positions.has_values else labels.outcome_lines(graph))
    header = positions.header("labels", labels.claim(positions, graph, {name: value for name, value, _, _ in lines}))
    header["of"] = "values" if positions.has_values else "outcomes"
    write_lines(out, header, ((name, value, rank, []) for name, value, rank, _ in lines if name != labels.LOST))
    return header


def certify_graph(
    path: str, out: Path, kind: str | None = None, misere: bool = False, budget: Budget | None = None
) -> Header:
    """The header of the file with a value for each vertex of the graph in another file."""
    graph = labels.read_graph(path, misere, budget or Budget())
    of = "outcomes" if misere or kind == "outcome" else "values"
    lines = labels.outcome_lines(graph) if of == "outcomes" else labels.value_lines(graph)
    header: Header = {"kind": "graph", "play": "misere" if misere else "normal", "of": of}
    write_lines(out, header, (line for line in lines if line[0] != labels.LOST))
    return header


def heaps_only(ruleset: Ruleset[Any]) -> HeapGame:
    """The ruleset, if it is one of heaps from 0 on."""
    if not isinstance(ruleset, HeapGame) or ruleset.board.first:
        raise UndefinedError(f"{ruleset} is not played with heaps; certify a position, such as {ruleset}(...)")
    if ruleset.entails():
        cure = f"certify a position, such as {ruleset}({ruleset.example})"
        raise UndefinedError(
            f"some moves of {ruleset} entail others, so its values are not certified as a list; {cure}"
        )
    return ruleset


def certify_values(ruleset: Ruleset[Any], to: int | None, out: Path, budget: Budget | None = None) -> Header:
    """The header of the file with the values of all heaps below a bound, or with their period and what proves it."""
    from grundy.explain.certificates import heaps

    rules, budget = heaps_only(ruleset), budget or Budget()
    values = heaps.period_values(rules, budget) if to is None else heaps.values_below(rules, to, budget)
    return write_values(out, [values])


def write_values(
    out: Path, tables: Sequence["HeapValues"], game: Game | None = None, claim: Header | None = None
) -> Header:
    """The header of the file with tables of values, and what they say of a game."""
    header: Header = {
        "kind": "values",
        "trusted": ["moves", "code"],
        "rules": rules_at_hand([table.table.ruleset for table in tables]),
        "tables": [table.about() for table in tables],
        "game": None if game is None else str(game),
        "claim": claim,
    }
    with open_certificate(out, header) as file:
        for table in tables:
            file.writelines(table.body())
    return header


def certify_quotient(ruleset: Ruleset[Any], to: int | None, out: Path, budget: Budget | None = None) -> Header:
    """The header of the file with the misère quotient of the heaps below a bound, or of all heaps."""
    from grundy.solvers.misere.quotient import full_quotient, quotient

    rules = heaps_only(ruleset)
    found = quotient(rules, to, budget) if to else full_quotient(rules, budget)
    proved = found.period if found.period and found.period.proved else None
    header: Header = {
        "kind": "quotient",
        "ruleset": str(ruleset),
        "trusted": ["moves", "code"],
        "rules": rules_at_hand([rules]),
        "order": len(found.monoid.lost),
        "lost": found.monoid.lost.nonzero()[0].tolist(),
        "heaps": [int(element) for element in found.elements],
        "period": [proved.preperiod, proved.period] if proved else None,
    }
    with open_certificate(out, header) as file:
        file.write(found.monoid.times.astype("<u2").tobytes())
    return header


def certify_window(ruleset: Ruleset[Any], out: Path, budget: Budget | None = None) -> Header:
    """The header of the file with a period that a recurring window proves."""
    from grundy.explain.certificates.windows import checkpoint_heaps, windows_before
    from grundy.solvers.windows import search_window

    rules = heaps_only(ruleset)
    search = search_window(rules, budget=budget)
    if search.period is None:
        raise NotDecided(f"no window of {ruleset} recurs below {search.position:,}; allow more with --timeout")
    search = search.shorten()
    heaps, space, found = checkpoint_heaps(search), search.space, search.period
    assert found
    header: Header = {
        "kind": "window",
        "ruleset": str(rules),
        "trusted": ["moves", "code"],
        "rules": rules_at_hand([rules]),
        "mask": space.mask,
        "odd": int(space.uses_parity),
        "reach": space.reach,
        "count": space.count,
        "period": [found.preperiod, found.period],
        "at": heaps,
    }
    with open_certificate(out, header) as file:
        file.write(space.head.tobytes())
        file.writelines(windows_before(search, heaps))
    return header
