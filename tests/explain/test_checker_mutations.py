"""A thousand corrupted certificates, their checksums made right again: none proves what is false."""

import json
from pathlib import Path
from random import Random
from typing import Any

import certificates
import pytest

from grundy.core.budget import Budget
from grundy.errors import DamageError, GrundyError, NotDecided
from grundy.explain.certificates import make
from grundy.explain.checker import verify
from grundy.expressions import parse_ruleset

EACH = 24  # corruptions of each certificate, of which there are over 42
ENOUGH = 100_000  # options; a changed number may ask for very many


def changed_number(number: int, random: Random) -> int:
    return max(0, number + random.choice((-2, -1, 1, 2, 7)))


def changed_header(header: dict[str, Any], random: Random) -> dict[str, Any]:
    """The header with one entry, or one claim, changed."""
    key = random.choice([key for key in header if key not in ("kind", "width")])
    value, flip = header[key], {"P": "N", "N": "D", "D": "P", "normal": "misere", "misere": "normal"}
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


def changed_body(body: bytes, lines: bool, random: Random) -> bytes:
    """The body with a line or a field changed; a body of numbers is changed in these."""
    if not lines:
        numbers = [int.from_bytes(body[i : i + 2], "little") for i in range(0, len(body), 2)]
        place = random.randrange(len(numbers))
        if random.random() < 0.5:
            numbers[place] = changed_number(numbers[place], random)
        else:
            numbers = changed_list(numbers, random)
        return b"".join(number.to_bytes(2, "little") for number in numbers)
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
    lines = json.loads(header)["kind"] == "lines"
    rejected = 0
    for _ in range(EACH):
        new = json.dumps(changed_header(json.loads(header), random)).encode() if random.random() < 0.35 else header
        other = changed_body(body, lines, random) if new == header or random.random() < 0.2 else body
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
            body = changed_body(body, header["kind"] == "lines", random)


GRAPH: dict[str, Any] = {"kind": "lines", "play": "normal", "trusted": []}
GAME: dict[str, Any] = {"kind": "lines", "play": "normal", "trusted": ["moves"]}
PARTS = GAME | {"trusted": ["moves", "parts", "canonical"]}
LOOP = "digraph(a: b; b: a)(a)"
HEAPS: dict[str, Any] = {"kind": "values", "trusted": ["moves", "parts", "code"]}
QUOTIENT: dict[str, Any] = {"kind": "quotient", "trusted": ["moves", "code"], "play": "misere", "ruleset": "nim"}


def table(ruleset: str, count: int, period: list[int] | None = None, width: int = 2) -> dict[str, Any]:
    about = {"ruleset": ruleset, "width": width, "count": count}
    return HEAPS | {"tables": [about | ({"period": period} if period else {})]}


def monoid(order: int, lost: list[int], heaps: list[int]) -> dict[str, Any]:
    return QUOTIENT | {"order": order, "lost": lost, "heaps": heaps}


