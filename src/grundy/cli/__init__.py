"""The command line: parse, one library call, print. Each command is a file, loaded when it is called."""

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

import click

from grundy.errors import GrundyError, NotationError, NotDecided

__all__ = ["main"]

COMMANDS = {  # each is a function in the file of this name
    "atlas": ("atlas", "What sweeps found: filter, compare, merge, export."),
    "bipartite": ("bipartite", "Subtraction games whose lost and won heaps come to alternate."),
    "calc": ("calc", "Nim arithmetic: 24*17, sqrt(8), 6/5, x^2 + x + 6 = 0."),
    "certify": ("certify", "A proof of an outcome, a nimber, a period or a quotient, in a file."),
    "completion": ("completion", "A script that completes commands and rulesets in your shell."),
    "conjecture": ("conjecture", "The simplest law that a ruleset's nimbers follow, found from values."),
    "explain": ("explain", "Why a game is won or lost, in words."),
    "export": ("export", "Values, tables, game graphs and boards for other programs: CSV to TikZ."),
    "games": ("games", "The catalogue: every ruleset with rules, notation and example."),
    "graph": ("graph", "Any directed graph from a file: outcomes, nimbers, draws, heights."),
    "misere": ("misere", "Misère play of a heap ruleset: genus, outcomes, quotient."),
    "period": ("sequences", "The period of a ruleset's values, with its proof."),
    "play": ("play", "Play against the perfect player, in the terminal."),
    "plot": ("plot", "Values, histogram, heat map, board or game graph as SVG or PNG."),
    "same": ("same", "Whether two rulesets have the same nimbers, and where they first differ."),
    "seq": ("seq", "A file of values: what it holds, whether it is whole, any part of it."),
    "serve": ("serve", "Play in the browser."),
    "solve": ("solve", "Who wins, by which moves, and the nimber."),
    "sweep": ("sweep", "Every ruleset of a family, studied on all processors, into a file."),
    "table": ("sequences", "A table of nimbers: wythoff 8x8."),
    "values": ("sequences", "The Sprague-Grundy values of a ruleset: heap by heap, coin by coin."),
    "verify": ("verify", "Whether a certificate proves its statement; nothing is trusted but the rules."),
}
EXAMPLES = """\
Impartial games: who wins, by which move, and why.

\b
  grundy solve "kayles(13) + nim(3,5,7)"     who wins, and how
  grundy values "octal(0.137)" --to 52       Sprague-Grundy values
  grundy play "nim(3,5,7)"                   against the perfect player

\b
An expression may be - (standard input) or @FILE. `grundy games` lists all rulesets.
Exit codes: 0 answered, 1 no answer within the budget, 2 bad input, 130 interrupted.
"""


class Lazy(click.Group):
    """A group whose commands load when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"grundy.cli.{COMMANDS[cmd_name][0]}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, or an error that names the nearest one."""
        if args[0] not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            raise click.UsageError(
                f"no command '{args[0]}': {f'did you mean {near[0]}?' if near else 'see grundy --help'}"
            )
        return super().resolve_command(ctx, args)


def add_files(ctx: click.Context, parameter: click.Parameter, paths: tuple[str, ...]) -> None:
    """Add the user's own games before anything else happens."""
    from grundy.catalog import add_games

    for path in paths:
        add_games(path)


@click.command(cls=Lazy, help=EXAMPLES, invoke_without_command=True, context_settings={"max_content_width": 100})
@click.option(
    "--games", multiple=True, metavar="FILE.py", callback=add_files, expose_value=False, help="Add your own games."
)
@click.version_option(package_name="grundy", message="grundy %(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Show what there is when no command is given."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def fail(message: str, code: int) -> NoReturn:
    """End with one line on standard error."""
    sys.stderr.write(f"grundy: {message}\n")
    sys.exit(code)


def main() -> None:
    """The entry point `grundy`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Unicode shows ? for a stone, and no traceback
    try:
        code = group.main(standalone_mode=False)
        sys.stdout.flush()
    except NotDecided as error:
        fail(str(error), 1)
    except (GrundyError, click.ClickException) as error:
        if isinstance(error, NotationError) and error.text and sys.stderr.isatty():
            sys.stderr.write(f"{error.caret}\n")
        fail(" ".join((error.format_message() if isinstance(error, click.ClickException) else str(error)).split()), 2)
    except MemoryError:
        fail("not enough memory; ask for fewer values, or a smaller position", 1)
    except (KeyboardInterrupt, click.Abort):
        fail("interrupted", 130)
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        sys.stderr.close()
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)
