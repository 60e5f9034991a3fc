"""`grundy verify`."""

from pathlib import Path

import click

from grundy.cli.common import budget_of, general, print_json
from grundy.explain import checker

__all__ = ["verify"]


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--graph", type=click.Path(), help="The file that the labelled graph should be that of.")
@general
def verify(path: Path, graph: str | None, as_json: bool, timeout: float, fresh: bool) -> int:
    """Whether a certificate proves its statement: exit 0 if it does, 1 if not, 2 if the file is damaged."""
    file = checker.verify(path, budget_of(timeout))
    valid, statement = file.valid, file.statement
    if graph is not None and valid and not is_of(file, graph):
        valid, statement = False, f"it is not about the graph in {graph}"
    about = {"file": str(path), "kind": file.kind, "valid": valid, "trusted": file.trusted}
    if as_json:
        print_json(about | {"statement" if valid else "reason": statement})
    elif valid:
        click.echo(f"valid: {statement}.\nIt rests on {', '.join(file.trusted) or 'nothing but the file'}.")
    else:
        click.echo(f"rejected: {statement}")
    return 0 if valid else 1


def is_of(file: checker.Certificate, graph: str) -> bool:
    """Whether a certificate is about the graph in another file."""
    from grundy.explain.certificates.labels import same_graph  # it loads solvers, which nobody needs for a verdict

    return same_graph(file, graph)
