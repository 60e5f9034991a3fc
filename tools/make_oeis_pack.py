"""Write or check the sequences for the OEIS: `python tools/make_oeis_pack.py [NAME...] [--check] [--certificates DIR]`.

docs/howto/oeis.md says what each extends or corrects. A sequence is a file in docs/oeis, a b-file (in ASCII) behind two
lines of comment: what it is, and the command that gives it. With --check nothing is written: all terms are computed
anew and compared with the files. With --certificates a proof is written for the terms that have one, and verified by
the checker alone. The whole takes some three minutes of processor time.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np

from grundy import Family, octal, parse
from grundy.digraphs.simple import count_simple
from grundy.explain.certificates.make import certify_game
from grundy.explain.checker import verify
from grundy.solvers.solver import Solver

DIRECTORY = Path(__file__).parents[1] / "docs" / "oeis"
EXCEPTIONS_LISTED = 10  # of the octal game 0.56
PROVING_VALUES = 700_000  # twice as many as lie before the end of its first period, and the digits of the code


class Sequence(NamedTuple):
    """A sequence of the pack."""

    title: str
    command: str  # that prints the terms
    first: int
    terms: int
    few: int  # terms that are quick to compute: a share for the tests
    compute: Callable[[int], list[int]]  # so many terms
    proved: str = ""  # an expression with a free size, whose terms have certificates
    certified: tuple[int, ...] = ()  # these of them


def nimbers(
    title: str, text: str, terms: int, few: int, certified: tuple[int, ...] = (), options: str = ""
) -> Sequence:
    """The nimbers of a family of boards."""
    command = f'grundy values "{text}" --to {terms + 1} --bfile{options}'
    return Sequence(title, command, 1, terms, few, lambda n: Family(text, fresh=True).values(n + 1), text, certified)


def misere(title: str, text: str, terms: int, few: int, certified: tuple[int, ...] = ()) -> Sequence:
    """Whether the player to move wins under misère play, for a family of boards."""
    command = f'grundy values "{text}" --to {terms + 1} --outcomes --misere'

    def compute(n: int) -> list[int]:
        return [int(outcome == "N") for outcome in Family(text, fresh=True).outcomes(n + 1, misere=True)]

    return Sequence(f"{title}: 1 if the player to move wins, else 0", command, 1, terms, few, compute, text, certified)


def chomp_bites() -> Iterator[tuple[int, int, int]]:
    """For 2 <= m <= n: m, n, and the number of winning bites of Chomp on m x n."""
    solver, n = Solver(fresh=True), 2
    while True:
        for m in range(2, n + 1):
            found = solver.winning(parse(f"chomp({m}x{n})"))
            yield m, n, len(found.moves)
        n += 1


def two_bites(count: int) -> list[int]:
    """The sizes m, n, m, n, ... of the first boards with more than one winning bite."""
    sizes = chain.from_iterable((m, n) for m, n, bites in chomp_bites() if bites > 1)
    return [next(sizes) for _ in range(count)]


def last_exceptions(count: int) -> list[int]:
    """The last heaps n of 0.56 with g(n) != g(n + 144), among as many values as prove that period."""
    values = octal("0.56").values(PROVING_VALUES)
    differing = np.flatnonzero(values[:-144] != values[144:])
    return [int(n) for n in differing[-EXCEPTIONS_LISTED:][:count]]


def simple_games(count: int) -> list[int]:
    return [count_simple(height, 0) + count_simple(height, 1) for height in range(1, count + 1)]


PACK = {
    "node_kayles_3xn": nimbers(
        "Nimbers of Node Kayles on the 3 x n grid",
        "node_kayles(grid 3xn)",
        25,
        14,
        (4, 5, 10, 17, 18),
        " --timeout 600",
    ),
    "node_kayles_4xn": nimbers("Nimbers of Node Kayles on the 4 x n grid", "node_kayles(grid 4xn)", 15, 9, (5, 7, 9)),
    "node_kayles_5xn": nimbers(
        "Nimbers of Node Kayles on the 5 x n grid", "node_kayles(grid 5xn)", 11, 7, (3, 4, 5, 6, 7)
    ),
    "arc_kayles_3xn": nimbers("Nimbers of Arc Kayles (Cram) on 3 x n", "arc_kayles(grid 3xn)", 12, 8, (3, 5, 6, 8)),
    "arc_kayles_4xn": nimbers("Nimbers of Arc Kayles (Cram) on 4 x n", "arc_kayles(grid 4xn)", 8, 6, (3, 4)),
    "kayles_2xn": nimbers("Nimbers of Kayles on the ladder 2 x n", "graph_octal(0.77)(grid 2xn)", 16, 9, (3, 5, 8, 10)),
    "kayles_caterpillar": nimbers(
        "Nimbers of Kayles on a path of n vertices with a leaf at each",
        "graph_octal(0.77)(caterpillar nx1)",
        18,
        11,
        (4, 6, 8, 12),
    ),
    "boxing_match_nxn": nimbers("Nimbers of Boxing Match on n x n", "boxing_match(nxn)", 7, 3, (3, 4, 5, 6)),
    "boxing_match_3xn": nimbers("Nimbers of Boxing Match on 3 x n", "boxing_match(3xn)", 11, 5, (4, 5, 6)),
    "boxing_match_4xn": nimbers("Nimbers of Boxing Match on 4 x n", "boxing_match(4xn)", 7, 4, (3, 5, 6)),
    "cram_misere_2xn": misere("Cram on 2 x n under misere play", "cram(2xn)", 16, 9, (3, 4, 5, 8, 16)),
    "cram_misere_3xn": misere("Cram on 3 x n under misere play", "cram(3xn)", 10, 5, (3, 4, 5, 6, 7, 9)),
    "cram_misere_4xn": misere("Cram on 4 x n under misere play", "cram(4xn)", 8, 4, (3, 4, 5, 7)),
    "cram_misere_5xn": misere("Cram on 5 x n under misere play", "cram(5xn)", 6, 3, (3, 4, 5)),
    "nimstring_2xn": nimbers("Nimbers of Nimstring on 2 x n boxes", "nimstring(2xn)", 5, 3, (2, 3, 4)),
    "nimstring_3xn": nimbers("Nimbers of Nimstring on 3 x n boxes", "nimstring(3xn)", 4, 3, (1, 2)),
    "simple_games": Sequence(
        "Simple games of height n",
        'python -c "from grundy.digraphs.simple import count_simple as c; '
        'print([c(n, 0) + c(n, 1) for n in range(1, 21)])"',
        1,
        20,
        20,
        simple_games,
    ),
    "chomp_two_bites": Sequence(
        "Boards m x n of Chomp, 2 <= m <= n, with more than one winning bite, as m, n, m, n, ...",
        "python tools/make_oeis_pack.py chomp_two_bites",
        1,
        14,
        8,
        two_bites,
    ),
    "octal_056_exceptions": Sequence(
        "The last heaps n of the octal game 0.56 with g(n) != g(n + 144)",
        "python tools/make_oeis_pack.py octal_056_exceptions",
        1,
        EXCEPTIONS_LISTED,
        EXCEPTIONS_LISTED,
        last_exceptions,
    ),
}


def path_of(name: str) -> Path:
    return DIRECTORY / f"{name}.txt"


def text_of(sequence: Sequence, terms: list[int]) -> str:
    lines = [f"# {sequence.title}", f"# {sequence.command}"]
    return "\n".join([*lines, *(f"{n} {term}" for n, term in enumerate(terms, sequence.first))]) + "\n"


def committed(name: str) -> list[int]:
    """The terms of the file."""
    lines = path_of(name).read_text(encoding="utf-8").splitlines()
    return [int(line.split()[1]) for line in lines if not line.startswith("#")]


def write_certificates(name: str, directory: Path) -> None:
    """Write and verify the certificates of a sequence, and see that they prove its terms."""
    sequence, terms = PACK[name], committed(name)
    is_misere = "--misere" in sequence.command
    for n in sequence.certified:
        path, started = directory / f"{name}_{n}.cert", process_time()
        certify_game(Family(sequence.proved).at(n), path, "outcome" if is_misere else "nimber", is_misere)
        made = process_time()
        checked = verify(path)
        term = terms[n - sequence.first]
        proved = f"outcome {'N' if term else 'P'}" if is_misere else f"nimber {term}"
        if not checked.valid or f" {proved} under " not in checked.statement:
            raise SystemExit(f"{path} does not prove {proved}: {checked.statement}")
        seconds = f"made in {made - started:.1f} s and verified in {process_time() - made:.1f} s of processor time"
        print(f"{path}: {path.stat().st_size:,} bytes, {seconds}", flush=True)


def main(arguments: list[str]) -> int:
    parser = ArgumentParser(description="Write or check the sequences for the OEIS.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"by default all: {', '.join(PACK)}")
    parser.add_argument("--check", action="store_true", help="write nothing, but compare with the files")
    parser.add_argument(
        "--certificates", type=Path, metavar="DIR", help="write proofs of single terms, and verify them"
    )
    options = parser.parse_args(arguments)
    names = options.names or list(PACK)
    if unknown := [*(set(names) - {*PACK})]:
        parser.error(f"{unknown[0]} is not known; there are {', '.join(PACK)}")
    if options.certificates:
        options.certificates.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for name in names:
        sequence, started = PACK[name], process_time()
        text = text_of(sequence, sequence.compute(sequence.terms))
        if not options.check:
            path_of(name).write_text(text, encoding="ascii", newline="\n")
        is_right = path_of(name).read_text(encoding="utf-8") == text
        wrong += not is_right
        verdict = "NOT as in the file" if not is_right else "as in the file" if options.check else "written"
        print(
            f"{name}: {sequence.terms} terms, {verdict}; {process_time() - started:.1f} s of processor time", flush=True
        )
        if options.certificates:
            write_certificates(name, options.certificates)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
