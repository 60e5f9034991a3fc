"""Make the store of results that comes with the package, by `python tools/make_store.py`.

It holds closed proofs, in which each claim rests on those before it, so that every row can be checked without search,
and lists of winning moves, which a table of all positions gives; and for each a line that says by which version it was
found. The searches of Sprouts begin from nothing, and forget nothing; others go on from what $GRUNDY_CACHE holds,
and where it has them all, take ten minutes. The old store is replaced when the new one is complete. Other games are
stored if they are named:
python tools/make_store.py --outcome "cram(5x5)" --misere "cram(4x5)".
"""

import argparse
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

from small_proofs import prove_misere_outcomes, prove_outcomes

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import NotDecided
from grundy.solvers.proof.closed_proofs import Beside, ProofStep, WholeProof, prove_nimbers, prove_outcome, prover_of
from grundy.solvers.proof.expansion import Parts, StoredRules, expansion_of
from grundy.solvers.proof.memory import LASTING_NODES
from grundy.solvers.proof.misere import LOST, Whole
from grundy.solvers.proof.prover import Prover
from grundy.solvers.proof.store import SHIPPED_PROOFS, ProofStore
from grundy.solvers.saved import SHIPPED, write_digests

BARS = [(16, 16), *((rows, columns) for rows in range(3, 17) for columns in range(3, 17) if rows != columns)]
FULL = {2: 13, 3: 13, 4: 10, 5: 8, 6: 7, 7: 7}  # rows of Boxing Match, and the most columns
NORMAL_SPOTS, MISERE_SPOTS = [*range(11, 21), 22, 23], range(8, 15)
RECIPE: dict[str, list[str]] = {
    "sprouts": [f"sprouts({spots})" for spots in NORMAL_SPOTS],
    "misere_sprouts": [f"sprouts({spots})" for spots in MISERE_SPOTS],
    "outcome": ["boxing_match(4x13)"],
    "misere": [],
    "nimber": [f"boxing_match({rows}x{columns})" for rows, most in FULL.items() for columns in range(rows, most + 1)],
    "moves": [f"chomp({rows}x{columns})" for rows, columns in BARS],  # the first makes a table that holds the others
}
MOST_FORM_CHARACTERS = 1 << 20  # the longest form for 14 spots has 94,000
SEARCH_ENTRIES = 8_000_000  # of the memory of a search, which must forget nothing that a small proof may rest on
PROVERS: dict[str, Prover] = {}


class FormProof(WholeProof):
    """Misère play: heavy parts that are lost beside a form."""

    def step(self, node: Whole) -> ProofStep:
        return ProofStep((show_whole(self.prover, node),), 0)

    def weight(self, option: Beside) -> tuple[int, int]:
        """Options that need no step come first, then those with little left to play."""
        return len(option[0]) and self.prover.wholes.guess(option), len(option[0])

    def whole(self, parts: Parts) -> Whole:
        return self.prover.wholes.whole(parts, 0, self.budget)

    def followers(self, whole: Whole) -> Iterable[Whole]:
        return self.prover.wholes.followers(whole, self.budget)


def store_outcome(store: ProofStore, game: Game) -> int:
    """Who wins under normal play."""
    return store_steps(store, game, prove_outcome(*prover_of(game), Budget()))


def store_nimber(store: ProofStore, game: Game) -> int:
    """The nimber of a game."""
    return store_steps(store, game, prove_nimbers(*prover_of(game), Budget()))


def store_steps(store: ProofStore, game: Game, steps: Iterable[ProofStep]) -> int:
    """Store steps under normal play; what comes late in a proof rests on more, and is read first."""
    rows = [(step.parts[0], step.nimber, place) for place, step in enumerate(steps, LASTING_NODES)]
    return len(rows) * store.write(stored(game), False, rows)


def store_misere(store: ProofStore, game: Game) -> int:
    """Who wins under misère play."""
    prover, parts = prover_of(game)
    texts = [text for step in FormProof(prover, Budget()).steps_of_outcome(parts) for text in step.parts]
    return store_lost(store, game, texts)


def store_lost(store: ProofStore, game: Game, texts: Iterable[str]) -> int:
    rows = [(text, LOST, place) for place, text in enumerate(texts, LASTING_NODES)]
    return len(rows) * store.write(stored(game), True, rows)


def store_sprouts(store: ProofStore, games: list[Game]) -> int:
    """Who wins in several positions of Sprouts under normal play, by one proof; results are kept between them."""
    prover, positions = large_prover_of(games)
    steps = (ProofStep((prover.expansion.show(key),), nimber) for key, nimber in prove_outcomes(prover, positions))
    return store_steps(store, games[0], reversed([*steps]))


