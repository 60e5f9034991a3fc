"""The pages of puzzles: all of them, the one of a day, and one page for each, where answers are judged."""

from collections.abc import Iterable
from datetime import date

from grundy.learn.difficulty import LEVELS
from grundy.learn.puzzles import KINDS
from grundy.learn.shipped import daily_puzzle, read_day
from grundy.web import puzzle_tasks
from grundy.web.limits import SLOW_SECONDS
from grundy.web.puzzle_tasks import AskedPuzzle
from grundy.web.routing import NOT_CACHED, PageAnswer, PageRequest, PageRoutes, redirect

routes = PageRoutes("/puzzles")


@routes.get("")
async def all_puzzles(request: PageRequest) -> PageAnswer:
    """Those that come with grundy, or those of a kind and a level."""
    kind, level = choose(request.text("kind"), KINDS), choose(request.text("level"), LEVELS)
    return PageAnswer(puzzle_tasks.puzzles_page(request.root, kind, level, today(request)), headers=NOT_CACHED)


@routes.get("/daily")
async def daily(request: PageRequest) -> PageAnswer:
    """The puzzle of the day that the reader's clock names, or else ours."""
    day = today(request)
    return redirect(f"{request.root}/puzzles/{daily_puzzle(read_day(day)).name}?day={day}")


@routes.get("/{ruleset}/{kind}/{seed}")
async def puzzle(request: PageRequest) -> PageAnswer:
    """A puzzle, and what the solver says to an answer; any seed has its page."""
    asked = AskedPuzzle(request.root, **request.named, answer=request.text("answer"), day=request.text("day"))
    result = await request.workers.run(puzzle_tasks.puzzle_page, asked, SLOW_SECONDS)
    return PageAnswer(result.unwrap())


def today(request: PageRequest) -> str:
    """The day that is asked for, checked."""
    return read_day(request.text("day") or date.today().isoformat()).isoformat()


def choose(text: str, known: Iterable[str]) -> str:
    """The text if it is known, else nothing: all of them."""
    return text if text in known else ""
