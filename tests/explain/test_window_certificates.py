"""Periods by recurrence of a window, as certificates: true ones are accepted, and none that is false."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import certificates
import numpy as np
import pytest
from thorough import THOROUGH

from grundy import octal
from grundy.core.budget import Budget
from grundy.errors import GrundyError
from grundy.explain import checker
from grundy.explain.certificates import make, windows
from grundy.explain.checker import RefusedError, WindowProof, verify
from grundy.solvers.windows import search_window

TRUE = {"0.77": (71, 12), "0.156": (3479, 349), "0.356": (7315, 142), "0.644": (3256, 442)}  # this one up to 64
CORRUPTIONS = 1_000 if THOROUGH else 250  # that are refused
MOST_HEAPS = 200_000  # that the checker may look at: a corrupted certificate may ask for very many
Header = dict[str, Any]


def made(code: str, out: Path) -> tuple[Header, bytes]:
    make.certify_window(octal(code), out)
    head, body = certificates.split(out)
    return json.loads(head), body


@pytest.mark.parametrize("code", TRUE)
def test_true_ones_are_accepted(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "LEAST_STEPS", 16)
    header, _ = made(code, tmp_path / "c")
    start, length = TRUE[code]
    assert header["period"] == [start, length]
    words = f"in octal({code}), g(n + {length}) = g(n) for every n >= {start}"
    assert verify(tmp_path / "c").statement == words
    monkeypatch.setattr(checker, "arrays", lambda: None)
    assert verify(tmp_path / "c").statement == words
    (head, proof) = checker.window_tables(checker.read(tmp_path / "c", Budget()))
    assert all(proof.trial(*it) > 0 for it in proof.segments())
    assert head.heaps(0, 5) == 5


@pytest.mark.slow
def test_a_mask_that_gained_a_bit(tmp_path: Path) -> None:
    """0.56 meets the value 64 behind its first values: under the mask that these suggest, its heap is not covered."""
    header, body = made("0.56", tmp_path / "c")
    assert (header["count"], header["mask"]) == (1 << 12, 0x5B)
    assert max(body[: header["count"]]) < 64 <= max(body)
    assert verify(tmp_path / "c").statement == "in octal(0.56), g(n + 144) = g(n) for every n >= 326640"
    for mask in (0x1B, 0x5A):
        certificates.reseal(tmp_path / "c", json.dumps(header | {"mask": mask}).encode(), body)
        assert not verify(tmp_path / "c").valid


def corrupted(header: Header, body: bytes, chance: Random) -> Iterator[tuple[Header, bytes]]:
    """The certificate with one thing changed, and the rest made to fit as well as can be."""
    count, (start, length), at = header["count"], header["period"], header["at"]
    size = (len(body) - count) // len(at)
    while True:
        changed, values = dict(header), bytearray(body)
        match chance.randrange(10):
            case 0:
                changed["mask"] = chance.randrange(256)
            case 1:
                changed["odd"] = 1 - header["odd"]
            case 2:  # windows that are shorter, or begin with what is no value
                gone = chance.randint(-3, size - 1)
                changed["reach"] = header["reach"] - gone
                rows = [body[count + n * size : count + (n + 1) * size] for n in range(len(at))]
                rows = [row[gone:] if gone > 0 else b"\0" * -gone + row for row in rows]
                values = bytearray(body[:count] + b"".join(rows))
            case 3:  # the windows after a smaller number of first values
                changed["count"] = count - chance.randint(1, count - 1)
                changed["at"] = [changed["count"], *at[1:]]
                values = bytearray(body[: changed["count"]] + body[count:])
            case 4:
                changed["period"] = [start - chance.randint(1, start), length]
            case 5:
                other = chance.randint(1, 3 * length)
                changed["period"], changed["at"] = [start, other], sorted({*at[:-1], at[-1]})
                if at[-1] - other in at:
                    place = count + at.index(at[-1] - other) * size
                    values[-size:] = values[place : place + size]  # it seems to recur
            case 6:
                values[chance.randrange(len(values))] ^= 1 << chance.randrange(8)
            case 7:  # a window twice, or missing
                number = chance.randrange(len(at))
                place = count + number * size
                changed["at"] = at[:number] + at[number + 1 :]
                del values[place : place + size]
            case 8:
                number = chance.randrange(len(at))
                changed["at"] = [*at[:number], at[number] + chance.choice((-2, -1, 1, 2)), *at[number + 1 :]]
            case 9:
                values[chance.randrange(count)] = chance.choice((chance.randrange(32), chance.randrange(256), 255))
        yield changed, bytes(values)


def is_true(header: Header, code: str) -> bool:
    start, length = TRUE[code]
    return bool(header["period"][0] >= start and header["period"][1] % length == 0)


@pytest.mark.slow
def test_corrupted_ones_prove_nothing_false(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "LEAST_STEPS", 100)
    refused, chance, out = 0, Random(7), tmp_path / "c"
    rounds = [(code, corrupted(*made(code, out), chance)) for code in TRUE]
    while refused < CORRUPTIONS:
        for code, some in rounds:
            header, body = next(some)
            certificates.reseal(out, json.dumps(header).encode(), body)
            try:
                valid = verify(out, Budget(MOST_HEAPS)).valid
            except GrundyError:
                valid = False
            assert not valid or is_true(header, code), header
            refused += not valid


def forged_recurrence(code: str, start: int, length: int, changes: int) -> tuple[Header, bytes] | None:
    """True values and windows, the last made equal to that at X, where they differ at so many places at most."""
    search = search_window(octal(code), 1 << 14)
    assert search.period
    space = search.space
    first = max(start + space.length, space.count)
    values = octal(code).values(first + length + 1).astype(np.uint8)
    at = sorted({space.count, first, first + length})
    rows = [values[x - space.length : x].tobytes() for x in at]
    here, there = rows[at.index(first)], rows[-1]
    if here == there or sum(x != y for x, y in zip(here, there, strict=True)) > changes:
        return None
    header: Header = {
        "kind": "window",
        "ruleset": f"octal({code})",
        "trusted": ["moves", "code"],
        "rules": checker.rules_at_hand([octal(code)]),
        "mask": space.mask,
        "odd": int(space.uses_parity),
        "reach": space.reach,
        "count": space.count,
        "period": [start, length],
        "at": at,
    }
    return header, values[: space.count].tobytes() + b"".join([*rows[:-1], here])


def accept(*_: object) -> None:
    return None


@pytest.mark.parametrize("fault", [False, True])
def test_a_window_that_almost_recurs(fault: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The period of 0.356 from before its start; it is believed only if windows are not compared with what follows."""
    tried = 0
    if fault:
        monkeypatch.setattr(WindowProof, "require_window", accept)
    for start in range(7315 - 400, 7315, 7):
        if forged := forged_recurrence("0.356", start, 142, 40):
            header, body = forged
            certificates.reseal(tmp_path / "c", json.dumps(header).encode(), body)
            assert verify(tmp_path / "c").valid == fault
            tried += 1
    assert tried > 5


