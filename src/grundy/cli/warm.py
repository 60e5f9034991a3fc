"""`grundy warm`."""

import os
import sys
from time import monotonic

import click

from grundy.cli.common import bar, json_option, print_answer, show_line, timeout_option
from grundy.errors import GrundyError


@click.command()
@json_option()
@timeout_option(None, "Stop after this many seconds; what was compiled is kept. By default it runs to its end.")
def warm(as_json: bool, timeout: float | None) -> None:
    """Compile all kernels once, so that no later question waits for the compiler.

    They are kept in the folder that the environment variable GRUNDY_CACHE names, by default in your cache directory.
    """
    from grundy.kernels.cache import cache_directory, kernel_directory

    started, directory = monotonic(), kernel_directory()
    if directory is None or not os.access(directory, os.W_OK):
        raise GrundyError(f"{cache_directory()} cannot be written; set GRUNDY_CACHE to a folder that can")
    from grundy.kernels import compilation
    from grundy.kernels.warming import compile_all

    compilation.REPORTS.clear()  # the bar says it

    def report(done: int, count: int, name: str) -> None:
        if sys.stderr.isatty():
            show_line(f"{bar(done, count)} {done} of {count} kernels, {name}")

    count, compiled = compile_all(report)
    seconds = round(monotonic() - started, 1)
    facts = {"kernels": count, "compiled": compiled, "seconds": seconds, "directory": str(directory)}
    print_answer(facts, f"{count} kernels are ready, {compiled} of them compiled now, in {seconds:g} s.", as_json)
