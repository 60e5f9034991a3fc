"""Make the store of proofs that comes with the package: python tools/make_store.py "sprouts(12)" --misere "cram(5x5)".

What goes in are closed proofs by claims, of which each rests on those before it, so that every row can be checked
without search; and for each game a line that says by which version it was found, and how many claims it took.
Searches go on from what $GRUNDY_CACHE holds. The old store stays as it is until the new one is complete.
"""

import argparse
import os
import sqlite3
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

from grundy import parse
from grundy.core.game import Game
from grundy.solvers.proof.claims import proof_of
from grundy.solvers.proof.memory import LASTING
from grundy.solvers.proof.misere import LOST
from grundy.solvers.proof.prover import Prover
from grundy.solvers.proof.saved import SHIPPED, Row, Saved


def rows(game: Game, misere: bool) -> list[Row]:
    """A closed proof as rows; what comes late in it rests on more, and is read first."""
    claims = enumerate(proof_of(game, misere), LASTING)
    if not misere:
        return [(claim.parts[0], claim.nimber, place) for place, claim in claims]
    prover = Prover(game.summands[0].ruleset, fresh=True)
    keys = ((tuple(map(prover.expansion.read, claim.parts)), place) for place, claim in claims)
    shown = ((prover.wholes.show(prover.wholes.whole(parts, 0)), place) for parts, place in keys)
    return [(text, LOST, place) for text, place in shown if text is not None]


def add(saved: Saved, expression: str, misere: bool) -> None:
    """Put the proof of who wins a game into the store."""
    game = parse(expression)
    found = rows(game, misere)
    if not saved.write(str(game.summands[0].ruleset), misere, found):
        raise SystemExit(f"{saved.path} cannot be written")
    play = "misère" if misere else "normal"
    saved.origin(f"{expression}, {play} play: {len(found):,} claims by proof search, grundy {version('grundy')}")
    print(saved.origin()[-1])


def main() -> None:
    """Make the store from the games named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("normal", nargs="*", help="games under normal play")
    parser.add_argument("--misere", nargs="*", default=[], help="games under misère play")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    asked = parser.parse_args()
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    new = asked.out.with_suffix(".new")
    new.unlink(missing_ok=True)
    for misere, expressions in ((False, asked.normal), (True, asked.misere)):
        for expression in expressions:
            add(Saved(new), expression, misere)
    with closing(sqlite3.connect(new)) as base:  # one file without a log beside it, as small as it gets
        base.executescript("PRAGMA journal_mode = DELETE; VACUUM")
    os.replace(new, asked.out)


if __name__ == "__main__":
    main()
