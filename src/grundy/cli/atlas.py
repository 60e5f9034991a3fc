"""`grundy atlas`: what sweeps found."""

from dataclasses import asdict
from pathlib import Path

import click

from grundy.cli.common import PATIENCE, Progress, budget_of, print_json
from grundy.cluster import atlas as atlases
from grundy.core.budget import Budget

__all__ = ["atlas"]

SHOWN = "ruleset,standard,period,preperiod,saltus,proved,largest,rares,status"


@click.command()
@click.argument("path", metavar="[FILE.db]", required=False, type=click.Path(path_type=Path))
@click.option("--where", metavar="CONDITION", help="Rows such as: period is null and largest > 30")
@click.option("--columns", metavar="A,B,...", help="Columns to print; with --json and --export all unless said so.")
@click.option(
    "--merge", type=click.Path(path_type=Path), metavar="OTHER.db", help="Take over the rows of another file."
)
@click.option("--export", type=click.Path(path_type=Path), metavar="FILE", help="Write .csv, .md or .parquet.")
@click.option(
    "--compare", type=click.Path(path_type=Path), metavar="TABLE.csv", help="Differences from a published table."
)
@click.option("--json", "as_json", is_flag=True, help="Print a list of rows.")
@click.option("--timeout", type=click.FloatRange(min=0), default=PATIENCE, show_default=True, help="Seconds.")
@click.option("--fresh", is_flag=True, help="Do without the atlas that comes with grundy: name a file.")
def atlas(
    path: Path | None,
    where: str | None,
    columns: str | None,
    merge: Path | None,
    export: Path | None,
    compare: Path | None,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> None:
    """What sweeps found: grundy atlas atlas.db --where "period is null and largest > 30".

    Without a file, the atlas that comes with grundy: all octal codes of up to three digits, to 2^17 values.
    """
    if merge and path is None:
        raise click.UsageError("--merge changes a file; name it before the options")
    if compare and (where or columns or export):
        raise click.UsageError("--compare looks at the whole file; leave out --where, --columns and --export")
    if fresh and path is None:
        raise click.UsageError("--fresh does without the atlas that comes with grundy; name a file")
    path, budget = path or atlases.SHIPPED, budget_of(timeout, Progress(noun="rows"))
    if merge:
        taken = atlases.merge(path, merge)
        click.echo(f"{path} took over {taken:,} rows of {merge}", err=True)
    if compare:
        return show_differences(path, compare, budget, as_json)
    page = atlases.read(path, where, atlases.read_columns(columns or (None if as_json or export else SHOWN)), budget)
    return export_page(page, export) if export else show_page(page, as_json)


def export_page(page: atlases.Page, path: Path) -> None:
    """Write the rows to a file."""
    from grundy.cluster.export import export

    export(page, path)
    click.echo(f"{path}: {count_of(page)}", err=True)


def count_of(page: atlases.Page) -> str:
    """How many rows there are, in words."""
    return "1 row" if len(page.rows) == 1 else f"{len(page.rows):,} rows"


def show_page(page: atlases.Page, as_json: bool) -> None:
    """Print the rows."""
    if as_json:
        return print_json(page.rows)
    click.echo(text(list(page.columns), [[shown(row[name]) for name in page.columns] for row in page.rows]))
    about = page.about
    source = f"grundy {about.get('version')}, {about.get('date')}, {about.get('seconds')} s on {about.get('machine')}"
    return click.echo(f"{count_of(page)} of {about.get('family')} to {about.get('limit')} values ({source})", err=True)


def show_differences(path: Path, table: Path, budget: Budget, as_json: bool) -> None:
    """Print how the atlas differs from a table."""
    from grundy.cluster.compare import compare

    found = [asdict(difference) for difference in compare(path, table, budget)]
    if as_json:
        return print_json(found)
    names = ["ruleset", "column", "published", "atlas", "first_heap", "reached"]
    if found:
        click.echo(text(names, [[shown(row[name]) for name in names] for row in found]))
    return click.echo(f"{len(found):,} differences", err=True)


def shown(cell: object) -> str:
    """A cell on the terminal."""
    return "-" if cell is None else str(cell)


def text(names: list[str], rows: list[list[str]]) -> str:
    """Columns, each as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in [names, *rows])
    return "\n".join(line.rstrip() for line in lines)
