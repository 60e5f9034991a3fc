"""Workers that are killed when they take too much, and the queues before them."""

import asyncio
import os
import re
import time
from collections.abc import Iterator
from threading import Event, Timer

import pytest

from grundy.expressions import parse
from grundy.web.hosting import CLIENT
from grundy.web.limits import BusyError, WorkerLimits, looks_large
from grundy.web.workers.pool import BUSY, LARGE_TASK_BYTES, WorkerPool
from grundy.web.workers.process import WorkerProcess
from grundy.web.workers.tasks import TaskFunction, TaskResult

pytestmark = pytest.mark.slow

SHORT = WorkerLimits(0.2, 0.1, 190_000_000, 0)
LONG = WorkerLimits(30.0, 1.0, 190_000_000, 0)


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    it = WorkerProcess(LONG)
    yield it
    it.stop()


def test_an_answer_and_an_error(worker: WorkerProcess) -> None:
    assert worker.run(divmod, (7, 2)).content == (3, 1)
    bad = worker.run(parse, ("nim(3",))
    assert (bad.kind, bad.content) == ("bad", "this bracket is never closed; add ')' (at character 4)")


def test_a_worker_lives_on_after_a_fault(worker: WorkerProcess) -> None:
    found = worker.run(int, ("x",))
    assert found.kind == "fault"
    assert "ValueError: invalid literal" in found.content
    assert worker.run(divmod, (7, 2)).kind == "done"


def test_too_much_time() -> None:
    worker = WorkerProcess(SHORT)
    assert worker.run(time.sleep, (600,)) == TaskResult("late", "stopped: more than 0.2 s or 190 MB for one request")
    assert worker.process is None


def test_too_much_memory(worker: WorkerProcess) -> None:
    found = worker.run(bytearray, (10**9,))
    assert found.kind == "costly"
    assert "more memory" in found.content
    assert worker.run(divmod, (7, 2)).kind == "done"


def test_too_long_an_answer(worker: WorkerProcess) -> None:
    assert "at most 3,000,000 are sent" in worker.run(bytes, (4_000_000,)).content


def test_a_worker_that_ends_is_replaced(worker: WorkerProcess) -> None:
    assert worker.run(os._exit, (1,)).kind == "late"
    assert worker.run(divmod, (7, 2)).kind == "done"


def test_cancelled_work_is_killed(worker: WorkerProcess) -> None:
    cancelled = Event()
    Timer(0.3, cancelled.set).start()
    assert worker.run(time.sleep, (600,), cancelled) == TaskResult("late", "cancelled")
    assert worker.process is None


def test_the_same_question_is_asked_once_and_then_remembered() -> None:
    async def asked() -> tuple[set[int], int]:
        pool = WorkerPool(2, LONG)
        first = await asyncio.gather(*(pool.run(os.getpid) for _ in range(20)))
        again = await pool.run(os.getpid)
        pool.stop()
        return {result.content for result in (*first, again)}, len(pool.cache)

    pids, known = asyncio.run(asked())
    assert len(pids) == known == 1


def test_answers_that_time_cut_short_are_forgotten() -> None:
    async def asked() -> int:
        pool = WorkerPool(1, SHORT)
        await pool.run(time.sleep, 0.15)
        await pool.run(time.sleep, 600)
        pool.stop()
        return len(pool.cache)

    assert asyncio.run(asked()) == 0


def test_a_full_queue_turns_away_the_largest() -> None:
    async def asked() -> tuple[list[TaskResult], TaskResult]:
        pool = WorkerPool(1, SHORT)
        tasks = [asyncio.create_task(pool.run(len, "a" * (1000 + n))) for n in range(60)]
        await asyncio.sleep(0)
        small = await pool.run(len, "a")
        found = await asyncio.gather(*tasks)
        pool.stop()
        return found, small

    found, small = asyncio.run(asked())
    kinds = [outcome.kind for outcome in found]
    assert small.content == 1
    assert kinds == sorted(kinds, key=["done", "busy"].index)
    assert kinds.count("busy") >= 30


def test_a_busy_pool_says_so() -> None:
    with pytest.raises(BusyError, match="try again"):
        BUSY.unwrap()


def test_small_questions_do_not_wait_for_large_ones() -> None:
    async def asked() -> tuple[TaskResult, list[bool]]:
        pool = WorkerPool(1, LONG, [LONG])
        endless = [
            asyncio.create_task(pool.run(re.fullmatch, "(a+)+b", "a" * (LARGE_TASK_BYTES + n))) for n in range(3)
        ]
        await asyncio.sleep(0.1)
        found, over = await pool.run(divmod, 7, 2), [task.done() for task in endless]
        pool.stop()
        for task in endless:
            task.cancel()
        await asyncio.gather(*endless, return_exceptions=True)
        return found, over

    found, over = asyncio.run(asked())
    assert found.content == (3, 1)
    assert not any(over)


def test_what_only_looked_small_makes_room_and_is_answered_later() -> None:
    async def asked() -> tuple[TaskResult, TaskResult, bool]:
        pool = WorkerPool(1, LONG, [SHORT])
        busy = asyncio.create_task(pool.run(time.sleep, 2.0))  # for either worker: in a hurry it is moved to the other
        long = asyncio.create_task(pool.run(time.sleep, 2.1))
        await asyncio.sleep(0.1)
        short, waited = await pool.run(divmod, 7, 2), not (busy.done() or long.done())
        found = await asyncio.gather(busy, long)
        pool.stop()
        return short, found[1], waited

    short, long, waited = asyncio.run(asked())
    assert short.content == (3, 1)
    assert long.kind == "done"
    assert waited


def test_a_task_that_nobody_waits_for_frees_its_worker() -> None:
    async def asked() -> tuple[TaskResult, int]:
        pool = WorkerPool(1, LONG)
        await pool.run(divmod, 7, 2)  # the worker is there
        gone = [asyncio.create_task(pool.run(time.sleep, 600 + n)) for n in range(2)]  # one runs, one waits
        while not pool.held:
            await asyncio.sleep(0.01)
        for task in gone:
            task.cancel()
        async with asyncio.timeout(LONG.seconds):
            found = await pool.run(divmod, 9, 2)
        pool.stop()
        return found, len(pool.pending)

    found, pending = asyncio.run(asked())
    assert found.content == (4, 1)
    assert pending == 0


async def ask_as(client: str, pool: WorkerPool, task: TaskFunction, *arguments: object) -> TaskResult:
    CLIENT.set(client)
    return await pool.run(task, *arguments)


def test_no_client_has_all_workers_or_more_tasks_than_its_share() -> None:
    async def asked() -> tuple[TaskResult, TaskResult, int]:
        pool = WorkerPool(2, LONG, client_tasks=2)
        greedy = [asyncio.create_task(ask_as("a", pool, time.sleep, 600 + n)) for n in range(2)]
        while not pool.held:
            await asyncio.sleep(0.01)
        refused = await asyncio.create_task(ask_as("a", pool, divmod, 7, 2))
        other = await asyncio.create_task(ask_as("b", pool, divmod, 7, 2))
        held = pool.held_workers("a")
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        pool.stop()
        return refused, other, held

    refused, other, held = asyncio.run(asked())
    assert refused.kind == "busy"
    assert "2 long computations for your address" in refused.content
    assert other.content == (3, 1)
    assert held == 1


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
    assert looks_large(text) is is_large