FORGED: dict[str, tuple[dict[str, Any], str | list[int]]] = {
    "a smaller value is not met": (GAME | {"game": "nim(1)", "claim": {"nimber": 2}}, "nim(0)\t0\t0\nnim(1)\t2\t1\n"),
    "an option has the value": (
        GAME | {"game": "nim(2)", "claim": {"nimber": 1}},
        "nim(0)\t0\t0\nnim(1)\t1\t1\nnim(2)\t1\t2\n",
    ),
    "no reply": (GAME | {"game": "nim(2)", "claim": {"outcome": "P"}}, "nim(2)\t0\t0\n"),
    "a line rests on one of its own rank": (
        GAME | {"game": "nim(1)", "claim": {"nimber": 1}},
        "nim(0)\t0\t1\nnim(1)\t1\t1\n",
    ),
    "an end is not lost": (GAME | {"game": "nim(0)", "play": "misere", "claim": {"outcome": "P"}}, "nim(0)\t0\t0\n"),
    "two pieces are unknown": (PARTS | {"game": "nim(1) + nim(2)", "claim": {"outcome": "P"}}, ""),
    "nothing is claimed": (GAME | {"game": "nim(0)", "claim": {}}, "nim(0)\t0\t0\n"),
    "nothing is known": (GAME | {"game": "nim(3)", "claim": {"outcome": None}}, ""),
    "a nimber under misère play": (
        GAME | {"game": "nim(1)", "play": "misere", "claim": {"nimber": 0}},
        "nim(1)\t0\t0\n",
    ),
    "a claim about something else": (GAME | {"game": "nim(0)", "claim": {"winner": None}}, "nim(0)\t0\t0\n"),
    "a twice listed name": (
        GAME | {"game": "nim(1)", "claim": {"outcome": "P"}},
        "nim(0)\t0\t0\nnim(1)\t0\t1\nnim(1)\t1\t1\n",
    ),
    "names out of order": (GAME | {"game": "nim(1)", "claim": {"outcome": "N"}}, "nim(1)\t1\t1\nnim(0)\t0\t0\n"),
    "a position of another game": (GAME | {"game": "nim(1)", "claim": {"outcome": "P"}}, "kayles(0)\t0\t0\n"),
    "a position that does not read": (GAME | {"game": "nim(1)", "claim": {"outcome": "P"}}, "nim(\t0\t0\n"),
    "a claimed lost end": (GAME | {"game": "nim(1)", "play": "misere", "claim": {"outcome": "N"}}, "\t\t0\t0\n"),
    "equal drawn pieces do not cancel": (PARTS | {"game": f"{LOOP} + {LOOP}", "claim": {"outcome": "P"}}, ""),
    "nor do equal compounds": (
        PARTS | {"game": f"conjunctive({LOOP}, {LOOP}) + conjunctive({LOOP}, {LOOP})", "claim": {"outcome": "P"}},
        "",
    ),
    "a game without misère form": (
        GAME | {"game": "sos(4)", "play": "misere", "claim": {"outcome": "P"}},
        "sos(4)\t0\t0\n",
    ),
    "trusted nothing": (GAME | {"game": "nim(0)", "trusted": [], "claim": {"outcome": "P"}}, "nim(0)\t0\t0\n"),
    "a circle of ranks": (GAME | {"game": LOOP, "claim": {"outcome": "P"}}, f"{LOOP}\t0\t0\n"),
    "P by what comes later": (GRAPH, "a\t0\t0\tb\nb\tN\t1\ta\n"),
    "N by nothing": (GRAPH, "a\tN\t1\tb\nb\tN\t0\ta\n"),
    "D at an end": (GRAPH, "a\tD\t0\n"),
    "D beside a P": (GRAPH, "a\tD\t0\tb\tc\nb\t0\t0\nc\tD\t0\ta\n"),
    "D without a way round": (GRAPH, "a\tN\t1\tt\nb\tD\t0\ta\nt\t0\t0\n"),
    "a vertex is missing": (GRAPH, "a\tN\t0\tb\n"),
    "a vertex without a name": (GRAPH, "\t0\t0\n"),
    "a value is an option's": (GRAPH, "a\t0\t1\tb\nb\t0\t0\n"),
    "a value is too large": (GRAPH, "a\t2\t1\tb\nb\t0\t0\n"),
    "a value in a circle": (GRAPH, "a\t0\t0\tb\nb\t1\t1\ta\n"),
    "infinite though play can be ended": (GRAPH, "a\t*\t0\tb\nb\t*\t0\ta\tc\nc\t0\t0\n"),
    "infinite at an end": (GRAPH, "a\t*\t0\n"),
    "a label that is none": (GRAPH, "a\tP\t0\n"),
    "a line that is cut": (GRAPH, "a\t0\n"),
    "a last line without an end": (GRAPH, "a\t0\t0"),
    "a rank that is none": (GRAPH, "a\t0\tx\n"),
    "a heap has too much": (table("nim", 2), [0, 2]),
    "a heap has too little": (table("nim", 3), [0, 1, 1]),
    "no repetition": (table("subtraction(1,2)", 12, [1, 2, 0]), [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]),
    "a gap is left": (table("nim", 3, [1, 2, 1]), [0, 1, 2]),
    "a saltus is too large": (table("nim", 3, [1, 2, 3]), [0, 1, 2]),
    "a saltus below zero": (table("subtraction(1,2)", 12, [1, 3, -3]), [0, 1, 2] * 4),
    "a preperiod below zero": (table("subtraction(1,2)", 12, [-3, 3, 0]), [0, 1, 2] * 4),
    "a period below zero": (table("subtraction(1,2)", 12, [1, -3, 0]), [0, 1, 2] * 4),
    "no theorem": (table("grundys_game", 3, [1, 1, 0]), [0, 0, 0]),
    "no table": (HEAPS | {"tables": []}, []),
    "more than the table": (table("nim", 2), [0, 1, 2]),
    "less than the table": (table("nim", 4), [0, 1, 2]),
    "a count beyond all bounds": (table("nim", 1 << 62), [0, 1, 2]),
    "a width that is none": (table("nim", 1, width=3), [0, 1, 2]),
    "another ruleset": (table("nim", 3) | {"game": "kayles(2)", "claim": {"nimber": 2}}, [0, 1, 2]),
    "a heap beyond the table": (table("nim", 3) | {"game": "nim(3)", "claim": {"nimber": 3}}, [0, 1, 2]),
    "values under misère play": (
        table("nim", 3) | {"game": "nim(1)", "play": "misere", "claim": {"outcome": "N"}},
        [0, 1, 2],
    ),
    "a lost sum with a lost option": (monoid(2, [0], [0, 1]), [0, 1, 1, 0]),
    "a sum that is stuck": (monoid(2, [1], [0, 1, 1]), [0, 1, 1, 0]),
    "elements that are not told apart": (monoid(4, [1, 3], [0, 1]), [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2]),
    "an element of no sum": (monoid(3, [1], [0, 1]), [0, 1, 2, 1, 0, 2, 2, 2, 2]),
    "a heap without moves is lost": (monoid(2, [1], [0, 1]) | {"ruleset": "subtraction(2)"}, [0, 1, 1, 0]),
    "a product that does not commute": (monoid(3, [1], [0, 1, 2]), [0, 1, 2, 1, 0, 2, 2, 1, 0]),
    "a product that does not associate": (monoid(3, [1], [0, 1, 2]), [0, 1, 2, 1, 0, 1, 2, 1, 0]),
    "no identity": (monoid(2, [1], [0, 1]), [1, 0, 0, 1]),
    "an element that is not there": (monoid(2, [1], [0, 1]), [0, 1, 1, 2]),
    "an order below zero": (monoid(-2, [1], [0, 1]), [0, 1, 1, 0]),
    "a period too soon": (monoid(2, [1], [0, 1]) | {"ruleset": "octal(0.1)", "period": [1, 1]}, [0, 1, 1, 0]),
}


