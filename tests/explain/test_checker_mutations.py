"""A thousand corrupted certificates, their checksums made right again: none proves what is false."""

import json
from pathlib import Path
from random import Random
from typing import Any

import certificates
import pytest

from grundy.core.budget import Budget
from grundy.errors import GrundyError, NotDecided
from grundy.explain.certificates import make
from grundy.explain.checker import Rejected, monoid, verify
from grundy.expressions import parse_ruleset

EACH = 40  # corruptions of each certificate, of which there are over 40
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


def changed_body(body: bytes, width: int, random: Random) -> bytes:
    """The body with a line or a field changed; a body of numbers is changed in these."""
    if width:
        numbers = [int.from_bytes(body[i : i + width], "little") for i in range(0, len(body), width)]
        place = random.randrange(len(numbers))
        if random.random() < 0.5:
            numbers[place] = changed_number(numbers[place], random)
        else:
            numbers = changed_list(numbers, random)
        return b"".join(number.to_bytes(width, "little") for number in numbers)
    lines = body.decode().splitlines()
    if not lines or random.random() < 0.4:
        return "".join(f"{line}\n" for line in changed_list(lines or [""], random)).encode()
    place = random.randrange(len(lines))
    fields = lines[place].split("\t")
    field = random.randrange(len(fields))
    fields[field] = changed_field(fields[field], random)
    lines[place] = "\t".join(fields if random.random() < 0.8 else changed_list(fields, random))
    return "".join(f"{line}\n" for line in lines).encode()


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
    width = json.loads(header).get("width", 0)
    rejected = 0
    for _ in range(EACH):
        new = json.dumps(changed_header(json.loads(header), random)).encode() if random.random() < 0.35 else header
        other = changed_body(body, width, random) if new == header or random.random() < 0.2 else body
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
        for _ in range(EACH // 2):
            certificates.reseal(out, lie, body)
            assert not accepted(out)
            body = changed_body(body, 0, random)


GRAPH: dict[str, Any] = {"kind": "labels", "play": "normal", "trusted": []}
OUTCOMES, VALUES = GRAPH | {"labels": "outcomes"}, GRAPH | {"labels": "values"}
GAME: dict[str, Any] = {"kind": "claims", "play": "normal", "trusted": ["moves"]}
HEAPS: dict[str, Any] = {"kind": "values", "trusted": ["moves", "code"], "width": 2}
PERIOD = HEAPS | {"preperiod": 1, "saltus": 0}
QUOTIENT: dict[str, Any] = {"kind": "quotient", "trusted": ["moves", "code"], "play": "misere", "ruleset": "nim"}
FORGED: dict[str, tuple[dict[str, Any], str | list[int]]] = {
    "a smaller value is not met": (GAME | {"game": "nim(1)", "claim": {"nimber": 2}}, "0\t0:0\n2\t0:1\n"),
    "an option has the value": (GAME | {"game": "nim(2)", "claim": {"nimber": 1}}, "0\t0:0\n1\t0:1\n1\t0:2\n"),
    "no reply": (GAME | {"game": "nim(2)", "claim": {"outcome": "P"}}, "0\t0:2\n"),
    "a line rests on a later one": (GAME | {"game": "nim(1)", "claim": {"nimber": 1}}, "1\t0:1\n0\t0:0\n"),
    "an end is not lost": (GAME | {"game": "nim(0)", "play": "misere", "claim": {"outcome": "P"}}, "0\t0:0\n"),
    "two pieces are unknown": (GAME | {"game": "nim(1) + nim(2)", "claim": {"outcome": "P"}}, ""),
    "nothing is claimed": (GAME | {"game": "nim(0)", "claim": {}}, "0\t0:0\n"),
    "P by what comes later": (OUTCOMES, "P\ta\tb\nN\tb\ta\n"),
    "N by what comes later": (OUTCOMES, "N\ta\tb\nP\tb\ta\n"),
    "D at an end": (OUTCOMES, "D\ta\n"),
    "D beside a P": (OUTCOMES, "P\tb\nD\ta\tb\tc\nD\tc\ta\n"),
    "D without a way round": (OUTCOMES, "P\tt\nN\ta\tt\nD\tb\ta\n"),
    "a vertex is missing": (OUTCOMES, "N\ta\tb\n"),
    "a value is an option's": (VALUES, "0\tb\n0\ta\tb\n"),
    "a value is too large": (VALUES, "0\tb\n2\ta\tb\n"),
    "a value in a circle": (VALUES, "0\ta\tb\n1\tb\ta\n"),
    "infinite though play can be ended": (VALUES, "0\tc\n*\ta\tb\n*\tb\ta\tc\n"),
    "infinite at an end": (VALUES, "*\ta\n"),
    "a heap has too much": (HEAPS | {"ruleset": "nim"}, [0, 2]),
    "a heap has too little": (HEAPS | {"ruleset": "nim"}, [0, 1, 1]),
    "no repetition": (PERIOD | {"ruleset": "subtraction(1,2)", "period": 2}, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]),
    "a gap is left": (PERIOD | {"ruleset": "nim", "period": 2, "saltus": 1}, [0, 1, 2]),
    "a saltus is too large": (PERIOD | {"ruleset": "nim", "period": 2, "saltus": 3}, [0, 1, 2]),
    "no theorem": (PERIOD | {"ruleset": "grundys_game", "period": 1}, [0, 0, 0]),
    "a lost sum with a lost option": (QUOTIENT, "0\n0\t1\n1\t1\t0\n"),
    "a sum that is stuck": (QUOTIENT, "1\n0\t1\t1\n1\t1\t0\n"),
    "elements that are not told apart": (QUOTIENT, "1\t3\n0\t1\n1\t1\t2\t3\t0\n"),
    "a heap without moves is lost": (QUOTIENT | {"ruleset": "subtraction(2)"}, "1\n0\t1\n1\t1\t0\n"),
    "a generator that is another heap": (QUOTIENT, "1\n0\t1\n0\t1\t0\n"),
    "a map that does not commute": (QUOTIENT, "1\n0\t1\t2\n1\t1\t0\t2\n2\t2\t2\t2\n"),
    "an element that is not there": (QUOTIENT, "1\n0\t1\n1\t1\t2\n"),
    "a period too soon": (QUOTIENT | {"ruleset": "octal(0.1)", "preperiod": 1, "period": 1}, "1\n0\t1\n1\t1\t0\n"),
}


