"""What the commands share: options, reading expressions, printing, progress."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from grundy.cli.clock import EXCUSED_SECONDS, Clock
from grundy.core.budget import Budget, Meter
from grundy.core.reader import MOST_CHARACTERS, Reader, plain_signs
from grundy.errors import GrundyError, NotationError

F = TypeVar("F", bound=Callable[..., Any])
TIMEOUT_SECONDS = 60.0  # unless the user says otherwise
SHOWN_AFTER_SECONDS = 0.3  # of work, is progress shown
COLUMNS = 80  # of a terminal that does not tell
if TYPE_CHECKING:
    from pathlib import Path

    NumberType = click.ParamType[int]
    SizeType = click.ParamType[tuple[int, int]]
else:  # before click 8.4 it has no parameters
    NumberType = SizeType = click.ParamType


class Integer(NumberType):
    """A number that may be written as a power: 2^17."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from grundy.core.spelling import nearest

        try:
            return read_whole(str(value))
        except NotationError as error:
            meant = nearest(str(value), read_whole)
            raise NotationError(f"{error.message}: did you mean {meant}?") if meant else error from None


def read_whole(text: str) -> int:
    reader = Reader(text)
    number = reader.integer()
    reader.end()
    return number


class TableSize(SizeType):
    """Rows x columns: 8x8."""

    name = "size"

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "Write rows x columns such as 8x8"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        shape = re.fullmatch(r"\s*(\d{1,6})\s*[x*]\s*(\d{1,6})\s*", plain_signs(str(value)))
        if not shape or not int(shape[1]) * int(shape[2]):
            numbers = re.findall(r"\d+", str(value))
            example = "x".join(numbers) if len(numbers) == 2 and "0" not in numbers else "8x8"
            self.fail(f"'{value}' is not a size; write rows x columns such as {example}", param, ctx)
        return int(shape[1]), int(shape[2])


def fresh_option(
    help: str = "Compute anew: ignore results that come with grundy or were saved earlier.",
) -> Callable[[F], F]:
    return click.option("--fresh", is_flag=True, help=help)


def clock_of(ctx: click.Context) -> Clock:
    """The clock of the command; where it is not run as a program, one that does not run."""
    return ctx.find_object(Clock) or Clock()


def set_clock(ctx: click.Context, parameter: click.Parameter, seconds: float | None) -> float | None:
    clock_of(ctx).limit(seconds, excused=excused_seconds(ctx))
    return seconds


