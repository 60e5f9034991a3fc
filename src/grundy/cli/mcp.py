"""`grundy mcp`: tools for language models."""

import click

from grundy.cli.common import clock_of
from grundy.errors import GrundyError


@click.command()
def mcp() -> None:
    """Offer solve, explain, values, period, misere, graph, verify and the catalogue to a language model.

    A program that uses the Model Context Protocol starts this command and speaks to it over standard input and output.
    Each question may take 8 seconds; end the input, or press Ctrl-C, to end it. Needs pip install 'grundy[mcp]'.
    """
    try:
        from grundy.web.mcp_server import run
    except ModuleNotFoundError as error:
        raise GrundyError("grundy mcp needs the package mcp; install it with `pip install 'grundy[mcp]'`") from error

    clock_of(click.get_current_context()).stop()  # there is no time limit, and nothing to save on Ctrl-C
    run()
