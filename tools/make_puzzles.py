"""Make the puzzles that come with the package, by `python tools/make_puzzles.py`: some minutes.

In turns every ruleset gives one puzzle of each kind, from seed 0 on, until there are a thousand. Each is made by the
definition, and checked again by a search of its own that knows nothing of the others.
"""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import grundy
from grundy.catalog import entries
from grundy.learn.puzzles import KINDS, Puzzle, each_puzzle, has_property, why_not
from grundy.learn.shipped import FILE

Row = tuple[str, str]  # a ruleset and a kind
WANTED = 1000
TRIED_SEEDS = 8
HEADING = (
    "# Puzzles: name (ruleset/kind/seed), rating, positions; the last is asked about. Made by tools/make_puzzles.py."
)


def next_puzzle(row: Row, seed: int, known: frozenset[str]) -> Puzzle | None:
    """The first puzzle of a ruleset and kind from this seed on that is not among the known positions."""
    found = each_puzzle(*row, range(seed, TRIED_SEEDS))
    return next((puzzle for puzzle in found if puzzle.position not in known), None)


def choose(rows: list[Row], pool: Executor) -> Iterator[Puzzle]:
    """One puzzle of each ruleset and kind, then the second of each, and so on."""
    seeds, known = dict.fromkeys(rows, 0), dict.fromkeys(rows, frozenset[str]())
    while seeds:
        places = list(seeds)
        found = pool.map(next_puzzle, places, seeds.values(), [known[row] for row in places])
        for row, puzzle in zip(places, found, strict=True):
            if puzzle is None:
                del seeds[row]
                continue
            print(puzzle.line(), flush=True)
            seeds[row], known[row] = puzzle.seed + 1, known[row] | {puzzle.position}
            yield puzzle


def describe_gaps(chosen: list[Puzzle]) -> Iterator[str]:
    """Which kinds are missing of which rulesets, and why."""
    present = {(puzzle.ruleset, puzzle.kind) for puzzle in chosen}
    for name, entry in entries().items():
        for kind in KINDS:
            if (name, kind) not in present:
                yield f"# no {kind} of {name}: {why_not(kind, entry.about) or f'none from {TRIED_SEEDS} seeds'}"


def main() -> None:
    about = {name: entry.about for name, entry in entries().items()}
    rows = [(name, kind) for kind in KINDS for name in about if not why_not(kind, about[name])]
    with ProcessPoolExecutor() as pool:
        chosen = sorted(
            islice(choose(rows, pool), WANTED), key=lambda puzzle: (puzzle.ruleset, puzzle.kind, puzzle.seed)
        )
        assert len(chosen) == WANTED, len(chosen)
        assert all(pool.map(has_property, chosen))
    lines = [HEADING, *describe_gaps(chosen), *(puzzle.line() for puzzle in chosen)]
    (Path(grundy.__file__).parent / "data" / FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