def excused_seconds(ctx: click.Context) -> float:
    """How many seconds of compilation do not count: all of them, unless the user gave the time limit."""
    return EXCUSED_SECONDS if ctx.get_parameter_source("timeout") is not ParameterSource.DEFAULT else inf


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Limit the time of what is done inside; before and after it there is no limit."""
    clock = clock_of(click.get_current_context())
    clock.limit(seconds, excused=excused_seconds(click.get_current_context()))
    try:
        yield
    finally:
        clock.limit(None)


def timeout_option(
    default: float | None = TIMEOUT_SECONDS, help: str = "Give up after this many seconds.", is_whole: bool = True
) -> Callable[[F], F]:
    """The option --timeout, which sets the clock of the whole command or is left to the command."""
    return click.option(
        "--timeout",
        type=click.FloatRange(min=0),
        metavar="SECONDS",
        default=default,
        show_default=True,
        callback=set_clock if is_whole else None,
        help=help,
    )


def json_option(help: str = "Print one JSON object instead of text.") -> Callable[[F], F]:
    return click.option("--json", "as_json", is_flag=True, help=help)


check_saved_option = click.option(
    "--check-saved",
    is_flag=True,
    help="Where an answer rests on saved results, or on those that come with grundy, compute it anew and compare.",
)


misere_option = click.option(
    "--misere", is_flag=True, help="Misère play: whoever makes the last move loses. Normally that player wins."
)


base_option = click.option(
    "--base",
    envvar="GRUNDY_BASE",
    default="",
    metavar="URL",
    help="The address of the public site, to which links lead; also as the environment variable GRUNDY_BASE.",
)


outcomes_option = click.option("--outcomes", is_flag=True, help="Who wins instead of nimbers: P, N or, for a draw, D.")


def common_options(command: F) -> F:
    """Add --json, --timeout and --fresh, which every command has."""
    for option in (fresh_option(), timeout_option(), json_option()):
        command = option(command)
    return command


def complete_names(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from grundy.catalog import names_like

    return names_like(incomplete)


def expression(command: F) -> F:
    return click.argument("expression", shell_complete=complete_names)(command)


def join_words(ctx: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> str:
    return " ".join(words)


def words(name: str = "expression") -> Callable[[F], F]:
    """An argument that may stand without quotes, as far as the shell allows: grundy solve nim 3 5 7."""
    complete = complete_names if name == "expression" else None
    return click.argument(
        name, nargs=-1, required=True, metavar=name.upper(), callback=join_words, shell_complete=complete
    )


def text_of(argument: str) -> str:
    """The expression itself, or what standard input (-) or a file (@FILE) holds."""
    if argument != "-" and not argument.startswith("@"):
        return argument
    try:
        if argument == "-":
            data = sys.stdin.buffer.read(MOST_CHARACTERS + 1)
        else:
            with open(argument[1:], "rb") as file:
                data = file.read(MOST_CHARACTERS + 1)
    except OSError as error:
        raise GrundyError(f"cannot read {argument[1:]}: {error.strerror}") from error
    return decode_expression(data)


def decode_expression(data: bytes) -> str:
    if len(data) > MOST_CHARACTERS:
        raise GrundyError(f"an expression of more than {MOST_CHARACTERS:,} bytes; write a shorter one")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise GrundyError(f"the expression is not UTF-8 text (byte {error.start + 1})") from error


def requested_timeout(timeout: float) -> float | None:
    """The timeout if the user gave one, else None: long files are written and read to the end by default."""
    ctx = click.get_current_context()
    if excused_seconds(ctx) < inf:
        return timeout
    clock_of(ctx).limit(None)
    return None


def budget_of(timeout: float | None, progress: Callable[[int], None] | None = None) -> Budget:
    """The budget of a command; on a terminal it reports progress."""
    meter = Meter()
    report = (progress or Progress(stage=lambda: meter.stage)) if sys.stderr.isatty() else None
    return Budget(seconds=timeout, report=report, meter=meter, excused=excused_seconds(click.get_current_context()))


class Progress:
    """A line on the terminal that is overwritten as work goes on: how much is done, how fast, and what is tried.

    It appears after a moment, so that short answers come without it, and is erased before anything else is printed.
    """

    is_shown = False  # by any of them: there is one line

    def __init__(
        self,
        total: int | None = None,
        noun: str = "positions",
        done: Callable[[], int] | None = None,
        stage: Callable[[], str] = str,
    ) -> None:
        self.total, self.noun, self.done, self.stage, self.started = total, noun, done, stage, monotonic()
        self.before = 0  # done by an earlier run: it took no time of this one

    def __call__(self, spent: int) -> None:
        seconds = monotonic() - self.started
        if seconds > SHOWN_AFTER_SECONDS:
            show_line(self.line(self.done() if self.done else spent, seconds))

    def line(self, done: int, seconds: float) -> str:
        rate = (done - self.before) / max(seconds, 0.001)
        text = f"{done:,} {self.noun}, {rate:,.0f} a second"
        if self.total and done > self.before:
            text = f"{bar(done, self.total)} {text}, {(self.total - done) / rate:,.0f} s left at most"
        return text + self.stage()


def show_line(text: str) -> None:
    """Show a line on the terminal, as much of it as fits, in the place of the one before."""
    Progress.is_shown = True
    sys.stderr.write(f"\r\033[K{text[: terminal_columns() - 1]}\r")
    sys.stderr.flush()


def erase_line() -> None:
    """Erase the line of progress, if there is one."""
    if Progress.is_shown:
        Progress.is_shown = False
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


def terminal_columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or COLUMNS
    except (OSError, ValueError):
        return COLUMNS


def bar(done: int, total: int) -> str:
    """How much is done, as a picture."""
    filled = round(20 * min(1, done / total))
    return f"[{'#' * filled}{'.' * (20 - filled)}]"


def set_last_words(answer: object) -> None:
    """The JSON that is printed where the process has to be ended because its time is up."""
    import json

    clock_of(click.get_current_context()).prepare(words=f"{json.dumps(answer)}\n")


def say_what_is_kept(path: "Path") -> None:
    """Name the file that keeps what is found, for the line that is printed where the process has to be ended."""
    clock_of(click.get_current_context()).prepare(kept=f"; {path} keeps what was found, and the same command goes on")


def print_json(answer: object) -> None:
    import json

    text = json.dumps(answer)
    erase_line()
    if context := click.get_current_context(silent=True):
        clock_of(context).prepare(words="")
    click.echo(text)


def print_answer(data: object, text: str, as_json: bool) -> None:
    erase_line()
    print_json(data) if as_json else print_lines(text)


def print_lines(text: str) -> None:
    """Print text for people; what fits a terminal and has colour there is loaded for one only."""
    if sys.stdout.isatty():
        from grundy.cli.terminal import print_text

        print_text(text)
    else:
        click.echo(text)