def test_a_rare_beyond_the_reach_is_refused(tmp_path: Path) -> None:
    """Windows that are shorter than the last rare, all else being true."""
    header, body = made("0.356", tmp_path / "c")
    count, size, at = header["count"], (len(body) - header["count"]) // len(header["at"]), header["at"]
    for gone in (header["reach"] - 42, header["reach"] - 20, header["reach"] - 1):
        rows = [body[count + n * size + gone : count + (n + 1) * size] for n in range(len(at))]
        lie = header | {"reach": header["reach"] - gone}
        certificates.reseal(tmp_path / "c", json.dumps(lie).encode(), body[:count] + b"".join(rows))
        assert "beyond the reach" in verify(tmp_path / "c").statement


def test_no_compiled_package_is_needed(tmp_path: Path) -> None:
    made("0.356", tmp_path / "c")
    lines = f"""
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from grundy.explain.checker import verify
print(verify({str(tmp_path / "c")!r}).valid)
"""
    run = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


def bare_proof(values: list[int], known: list[int], takes: list[int], words: int) -> WindowProof:
    """A proof about a heap behind a window, where odd numbers are common, whatever game has such values."""
    proof = WindowProof.__new__(WindowProof)
    proof.head = SimpleNamespace(takes=takes, splits=[3], known=np.array(known, np.uint8))  # type: ignore[assignment]
    proof.budget, proof.words, proof.rares = Budget(), words, [2, 7]
    proof.probes = [n for n in range(1, len(known)) if n not in proof.rares]
    proof.common = [sum(1 << number for number in range(1, 256, 2))] * 2
    proof.period, proof.compared, proof.reach, proof.length = 1 << 40, range(0), len(known) - 1, 1
    proof.at = [len(values), len(values) + 1]
    proof.window = lambda number: bytes(values)  # type: ignore[method-assign]
    return proof


