"""Small closed proofs of Sprouts: every claim is true by the definition, and rests on other claims alone."""

import pytest
from claims_without_search import LostClaims, NimberClaims
from small_proofs import SmallNimberProof, prove_misere_outcomes, prove_outcomes

from grundy import parse
from grundy.errors import NotDecided
from grundy.games.sprouts.rules import sprouts
from grundy.games.sprouts.search import SproutsExpansion, free_spots_key
from grundy.solvers import search
from grundy.solvers.proof.expansion import Key
from grundy.solvers.proof.misere import LOST
from grundy.solvers.proof.prover import Prover

pytestmark = pytest.mark.slow
DEFINED_LIVES = 9  # of positions that the definition decides at once


def test_nimbers() -> None:
    rules = SproutsExpansion(sprouts)
    positions = [(free_spots_key(spots),) for spots in range(4, 9)]
    proof = prove_outcomes(Prover(rules, fresh=True), positions)
    known, values = dict(proof), search.Values()
    assert len(known) == len(proof) < 1_200
    claims = NimberClaims(rules, known)
    assert all(map(claims.hold, known))
    small = [key for key in known if rules.lives(key) <= DEFINED_LIVES]
    assert small
    assert all(search.nimber(parse(f"sprouts({rules.show(key)})"), values) == known[key] for key in small)
    for (key,), lost in zip(positions, [False, False, True, True, True], strict=True):
        assert key in known if lost else 0 in claims.nimbers(key)


def test_lost_positions_of_misere_play() -> None:
    rules = SproutsExpansion(sprouts)
    prover, positions = Prover(rules, fresh=True), [(free_spots_key(spots),) for spots in range(4, 9)]
    proof = prove_misere_outcomes(prover, positions)
    known = set(proof)
    assert len(known) == len(proof) < 300
    claims = LostClaims(prover.wholes, known)
    assert all(map(claims.hold, known))
    for parts, lost in zip(positions, [True, False, False, True, True], strict=True):
        assert (prover.wholes.label(prover.wholes.whole(parts, 0)) == LOST) == lost
        assert claims.is_lost((parts, 0)) if lost else claims.is_won((parts, 0))


def test_what_is_forgotten_is_told() -> None:
    facts: dict[Key, int] = {free_spots_key(6): 0}
    with pytest.raises(NotDecided, match="has forgotten what a proof rests on"):
        list(SmallNimberProof(SproutsExpansion(sprouts), facts).claims([(free_spots_key(6),)]))
