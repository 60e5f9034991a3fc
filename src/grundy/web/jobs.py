"""Jobs: long work in the background, in a process that is killed when the job is cancelled.

One job runs at a time and a few wait; the last results are kept. Progress is streamed as server-sent events.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from secrets import token_urlsafe
from threading import Event
from time import monotonic
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request, Response
from fastapi.responses import StreamingResponse

from grundy.web import api_tasks, models
from grundy.web.api import ERRORS, json_response
from grundy.web.guard import log_fault
from grundy.web.hosting import CLIENT
from grundy.web.limits import JOB_LIMITS, BusyError, MissingError
from grundy.web.models import JobStatus
from grundy.web.workers.process import WorkerProcess
from grundy.web.workers.tasks import TaskFunction, TaskResult, WorkerFaultError

MOST_OPEN_JOBS = 4  # that wait or run
MOST_KNOWN_JOBS = 12  # with those whose results are kept
MOST_LISTENERS = 40  # streams of events
CLIENT_LISTENERS = 8  # of those, for one client of a public server
EVENT_SECONDS = 0.2  # between two events of a stream
FINAL = ("done", "failed", "cancelled")
TASKS: dict[str, TaskFunction] = {
    "analyse": api_tasks.analyse,
    "conjecture": api_tasks.conjecture,
    "misere": api_tasks.misere,
    "period": api_tasks.period,
    "same": api_tasks.same,
    "values": api_tasks.values,
}
router = APIRouter(
    prefix="/api/jobs", responses=ERRORS | {404: {"model": models.Problem, "description": "No such job"}}
)


@dataclass
class BackgroundJob:
    wanted: models.JobQuestion
    client: str = ""
    id: str = field(default_factory=lambda: token_urlsafe(12))
    cancelled: Event = field(default_factory=Event)
    result: TaskResult | None = None
    done: int = 0  # positions or values so far
    started: float | None = None
    ended: float | None = None

    def report(self, done: int) -> None:
        self.done = done

    @property
    def status(self) -> str:
        if self.cancelled.is_set():
            return "cancelled"
        if self.result is None:
            return "waiting" if self.started is None else "running"
        return "done" if self.result.kind == "done" else "failed"

    @property
    def is_over(self) -> bool:
        return self.status in FINAL

    def json(self) -> JobStatus:
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
                "error": self.result.content if self.result and self.status == "failed" else None,
            }
        )


class JobQueue:
    def __init__(self, client_jobs: int | None = None) -> None:
        self.client_jobs = client_jobs
        self.known: OrderedDict[str, BackgroundJob] = OrderedDict()
        self.turn = asyncio.Semaphore(1)
        self.worker, self.thread = WorkerProcess(JOB_LIMITS), ThreadPoolExecutor(1)
        self.tasks: set[asyncio.Task[None]] = set()
        self.listeners: Counter[str] = Counter()  # by client

    def open(self, wanted: models.JobQuestion) -> BackgroundJob:
        client, clients = CLIENT.get(), [job.client for job in self.known.values() if not job.is_over]
        if len(clients) >= MOST_OPEN_JOBS:
            raise BusyError(f"{MOST_OPEN_JOBS} jobs are at work or waiting; cancel one or try again later")
        if self.client_jobs and clients.count(client) >= self.client_jobs:
            raise BusyError(f"{self.client_jobs} jobs from your address are at work or waiting; cancel one")
        job = BackgroundJob(wanted, client)
        self.known[job.id] = job
        while len(self.known) > MOST_KNOWN_JOBS:
            self.known.pop(next(key for key, old in self.known.items() if old.is_over))
        task = asyncio.create_task(self.run(job))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return job

    async def run(self, job: BackgroundJob) -> None:
        async with self.turn:
            if job.cancelled.is_set():
                return
            job.started = monotonic()
            loop = asyncio.get_running_loop()
            result = await loop.run_in_executor(self.thread, self.result_of, job)
            if result.kind == "fault":
                line = log_fault(f"job {job.wanted.kind}", WorkerFaultError(result.content))
                result = TaskResult("fault", line)
            job.result = result
            job.ended = monotonic()

    def result_of(self, job: BackgroundJob) -> TaskResult:
        """Run a job in a process, which ends with it and gives back its memory."""
        wanted = job.wanted
        arguments: tuple[Any, ...] = (TASKS[wanted.kind], wanted.arguments(), wanted.seconds)
        try:
            return self.worker.run(api_tasks.run_as_text, arguments, job.cancelled, job.report)
        finally:
            self.worker.stop()

    def stop(self) -> None:
        for job in self.known.values():
            job.cancelled.set()
        self.worker.stop()
        self.thread.shutdown(wait=False)


async def jobs_of(request: Request) -> JobQueue:
    jobs: JobQueue = request.app.state.jobs
    return jobs


async def job_of(jobs: Annotated[JobQueue, Depends(jobs_of)], name: str) -> BackgroundJob:
    if name not in jobs.known:
        raise MissingError("there is no such job; results are kept for a while only")
    return jobs.known[name]


JobsOfServer = Annotated[JobQueue, Depends(jobs_of)]
NamedJob = Annotated[BackgroundJob, Depends(job_of)]


@router.post("", status_code=202)
async def create(jobs: JobsOfServer, wanted: Annotated[models.JobQuestion, Body(discriminator="kind")]) -> JobStatus:
    """A job for the background; ask for its status, listen to its events, fetch its result, or cancel it."""
    return jobs.open(wanted).json()


@router.get("/{name}")
async def status(job: NamedJob) -> JobStatus:
    """How far a job has come."""
    return job.json()


@router.get("/{name}/result", response_model=models.ApiAnswer)
async def result(job: NamedJob) -> Response:
    """What a job has found."""
    if job.status != "done" or job.result is None:
        raise MissingError(f"this job has no result; it is {job.status}")
    return json_response(job.result.content.text)


@router.delete("/{name}")
async def cancel(jobs: JobsOfServer, job: NamedJob) -> JobStatus:
    """The end of a job: its worker is killed; one that is over is forgotten."""
    if job.is_over:
        del jobs.known[job.id]
    else:
        job.cancelled.set()
    return job.json()


@router.get("/{name}/events", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def events(jobs: JobsOfServer, job: NamedJob) -> Response:
    """The progress of a job as server-sent events; the last one is named done, failed or cancelled."""
    most = CLIENT_LISTENERS if jobs.client_jobs else MOST_LISTENERS
    if jobs.listeners.total() >= MOST_LISTENERS or jobs.listeners[CLIENT.get()] >= most:
        raise BusyError(f"{most} streams are open; close one or try again later")
    return StreamingResponse(
        stream_events(job, jobs), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def stream_events(job: BackgroundJob, jobs: JobQueue) -> AsyncIterator[str]:
    client = CLIENT.get()
    jobs.listeners[client] += 1
    try:
        while True:
            now = job.json()
            yield f"event: {now.status}\ndata: {now.model_dump_json()}\n\n"
            if now.status in FINAL:
                return
            await asyncio.sleep(EVENT_SECONDS)
    finally:
        jobs.listeners -= Counter([client])
