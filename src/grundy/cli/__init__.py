"""The command line: parse, one library call, print. Each command is a file, loaded when it is called."""

import os
import re
import sys
from copy import copy
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

import click

import grundy
from grundy.cli.clock import Clock
from grundy.errors import GrundyError, NotationError, NotDecided

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["main"]

COMMANDS = {  # each is a function in the file of this name
    "atlas": "Look through the results of `sweep`: filter, compare, merge, export.",
    "bipartite": "Subtraction games in which every second heap is lost, from some heap on.",
    "calc": "Calculate with nimbers: 24*17, sqrt(8), 6/5, x^2 + x + 6 = 0.",
    "certify": "Write a proof of who wins, of a nimber or of a period; `verify` checks it.",
    "check": "Mark the answers of students to a worksheet.",
    "completion": "Print a script by which your shell completes commands and names of games.",
    "conjecture": "Find the simplest formula that fits the nimbers of a ruleset.",
    "explain": "Say in words why a game is won or lost.",
    "export": "Write values, tables, game graphs or boards for other programs: CSV to TikZ.",
    "games": "List all games; or show the rules, the notation and an example of one.",
    "graph": "Solve any directed graph in a file: vertices are positions, arrows are moves.",
    "link": "Print the address at which a game opens in the browser, or HTML that shows it in a page.",
    "lookup": "Which sequence is this? Rulesets whose values or outcomes contain one.",
    "mcp": "Offer all this to a language model, as tools of the Model Context Protocol.",
    "misere": "Analyse a heap game under misère play, where the last move loses.",
    "period": "Find out whether the nimbers of a ruleset repeat, and prove it.",
    "play": "Play in the terminal against a computer that makes no mistakes.",
    "plot": "Draw values, a histogram, a heat map, a board or a game graph.",
    "puzzle": "A puzzle from a seed, or that of today; an answer is judged.",
    "same": "Compare the nimbers of two rulesets: are they equal, or where do they first differ?",
    "seq": "Look into a file of values: what it holds, whether it is intact, any part of it.",
    "serve": "Start the web app, to play in the browser.",
    "site": "Write the web app as a folder of static files, to put on any web host.",
    "solve": "Say who wins, by which moves, and what the nimber is.",
    "strategy": "A winning reply to every move, as a tree and as a proof that can be checked.",
    "sweep": "Study every ruleset of a family on all processors, and save the results.",
    "table": "Print a table of nimbers of two numbers: wythoff 8x8.",
    "values": "Print the nimbers (Sprague-Grundy values) of the heaps 0, 1, 2, ...",
    "verify": "Check a proof that `certify` wrote; only the rules of the game are trusted.",
    "warm": "Compile all kernels once, so that no later question waits for the compiler.",
    "worksheet": "Write exercises for a class, with pictures and solutions.",
}
GIVEN_FILES = "grundy.games"  # under which the context of a command keeps the paths of --games
FULL_INSTALL = {"fastapi", "jinja2", "llvmlite", "numba", "numpy", "pydantic", "starlette", "uvicorn"}
LEAST_HELP_COLUMNS = 52  # click makes help no narrower
EXAMPLES = """\
Impartial games, in which both players have the same moves: who wins, by which move, and why.

\b
  grundy games                               all games, each with its rules
  grundy solve "kayles(13) + nim(3,5,7)"     who wins, and how
  grundy values "octal(0.137)" --to 52       the nimbers of heaps
  grundy play "nim(3,5,7)"                   against the computer

\b
A position is won (N) or lost (P) for the player to move, or a draw (D) where play need not end.
Its nimber is the size of the nim heap that may replace it in every sum of games; 0 means lost.
An expression may be - (standard input) or @FILE.
Exit codes: 0 answered, 1 no answer within the budget, 2 bad input, 130 interrupted.
"""


class ClosedPipe(Exception):  # noqa: N818 (no fault of ours)
    """The reader of our output has closed it, as `head` does; of a `BrokenPipeError` click would make exit code 1."""


class LazyGroup(click.Group):
    """A group whose commands load when they are called."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ClosedPipe from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"grundy.cli.{cmd_name}"), cmd_name)
        if not isinstance(command, click.Command):
            return None
        callback = command.callback
        if os.environ.get("GRUNDY_GAMES") and callback:
            from grundy.cli.own_games import check_first

            command = copy(command)  # the same process may run it again, without those games
            command.callback = check_first(
                callback, cmd_name in ("games", "solve")
            )  # once the clock of the command runs
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """The commands that begin like this, without loading them, and the options."""
        from click.shell_completion import CompletionItem

        commands = [CompletionItem(name, help=words) for name, words in COMMANDS.items() if name.startswith(incomplete)]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS:
            from difflib import get_close_matches

            from grundy.catalog import find

            near = get_close_matches(args[0], COMMANDS, 1)
            cure = f"did you mean {near[0]}?" if near else "see grundy --help"
            if args[0] in ("mex", "sqrt"):
                cure = f'write grundy calc "{args[0]}({",".join(args[1:])})"'
            if find(args[0].partition("(")[0]):
                cure = f'to solve a game write grundy solve "{" ".join(args)}"'
            raise click.UsageError(f"no command '{args[0]}': {cure}")
        return super().resolve_command(ctx, args)


def add_game_files(ctx: click.Context, parameter: click.Parameter, paths: tuple[str, ...]) -> None:
    """Name the files of the user's own games, which are loaded as soon as the clock of the command runs."""
    if not paths:
        return
    from grundy.catalog import name_games

    for path in paths:
        name_games(path)
    ctx.meta[GIVEN_FILES] = paths