def store_misere_sprouts(store: ProofStore, games: list[Game]) -> int:
    """Who wins in several positions of Sprouts under misère play, by one proof."""
    prover, positions = large_prover_of(games)
    wholes = prove_misere_outcomes(prover, positions)
    return store_lost(store, games[0], (show_whole(prover, whole) for whole in reversed(wholes)))


def large_prover_of(games: list[Game]) -> tuple[Prover, list[Parts]]:
    """A search with a large memory that begins from nothing, and the parts of each game."""
    prover = Prover(expansion_of(games[0].summands[0].ruleset), fresh=True, most_entries=SEARCH_ENTRIES)
    return prover, [prover.parts(*(summand.position for summand in game.summands)) for game in games]


def show_whole(prover: Prover, whole: Whole) -> str:
    text = prover.wholes.show(whole, MOST_FORM_CHARACTERS)
    if text is None:
        raise NotDecided(f"not decided: a canonical form of more than {MOST_FORM_CHARACTERS:,} characters")
    return text


def store_moves(store: ProofStore, game: Game) -> int:
    """All winning moves under normal play."""
    (summand,) = game.summands
    board = summand.ruleset.board
    prover = PROVERS.setdefault(stored(game).name, prover_of(game, fresh=True)[0])
    moves = [board.show(to) for to in prover.reach(summand.position, False, Budget()) or ()]
    return len(moves) * store.write_wins(stored(game), board.show(summand.position), moves)


def stored(game: Game) -> StoredRules:
    """What facts about the ruleset of a game are stored under."""
    rules = expansion_of(game.summands[0].ruleset).stored_rules()
    if rules is None:
        raise SystemExit(f"nothing is stored of {game}")
    return rules


KINDS: dict[str, tuple[Callable[[ProofStore, Game], int], str]] = {
    "outcome": (store_outcome, "who wins under normal play, {} claims by proof search"),
    "misere": (store_misere, "who wins under misère play, {} claims by proof search"),
    "nimber": (store_nimber, "the nimber, {} claims by a compiled search"),
    "moves": (store_moves, "{} winning moves by a table of all positions"),
}


TOGETHER: dict[str, tuple[Callable[[ProofStore, list[Game]], int], str]] = {
    "sprouts": (store_sprouts, "who wins under normal play, by proof search; {} claims for {} positions together"),
    "misere_sprouts": (
        store_misere_sprouts,
        "who wins under misère play, by proof search; {} claims for {} positions together",
    ),
}


def add_together(store: ProofStore, kind: str, expressions: list[str]) -> None:
    """Put a proof of what several games are asked for into the store."""
    make, words = TOGETHER[kind]
    count = make(store, [parse(expression) for expression in expressions])
    if not count:
        raise SystemExit(f"{', '.join(expressions)}: nothing was found, or {store.path} cannot be written")
    for expression in expressions:
        told = words.format(f"{count:,}", len(expressions))
        store.origin(f"{expression}: {told}, grundy {version('grundy')}")
        print(store.origin()[-1], flush=True)


def add(store: ProofStore, kind: str, expression: str) -> None:
    """Put what a game is asked for into the store."""
    make, words = KINDS[kind]
    count = make(store, parse(expression))
    if not count:
        raise SystemExit(f"{expression}: nothing was found, or {store.path} cannot be written")
    store.origin(f"{expression}: {words.format(f'{count:,}')}, grundy {version('grundy')}")
    print(store.origin()[-1], flush=True)


def main() -> None:
    """Make the store from the games named, or those that are shipped."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for kind in [*TOGETHER, *KINDS]:
        parser.add_argument(f"--{kind}", nargs="*", default=[], metavar="GAME")
    parser.add_argument("--out", type=Path, default=SHIPPED_PROOFS)
    asked = vars(parser.parse_args())
    out: Path = asked["out"]
    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_suffix(".new")
    new.unlink(missing_ok=True)
    recipe = {kind: asked[kind] for kind in [*TOGETHER, *KINDS] if asked[kind]} or RECIPE
    store = ProofStore(new, source=SHIPPED)
    for kind, expressions in recipe.items():
        if kind in TOGETHER:
            add_together(store, kind, expressions)
            continue
        for expression in expressions:
            add(store, kind, expression)
    store.close()
    with closing(sqlite3.connect(new)) as base:  # one file without a log beside it, as small as it gets
        base.executescript("PRAGMA journal_mode = DELETE; VACUUM")
    os.replace(new, out)
    if out == SHIPPED_PROOFS:
        write_digests()


if __name__ == "__main__":
    main()
