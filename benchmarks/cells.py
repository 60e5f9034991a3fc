"""The compiled searches over sets of cells and over two planes beside the plain one: seconds, and positions a second.

A position is a part that a move leaves, generated and looked up; a couple is a part that was expanded. The plain search
has a minute for each board; a dash stands for more, and for a board that it was not asked for.
"""

from time import process_time
from typing import NamedTuple

from benchmarks import Table
from grundy import parse
from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.kernels import cell_search, plane_search
from grundy.solvers.cells import CellSearch
from grundy.solvers.planes import PlaneSearch
from grundy.solvers.proof.expansion import CellExpansion, PlaneExpansion, expansion_of
from grundy.solvers.proof.prover import Prover

__all__ = ["run"]

BOTH = [
    "cram(4x7)",
    "cram(5x6)",
    "cram(5x7)",
    "arc_kayles(triangle 6)",
    "node_kayles(grid 5x6)",
    "node_kayles(grid 6x7)",
    "triangular_kayles(triangle 5)",
    "tac_tix(_x___/___x_/____x/_____)",
    "impartial_clobber(4x4)",
    "impartial_clobber(2x8)",
    "impartial_col(grid 4x4)",
    "impartial_snort(grid 4x4)",
    "impartial_nogo(3x4)",
]
PLANES = [
    "impartial_nogo(4x4)",
    "impartial_clobber(4x5)",
    "impartial_clobber(3x8)",
    "impartial_clobber(4x6)",
    "impartial_col(grid 5x5)",
    "impartial_snort(grid 5x6)",
]
COMPILED = ["node_kayles(grid 7x7)", "cram(3x13)", "cram(5x8)", "cram(6x6)", "cram(4x11)", "cram(5x9)"]
SECONDS = 60.0  # for the plain search


class Counts(NamedTuple):
    """What a search found, how long it took, and what it did."""

    nimber: int | None
    seconds: float
    couples: int
    positions: int


class CountingSearch(CellSearch):
    """A search that counts over all its couples."""

    couples = positions = 0

    def decide(self, *arguments: object) -> None:
        try:
            super().decide(*arguments)  # type: ignore[arg-type]
        finally:
            self.couples += int(self.stack.state[cell_search.EXPANDED])
            self.positions += int(self.stack.state[cell_search.LOOKED])


class CountingPlanes(PlaneSearch):
    """The same over two planes."""

    couples = positions = 0

    def decide(self, *arguments: object) -> None:
        try:
            super().decide(*arguments)  # type: ignore[arg-type]
        finally:
            self.couples += int(self.stack.state[plane_search.EXPANDED])
            self.positions += int(self.stack.state[plane_search.LOOKED])


def run() -> Table:
    """The figures of each board."""
    for case in ("cram(2x3)", "tac_tix(_x/__)", "impartial_clobber(2x3)"):  # compile the kernels
        compiled(case)
    header = ["board", "nimber", "plain, s", "couples", "s", "couples a second", "positions a second", "ratio"]
    return Table("Sets of cells", header, [*(row(case, plain(case)) for case in BOTH), *map(row, [*COMPILED, *PLANES])])


def compiled(case: str) -> Counts:
    (summand,) = parse(case).summands
    expansion = expansion_of(summand.ruleset)
    assert isinstance(expansion, CellExpansion)
    search: CountingSearch | CountingPlanes
    if isinstance(expansion, PlaneExpansion):
        expansion.plane_search = search = CountingPlanes()
    else:
        expansion.cell_search = search = CountingSearch()
    prover, start = Prover(expansion, fresh=True), process_time()
    nimber = prover.nimber(prover.parts(summand.position), Budget())
    return Counts(nimber, process_time() - start, search.couples, search.positions)


def plain(case: str) -> Counts:
    (summand,) = parse(case).summands
    expansion = expansion_of(summand.ruleset)
    assert isinstance(expansion, CellExpansion)
    expansion.is_compiled = False
    prover, start = Prover(expansion, fresh=True), process_time()
    try:
        nimber = prover.nimber(prover.parts(summand.position), Budget(seconds=SECONDS))
    except NotDecided:
        nimber = None
    return Counts(nimber, process_time() - start, prover.normal.nodes, 0)


def row(case: str, before: Counts | None = None) -> list[str]:
    """The figures of one board, and how many times as fast as the plain search it is."""
    now = compiled(case)
    is_known = before is not None and before.nimber is not None
    shown, ratio = ("-", "") if not before or not is_known else (f"{before.seconds:.2f}", before.seconds / now.seconds)
    rates = [f"{count / now.seconds:,.0f}" for count in (now.couples, now.positions)]
    times = f"{ratio:.0f}" if isinstance(ratio, float) else ratio
    return [case, str(now.nimber), shown, f"{now.couples:,}", f"{now.seconds:.2f}", *rates, times]
