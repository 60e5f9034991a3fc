"""Workers of two kinds: quick ones for what a page waits for, slow ones for what takes longer."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Protocol

from grundy.web.limits import QUICK_SECONDS, SLOW_SECONDS
from grundy.web.workers.tasks import TaskFunction, TaskResult, TextAnswer

STREAM_SECONDS = 0.15  # between two looks at what a task has reported


class TaskPool(Protocol):
    """Workers with the same limits: processes on a server, Web Workers in a browser."""

    async def run(self, task: TaskFunction, *arguments: Any, is_reporting: bool = False) -> TaskResult:
        """The result of a task; one that reports takes a function for that as its last argument."""

    def stream(self, task: TaskFunction, *arguments: Any) -> AsyncIterator[Any]:
        """What a task reports, as it comes; its value is the list of all that."""

    def reports(self, task: TaskFunction, *arguments: Any) -> list[Any]:
        """What a task that waits or runs has reported so far."""

    def stop(self) -> None:
        """End all work."""


async def stream_reports(pool: TaskPool, task: TaskFunction, *arguments: Any) -> AsyncIterator[Any]:
    """What a task of a pool reports, as it comes; who stops listening ends the task."""
    running, sent = asyncio.create_task(pool.run(task, *arguments, is_reporting=True)), 0
    try:
        while not running.done():
            for item in pool.reports(task, *arguments)[sent:]:
                sent += 1
                yield item
            await asyncio.wait([running], timeout=STREAM_SECONDS)
        result = await running
        for item in result.content[sent:] if result.kind == "done" else ():
            yield item
    finally:
        running.cancel()


class Workers:
    """The quick workers and the slow ones."""

    def __init__(self, quick: TaskPool, slow: TaskPool) -> None:
        self.quick, self.slow = quick, slow

    async def run(self, task: TaskFunction, *arguments: Any) -> TaskResult:
        """The result of a quick worker, or of a slow one where the quick one was late."""
        result = await self.quick.run(task, *arguments)
        return await self.slow.run(task, *arguments) if result.kind == "late" else result

    async def answer(
        self, task: TaskFunction, *arguments: Any, most_seconds: float = SLOW_SECONDS, is_reporting: bool = False
    ) -> Any:
        """The value of a task whose last argument is its time; a slow worker runs it if more time may improve it."""
        result = await self.quick.run(task, *arguments, QUICK_SECONDS, is_reporting=is_reporting)
        is_cut = isinstance(result.content, TextAnswer) and not result.content.is_final
        if result.kind == "late" or result.seconds > QUICK_SECONDS or is_cut:
            result = await self.slow.run(task, *arguments, most_seconds, is_reporting=is_reporting)
        return result.unwrap()

    def stop(self) -> None:
        self.quick.stop()
        self.slow.stop()
