"""Workers that are killed when they take too much, and the lanes before them."""

import asyncio
import os
import re
import time
from collections.abc import Iterator
from threading import Event, Timer

import pytest

from grundy.expressions import parse
from grundy.web.lanes import LARGE, Lane
from grundy.web.limits import BusyError, Terms, large
from grundy.web.work import Outcome, Worker, answer

HASTY = Terms(0.2, 0.1, 190_000_000, 0)
LEISURELY = Terms(30.0, 1.0, 190_000_000, 0)


@pytest.fixture
def worker() -> Iterator[Worker]:
    it = Worker(LEISURELY)
    yield it
    it.stop()


def test_an_answer_and_an_error(worker: Worker) -> None:
    assert worker.ask(divmod, (7, 2)).content == (3, 1)
    bad = worker.ask(parse, ("nim(3",))
    assert (bad.kind, bad.content) == ("bad", "this bracket is never closed; add ')' (at character 4)")


def test_a_worker_lives_on_after_a_fault(worker: Worker) -> None:
    assert worker.ask(int, ("x",)).kind == "costly"
    assert worker.ask(divmod, (7, 2)).kind == "done"


def test_too_much_time() -> None:
    worker = Worker(HASTY)
    assert worker.ask(time.sleep, (600,)) == Outcome("late", "stopped: more than 0.2 s or 190 MB for one request")
    assert worker.process is None


def test_too_much_memory(worker: Worker) -> None:
    found = worker.ask(bytearray, (10**9,))
    assert found.kind == "costly"
    assert "more memory" in found.content
    assert worker.ask(divmod, (7, 2)).kind == "done"


def test_too_long_an_answer(worker: Worker) -> None:
    assert "at most 3,000,000 are sent" in worker.ask(bytes, (4_000_000,)).content


def test_a_worker_that_ends_is_replaced(worker: Worker) -> None:
    assert worker.ask(os._exit, (1,)).kind == "late"
    assert worker.ask(divmod, (7, 2)).kind == "done"


def test_cancelled_work_is_killed(worker: Worker) -> None:
    cancelled = Event()
    Timer(0.3, cancelled.set).start()
    assert worker.ask(time.sleep, (600,), cancelled) == Outcome("late", "cancelled")
    assert worker.process is None


def test_the_same_question_is_asked_once_and_then_remembered() -> None:
    async def asked() -> tuple[set[int], int]:
        lane = Lane(2, LEISURELY)
        first = await asyncio.gather(*(lane.run(os.getpid) for _ in range(20)))
        again = await lane.run(os.getpid)
        lane.stop()
        return {*first, again}, len(lane.known)

    pids, known = asyncio.run(asked())
    assert len(pids) == known == 1


def test_answers_that_time_cut_short_are_forgotten() -> None:
    async def asked() -> int:
        lane = Lane(1, HASTY)
        await lane.ask(time.sleep, 0.15)
        await lane.ask(time.sleep, 600)
        lane.stop()
        return len(lane.known)

    assert asyncio.run(asked()) == 0


def test_a_full_queue_turns_away_the_largest() -> None:
    async def asked() -> tuple[list[Outcome], Outcome]:
        lane = Lane(1, HASTY)
        tasks = [asyncio.create_task(lane.ask(len, "a" * (1000 + n))) for n in range(60)]
        await asyncio.sleep(0)
        small = await lane.ask(len, "a")
        found = await asyncio.gather(*tasks)
        lane.stop()
        return found, small

    found, small = asyncio.run(asked())
    kinds = [outcome.kind for outcome in found]
    assert small.content == 1
    assert kinds == sorted(kinds, key=["done", "busy"].index)
    assert kinds.count("busy") >= 30


def test_a_busy_lane_says_so() -> None:
    with pytest.raises(BusyError, match="try again"):
        answer(Outcome("busy", "the server is busy; try again in a moment"))


def test_small_questions_do_not_wait_for_large_ones() -> None:
    async def asked() -> tuple[Outcome, list[bool]]:
        lane = Lane(1, LEISURELY, [LEISURELY])
        endless = [asyncio.create_task(lane.ask(re.fullmatch, "(a+)+b", "a" * (LARGE + n))) for n in range(3)]
        await asyncio.sleep(0.1)
        found, over = await lane.ask(divmod, 7, 2), [task.done() for task in endless]
        lane.stop()
        for task in endless:
            task.cancel()
        await asyncio.gather(*endless, return_exceptions=True)
        return found, over

    found, over = asyncio.run(asked())
    assert found.content == (3, 1)
    assert not any(over)


def test_what_only_looked_small_makes_room_and_is_answered_later() -> None:
    async def asked() -> tuple[Outcome, Outcome, bool]:
        lane = Lane(1, LEISURELY, [HASTY])
        busy = asyncio.create_task(lane.ask(time.sleep, 2.0))  # for either worker: in a hurry it is moved to the other
        long = asyncio.create_task(lane.ask(time.sleep, 2.1))
        await asyncio.sleep(0.1)
        short, waited = await lane.ask(divmod, 7, 2), not (busy.done() or long.done())
        found = await asyncio.gather(busy, long)
        lane.stop()
        return short, found[1], waited

    short, long, waited = asyncio.run(asked())
    assert short.content == (3, 1)
    assert long.kind == "done"
    assert waited


@pytest.mark.parametrize(
    ("text", "is_large"),
    [
        ("nim(3,5,7)", False),
        ("chomp(4x7)", False),
        ("cram(9 x 9)", True),
        ("kayles(10^12)", True),
        ("rugs(2000x2000)", True),
    ],
)
def test_what_is_large(text: str, is_large: bool) -> None:
    assert large(text) is is_large