@click.command(cls=LazyGroup, help=EXAMPLES, invoke_without_command=True, context_settings={"max_content_width": 100})
@click.option(
    "--games",
    multiple=True,
    metavar="PATH",
    callback=add_game_files,
    expose_value=False,
    help="Add the games of a Python file of yours, or of all files in a folder.",
)
@click.version_option(grundy.__version__, message="grundy %(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def fail(clock: Clock, message: str, code: int) -> NoReturn:
    clock.has_ended = True
    sys.stderr.write("\r\033[K" * sys.stderr.isatty())  # progress
    line = f"grundy: {message}"
    if sys.stderr.isatty():
        from textwrap import fill

        from grundy.cli.common import terminal_columns

        line = fill(line, max(terminal_columns(), 20), break_long_words=False, break_on_hyphens=False)
    sys.stderr.write(f"{line}\n")
    clock.has_said_all = True
    sys.exit(code)


def say_compiling(kernel: str) -> None:
    """Say on the terminal what is being waited for, before the first kernel is compiled."""
    from grundy.kernels import compilation

    compilation.REPORTS.remove(say_compiling)
    sys.stderr.write("\r\033[Kcompiling kernels, once; grundy warm compiles all of them\n")
    sys.stderr.flush()


def help_of(error: click.UsageError) -> str:
    """Where the options and an example of the command stand."""
    return f"see {error.ctx.command_path if error.ctx else 'grundy'} --help"


def cure_of_extra_words(error: Exception, line: str) -> str:
    """What to do where words stand behind the arguments of a command."""
    extra = re.match(r"Got unexpected extra arguments? \((\S*)", line)
    if not extra:
        return ""
    command = error.ctx.command if isinstance(error, click.UsageError) and error.ctx else None
    if extra[1].rstrip(")").isdigit() and command and any("--to" in it.opts for it in command.params):
        return f"; did you mean --to {extra[1].rstrip(')')}?"
    return "; put the expression into quotes"


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Unicode shows ? for a stone instead of failing
    clock = Clock()
    try:
        code = run_command(clock)
    except NotDecided as error:  # which the clock raised just when the command ended
        fail(clock, str(error), 1)
    finally:
        clock.stop()
    sys.exit(code)


def narrow_columns() -> int | None:
    """The columns of a terminal that is narrower than what click would make of its help."""
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return None
    return columns if 20 <= columns < LEAST_HELP_COLUMNS else None


def line_of(error: GrundyError | click.ClickException) -> str:
    """What was wrong with the words of a command, and the cure."""
    if isinstance(error, click.NoSuchOption) and error.option_name == "--games":
        return "--games stands before the command: grundy --games FILE solve EXPRESSION"
    line = " ".join((error.format_message() if isinstance(error, click.ClickException) else str(error)).split())
    if isinstance(error, click.NoSuchOption | click.MissingParameter):
        return f"{line.rstrip('.,')}; {help_of(error)}"
    return line + cure_of_extra_words(error, line)


def run_command(clock: Clock) -> int:
    """Run the command and return its exit code; what goes wrong is one line."""
    try:
        clock.start()
        if sys.stderr.isatty():
            from grundy.kernels import compilation

            compilation.REPORTS.append(say_compiling)
        code = group.main(standalone_mode=False, obj=clock, terminal_width=narrow_columns())
        sys.stdout.flush()
        clock.has_ended = clock.has_said_all = True
    except NotDecided as error:
        fail(clock, str(error), 1)
    except (GrundyError, click.ClickException) as error:
        if clock.seconds is not None:  # an import, or a person's code, turned the error of the clock into this one
            fail(clock, str(clock.out_of_time(clock.seconds)), 1)
        if isinstance(error, NotationError) and error.text and sys.stderr.isatty():
            sys.stderr.write(f"{error.caret}\n")
        fail(clock, line_of(error), 2)
    except MemoryError:
        fail(clock, "not enough memory; ask for fewer values, or a smaller position", 1)
    except (KeyboardInterrupt, click.Abort):
        fail(clock, "interrupted", 130)
    except (BrokenPipeError, ClosedPipe):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # for what Python still writes when it ends
        sys.exit(0)
    except ModuleNotFoundError as error:
        if (package := str(error.name).partition(".")[0]) not in FULL_INSTALL:
            raise
        added = "long tables and searches, arrays, the web app"
        fail(clock, f"this needs {package}, which a light install leaves out: pip install grundy adds {added}", 2)
    except Exception as error:  # an import, or a call into C, may turn the error that the clock raised into another
        if clock.seconds is not None:
            fail(clock, str(clock.out_of_time(clock.seconds)), 1)
        if clock.is_interrupted:
            fail(clock, "interrupted", 130)
        if os.environ.get("GRUNDY_GAMES"):
            from grundy.cli.own_games import find_fault

            if fault := find_fault(error):
                fail(clock, fault, 2)
        raise
    return code if isinstance(code, int) else 0
