"""`grundy atlas`: what sweeps found."""

from dataclasses import asdict
from pathlib import Path

import click

from grundy.cli.common import Progress, budget_of, fresh_option, json_option, print_json, timeout_option
from grundy.cli.files import FILE
from grundy.cluster import atlas as atlases
from grundy.core.budget import Budget

SHOWN_COLUMNS = "ruleset,standard,period,preperiod,saltus,proved,largest,rares,status"


@click.command()
@click.argument("path", metavar="[FILE.db]", required=False, type=FILE)
@click.option(
    "--where", metavar="CONDITION", help="Only rows that satisfy this, such as: period is null and largest > 30"
)
@click.option(
    "--columns", metavar="A,B,...", help="Columns to print. By default the main ones; all with --json and --export."
)
@click.option("--merge", type=FILE, metavar="OTHER.db", help="Add the rows of another file to FILE.db.")
@click.option(
    "--export", type=FILE, metavar="FILE", help="Write the rows to a file; its name ends in .csv, .md or .parquet."
)
@click.option("--compare", type=FILE, metavar="TABLE.csv", help="Show where the results differ from a published table.")
@json_option("Print a JSON list of rows instead of text.")
@timeout_option()
@fresh_option("Ignore the atlas that comes with grundy; then FILE.db must be named.")
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
    """Look through the results of `grundy sweep`: grundy atlas atlas.db --where "period is null and largest > 30".

    Without a file, these are the results that come with grundy: all octal codes 0.???? and 4.???, and all hexadecimal
    codes 0.??? and ?.??; `known` says how far each was computed.
    """
    if merge and path is None:
        raise click.UsageError("--merge changes a file; name it before the options")
    if compare and (where or columns or export):
        raise click.UsageError("--compare looks at the whole file; leave out --where, --columns and --export")
    if fresh and path is None:
        raise click.UsageError("--fresh ignores the atlas that comes with grundy; name a file")
    path, budget = path or atlases.SHIPPED_ATLAS, budget_of(timeout, Progress(noun="rows"))
    if merge:
        count = atlases.merge(path, merge)
        click.echo(f"{path} took over {count:,} rows of {merge}", err=True)
    if compare:
        return show_differences(path, compare, budget, as_json)
    page = atlases.read(
        path, where, atlases.read_columns(columns or (None if as_json or export else SHOWN_COLUMNS)), budget
    )
    if not export:
        return show_page(page, as_json)
    from grundy.cluster.export import export as write_rows

    write_rows(page, export)
    return click.echo(f"{export}: {count_of(page)}", err=True)


def count_of(page: atlases.AtlasRows) -> str:
    return "1 row" if len(page.rows) == 1 else f"{len(page.rows):,} rows"


def show_page(page: atlases.AtlasRows, as_json: bool) -> None:
    if as_json:
        return print_json(page.rows)
    click.echo(table_text(list(page.columns), [[cell_text(row[name]) for name in page.columns] for row in page.rows]))
    about = page.about
    source = f"grundy {about.get('version')}, {about.get('date')}, {about.get('seconds')} s on {about.get('machine')}"
    return click.echo(f"{count_of(page)} of {about.get('family')} to {about.get('limit')} values ({source})", err=True)


def show_differences(path: Path, table: Path, budget: Budget, as_json: bool) -> None:
    from grundy.cluster.compare import compare

    found = [asdict(difference) for difference in compare(path, table, budget)]
    if as_json:
        return print_json(found)
    names = ["ruleset", "column", "published", "atlas", "first_heap", "reached"]
    if found:
        click.echo(table_text(names, [[cell_text(row[name]) for name in names] for row in found]))
    return click.echo(f"{len(found):,} differences", err=True)


def cell_text(cell: object) -> str:
    return "-" if cell is None else str(cell)


def table_text(names: list[str], rows: list[list[str]]) -> str:
    """Columns, each as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in [names, *rows])
    return "\n".join(line.rstrip() for line in lines)
