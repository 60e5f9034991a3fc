"""A thousand corrupted certificates, their checksums made right again: none proves what is false."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import certificates
import forger
import pytest

from grundy.core.budget import Budget
from grundy.errors import DamageError, GrundyError, NotDecided
from grundy.explain import checker
from grundy.explain.certificates import make
from grundy.explain.checker import verify
from grundy.expressions import parse_ruleset
from grundy.games.nim import Nim

pytestmark = pytest.mark.slow

Header = dict[str, Any]
EACH = 24  # corruptions of each certificate, of which there are over 42
ENOUGH = 100_000  # options; a changed number may ask for very many
LINES = ("nimbers", "labels", "graph", "entailing", "margins")  # the kinds whose bodies are lines


def changed_number(number: int, random: Random) -> int:
    return max(0, number + random.choice((-2, -1, 1, 2, 7)))


def changed_header(header: dict[str, Any], random: Random) -> dict[str, Any]:
    """The header with one entry, or one claim, changed."""
    key = random.choice([key for key in header if key not in ("kind", "width")])
    value, flip = header[key], {"P": "N", "N": "D", "D": "P", "normal": "misere", "misere": "normal"}
    if value is None:
        return header | {key: random.choice(([0, 1], [1, 1, 0], "nim(0)", {"outcome": "P"}))}
    if isinstance(value, dict):
        return header | {key: changed_header(value, random)}
    if isinstance(value, int):
        return header | {key: changed_number(value, random)}
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return header | {key: [changed_header(item, random) for item in value]}
    if isinstance(value, list):
        return header | {key: [changed_number(n, random) if isinstance(n, int) else n for n in value][1:]}
    digits = [i for i, c in enumerate(value) if c.isdecimal()]
    if value in flip or not digits:
        return header | {key: flip.get(value, value + "x")}
    place = random.choice(digits)
    return header | {key: value[:place] + str(random.randrange(7)) + value[place + 1 :]}


def changed_field(field: str, random: Random) -> str:
    """A field of a line with a number or a letter changed."""
    if not field:
        return "0"
    place = random.randrange(len(field))
    letters = "0123" if field[place].isdecimal() else "NPD*abcdefghi0x.:,/"
    return field[:place] + random.choice(letters) + field[place + 1 :]


def changed_list(items: list[Any], random: Random) -> list[Any]:
    """The items with one dropped, doubled, or two exchanged, or one moved."""
    items, i, j = list(items), random.randrange(len(items)), random.randrange(len(items))
    match random.randrange(4):
        case 0:
            del items[i]
        case 1:
            items.insert(j, items[i])
        case 2:
            items[i], items[j] = items[j], items[i]
        case 3:
            items.insert(j, items.pop(i))
    return items


def width_of(header: Header) -> int:
    """The bytes of a number in a body."""
    return int(header["tables"][0]["width"]) if header["kind"] == "values" else 2


def changed_body(body: bytes, lines: bool, random: Random, width: int = 2) -> bytes:
    """The body with a line or a field changed; a body of numbers is changed in these."""
    if not lines:
        numbers = [int.from_bytes(body[i : i + width], "little") for i in range(0, len(body), width)]
        place = random.randrange(len(numbers))
        if random.random() < 0.5:
            numbers[place] = changed_number(numbers[place], random)
        else:
            numbers = changed_list(numbers, random)
        return b"".join((number % (1 << 8 * width)).to_bytes(width, "little") for number in numbers)
    rows = body.decode().splitlines()
    if not rows or random.random() < 0.3:
        rows = changed_list(rows or [""], random)
    else:
        place = random.randrange(len(rows))
        fields = rows[place].split("\t")
        field = random.randrange(len(fields))
        fields[field] = changed_field(fields[field], random)
        rows[place] = "\t".join(fields if random.random() < 0.8 else changed_list(fields, random))
    rows = sorted(rows) if random.random() < 0.8 else rows  # an adversary would keep the order
    return "".join(f"{row}\n" for row in rows).encode()


def accepted(path: Path) -> bool:
    """Whether a certificate is accepted; it may also be unreadable, or ask for too much."""
    try:
        return verify(path, Budget(ENOUGH)).valid
    except (GrundyError, NotDecided):
        return False


@pytest.mark.parametrize("name", certificates.CALLS)
def test_what_is_accepted_is_true(name: str, tmp_path: Path) -> None:
    out, random = tmp_path / "c", Random(name)
    certificates.CALLS[name](out)
    header, body = certificates.split(out)
    lines, width = json.loads(header)["kind"] in LINES, width_of(json.loads(header))
    rejected = 0
    for _ in range(EACH):
        new = json.dumps(changed_header(json.loads(header), random)).encode() if random.random() < 0.35 else header
        other = changed_body(body, lines, random, width) if new == header or random.random() < 0.2 else body
        certificates.reseal(out, new, other)
        if accepted(out):
            assert certificates.is_true(out), (new, other)
        else:
            rejected += 1
    assert rejected > EACH / 5


@pytest.mark.parametrize(
    "name", [name for name in certificates.CALLS if "(" in name.split()[0] and "certify" not in name]
)
def test_false_claims_are_rejected(name: str, tmp_path: Path) -> None:
    """The outcome turned round, with the proof as it was and with changes to it."""
    out, random = tmp_path / "c", Random(name)
    certificates.CALLS[name](out)
    head, body = certificates.split(out)
    header = json.loads(head)
    for outcome in sorted({"N", "P", "D"} - {header["claim"]["outcome"]}):
        lie = json.dumps(header | {"claim": {"outcome": outcome}}).encode()
        for _ in range(EACH // 4):
            certificates.reseal(out, lie, body)
            assert not accepted(out)
            body = changed_body(body, header["kind"] in LINES, random, width_of(header))


ALL = ("moves", "parts", "canonical", "finite")
LOOP = "digraph(a: b; b: a)(a)"
ONE = "digraph(a: a)(a)"
VALUES: dict[str, Any] = {"kind": "graph", "play": "normal", "of": "values"}
OUTCOMES = VALUES | {"of": "outcomes"}


def game(text: str, claim: dict[str, Any], *trusted: str, misere: bool = False, of: str | None = None) -> Header:
    header: Header = {
        "kind": "labels" if of else "nimbers",
        "game": text,
        "play": "misere" if misere else "normal",
        "trusted": [*trusted] or ["moves"],
        "rules": forger.rules_of(text),
        "claim": claim,
    }
    return header | ({"of": of} if of else {})


def table(ruleset: str, count: int, period: list[int] | None = None, width: int = 2) -> Header:
    return {
        "kind": "values",
        "trusted": ["moves", "code"],
        "rules": checker.rules_at_hand([parse_ruleset(ruleset)]),
        "tables": [{"ruleset": ruleset, "width": width, "count": count, "period": period}],
        "game": None,
        "claim": None,
    }


def monoid(order: int, lost: list[int], heaps: list[int], ruleset: str = "nim") -> Header:
    return {
        "kind": "quotient",
        "ruleset": ruleset,
        "trusted": ["moves", "code"],
        "rules": checker.rules_at_hand([parse_ruleset(ruleset)]),
        "order": order,
        "lost": lost,
        "heaps": heaps,
        "period": None,
    }


BOTH = forger.rules_of("nim(1) + kayles(1)")
# The products 1, a, b, ab, b^2, ab^2 of nim with heaps of 1, 2 and 3 under misère play (a^2 = 1, b^3 = b).
NIM_3 = [0, 1, 2, 3, 4, 5, 1, 0, 3, 2, 5, 4, 2, 3, 4, 5, 2, 3, 3, 2, 5, 4, 3, 2, 4, 5, 2, 3, 4, 5, 5, 4, 3, 2, 5, 4]


FORGED: dict[str, tuple[Header, str | list[int]]] = {
    "a smaller value is not met": (game("nim(1)", {"nimber": 2}), "nim(0)\t0\t0\nnim(1)\t2\t1\n"),
    "an option has the value": (game("nim(2)", {"nimber": 1}), "nim(0)\t0\t0\nnim(1)\t1\t1\nnim(2)\t1\t2\n"),
    "no reply": (game("nim(2)", {"outcome": "P"}), "nim(2)\t0\t0\n"),
    "a line rests on one of its own rank": (game("nim(1)", {"nimber": 1}), "nim(0)\t0\t1\nnim(1)\t1\t1\n"),
    "an end is not lost": (game("nim(0)", {"outcome": "P"}, misere=True), "nim(0)\t0\t0\n"),
    "two pieces are unknown": (game("nim(1) + nim(2)", {"outcome": "P"}, *ALL), ""),
    "nothing is claimed": (game("nim(0)", {}), "nim(0)\t0\t0\n"),
    "nothing is known": (game("nim(3)", {"outcome": None}), ""),
    "a nimber under misère play": (game("nim(1)", {"nimber": 0}, misere=True), "nim(1)\t0\t0\n"),
    "a claim about something else": (game("nim(0)", {"winner": None}), "nim(0)\t0\t0\n"),
    "a twice listed name": (game("nim(1)", {"outcome": "P"}), "nim(0)\t0\t0\nnim(1)\t0\t1\nnim(1)\t1\t1\n"),
    "names out of order": (game("nim(1)", {"outcome": "N"}), "nim(1)\t1\t1\nnim(0)\t0\t0\n"),
    "a position of another game": (game("nim(1)", {"outcome": "P"}), "kayles(0)\t0\t0\n"),
    "a position that does not read": (game("nim(1)", {"outcome": "P"}), "nim(\t0\t0\n"),
    "a claimed lost end": (game("nim(1)", {"outcome": "N"}, misere=True), "\t\t0\t0\n"),
    "equal drawn pieces do not cancel": (game(f"{LOOP} + {LOOP}", {"outcome": "P"}, *ALL), ""),
    "nor do equal compounds": (
        game(f"conjunctive({LOOP}, {LOOP}) + conjunctive({LOOP}, {LOOP})", {"outcome": "P"}, *ALL),
        "",
    ),
    "a game without misère form": (game("sos(4)", {"outcome": "P"}, misere=True), "sos(4)\t0\t0\n"),
    "trusted nothing": (game("nim(0)", {"outcome": "P"}) | {"trusted": []}, "nim(0)\t0\t0\n"),
    "a circle of ranks": (game(LOOP, {"outcome": "P"}), f"{LOOP}\t0\t0\n"),
    "P by what comes later": (OUTCOMES, "a\tP\t0\tb\nb\tN\t1\ta\n"),
    "N by nothing": (OUTCOMES, "a\tN\t1\tb\nb\tN\t0\ta\n"),
    "D at an end": (OUTCOMES, "a\tD\t0\n"),
    "D beside a P": (OUTCOMES, "a\tD\t0\tb\tc\nb\tP\t0\nc\tD\t0\ta\n"),
    "D without a way round": (OUTCOMES, "a\tN\t1\tt\nb\tD\t0\ta\nt\tP\t0\n"),
    "a vertex is missing": (OUTCOMES, "a\tN\t0\tb\n"),
    "a vertex without a name": (VALUES, "\t0\t0\n"),
    "a value is an option's": (VALUES, "a\t0\t1\tb\nb\t0\t0\n"),
    "a value is too large": (VALUES, "a\t2\t1\tb\nb\t0\t0\n"),
    "a value in a circle": (VALUES, "a\t0\t0\tb\nb\t1\t1\ta\n"),
    "infinite though play can be ended": (VALUES, "a\t*\t0\tb\nb\t*\t0\ta\tc\nc\t0\t0\n"),
    "infinite at an end": (VALUES, "a\t*\t0\n"),
    "a label that is none": (VALUES, "a\tP\t0\n"),
    "a line that is cut": (VALUES, "a\t0\n"),
    "an N hides the number of an option": (VALUES, "a\t*\t0\tb\tc\nb\tN\t1\tc\nc\t0\t0\n"),
    "a number among outcomes": (OUTCOMES, "a\tN\t1\tb\nb\t0\t0\n"),
    "an outcome among values": (VALUES, "a\t1\t1\tb\nb\tP\t0\n"),
    "an infinity by an option that misses nothing": (VALUES, "a\t*\t0\tb\tc\nb\t*\t0\ta\nc\t0\t0\n"),
    "a rank with a zero before it": (VALUES, "a\t1\t01\tb\nb\t0\t0\n"),
    "a number with a zero before it": (VALUES, "a\t01\t1\tb\nb\t0\t0\n"),
    "a rank below zero": (VALUES, "a\t1\t0\tb\nb\t0\t-1\n"),
    "a vertex twice": (VALUES, "a\t0\t0\na\t1\t1\tb\nb\t0\t0\n"),
    "values of a graph under misère play": (VALUES | {"play": "misere"}, "a\t1\t1\n"),
    "labels of another sort": (VALUES | {"of": "winners"}, "a\t0\t0\n"),
    "a sort of play that is none": (VALUES | {"play": "reverse"}, "a\t0\t0\n"),
    "an arrow to a vertex without a name": (VALUES, "a\t1\t1\tb\t\nb\t0\t0\n"),
    "an end leads out of the file": (game(ONE, {"outcome": "D"}, of="outcomes"), ""),
    "D where play must end": (game("nim(1)", {"outcome": "D"}, of="outcomes"), "nim(0)\tD\t0\nnim(1)\tD\t0\n"),
    "labels of positions that are cut up": (
        game("nim(1)", {"outcome": "N"}, *ALL, of="outcomes"),
        "nim(0)\tP\t0\nnim(1)\tN\t1\n",
    ),
    "values where a pattern ends the game": (
        game("treblecross(2)", {"nimber": 0}, of="values"),
        "treblecross(..)\t0\t0\n",
    ),
    "infinitely many moves": (game("nim(w)", {"outcome": "N"}), "nim(0)\t0\t0\nnim(w)\t1\t1\n"),
    "infinitely many moves, all of them lost": (
        game("two_dimensional_nim((2,3))", {"outcome": "P"}),
        "two_dimensional_nim((2,3))\t0\t0\n",
    ),
    "more moves than we read": (game("nim(2000)", {"outcome": "N"}), "nim(2000)\t0\t0\n"),
    "a number beyond all bounds": (game("nim(1)", {"nimber": 10**18}), f"nim(0)\t0\t0\nnim(1)\t{10**18}\t1\n"),
    "a number of too many digits": (game("nim(1)", {"nimber": 1}), f"nim(1)\t{'9' * 9999}\t1\n"),
    "a truth for a number": (game("nim(1)", {"nimber": True}), "nim(0)\t0\t0\nnim(1)\t1\t1\n"),
    "truths in an infinity": (
        game("digraph(a: a b)(a)", {"infinity": [False]}, of="values"),
        "digraph(a: a b)(a)\t*\t0\ndigraph(a: a b)(b)\t0\t0\n",
    ),
    "play that ends, of a graph": (game(ONE, {"outcome": "D"}, "moves", "finite", of="outcomes"), f"{ONE}\tD\t0\n"),
    "play that ends, of a compound": (
        game(f"selective({ONE}, nim(1))", {"outcome": "P"}, "moves", "finite"),
        f"selective({ONE}, nim(1))\t0\t0\n",
    ),
    "equal parts that need not end": (game(f"{LOOP} + {LOOP}", {"outcome": "P"}, "moves", "parts"), ""),
    "heads cancel without play that ends": (game("ruler(HH)", {"nimber": 0}, "moves", "parts"), ""),
    "trusted twice": (game("nim(0)", {"outcome": "P"}, "moves", "moves"), "nim(0)\t0\t0\n"),
    "trusted what is not known": (game("nim(0)", {"outcome": "P"}, "moves", "solver"), "nim(0)\t0\t0\n"),
    "rules of another ruleset": (
        game("nim(0)", {"outcome": "P"}) | {"rules": forger.rules_of("kayles(1)")},
        "nim(0)\t0\t0\n",
    ),
    "a game by another name": (game("nim(0)", {"outcome": "P"}) | {"game": "nim( 0 )"}, "nim(0)\t0\t0\n"),
    "a last line without an end": (VALUES, "a\t0\t0"),
    "a rank that is none": (VALUES, "a\t0\tx\n"),
    "a heap has too much": (table("nim", 2), [0, 2]),
    "a heap has too little": (table("nim", 3), [0, 1, 1]),
    "no repetition": (table("subtraction(1,2)", 12, [1, 2, 0]), [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]),
    "a gap is left": (table("nim", 3, [1, 2, 1]), [0, 1, 2]),
    "a saltus is too large": (table("nim", 3, [1, 2, 3]), [0, 1, 2]),
    "a saltus below zero": (table("subtraction(1,2)", 12, [1, 3, -3]), [0, 1, 2] * 4),
    "a preperiod below zero": (table("subtraction(1,2)", 12, [-3, 3, 0]), [0, 1, 2] * 4),
    "a period below zero": (table("subtraction(1,2)", 12, [1, -3, 0]), [0, 1, 2] * 4),
    "no theorem": (table("grundys_game", 3, [1, 1, 0]), [0, 0, 0]),
    "no table": (table("nim", 1) | {"tables": [], "rules": {}}, []),
    "more than the table": (table("nim", 2), [0, 1, 2]),
    "less than the table": (table("nim", 4), [0, 1, 2]),
    "a count beyond all bounds": (table("nim", 1 << 62), [0, 1, 2]),
    "a width that is none": (table("nim", 1, width=3), [0, 1, 2]),
    "another ruleset": (table("nim", 3) | {"game": "kayles(2)", "claim": {"nimber": 2}, "rules": BOTH}, [0, 1, 2]),
    "a heap beyond the table": (table("nim", 3) | {"game": "nim(3)", "claim": {"nimber": 3}}, [0, 1, 2]),
    "a value beyond all bounds": (table("nim", 1, width=4), [0, 0xFFFF]),
    "two tables of one ruleset": (table("nim", 1) | {"tables": table("nim", 1)["tables"] * 2}, [0, 0]),
    "a claim without a game": (table("nim", 1) | {"claim": {"nimber": 0}}, [0]),
    "a game without a claim": (table("nim", 1) | {"game": "nim(0)"}, [0]),
    "an infinite heap": (table("nim", 3, [1, 1, 1]) | {"game": "nim(w)", "claim": {"nimber": 1}}, [0, 1, 2]),
    "a period of no length": (table("subtraction(1,2)", 12, [1, 0, 0]), [0, 1, 2] * 4),
    "a table with another field": (table("nim", 1) | {"tables": [{"ruleset": "nim", "more": 1}]}, [0]),
    "a truth for a count": (table("nim", 1) | {"tables": [table("nim", 1)["tables"][0] | {"count": True}]}, [0]),
    "heaps that are not played alone": (table("wythoff", 1), [0]),
    "without the code no period": (table("subtraction(1,2)", 12, [1, 3, 0]) | {"trusted": ["moves"]}, [0, 1, 2] * 4),
    "nim of all sizes, by an arithmetic step": (monoid(6, [1, 4], [0, 1, 2, 3]) | {"period": [0, 1]}, NIM_3),
    "nim of all sizes, by the last heaps": (monoid(6, [1, 4], [0, 1, 2, 3]) | {"period": [3, 1]}, NIM_3),
    "nim of all sizes, by more than we list": (monoid(6, [1, 4], [0, 1, 2, 3]) | {"period": [9, 1]}, NIM_3),
    "a period of elements of three numbers": (monoid(6, [1, 4], [0, 1, 2, 3]) | {"period": [3, 1, 0]}, NIM_3),
    "a truth for an element": (monoid(2, [1], [0, True]), [0, 1, 1, 0]),
    "an element below zero": (monoid(2, [1], [0, -1]), [0, 1, 1, 0]),
    "a lost element twice": (monoid(2, [1, 1], [0, 1]), [0, 1, 1, 0]),
    "a heap that is not listed": (monoid(2, [1], []), [0, 1, 1, 0]),
    "a lost sum with a lost option": (monoid(2, [0], [0, 1]), [0, 1, 1, 0]),
    "a sum that is stuck": (monoid(2, [1], [0, 1, 1]), [0, 1, 1, 0]),
    "elements that are not told apart": (monoid(4, [1, 3], [0, 1]), [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2]),
    "an element of no sum": (monoid(3, [1], [0, 1]), [0, 1, 2, 1, 0, 2, 2, 2, 2]),
    "a heap without moves is lost": (monoid(2, [1], [0, 1], "subtraction(2)"), [0, 1, 1, 0]),
    "a product that does not commute": (monoid(3, [1], [0, 1, 2]), [0, 1, 2, 1, 0, 2, 2, 1, 0]),
    "a product that does not associate": (monoid(3, [1], [0, 1, 2]), [0, 1, 2, 1, 0, 1, 2, 1, 0]),
    "no identity": (monoid(2, [1], [0, 1]), [1, 0, 0, 1]),
    "an element that is not there": (monoid(2, [1], [0, 1]), [0, 1, 1, 2]),
    "an order below zero": (monoid(-2, [1], [0, 1]), [0, 1, 1, 0]),
    "a period too soon": (monoid(2, [1], [0, 1], "octal(0.1)") | {"period": [1, 1]}, [0, 1, 1, 0]),
}


FORM = re.compile("other rulesets|not the name|what it trusts")
ABOUT_FORM = {"trusted", "rules of", "a game by"}


@pytest.mark.parametrize("name", FORGED)
def test_forgeries_are_rejected(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MOST_OPTIONS", 1_000)  # a million moves would take ten seconds
    header, body = FORGED[name]
    data = body.encode() if isinstance(body, str) else b"".join(n.to_bytes(2, "little") for n in body)
    certificates.reseal(tmp_path / "c", json.dumps(header).encode(), data)
    verdict = verify(tmp_path / "c", Budget(ENOUGH + checker.MOST_OPTIONS))
    assert not verdict.valid, verdict.statement
    assert bool(FORM.search(verdict.statement)) == name.startswith(tuple(ABOUT_FORM)), verdict.statement


WHOLE = json.dumps(monoid(2, [1], [0, 1]))


@pytest.mark.parametrize(
    "header",
    [
        "[]",
        "{",
        '"x"',
        "{}",
        '{"kind": "lines", "trusted": 5}',
        '{"kind": ["graph"], "play": "normal", "of": "values"}',
        '{"kind": "graph", "play": "normal"}',
        '{"kind": "graph", "play": "normal", "of": "values", "more": 0}',
        '{"kind": "graph", "play": "misere", "of": "values", "play": "normal"}',
        '{"kind": "graph", "play": null, "of": "values"}',
        WHOLE.replace('"order": 2', '"order": 2.0'),
        WHOLE.replace('"order": 2', '"order": true'),
        WHOLE.replace('"order": 2', '"order": "2"'),
        WHOLE.replace('"lost": [1]', '"lost": [NaN]'),
        WHOLE.replace('"period": null', '"period": 0'),
        WHOLE.replace('"sha256"', '"origin"'),
        "[" * 100_000,
        "9" * 9_999,
    ],
)
def test_headers_that_are_none(header: str, tmp_path: Path) -> None:
    assert header != WHOLE
    certificates.reseal(tmp_path / "c", header.encode(), b"")
    with pytest.raises(DamageError):
        verify(tmp_path / "c")


def test_the_elements_of_heaps_must_repeat(tmp_path: Path) -> None:
    out = tmp_path / "c"
    make.certify_quotient(parse_ruleset("subtraction(1,2)"), 12, out)
    header, body = certificates.split(out)
    for period, valid in ((3, True), (2, False), (1, False)):
        claim = json.loads(header) | {"period": [1, period]}
        certificates.reseal(out, json.dumps(claim).encode(), body)
        assert verify(out).valid is valid


def test_a_game_in_which_players_do_not_alternate_is_refused(tmp_path: Path) -> None:
    """One coin on one string: who takes it must move again and loses, though a move leads to an end."""
    for of, lines in ((None, "(0-1)\t1\t1\n{}()\t0\t0\n"), ("outcomes", "(0-1)\tN\t1\n{}()\tP\t0\n")):
        for name in ("nimstring", "dots_and_boxes"):
            header = game(f"{name}(0-1)", {"outcome": "N"}, of=of)
            certificates.reseal(tmp_path / "c", json.dumps(header).encode(), (name + lines.format(name)).encode())
            verdict = verify(tmp_path / "c")
            assert not verdict.valid
            assert verdict.statement.startswith(f"some moves of {name} entail others, and certificates of the kind ")


HONEST_NIM: list[tuple[Header, bytes]] = [
    (game("nim(1)", {"nimber": 1}), b"nim(0)\t0\t0\nnim(1)\t1\t1\n"),
    (game("nim(1)", {"outcome": "N"}, of="outcomes"), b"nim(0)\tP\t0\nnim(1)\tN\t1\n"),
    (game("conjunctive(nim(0), nim(0))", {"outcome": "P"}), b"conjunctive(nim(0), nim(0))\t0\t0\n"),
    (table("nim", 3), bytes([0, 0, 1, 0, 2, 0])),
    (monoid(2, [1], [0, 1]), bytes([0, 0, 1, 0, 1, 0, 0, 0])),
]
UNCOVERED: dict[str, tuple[str, object]] = {
    "goes_on": ("some moves of nim entail others", lambda self, position, option: False),
    "is_entailed": ("some moves of nim entail others", lambda self, position: False),
    "scored": ("points decide nim", True),
    "continuation": ("play of nim goes on in another ruleset", lambda self, position: None),
}


@pytest.mark.parametrize("hook", UNCOVERED)
@pytest.mark.parametrize("number", range(len(HONEST_NIM)))
def test_rules_that_no_certificate_covers(
    hook: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proof that is right but for a hook of the ruleset, or of that of a component, is refused for the hook."""
    header, body = HONEST_NIM[number]
    certificates.reseal(tmp_path / "c", json.dumps(header).encode(), body)
    assert verify(tmp_path / "c").valid
    words, changed = UNCOVERED[hook]
    monkeypatch.setattr(Nim, hook, changed)
    verdict = verify(tmp_path / "c")
    assert not verdict.valid
    assert verdict.statement.startswith(f"{words}, ")  # a compound may say so itself


