"""The app inside a browser: what a server would be asked, this Python answers, which runs in a Web Worker.

Quick tasks run where they are asked for. Slow ones run in another Web Worker with a Python of its own, so that pages
are answered meanwhile, and so that a task can be ended, together with its worker.
"""

import asyncio
import gc
import json
import pickle
import random
import re
import traceback
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from html import escape, unescape
from importlib import import_module
from pathlib import Path
from typing import Any

from grundy.errors import GrundyError
from grundy.solvers.saved import DATA
from grundy.web import html, pages
from grundy.web.all_pages import PAGES
from grundy.web.limits import SLOW_LIMITS
from grundy.web.routing import PageAnswer, PageRequest, answer_page, status_of_error
from grundy.web.workers.quick_and_slow import Workers, stream_reports
from grundy.web.workers.tasks import TaskFunction, TaskResult, run_task

MOST_REDIRECTS = 10
SLOW_MILLISECONDS = 1_000 * (SLOW_LIMITS.seconds + SLOW_LIMITS.grace_seconds)  # after which a task is ended
NO_JOBS = "background jobs need a computer with `grundy` on it, where `grundy serve` takes them"
ASSET = re.compile(r'(<(?:link\b[^>]*\bhref|script\b[^>]*\bsrc|(img)\b[^>]*\bsrc)="|\bdata-scripts=")([^"]*)"')
LATER = "later"  # the folder of files that the first visit does not load
DATA_OF_PAGES = {"/atlas": "atlas.db.gz"}  # which pages read what is in it
WARM_UP = ("/play/kayles(13)?vs=person", "/play/nim(3,5,7)")
Send = Callable[[str], None]
RunElsewhere = Callable[
    [bytes, Callable[[Any], None]], Awaitable[Any]
]  # by another Web Worker: nothing if it was ended


class OwnPool:
    """Tasks that run at once, in this Python."""

    async def run(self, task: TaskFunction, *arguments: Any, is_reporting: bool = False) -> TaskResult:
        await asyncio.sleep(0)  # what was cancelled meanwhile does not begin
        return run_task(task, (*arguments, *([lambda found: None] if is_reporting else [])))

    def reports(self, task: TaskFunction, *arguments: Any) -> list[Any]:
        return []

    def stream(self, task: TaskFunction, *arguments: Any) -> AsyncIterator[Any]:
        return stream_reports(self, task, *arguments)

    def stop(self) -> None:
        pass


class OtherPool:
    """Tasks that run in another Web Worker, one after the other; who cancels one ends the worker."""

    def __init__(self, run_elsewhere: RunElsewhere, end: Callable[[], None]) -> None:
        self.run_elsewhere, self.end, self.turn = run_elsewhere, end, asyncio.Lock()
        self.reported: dict[bytes, list[Any]] = {}

    async def run(self, task: TaskFunction, *arguments: Any, is_reporting: bool = False) -> TaskResult:
        name = pickle.dumps((task, arguments))
        async with self.turn:
            reports = self.reported.setdefault(name, [])
            data = pickle.dumps((task, arguments, is_reporting))
            try:
                found = await self.run_elsewhere(data, lambda item: reports.append(pickle.loads(item.to_bytes())))
            except asyncio.CancelledError:
                self.end()
                raise
            finally:
                del self.reported[name]
        if found is None:
            return TaskResult("late", f"stopped: more than {SLOW_LIMITS.seconds:g} s")
        result: TaskResult = pickle.loads(found.to_bytes())
        return result

    def reports(self, task: TaskFunction, *arguments: Any) -> list[Any]:
        return self.reported.get(pickle.dumps((task, arguments)), [])

    def stream(self, task: TaskFunction, *arguments: Any) -> AsyncIterator[Any]:
        return stream_reports(self, task, *arguments)

    def stop(self) -> None:
        self.end()


def run_for_another(data: Any, report: Callable[[bytes], None]) -> bytes:
    """In the other Web Worker: the result of a task, as data."""
    task, arguments, is_reporting = pickle.loads(data.to_bytes())
    told = (lambda found: report(pickle.dumps(found)),) if is_reporting else ()
    return pickle.dumps(run_task(task, (*arguments, *told)))


