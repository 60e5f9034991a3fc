"""`grundy solve --json -`: many expressions on standard input, one a line, and one object a line on standard output.

Every answer is written before the next line is read, so that another program may ask one question at a time.
"""

import json
import sys
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from itertools import chain
from select import select
from time import monotonic

import click

from grundy.cli.clock import Clock
from grundy.cli.common import clock_of, decode_expression
from grundy.core.game import Game
from grundy.core.reader import MOST_CHARACTERS, ellipsis
from grundy.errors import GrundyError, NotDecided
from grundy.expressions import parse
from grundy.solvers.solution import Json, undecided_solution
from grundy.solvers.solver import Solver

CHUNK_BYTES = 1 << 16
SHARED_QUESTIONS = 1_000  # answered by one solver, which remembers tables and positions: then its memory is given back
SHARED_SECONDS = 1.0  # a question that took longer has filled its memory
CLOCK_SECONDS = 0.1  # to set the clock takes as long as a small question: one setting serves those that begin so soon
PIPE_CHARACTERS = 4_096  # all of which a pipe takes if it takes anything (POSIX: 512 at least, Linux: 4,096)
Ask = Callable[[Game, Solver], Json]


def answer_lines(ask: Ask, misere: bool, timeout: float, fresh: bool) -> int:
    """Answer every line; the exit code is 2 if one of them could not be read, else 1 if one was not decided."""
    clock = clock_of(click.get_current_context())
    session = Session(ask, misere, timeout, fresh, clock)
    for number, text in questions(read_lines(clock)):
        session.answer(number, text)
    clock.limit(None)
    clock.note("", "")
    if session.refused:
        rest = f"; {session.refused - 1} more lines were not read" if session.refused > 1 else ""
        raise GrundyError(f"line {session.first_refused[0]}: {session.first_refused[1]}{rest}")
    return 1 if session.undecided else 0


class Session:
    """What is kept from one line to the next."""

    def __init__(self, ask: Ask, misere: bool, timeout: float, fresh: bool, clock: Clock) -> None:
        self.ask, self.misere, self.timeout, self.fresh, self.clock = ask, misere, timeout, fresh, clock
        self.solver, self.asked = Solver(fresh=fresh), 0
        self.undecided = self.refused = 0
        self.first_refused = (0, "")

    def answer(self, number: int, line: bytes) -> None:
        """Print the object of a line: the answer, or what is wrong with it."""
        try:
            answer = self.find_answer(number, parse(decode_expression(line), files=True))
        except GrundyError as error:
            why = " ".join(str(error).split())
            self.first_refused = self.first_refused if self.refused else (number, why)
            self.refused += 1
            asked = ellipsis(line.decode("utf-8", "replace").strip())
            answer = {"schema": 1, "line": number, "game": asked, "error": why}
        text = f"{json.dumps(answer)}\n"
        if not is_written_at_once(text):
            self.clock.limit(None)  # whoever reads the answers may take his time
        sys.stdout.write(text)
        self.clock.note("", self.rest_of(number))  # no second object for this line
        sys.stdout.flush()

    def rest_of(self, number: int) -> str:
        return f"; the lines after line {number} were not answered"

    def find_answer(self, number: int, game: Game) -> Json:
        undecided = undecided_solution(game, self.misere, "").json()
        self.clock.note(f"{json.dumps(undecided)}\n", self.rest_of(number))
        self.clock.limit_questions(self.timeout, CLOCK_SECONDS)
        started = monotonic()
        try:
            answer = self.ask(game, self.solver)
        except (MemoryError, NotDecided):
            answer = undecided
        self.asked += 1
        if self.asked == SHARED_QUESTIONS or monotonic() - started > SHARED_SECONDS or not answer["outcome"]:
            self.solver, self.asked = Solver(fresh=self.fresh), 0
        self.undecided += not answer["outcome"]
        return answer


def is_written_at_once(text: str) -> bool:
    """Whether nobody has to read before this is written; False where that is not known."""
    try:
        return len(text) <= PIPE_CHARACTERS and bool(select([], [sys.stdout], [], 0)[1])
    except (OSError, ValueError):  # as on Windows, for what is no socket
        return False


def questions(lines: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, with their numbers; one expression may also be spread over all of them.

    That is tried where the first line leaves a bracket open or ends with a sign: then all lines are read first.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    first = next(numbered, None)
    if first is None:
        raise GrundyError("no expression on standard input; write one a line, such as nim(3,5,7)")
    held = [first]
    if goes_on(first[1]):
        size = len(first[1])
        for number, line in numbered:
            held.append((number, line))
            if (size := size + len(line)) > MOST_CHARACTERS:
                break
        whole = b"\n".join(line for _, line in held)
        if len(held) > 1 and is_expression(whole):
            held = [(first[0], whole)]
    yield from chain(held, numbered)


def goes_on(line: bytes) -> bool:
    return line.count(b"(") > line.count(b")") or line.rstrip().endswith((b"+", b","))


def is_expression(text: bytes) -> bool:
    try:
        parse(decode_expression(text), files=True)
    except GrundyError:
        return False
    return True


def read_lines(clock: Clock) -> Iterator[bytes]:
    """The lines of standard input as they come, with no limit on the time that they take to come.

    Of a line that is too long only the beginning is kept.
    """
    rest, stream = b"", sys.stdin.buffer
    assert isinstance(stream, BufferedIOBase)
    while True:
        clock.limit(None)
        if not (chunk := stream.read1(CHUNK_BYTES)):  # what is there, and at least a byte
            break
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole
        rest = rest[: MOST_CHARACTERS + 1]
    if rest:
        yield rest
