"""Closed proofs: each step is checked by the rules alone, in the order in which it stands."""

from collections import Counter
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest
from caches import rules_of

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.ruleset import Ruleset
from grundy.errors import UndefinedError
from grundy.solvers import search
from grundy.solvers.proof import closed_proofs
from grundy.solvers.proof.closed_proofs import FalseResultError, prove_nimbers, prove_outcome, prover_of
from grundy.solvers.proof.store import SHIPPED_PROOFS, ProofStore

pytestmark = pytest.mark.slow

GAMES = [
    "cram(3x5)",
    "cram(4x4)",
    "cram(____/_x__/____)",
    "cram(2x3) + cram(3x3) + cram(3x3)",
    "boxing_match(3x4)",
    "boxing_match(4x4)",
    "node_kayles(grid 3x3)",
    "node_removal(grid 3x3)",
    "chomp(3x4)",
    "hackenbush(0-1,1-2,2-0,2-3,3-4)",
]
Parts = tuple[str, ...]


def pieces(summand: Summand) -> Parts:
    """The canonical parts of a position, as text, without those that are over."""
    rules = summand.ruleset
    live = (part for part in rules.parts(summand.position) if not rules.is_over(part))
    return tuple(sorted(rules.board.show(rules.canonical(part)) for part in live))


@cache
def left_of(rules: Ruleset[Any], part: str) -> set[Parts]:
    """What the moves in one part leave of it."""
    return {pieces(Summand(rules, to)) for to in rules.moves(rules.board.make(part))}


def options(game: Game, parts: Parts) -> set[Parts]:
    rules = game.summands[0].ruleset
    found = set[Parts]()
    for place, part in enumerate(parts):
        rest = parts[:place] + parts[place + 1 :]
        found.update(tuple(sorted(rest + left)) for left in left_of(rules, part))
    return found


def split(parts: Parts, known: dict[Parts, int]) -> tuple[int, list[str]]:
    odd = [part for part, copies in Counter(parts).items() if copies % 2]
    value = reduce(xor, (known[(part,)] for part in odd if (part,) in known), 0)
    return value, [part for part in odd if (part,) not in known]


def differs(game: Game, parts: Parts, value: int, known: dict[Parts, int]) -> bool:
    total, unknown = split(parts, known)
    if not unknown:
        return total != value
    return len(unknown) == 1 and any(split(to, known) == (total ^ value, []) for to in options(game, (unknown[0],)))


@pytest.mark.parametrize("text", GAMES)
def test_claims_of_normal_play(text: str) -> None:
    game, known = parse(text), dict[Parts, int]()
    for parts, nimber in prove_outcome(*prover_of(game, fresh=True), Budget()):
        assert len(parts) == 1
        assert all(differs(game, option, nimber, known) for option in options(game, parts))
        met = {total for total, unknown in (split(option, known) for option in options(game, parts)) if not unknown}
        assert met >= set(range(nimber))
        known[parts] = nimber
    start = tuple(part for summand in game.summands for part in pieces(summand))
    if search.nimber(game):
        assert differs(game, start, 0, known)
    else:
        assert split(start, known) == (0, [])


@pytest.mark.parametrize("nodes", [1, 1 << 20])
def test_both_sides_of_the_nodes_of_a_first_try(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed_proofs, "FIRST_NODES", nodes)
    for text in ("cram(3x5)", "node_kayles(grid 3x3)"):
        test_claims_of_normal_play(text)


@pytest.mark.parametrize("text", GAMES)
def test_claims_of_misere_play(text: str) -> None:
    game, lost = parse(text), set[Parts]()
    for parts, nimber in prove_outcome(*prover_of(game, fresh=True), Budget(), misere=True):
        assert nimber == 0
        assert options(game, parts)
        for option in options(game, parts):
            answers = options(game, option)
            assert not answers or answers & lost, option
        lost.add(parts)
    start = tuple(sorted(part for summand in game.summands for part in pieces(summand)))
    won = start not in lost
    assert won == (search.outcome(game, misere=True) == "N")
    assert not won or options(game, start) & lost


def test_a_proof_is_about_one_ruleset() -> None:
    with pytest.raises(UndefinedError, match="each summand by itself"):
        prover_of(parse("cram(2x2) + kayles(3)"))


def test_a_shipped_proof_is_written_without_search() -> None:
    """The first rows are about the smallest parts; the steps are rows, each after those that it rests on."""
    prover, _ = prover_of(parse("sprouts(20)"))
    rows = ProofStore(SHIPPED_PROOFS, read_only=True).rows(rules_of("sprouts(1)"), False)
    nimbers = {text: fact for text, fact, _ in rows}
    prover.normal.load_saved()
    key = prover.expansion.read_canonical(rows[-1200][0])
    steps = [*prove_nimbers(prover, (key,), Budget())]
    assert prover.normal.nodes == 0
    assert len(steps) > 30
    assert all(nimbers[part] == nimber for (part,), nimber in steps)
    assert not prover.uses_unproved
    prover.load_proof()
    assert prover.couples.facts.find is None
    assert prover.recall(prover.parts(parse("sprouts(20)").summands[0].position)) is True


@pytest.mark.parametrize(
    ("text", "nimber", "words"),
    [
        ("cram(1x2)", 0, "has the nimber that"),
        ("cram(2x2)", 1, "has the nimber that"),
        ("cram(2x2)", 2, "no option of nimber 0"),
    ],
)
def test_a_false_nimber_is_refused(text: str, nimber: int, words: str) -> None:
    prover, parts = prover_of(parse(text), fresh=True)
    prover.couples.facts.put(parts[0], nimber, 10)
    with pytest.raises(FalseResultError, match=words):
        [*prove_nimbers(prover, parts, Budget())]
