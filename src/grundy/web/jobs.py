"""Jobs: long work in the background, in a process that is killed when the job is cancelled.

One job works at a time and a few wait; what they found is kept for a while. Progress is streamed as server-sent events.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from secrets import token_urlsafe
from threading import Event
from time import monotonic
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from fastapi.responses import StreamingResponse

from grundy.web import answers, models
from grundy.web.api import ERRORS, json_text
from grundy.web.limits import WORKING, BusyError, MissingError
from grundy.web.models import JobStatus
from grundy.web.work import Outcome, Task, Worker

__all__ = ["Jobs", "router"]

WAITING = 4  # jobs that wait or work
KEPT = 12  # jobs that are remembered
LISTENERS = 40  # streams of events
GLANCE = 0.2  # seconds between looks at the progress that is streamed
OVER = ("done", "failed", "cancelled")
TASKS: dict[str, Task] = {
    "analyse": answers.analyse,
    "conjecture": answers.conjecture,
    "misere": answers.misere,
    "period": answers.period,
    "same": answers.same,
    "values": answers.values,
}
router = APIRouter(
    prefix="/api/jobs", responses=ERRORS | {404: {"model": models.Problem, "description": "No such job"}}
)


@dataclass
class Job:
    """A piece of work and how far it has come."""

    wanted: models.JobRequest
    id: str = field(default_factory=lambda: token_urlsafe(12))
    cancelled: Event = field(default_factory=Event)
    outcome: Outcome | None = None
    done: int = 0
    started: float | None = None
    ended: float | None = None

    def report(self, done: int) -> None:
        """Take note of progress."""
        self.done = done

    @property
    def status(self) -> str:
        """Where the job stands."""
        if self.cancelled.is_set():
            return "cancelled"
        if self.outcome is None:
            return "waiting" if self.started is None else "running"
        return "done" if self.outcome.kind == "done" else "failed"

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.status in OVER

    def json(self) -> JobStatus:
        """How far the job has come."""
        now = monotonic() if self.ended is None else self.ended
        seconds = 0.0 if self.started is None else now - self.started
        return JobStatus.model_validate(
            {
                "id": self.id,
                "kind": self.wanted.kind,
                "status": self.status,
                "done": self.done,
                "seconds": round(seconds, 2),
                "rate": round(self.done / max(seconds, 0.001), 1),
                "error": self.outcome.content if self.outcome and self.status == "failed" else None,
            }
        )


class Jobs:
    """The jobs of a server."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, Job] = OrderedDict()
        self.turn = asyncio.Semaphore(1)
        self.worker, self.thread = Worker(WORKING), ThreadPoolExecutor(1)
        self.tasks: set[asyncio.Task[None]] = set()
        self.listeners = 0

    def open(self, wanted: models.JobRequest) -> Job:
        """A new job."""
        if sum(not job.over for job in self.known.values()) >= WAITING:
            raise BusyError(f"{WAITING} jobs are at work or waiting; cancel one or try again later")
        job = Job(wanted)
        self.known[job.id] = job
        while len(self.known) > KEPT:
            self.known.pop(next(key for key, old in self.known.items() if old.over))
        task = asyncio.create_task(self.work(job))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return job

    async def work(self, job: Job) -> None:
        """Do a job when its turn comes; its worker ends with it, and gives back its memory."""
        async with self.turn:
            if job.cancelled.is_set():
                return
            job.started = monotonic()
            loop = asyncio.get_running_loop()
            job.outcome = await loop.run_in_executor(self.thread, self.found, job)
            job.ended = monotonic()

    def found(self, job: Job) -> Outcome:
        """The outcome of a job."""
        wanted = job.wanted
        arguments: tuple[Any, ...] = (TASKS[wanted.kind], wanted.arguments(), wanted.seconds)
        try:
            return self.worker.ask(answers.told, arguments, job.cancelled, job.report)
        finally:
            self.worker.stop()

    def find(self, name: str) -> Job:
        """The job of this name."""
        if name not in self.known:
            raise MissingError("there is no such job; results are kept for a while only")
        return self.known[name]

    def stop(self) -> None:
        """Kill what is at work."""
        for job in self.known.values():
            job.cancelled.set()
        self.worker.stop()
        self.thread.shutdown(wait=False)


def job_of(request: Request, name: str) -> Job:
    """The job that a request is about."""
    jobs: Jobs = request.app.state.jobs
    return jobs.find(name)


@router.post("", status_code=202)
async def create(request: Request, wanted: Annotated[models.JobRequest, Body(discriminator="kind")]) -> JobStatus:
    """A job for the background; ask for its status, listen to its events, fetch its result, or cancel it."""
    jobs: Jobs = request.app.state.jobs
    return jobs.open(wanted).json()


@router.get("/{name}")
async def status(request: Request, name: str) -> JobStatus:
    """How far a job has come."""
    return job_of(request, name).json()


@router.get("/{name}/result", response_model=models.Answer)
async def result(request: Request, name: str) -> Response:
    """What a job has found."""
    job = job_of(request, name)
    if job.status != "done" or job.outcome is None:
        raise MissingError(f"this job has no result; it is {job.status}")
    return json_text(job.outcome.content.text)


@router.delete("/{name}")
async def cancel(request: Request, name: str) -> JobStatus:
    """The end of a job: its worker is killed; one that is over is forgotten."""
    job = job_of(request, name)
    if job.over:
        del request.app.state.jobs.known[name]
    else:
        job.cancelled.set()
    return job.json()


@router.get("/{name}/events", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def events(request: Request, name: str) -> Response:
    """The progress of a job as server-sent events; the last one is named done, failed or cancelled."""
    job, jobs = job_of(request, name), request.app.state.jobs
    if jobs.listeners >= LISTENERS:
        raise BusyError(f"{LISTENERS} streams are open; close one or try again later")
    return StreamingResponse(streamed(job, jobs), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def streamed(job: Job, jobs: Jobs) -> AsyncIterator[str]:
    """The events of a job."""
    jobs.listeners += 1
    try:
        while True:
            now = job.json()
            yield f"event: {now.status}\ndata: {now.model_dump_json()}\n\n"
            if now.status in OVER:
                return
            await asyncio.sleep(GLANCE)
    finally:
        jobs.listeners -= 1
