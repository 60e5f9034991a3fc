"""The path of lessons: its contents, and a lesson with its tasks, one of which may have been answered."""

from grundy.learn.lessons import chapters, lessons
from grundy.web import lesson_tasks
from grundy.web.html import render
from grundy.web.lesson_tasks import Answered
from grundy.web.limits import BadRequestError, CostlyError, MissingError
from grundy.web.routing import PageAnswer, PageRequest, PageRoutes

routes = PageRoutes("/learn")
MOST_ANSWERS = 200  # fields of one answer
MOST_CHARACTERS = 4_000  # in all


@routes.get("")
async def path_page(request: PageRequest) -> PageAnswer:
    """The chapters and their lessons; what has been done is known to the browser alone."""
    return PageAnswer(render("learn.html", request.root, chapters=chapters(), count=len(lessons())))


@routes.get("/{name}")
async def lesson_page(request: PageRequest) -> PageAnswer:
    name = request.named["name"]
    if name not in lessons():
        raise MissingError(f"no lesson is called '{name[:40]}'; /learn lists them all")
    task = request.number("task", 0, 0, len(lessons()[name].task_blocks))
    answer = await request.workers.answer(lesson_tasks.lesson_page, name, request.root, read_answer(request, task))
    return PageAnswer(answer.text)


def read_answer(request: PageRequest, task: int) -> Answered | None:
    """The answer to a task that the query has: a position that was reached by touching, or the fields of its form."""
    texts = tuple(value for key, value in request.query if key == "answer")
    if not task:
        return None
    if len(texts) > MOST_ANSWERS or sum(map(len, texts)) > MOST_CHARACTERS:
        raise CostlyError(f"an answer has at most {MOST_ANSWERS} fields and {MOST_CHARACTERS:,} characters")
    if not texts:
        raise BadRequestError("answer: this field is required")
    return Answered(task, texts)
