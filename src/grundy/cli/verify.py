"""`grundy verify`."""

from pathlib import Path

import click

from grundy.cli.common import budget_of, common_options, print_json
from grundy.cli.files import FILE
from grundy.explain import checker
from grundy.system import one_line_for_lost_pages


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@click.option("--graph", type=click.Path(), help="Check also that the proof is about the graph in this file.")
@common_options
def verify(path: Path, graph: str | None, as_json: bool, timeout: float, fresh: bool) -> int:
    """Check a proof that `grundy certify` wrote: exit 0 if it is valid, 1 if not, 2 if the file is damaged."""
    with one_line_for_lost_pages(path):
        file = checker.verify(path, budget_of(timeout))
        valid, statement = file.valid, file.statement
        if graph is not None and valid:
            from grundy.explain.certificates.labels import is_about_graph  # loads solvers: no verdict needs them

            if not is_about_graph(file, graph):
                valid, statement = False, f"it is not about the graph in {graph}"
    about = {"file": str(path), "kind": file.kind, "valid": valid, "trusted": file.trusted, "notes": [*file.notes]}
    if as_json:
        print_json(about | {"statement" if valid else "reason": statement})
        return 0 if valid else 1
    if valid:
        trusted = "; ".join(checker.TRUSTED[what] for what in file.trusted)
        click.echo(f"valid: {statement}{f', trusting {trusted}' * bool(trusted)}.")
    else:
        click.echo(f"rejected: {statement}")
    for note in file.notes:
        click.echo(f"Note: {note}.")
    return 0 if valid else 1