def value_by_sets(proof: WindowProof, values: list[int]) -> int | None:
    """The value that follows, by sets of numbers; None where there is none, or the heap is not covered."""
    known, end = [int(it) for it in proof.head.known], len(values)
    met = {values[end - take] for take in proof.head.takes}
    met |= {values[end - 3 - rare] ^ known[rare] for rare in proof.rares}
    value = next((number for number in range(1, 256, 2) if number not in met), None)
    met |= {values[end - 3 - probe] ^ known[probe] for probe in proof.probes}
    return value if value is not None and met >= {*range(0, value, 2)} else None


@pytest.mark.parametrize("missing", [1, 63, 65, 127, 129, 191, 193, 253, 255, None])
def test_all_bytes_are_values(missing: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The least common number that is not met may be any up to 255; 256 is refused, and not taken for 0."""
    chance, odd = Random(missing or 0), [number for number in range(1, 256, 2) if number != missing]
    for few in (3, 1500):  # so many parts do not meet all smaller numbers, or do
        known = [0] + [chance.randrange(256) | 1 for _ in range(few)] + [chance.randrange(256) | 1 for _ in range(7)]
        known[2] = known[7] = 0
        values = [chance.choice(odd) for _ in range(2000)]
        values[-128:] = [*odd, 1][:128] if missing != 1 else [*odd, 3][:128]
        takes = [*range(1, 129)]
        for words in (1, 4):
            proof, plain, found = *(bare_proof(values, known, takes, words) for _ in range(2)), list[int]()
            plain.head.known = known
            monkeypatch.setattr(plain, "require_window", lambda number, window, found=found: found.append(window[-1]))
            expected, column = value_by_sets(proof, values), np.array([[*values, 0]], np.uint8).T
            if expected is None:
                words_said = "256 or more" if missing is None else "not covered"
                with pytest.raises(RefusedError, match=words_said):
                    proof.next_values(column, 2000, np.array([2000]))
                with pytest.raises(RefusedError, match=words_said):
                    plain.check_plainly(0)
                continue
            assert proof.next_values(column, 2000, np.array([2000])).tolist() == [expected]
            plain.check_plainly(0)
            assert found == [expected]


def test_a_heap_whose_value_is_255_may_be_in_a_window(tmp_path: Path) -> None:
    """No byte is too large for a window; but such a window must follow from the one before."""
    header, body = made("0.356", tmp_path / "c")
    for place in (header["count"] - 1, len(body) - 1, header["count"] + 5):
        changed = body[:place] + b"\xff" + body[place + 1 :]
        certificates.reseal(tmp_path / "c", json.dumps(header).encode(), changed)
        assert not verify(tmp_path / "c").valid
