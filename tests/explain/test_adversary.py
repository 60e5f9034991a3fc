"""Certificates of false statements, made to be believed: none is; and all true ones that we write are."""

from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from itertools import islice, product
from pathlib import Path
from random import Random

import forger
import pytest
from thorough import THOROUGH, share

from grundy import catalog, parse
from grundy.boards.heaps import HeapGame
from grundy.catalog import Entry
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import mex
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided, PositionError, UndefinedError
from grundy.explain import checker
from grundy.explain.certificates import make
from grundy.explain.checker import verify

pytestmark = pytest.mark.slow
FORGERIES = 10_000 if THOROUGH else 2_500  # of each kind; the faults below are found by 2,200
MOST_OPTIONS, MOST_SECONDS = 1_000, 2.0  # to write one certificate


@pytest.fixture
def names_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what each name in a certificate is read as: thousands of forgeries are about the same few positions."""
    for reader in ("parse", "parse_ruleset"):
        monkeypatch.setattr(checker, reader, cache(getattr(checker, reader)))


@pytest.mark.usefixtures("names_are_read_once")
@pytest.mark.parametrize("kind", forger.FORGERS)
def test_no_forgery_is_accepted(kind: str, tmp_path: Path) -> None:
    tried, met = 0, set[bytes]()
    for header, body in forger.FORGERS[kind](Random(kind)):
        assert header["kind"] == kind
        key = sha256(repr(header).encode() + body).digest()
        if key in met:
            continue
        met.add(key)
        try:
            verdict = forger.verdict(tmp_path / "c", header, body)
        except GrundyError:  # it cannot be read, or asks for too much
            continue
        assert not verdict.valid, (header, body)
        tried += 1
        if tried == FORGERIES:
            break


def accept(*_: object) -> bool:
    return True


def holds_without_ranks(self: checker.Labels, name: str, label: str, rank: int) -> bool:
    around = {self.entry(follower)[0] for follower in self.followers(name)}
    return around <= {"N"} if label == "P" else "P" in around if label == "N" else "D" in around and "P" not in around


def holds_without_smaller_values(self: checker.Nimbers, name: str, value: int, rank: int) -> bool:
    totals = [self.add(option, rank) for option in self.positions.options(name)]
    return not any(others or total == value for total, _, others in totals)


def label_is_a_gap(self: checker.Labels, name: str, label: str, rank: int) -> bool:
    around = [self.entry(follower)[0] for follower in self.followers(name)]
    return label == "*" or int(label) == mex(int(other) for other in around if other != "*")


ENTAILING_HOLDS, MARGIN_HOLDS = checker.Entailing.holds, checker.Margins.holds


def holds_if_loony(self: checker.Entailing, name: str, value: str, rank: int) -> bool:
    return value == "loony" or ENTAILING_HOLDS(self, name, value, rank)


def holds_at_least(self: checker.Margins, name: str, text: str, rank: int) -> bool:
    least, _ = self.bounds(text)
    return least is None or MARGIN_HOLDS(self, name, f"{least}..", rank)


FAULTS: dict[str, tuple[str, object, str]] = {
    "moves in other units that nobody answers": ("Entailing.is_answered", accept, "entailing"),
    "loony without a move": ("Entailing.holds", holds_if_loony, "entailing"),
    "margins at most by any option": ("Margins.holds", holds_at_least, "margins"),
    "outcomes without ranks": ("Labels.outcome_holds", holds_without_ranks, "labels"),
    "values without replies": ("Labels.value_holds", label_is_a_gap, "graph"),
    "numbers without all smaller ones": ("Nimbers.holds", holds_without_smaller_values, "nimbers"),
    "any repetition of values": ("repetition_suffices", accept, "values"),
    "any growth of values": ("growth_suffices", accept, "values"),
    "values that are not reckoned": ("HeapTable.check", accept, "values"),
    "any repetition of elements": ("repetition_suffices", accept, "quotient"),
    "sums without a move": ("check_every_sum_has_a_move", accept, "quotient"),
}


@pytest.mark.usefixtures("names_are_read_once")
@pytest.mark.parametrize("name", FAULTS)
def test_the_adversary_finds_a_fault_in_the_checker(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A condition less, and one of the forgeries is believed."""
    place, fault, kind = FAULTS[name]
    monkeypatch.setattr(f"grundy.explain.checker.{place}", fault)
    tries = islice(forger.FORGERS[kind](Random(kind)), FORGERIES)
    assert any(forger.verdict(tmp_path / "c", header, body).valid for header, body in tries)


TRUSTED = (None, ("moves",), ("moves", "parts"), ("moves", "parts", "canonical"))


def small_games(entry: Entry) -> list[Game]:
    """The example of a ruleset, and some small positions with moves."""
    example = parse(entry.example)
    if len(example.summands) > 1:
        return [example]
    rules, found = example.summands[0].ruleset, list[Game]()
    for position in islice(rules.board.small(4), 60):
        with suppress(PositionError):
            game = Game.of(rules, position)
            if not rules.has_infinite_moves(position) and next(game.each_move(), None):
                found.append(game)
    return [*found[:: max(1, len(found) // 3)], example]


@pytest.mark.parametrize("name", catalog.entries())
def test_every_certificate_that_we_write_is_accepted(name: str, tmp_path: Path) -> None:
    """All rulesets, under both kinds of play, whatever is proved and trusted, unless they are refused as such."""
    out, made = tmp_path / "c", 0
    games = small_games(catalog.entries()[name])
    rules = games[-1].summands[0].ruleset
    if type(rules).continuation is not Ruleset.continuation:
        for game, misere, kind, trusted in product(games, rules.plays, (None, "nimber", "labels"), TRUSTED):
            with pytest.raises(UndefinedError, match=r"and no kind of certificate covers that; ask for the solution$"):
                make.certify_game(game, out, kind, misere, trusted)
        assert not out.exists()
        return
    kinds = (None, "nimber", "margin", "labels")
    ways = share([*product(games, (False, True), kinds, TRUSTED)], 3)  # prime to the others: each kind meets each trust
    for game, misere, kind, trusted in ways:
        try:
            make.certify_game(game, out, kind, misere, trusted, Budget(MOST_OPTIONS, MOST_SECONDS))
        except (NotDecided, UndefinedError):  # too large, or a question without an answer
            continue
        verdict = verify(out)
        assert verdict.valid, (str(game), misere, kind, trusted, verdict.statement)
        assert not verdict.notes
        made += 1
    assert made >= 4 or rules.has_infinite_moves(games[-1].summands[0].position)


@pytest.mark.parametrize("name", [name for name, it in catalog.entries().items() if isinstance(it.ruleset, HeapGame)])
def test_every_table_that_we_write_is_accepted(name: str, tmp_path: Path) -> None:
    out, ruleset = tmp_path / "c", catalog.entries()[name].ruleset
    assert ruleset
    calls = [partial(make.certify_values, ruleset, to) for to in (1, 30)]
    calls += [partial(make.certify_values, ruleset, None)]
    calls += [partial(make.certify_quotient, ruleset, to) for to in (1, 4)]
    for call in calls:
        try:
            call(out, Budget(100 * MOST_OPTIONS, MOST_SECONDS))
        except (NotDecided, UndefinedError):
            continue
        verdict = verify(out)
        assert verdict.valid, verdict.statement
