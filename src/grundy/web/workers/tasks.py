"""A task that a worker runs, and its result: plain data, whatever kind of worker runs it."""

import traceback
from collections.abc import Callable
from errno import ENOMEM
from time import monotonic
from typing import Any, NamedTuple

from grundy.errors import GrundyError, NotDecided
from grundy.web.limits import BadRequestError, BusyError, CostlyError

TaskFunction = Callable[..., Any]
Report = Callable[[Any], None]  # of what a task has found so far
ARRAYS_LINE = "this needs arrays of numbers and compiled code, which a browser lacks; `grundy` on a computer answers it"
MEMORY_LINE = "this takes more memory than the server gives to one request; ask for less"


class WorkerFaultError(Exception):
    """A bug that a task met; the text is the traceback in its worker."""


class TaskResult(NamedTuple):
    """`done` with the value of a task, or `bad`, `costly`, `late` or `busy` with a line that says why there is none.

    A `fault` is a bug; its content is the traceback.
    """

    kind: str
    content: Any
    seconds: float = 0.0

    @property
    def is_lasting(self) -> bool:
        """Whether the same task has the same result whatever the time that it is given."""
        return self.kind in ("done", "bad", "costly")

    def unwrap(self) -> Any:
        """The value, or the error raised again on this side of the pipe."""
        if self.kind == "done":
            return self.content
        errors: dict[str, type[Exception]] = {"bad": BadRequestError, "busy": BusyError, "fault": WorkerFaultError}
        raise errors.get(self.kind, CostlyError)(self.content)


class TextAnswer(NamedTuple):
    """JSON or HTML that the server only hands on, and whether more time could not improve it."""

    text: str
    is_final: bool


def run_task(task: TaskFunction, arguments: tuple[Any, ...]) -> TaskResult:
    started = monotonic()
    try:
        return TaskResult("done", task(*arguments), monotonic() - started)
    except NotDecided as error:
        line = str(error).partition(";")[0]
        return TaskResult("late", f"{line}; POST /api/jobs takes longer, and so does `grundy` with --timeout")
    except CostlyError as error:
        return TaskResult("costly", str(error))
    except GrundyError as error:
        return TaskResult("bad", str(error))
    except (MemoryError, RecursionError, OverflowError, SystemError):  # the last by extensions without memory
        return TaskResult("costly", MEMORY_LINE)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name in ("numba", "numpy"):
            return TaskResult("costly", ARRAYS_LINE)
        if isinstance(error, OSError) and error.errno == ENOMEM:
            return TaskResult("costly", MEMORY_LINE)
        return TaskResult("fault", traceback.format_exc())
