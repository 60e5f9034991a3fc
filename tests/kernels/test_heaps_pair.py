"""Two threads at one sequence: the same values however the helper behaves, and no thread is left behind."""

import os
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from heap_codes import FAR, SPLITTING, definition, rules_of

from grundy.kernels import pair, sparse
from grundy.kernels.engine import Engine
from grundy.kernels.pair import Helper
from grundy.kernels.rules import GRUNDY, Rules

CODES = {
    "0.6": Rules((0, 6)),
    "0.007": Rules((0, 0, 0, 7)),
    "0.104": Rules((0, 1, 0, 4)),
    "0.376": Rules((0, 3, 7, 6)),
    "0.07000000000000000007": Rules((0, 0, 7, *[0] * 17, 7)),  # takes more than a block
    "Grundy": GRUNDY,
}
STOPS = (700, 701, 5_000, FAR)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Each test ends with the threads that it began with."""
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper for every stretch, however short."""
    monkeypatch.setattr(sparse, "LONG", 0)
    monkeypatch.setattr(sparse, "ALONE", 0)
    monkeypatch.setattr(sparse, "MANY", {"wide": 0, "block": 0})
    monkeypatch.setattr(sparse, "two_cores", lambda: True)


def found(rules: Rules, kind: str, stops: tuple[int, ...] = STOPS) -> Engine:
    """The engine after so many steps."""
    engine = Engine(rules, kind=kind)
    for stop in stops:
        engine.extend(stop)
    return engine


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("kind", ["block", "wide"])
@pytest.mark.parametrize("name", CODES)
def test_two_threads_find_the_same_values(name: str, kind: str) -> None:
    engine = found(CODES[name], kind)
    np.testing.assert_array_equal(engine.values, definition(CODES[name], FAR))
    assert engine.method.endswith("two cores")


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("code", SPLITTING)
def test_two_threads_on_many_codes(code: str) -> None:
    rules = rules_of(code)
    expected = definition(rules, FAR)
    for kind in ("block", "wide"):
        np.testing.assert_array_equal(found(rules, kind, (FAR,)).values, expected, kind)


@pytest.mark.usefixtures("eager")
def test_two_threads_without_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "HAS_AVX2", False)
    engine = found(CODES["0.104"], "block", (700, 4_000))
    np.testing.assert_array_equal(engine.values, definition(CODES["0.104"], 4_000))


def late(helper: Helper, *unused: object) -> None:
    """A helper that scribbles over its marks and never answers."""
    while helper.words[pair.TICKET] != pair.STOP:
        time.sleep(0.002)
        if helper.words[pair.DONE] != helper.words[pair.TICKET] != pair.STOP:
            helper.marks[:] = 0
            time.sleep(0.001)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("kind", ["block", "wide"])
@pytest.mark.parametrize("assist", [late, lambda *unused: None])
def test_a_helper_that_never_answers_is_done_without(
    kind: str, assist: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sparse, "assist_block", assist)
    monkeypatch.setattr(sparse, "assist_wide", assist)
    np.testing.assert_array_equal(found(CODES["0.6"], kind).values, definition(CODES["0.6"], FAR))


@pytest.mark.usefixtures("eager")
def test_without_a_thread_the_work_is_done_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    np.testing.assert_array_equal(found(CODES["0.6"], "block").values, definition(CODES["0.6"], FAR))


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("kind", ["block", "wide"])
def test_an_interruption_ends_the_thread(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*unused: object) -> None:
        raise KeyboardInterrupt

    engine = found(CODES["0.6"], kind, (5_000,))
    with monkeypatch.context() as patched:
        patched.setattr(sparse, kind, interrupt)
        with pytest.raises(KeyboardInterrupt):
            engine.extend(6_000)
    engine.extend(FAR)
    np.testing.assert_array_equal(engine.values, definition(CODES["0.6"], FAR))


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("kind", ["block", "wide"])
def test_both_threads_uncompiled(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "HAS_AVX2", False)
    for name in (kind, f"assist_{kind}"):
        monkeypatch.setattr(sparse, name, getattr(sparse, name).py_func)
    np.testing.assert_array_equal(found(CODES["0.6"], kind, (700,)).values, definition(CODES["0.6"], 700))


def test_one_core_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "LONG", 0)
    monkeypatch.setattr(sparse, "MANY", {"wide": 0, "block": 0})
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0}, raising=False)
    engine = found(CODES["0.6"], "block")
    np.testing.assert_array_equal(engine.values, definition(CODES["0.6"], FAR))
    assert engine.method.endswith("byte lanes")


@pytest.mark.usefixtures("eager")
def test_a_helper_of_little_help_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "ALONE", 2)
    monkeypatch.setattr(sparse, "assist_block", lambda *unused: None)
    engine = found(CODES["0.6"], "block", (5_000,))
    assert engine.space
    engine.space.alone = 0
    waits = []
    for stop in range(5_100, 5_600, 100):
        engine.extend(stop)
        waits.append(engine.space.alone)
    assert waits == [2, 1, 0, 2, 1]
