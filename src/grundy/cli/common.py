"""What the commands share: options, reading expressions, printing, progress."""

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from grundy.core.budget import Budget
from grundy.errors import GrundyError
from grundy.expressions import LONGEST

__all__ = ["Progress", "asked_for", "budget_of", "complete_names", "expression", "general", "print_json", "text_of"]

F = TypeVar("F", bound=Callable[..., Any])
PATIENCE = 60.0  # seconds, unless the user says otherwise


def general(command: F) -> F:
    """The options that every command has."""
    for option in (
        click.option("--fresh", is_flag=True, help="Ignore shipped and saved results."),
        click.option("--timeout", type=click.FloatRange(min=0), default=PATIENCE, show_default=True, help="Seconds."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    ):
        command = option(command)
    return command


def complete_names(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The rulesets whose names begin like this."""
    from grundy.catalog import entries

    return [name for name in entries() if name.startswith(incomplete)]


def expression(command: F) -> F:
    """The argument that names a game or a ruleset."""
    return click.argument("expression", shell_complete=complete_names)(command)


def text_of(argument: str) -> str:
    """The expression itself, or what standard input (-) or a file (@FILE) holds."""
    if argument != "-" and not argument.startswith("@"):
        return argument
    try:
        if argument == "-":
            data = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with open(argument[1:], "rb") as file:
                data = file.read(LONGEST + 1)
    except OSError as error:
        raise GrundyError(f"cannot read {argument[1:]}: {error.strerror}") from error
    if len(data) > LONGEST:
        raise GrundyError(f"an expression of more than {LONGEST:,} bytes; write a shorter one")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise GrundyError(f"the expression is not UTF-8 text (byte {error.start + 1})") from error


def asked_for(timeout: float) -> float | None:
    """The seconds that the user asked for; files are written and read to the end without."""
    source = click.get_current_context().get_parameter_source("timeout")
    return None if source is ParameterSource.DEFAULT else timeout


def budget_of(timeout: float | None, progress: Callable[[int], None] | None = None) -> Budget:
    """The budget of a command; on a terminal it shows that work goes on."""
    budget = Budget(seconds=timeout)
    if sys.stderr.isatty():
        budget.report = progress or Progress(stage=lambda: budget.stage)
    return budget


class Progress:
    """A line on the terminal that is written over again: how much is done, how fast, and how long it will take."""

    def __init__(
        self,
        total: int | None = None,
        noun: str = "positions",
        done: Callable[[], int] | None = None,
        stage: Callable[[], str] = str,
    ) -> None:
        self.total, self.noun, self.done, self.stage, self.started = total, noun, done, stage, monotonic()

    def __call__(self, spent: int) -> None:
        """Write the line."""
        sys.stderr.write(f"\r\033[K{self.line(self.done() if self.done else spent, monotonic() - self.started)}\r")
        sys.stderr.flush()

    def line(self, done: int, seconds: float) -> str:
        """The line after so many seconds."""
        rate = done / max(seconds, 0.001)
        text = f"{done:,} {self.noun}, {rate:,.0f} a second{self.stage()}"
        if not self.total or not done:
            return text
        filled = round(20 * min(1, done / self.total))
        return f"[{'#' * filled}{'.' * (20 - filled)}] {text}, {(self.total - done) / rate:,.0f} s left at most"


def print_json(answer: object) -> None:
    """One line of JSON."""
    import json

    click.echo(json.dumps(answer))
