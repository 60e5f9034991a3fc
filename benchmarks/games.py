"""A position of every game: of those that came after the books as large as the docs and the cards speak of.

A game that is not listed is measured at its example, so that none is left out.
"""

from time import process_time

from benchmarks import Table
from grundy import parse
from grundy.catalog import entries
from grundy.core.budget import Budget
from grundy.solvers.solution import solve

MOST_SECONDS = 600.0  # for one position, by the clock: other work on the machine counts
BASELINE = "nim(3,5,7)"
POSITIONS = [
    "top_entails(20,15)",
    "top_entails(3000,2500)",
    "nimstring(3x3)",
    "nimstring(4x4; r1c1-r1c2,r2c2-r2c3,r3c3-r3c4,r4c4-r4c5,r1c5-r2c5,r3c1-r4c1)",
    "dots_and_boxes(3x3)",
    "mark(10^30)",
    "mem(60)",
    "mem0(40)",
    "fair_shares(10^12)",
    "bounded_nim(3)(10^30,10^29)",
    "slow_nim(2)(9,8,7,6)",
    "exact_nim(2)(9,8,7,6)",
    "circular_nim(2)(9,8,7,6,5)",
    "hypergraph_nim(1 2; 2 3; 1 3)(7,8,9)",
    "end_nim(90,40,70,80,30,60,50)",
    "delete_nim(10^30,10^29)",
    "euclid(12345678901234567890,98765432109876543210)",
    "grossman_euclid(12345678901234567890,98765432109876543210)",
    "generalised_wythoff(3)(10^30,10^29)",
    "st_wythoff(2,1)(100000,240000)",
    "restricted_wythoff(10^30,10^29)",
    "cyclic_nimhoff(4)(10^30,10^29)",
    "maharaja(60,70)",
    "king_game(10^30,10^29)",
    "knight_game(10^30,10^29)",
    "circular_kayles(10^30)",
    "kotzig_nim(1,2)(60)",
    "kotzig_nim(2,3)(20)",
    "chocolate(400x600; r7c9)",
    "poset(a<b<c<d, a<e<f, g<f, b<h)",
    "sylver(8,11)",
    "timber(RLRLLRRLRLLRLRRLLRLR)",
    "toppling_dominoes(90,120)",
    "with_pass(nim(9,12,7))",
    "arc_kayles(grid 4x5)",
    "grim(grid 3x4)",
    "geography(grid 30x30; r1c1)",
    "directed_geography(a: b e; b: c; c: a d; a)",
    "graph_octal(0.33)(grid 3x4)",
    "triangular_kayles(triangle 4)",
    "triangular_kayles(triangle 5)",
    "impartial_col(grid 3x4)",
    "impartial_snort(grid 3x4)",
    "impartial_clobber(3x4)",
    "impartial_nogo(3x3)",
    "notakto(8)",
    "cookie_cutter(2x2)(4x4)",
    "take_and_break(8!.3)(300)",
    "turning(1+S)(TTTTTTTTTTTTTTTTTTH)",
    "moebius(TTTTTTTTTTTTTTTTTH)",
    "mogul(TTTTTTTTTTTTTTTTTTTTTTTH)",
    "moidores(TTTTTTTTTTTTTTTTTTH)",
    "turn_up_to(4)(TTTTTTTTTTTTTTTTTTTTTH)",
    "turn_a_block(1,3)(TTTTTTTTTTTTTTTTTTTTTH)",
    "antonim(90,80,70)",
    "prim(10^12)",
    "up_mark(10^6)",
    "couples_are_forever(2000)",
    "subtract_a_square(20000)",
    "blocking_wythoff(3)(300,400)",
    "ryuo_nim(10^30,10^29)",
    "circular_dawsons_kayles(10^6)",
    "tac_tix(8x8)",
    "tac_tix(____/_x__/____/___x)",
]


def run() -> Table:
    """The outcome of each without saved results, its CPU time, and that as a multiple of the time for nim."""
    base = answer(BASELINE)[1]
    found = map(row, list_positions())
    rows = [[text, outcome, f"{seconds:.3f}", f"{seconds / base:,.0f}"] for text, outcome, seconds in found]
    return Table("A position of every game", ["position", "outcome", "seconds", f"times {BASELINE}"], rows)


def list_positions() -> list[str]:
    """The positions above, and the examples of all other games."""
    listed = {text.split("(")[0] for text in POSITIONS}
    return POSITIONS + [entry.example for name, entry in sorted(entries().items()) if name not in listed]


def row(text: str) -> tuple[str, str, float]:
    return (text, *answer(text))


def answer(text: str) -> tuple[str, float]:
    """Who wins, under the play that the game has, and how long that took."""
    started, game = process_time(), parse(text)
    misere = not game.summands[0].ruleset.has_normal
    solution = solve(game, misere=misere, moves="none", budget=Budget(seconds=MOST_SECONDS), fresh=True)
    return solution.outcome or "not decided", process_time() - started
