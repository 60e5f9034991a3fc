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
    verdict = checker.verify(path, budget_of(timeout))
    if graph is not None and verdict.valid:
        verdict = compared(verdict, path, graph)
    about = {"file": str(path), "kind": verdict.kind, "valid": verdict.valid, "trusted": verdict.trusted}
    if as_json:
        print_json(about | {"statement" if verdict.valid else "reason": verdict.statement})
    elif verdict.valid:
        asked = ", ".join(verdict.trusted) or "nothing but the file"
        click.echo(f"valid: {verdict.statement}.\nIt rests on {asked}.")
    else:
        click.echo(f"rejected: {verdict.statement}")
    return 0 if verdict.valid else 1


def compared(verdict: checker.Verdict, path: Path, graph: str) -> checker.Verdict:
    """The verdict, if the certificate is about the graph in another file."""
    from grundy.explain.certificates.labels import same_graph  # it loads solvers, which nobody needs for a verdict

    if same_graph(path, graph):
        return verdict
    return verdict._replace(valid=False, statement=f"it is not about the graph in {graph}")