def test_honest_neighbours_of_the_forgeries(tmp_path: Path) -> None:
    for header, body in (
        (game("nim(1)", {"nimber": 1}), b"nim(0)\t0\t0\nnim(1)\t1\t1\n"),
        (game("nim(1)", {"outcome": "N"}, of="outcomes"), b"nim(0)\tP\t0\nnim(1)\tN\t1\n"),
        (game(ONE, {"outcome": "D", "infinity": []}, of="values"), f"{ONE}\t*\t0\n".encode()),
        (game("nim(2) + nim(2)", {"outcome": "P", "nimber": 0}, *ALL), b""),
        (OUTCOMES, b"a\tN\t1\tb\tc\nb\tP\t0\nc\tD\t0\td\nd\tD\t0\tc\n"),
        (VALUES, b"a\t0\t1\tb\nb\t1\t2\ta\tc\nc\t0\t0\n"),
        (VALUES, b"a\t*\t0\ta\tc\nc\t0\t0\n"),
        (table("nim", 3), bytes([0, 0, 1, 0, 2, 0])),
        (table("nim", 3) | {"game": "nim(1,2)", "claim": {"nimber": 3}}, bytes([0, 0, 1, 0, 2, 0])),
        (table("subtraction(1,2)", 12, [1, 3, 0]), bytes([0, 0, 1, 0, 2, 0] * 4)),
        (monoid(2, [1], [0, 1]), bytes([0, 0, 1, 0, 1, 0, 0, 0])),
        (monoid(6, [1, 4], [0, 1, 2, 3]), b"".join(n.to_bytes(2, "little") for n in NIM_3)),
    ):
        certificates.reseal(tmp_path / "c", json.dumps(header).encode(), body)
        verdict = verify(tmp_path / "c")
        assert verdict.valid, verdict.statement


def test_a_name_cannot_write_a_verdict_on_a_terminal(tmp_path: Path) -> None:
    """Signs that move the cursor and erase a line, in the names of vertices and in an expression."""
    graph, lie = {"kind": "graph", "play": "normal", "of": "values"}, "\r\x1b[2Kvalid: \u202eall is proved"
    game = {"kind": "labels", "game": lie, "play": "normal", "trusted": ["moves"], "rules": {}, "claim": {}} | {
        "of": "values"
    }
    for header, body in ((graph, f"a\t1\t0\t{lie}\n"), (graph, f"{lie}\tx\t0\n"), (game, "")):
        file = verify(forger.seal(tmp_path / "c", header, body.encode()))
        assert not file.valid
        assert file.statement.isprintable()