@pytest.mark.parametrize("name", FORGED)
def test_forgeries_are_rejected(name: str, tmp_path: Path) -> None:
    header, body = FORGED[name]
    data = body.encode() if isinstance(body, str) else b"".join(n.to_bytes(2, "little") for n in body)
    certificates.reseal(tmp_path / "c", json.dumps(header).encode(), data)
    verdict = verify(tmp_path / "c", Budget(ENOUGH))
    assert not verdict.valid, verdict.statement


@pytest.mark.parametrize(
    "header", ["[]", "{", '"x"', "{}", '{"kind": "lines", "trusted": 5}', "[" * 100_000, "9" * 9_999]
)
def test_headers_that_are_none(header: str, tmp_path: Path) -> None:
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


def test_honest_neighbours_of_the_forgeries(tmp_path: Path) -> None:
    for header, body in (
        (GAME | {"game": "nim(1)", "claim": {"nimber": 1}}, b"nim(0)\t0\t0\nnim(1)\t1\t1\n"),
        (GRAPH, b"a\tN\t1\tb\tc\nb\t0\t0\nc\tD\t0\td\nd\tD\t0\tc\n"),
        (GRAPH, b"a\t0\t1\tb\nb\t1\t2\ta\tc\nc\t0\t0\n"),
        (table("nim", 3), bytes([0, 0, 1, 0, 2, 0])),
        (monoid(2, [1], [0, 1]), bytes([0, 0, 1, 0, 1, 0, 0, 0])),
    ):
        certificates.reseal(tmp_path / "c", json.dumps(header).encode(), body)
        verdict = verify(tmp_path / "c")
        assert verdict.valid, verdict.statement
