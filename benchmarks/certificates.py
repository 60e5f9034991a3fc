"""Certificates: their sizes, and the time to check one against the time to find the answer without a proof."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import Table, seconds
from grundy import parse
from grundy.boards.graph_files import load_numbered
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.explain.certificates import make
from grundy.explain.checker import verify
from grundy.expressions import parse_ruleset
from grundy.solvers import search
from grundy.solvers.misere.quotient import full_quotient
from grundy.solvers.proof.expansion import expansion_of
from grundy.solvers.proof.prover import Prover
from grundy.solvers.retrograde import analyse_arrows
from grundy.solvers.value_sequence import search_period

ALL = ("moves", "parts", "canonical")
NIMBERS = ["cram(3x5)", "cram(4x4)", "chomp(4x5)", "boxing_match(4x4)", "sprouts(3)"]
OUTCOMES = ["cram(3x4)", "kayles(7,6,5)"]
VERTICES = 3_000  # of a graph in which play goes round


def run() -> Table:
    """The sizes in bytes, the times in seconds, and the time of checking as a multiple of that of solving."""
    with TemporaryDirectory() as folder:
        out, graph = Path(folder) / "c", Path(folder) / "graph.edges"
        graph.write_text("".join(f"{v} {w}\n" for v in range(VERTICES) for w in heads(v)))
        rows = [nimber(out, text) for text in NIMBERS]
        rows += [lost(out, text) for text in OUTCOMES]
        rows += [labels(out, str(graph)), labels(out, str(graph), "outcome")]
        rows += [
            search_row(out, "sprouts(6)", False),
            search_row(out, "sprouts(9)", False),
            search_row(out, "sprouts(5)", True),
        ]
        rows += [heaps(out, "kayles(10^100,3)")]
        rows += [values(out, "octal(0.137)", 600), values(out, "grundys_game", 600)]
        rows += [period(out, ruleset) for ruleset in ("kayles", "octal(0.156)", "subtraction(2, 5+)")]
        rows += [quotient(out, ruleset) for ruleset in ("kayles", "octal(0.123)")]
    header = ["statement", "bytes", "making, s", "solving, s", "checking, s", "checking, times solving"]
    return Table(title="Certificates", header=header, rows=rows)


def row(name: str, out: Path, make_it: Callable[[], object], solve: Callable[[], object]) -> list[str]:
    """One statement: made, solved without a proof, and checked."""
    making, solving, checking = seconds(make_it), seconds(solve), seconds(lambda: verify(out))
    assert verify(out).valid
    return [
        name,
        f"{out.stat().st_size:,}",
        *(f"{s:.3f}" for s in (making, solving, checking)),
        f"{checking / solving:.1f}",
    ]


def nimber(out: Path, text: str) -> list[str]:
    """The nimber of a game, by parts and canonical forms, against the definition."""
    game = parse(text)
    return row(
        f"nimber of {text}",
        out,
        lambda: make.certify_game(game, out, "nimber", False, ALL),
        lambda: search.nimber(game),
    )


def lost(out: Path, text: str) -> list[str]:
    """The misère outcome of a game, by moves alone, against the definition."""
    game = parse(text)
    return row(
        f"misère outcome of {text}",
        out,
        lambda: make.certify_game(game, out, None, True, ("moves",)),
        lambda: search.outcome(game, True),
    )


def heads(v: int) -> list[int]:
    """The followers of a vertex: two smaller ones, and for every tenth also a larger one."""
    return [v // 2, v // 3, *([v + 7] if v % 10 == 0 and v + 7 < VERTICES else [])] if v else []


def labels(out: Path, path: str, kind: str | None = None) -> list[str]:
    """The outcomes or the Smith values of a graph, against the solver for graphs."""
    name = f"{kind or 'value'}s of a graph of {VERTICES:,} vertices"
    return row(
        name, out, lambda: make.certify_graph(path, out, kind), lambda: list(analyse_arrows(*load_numbered(path)))
    )


def search_row(out: Path, text: str, misere: bool) -> list[str]:
    """The outcome of a game, against the proof search."""
    game = parse(text)

    def solve() -> object:
        prover, (summand,) = Prover(expansion_of(game.summands[0].ruleset), fresh=True), game.summands
        parts = prover.parts(summand.position)
        return prover.is_lost(parts, 0, Budget(), misere)

    name = f"{'misère ' if misere else ''}outcome of {text}"
    return row(name, out, lambda: make.certify_game(game, out, None, misere, ALL, fresh=True), solve)


def heaps(out: Path, text: str) -> list[str]:
    """The nimber of heaps beyond a period, against the solver."""
    game = parse(text)
    return row(f"nimber of {text}", out, lambda: make.certify_game(game, out), lambda: game.nimber)


def values(out: Path, text: str, to: int) -> list[str]:
    """The values of heaps, against the definition: mex over all options."""
    rules = parse_ruleset(text)
    name = f"{to:,} values of {text}"
    return row(name, out, lambda: make.certify_values(rules, to, out), lambda: by_definition(text, to))


def by_definition(text: str, to: int) -> int:
    """The value of the last heap, and on the way of all others."""
    return search.nimber(Game.of(parse_ruleset(text), (to - 1,)))


def period(out: Path, text: str) -> list[str]:
    """A period, against the solver that finds it."""
    rules = parse_ruleset(text)
    name = f"period of {text}"
    return row(name, out, lambda: make.certify_values(rules, None, out), lambda: search_period(rules, 1 << 14))


def quotient(out: Path, text: str) -> list[str]:
    """A misère quotient of all heaps, against the solver that finds it."""
    rules = make.heaps_only(parse_ruleset(text))
    name = f"misère quotient of {text}"
    return row(name, out, lambda: make.certify_quotient(rules, None, out), lambda: full_quotient(rules))