class BrowserApp:
    """The app below a root path, with the tasks that can be cancelled by their numbers."""

    def __init__(self, root: str, workers: Workers, files: frozenset[str]) -> None:
        self.root, self.workers, self.files = root, workers, files
        self.asked: dict[int, asyncio.Task[None]] = {}

    async def answer(self, address: str) -> tuple[str, PageAnswer]:
        """The answer for an address below the root, and the address to which redirects have led."""
        for _ in range(MOST_REDIRECTS):
            found = await self.answer_once(PageRequest.read(self.root, address, self.workers))
            if "Location" not in found.headers:
                break
            address = found.headers["Location"].removeprefix(self.root)
        return address, found

    async def answer_once(self, request: PageRequest) -> PageAnswer:
        if request.path.startswith("/api"):
            return PageAnswer(json.dumps({"error": NO_JOBS}), 404, "application/json")
        try:
            for path, name in DATA_OF_PAGES.items():
                if request.path.startswith(path) and not (DATA / name).exists():
                    await load_data(f"{self.root}/static/{html.static_version()}/{LATER}/{name}", DATA / name)
            return await answer_page(PAGES, request)
        except GrundyError as error:
            return pages.error_page(request, status_of_error(error), str(error))
        except Exception:
            line = traceback.format_exc().strip().splitlines()[-1]
            return pages.error_page(request, 500, f"this page met a fault of the program ({line}); ask for another")

    async def place_assets(self, text: str) -> str:
        """A page that loads the files of this version of the site, with pictures inside that only this Python makes."""
        for found in reversed([*ASSET.finditer(text)]):
            paths = [unescape(path).removeprefix(self.root) for path in found[3].split(" ")]
            places = [escape(await self.place(path, is_image=bool(found[2]))) for path in paths]
            text = f'{text[: found.start()]}{found[1]}{" ".join(places)}"{text[found.end() :]}'
        return text

    async def place(self, path: str, is_image: bool) -> str:
        """Where a page finds what is at a path of the app."""
        if path in self.files:
            return f"{self.root}/static/{html.static_version()}{path}"
        if not path.startswith("/") or path.startswith("/static/") or not is_image:
            return self.root + path if path.startswith("/") else path
        _, picture = await self.answer(path)
        return f"data:{picture.kind};base64,{b64encode(str(picture.content).encode()).decode()}"

    async def tell(self, address: str, begin: Callable[[str, int, str], None], send: Send) -> None:
        """Answer a page: how it begins, and then its text, whole or in lines."""
        there, found = await self.answer(address)
        content = found.content
        if isinstance(content, str) and found.kind.startswith("text/html"):
            content = await self.place_assets(content)
        begin(self.root + there, found.status, found.kind)
        if isinstance(content, str):
            return send(content)
        async for line in content:
            send(line)
        return None

    async def ask(self, number: int, address: str, begin: Callable[[str, int, str], None], send: Send) -> None:
        """Answer a question, unless it is cancelled before."""
        task = self.asked[number] = asyncio.ensure_future(self.tell(address, begin, send))
        try:
            await task
        finally:
            del self.asked[number]

    def cancel(self, number: int) -> None:
        if number in self.asked:
            self.asked[number].cancel()


async def load_data(address: str, path: Path) -> None:
    """Load a file of the package that the first visit left out."""
    http = import_module("pyodide.http")
    try:
        found = await http.pyfetch(address)
        found.raise_for_status()
        path.write_bytes(await found.bytes())
    except OSError as error:  # what it raises without a network, and for a file that is not there
        raise GrundyError(f"{path.name} could not be loaded; a first visit to these pages needs a network") from error


async def warm_up() -> None:
    """Answer some pages, so that what they import is in the memory that the browser keeps for the next visit."""
    app = BrowserApp("", Workers(OwnPool(), OwnPool()), frozenset())
    for address in WARM_UP:
        await app.answer(address)
    gc.collect()


def start(root: str, files: str, run_elsewhere: RunElsewhere, end: Callable[[], None]) -> BrowserApp:
    """The app, ready to answer."""
    random.seed()  # otherwise all visits that begin with one kept memory would see the same chances
    workers = Workers(OwnPool(), OtherPool(run_elsewhere, end))
    return BrowserApp(root, workers, frozenset(json.loads(files)))
