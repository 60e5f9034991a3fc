"""The page of a strategy: a position, the move that wins it, and a reply to every move after that."""

from grundy.web import strategy_tasks
from grundy.web.routing import PageAnswer, PageRequest, PageRoutes

routes = PageRoutes()


@routes.get("/strategy/{expression:path}")
async def strategy(request: PageRequest) -> PageAnswer:
    """How a position is won; the address has the position and the kind of play, and nothing else."""
    answer = await request.workers.answer(strategy_tasks.strategy_page, request.match)
    return PageAnswer(answer.text)