@pytest.mark.parametrize("name", FORGED)
def test_forgeries_are_rejected(name: str, tmp_path: Path) -> None:
    header, body = FORGED[name]
    data = body.encode() if isinstance(body, str) else b"".join(n.to_bytes(2, "little") for n in body)
    certificates.reseal(tmp_path / "c", json.dumps(header).encode(), data)
    verdict = verify(tmp_path / "c")
    assert not verdict.valid, verdict.statement


def test_maps_that_do_not_commute_are_no_monoid() -> None:
    with pytest.raises(Rejected, match="monoid"):
        monoid([2], [0, 1, 2], [[1, 1, 2, 0], [2, 2, 1, 0]])


def test_the_elements_of_heaps_must_repeat(tmp_path: Path) -> None:
    out = tmp_path / "c"
    make.certify_quotient(parse_ruleset("subtraction(1,2)"), 12, out)
    header, body = certificates.split(out)
    for period, valid in ((3, True), (2, False), (1, False)):
        claim = json.loads(header) | {"preperiod": 1, "period": period}
        certificates.reseal(out, json.dumps(claim).encode(), body)
        assert verify(out).valid is valid


def test_honest_neighbours_of_the_forgeries(tmp_path: Path) -> None:
    for header, body in (
        (GAME | {"game": "nim(1)", "claim": {"nimber": 1}}, "0\t0:0\n1\t0:1\n"),
        (OUTCOMES, "P\tb\nN\ta\tb\tc\nD\tc\td\nD\td\tc\n"),
        (VALUES, "0\tc\n0\ta\tb\n1\tb\ta\tc\n"),
        (QUOTIENT, "1\n0\t1\n1\t1\t0\n"),
    ):
        certificates.reseal(tmp_path / "c", json.dumps(header).encode(), body.encode())
        verdict = verify(tmp_path / "c")
        assert verdict.valid, verdict.statement
