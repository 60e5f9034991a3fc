"""Make the store of results that comes with the package, by `python tools/make_store.py`.

What goes in are closed proofs by claims, of which each rests on those before it, so that every row can be checked
without search, and lists of winning moves, which a table of all positions gives; and for each a line that says by which
version it was found. Searches go on from what $GRUNDY_CACHE holds; where it has them all, the rest takes ten minutes.
The old store stays as it is until the new one is complete. Other games go in if they are named:
python tools/make_store.py --outcome "cram(5x5)" --misere "cram(4x5)".
"""

import argparse
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.solvers.proof.claims import Claim, lost_beside_forms, nimbers_of, proof_of
from grundy.solvers.proof.memory import LASTING
from grundy.solvers.proof.misere import LOST
from grundy.solvers.proof.prover import Prover
from grundy.solvers.proof.saved import SHIPPED, Saved

BARS = [(16, 16), *((rows, columns) for rows in range(3, 17) for columns in range(3, 17) if rows != columns)]
FULL = {2: 13, 3: 13, 4: 10, 5: 8, 6: 7, 7: 7}  # rows of Boxing Match, and the most columns
RECIPE = {
    "outcome": [f"sprouts({spots})" for spots in range(11, 18)] + ["boxing_match(4x13)"],
    "misere": [f"sprouts({spots})" for spots in range(8, 13)],
    "nimber": [f"boxing_match({rows}x{columns})" for rows, most in FULL.items() for columns in range(rows, most + 1)],
    "moves": [f"chomp({rows}x{columns})" for rows, columns in BARS],  # the first makes a table that holds the others
}
PROVERS: dict[str, Prover] = {}


def outcome(saved: Saved, game: Game) -> int:
    """Who wins under normal play."""
    return claimed(saved, game, proof_of(game))


def nimber(saved: Saved, game: Game) -> int:
    """The nimber of a game."""
    return claimed(saved, game, nimbers_of(game))


def claimed(saved: Saved, game: Game, claims: Iterable[Claim]) -> int:
    """Claims under normal play; what comes late in a proof rests on more, and is read first."""
    rows = [(claim.parts[0], claim.nimber, place) for place, claim in enumerate(claims, LASTING)]
    return len(rows) * saved.write(name(game), False, rows)


def misere(saved: Saved, game: Game) -> int:
    """Who wins under misère play."""
    rows = [(text, LOST, place) for place, text in enumerate(lost_beside_forms(game), LASTING)]
    return len(rows) * saved.write(name(game), True, rows)


def moves(saved: Saved, game: Game) -> int:
    """All winning moves under normal play."""
    (summand,) = game.summands
    prover, board = PROVERS.setdefault(name(game), Prover(summand.ruleset, fresh=True)), summand.ruleset.board
    found = [board.show(to) for to in prover.reach(summand.position, False, Budget()) or ()]
    return len(found) * saved.write_wins(name(game), board.show(summand.position), found)


def name(game: Game) -> str:
    """The ruleset of a game."""
    return str(game.summands[0].ruleset)


KINDS: dict[str, tuple[Callable[[Saved, Game], int], str]] = {
    "outcome": (outcome, "who wins under normal play, {} claims by proof search"),
    "misere": (misere, "who wins under misère play, {} claims by proof search"),
    "nimber": (nimber, "the nimber, {} claims by a compiled search"),
    "moves": (moves, "{} winning moves by a table of all positions"),
}


def add(saved: Saved, kind: str, expression: str) -> None:
    """Put what a game is asked for into the store."""
    make, words = KINDS[kind]
    count = make(saved, parse(expression))
    if not count:
        raise SystemExit(f"{expression}: nothing was found, or {saved.path} cannot be written")
    saved.origin(f"{expression}: {words.format(f'{count:,}')}, grundy {version('grundy')}")
    print(saved.origin()[-1], flush=True)


def main() -> None:
    """Make the store from the games named, or those that are shipped."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for kind in KINDS:
        parser.add_argument(f"--{kind}", nargs="*", default=[], metavar="GAME")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    asked = vars(parser.parse_args())
    out: Path = asked["out"]
    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_suffix(".new")
    new.unlink(missing_ok=True)
    recipe = {kind: asked[kind] for kind in KINDS if asked[kind]} or RECIPE
    for kind, expressions in recipe.items():
        for expression in expressions:
            add(Saved(new), kind, expression)
    with closing(sqlite3.connect(new)) as base:  # one file without a log beside it, as small as it gets
        base.executescript("PRAGMA journal_mode = DELETE; VACUUM")
    os.replace(new, out)


if __name__ == "__main__":
    main()
