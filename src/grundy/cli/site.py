"""`grundy site`: the web app as a folder of static files."""

import sys
from pathlib import Path

import click

from grundy.cli.common import base_option, clock_of, common_options, print_answer


@click.command()
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="The folder to write.")
@click.option(
    "--runtime",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The Python for browsers, as `npm pack` writes it; otherwise it is fetched once.",
)
@click.option("--notebooks", is_flag=True, help="Add the companion as notebooks that run in the browser.")
@base_option
@common_options
def site(
    out: Path, runtime: Path | None, notebooks: bool, base: str, as_json: bool, timeout: float, fresh: bool
) -> None:
    """Write the whole web app as static files, which any web host serves and no server computes for."""
    if sys.stderr.isatty():
        click.echo("writing a page for every game; this takes half a minute", err=True)
    from grundy.web.hosting import set_links
    from grundy.web.site.build import build_site, first_visit_bytes

    clock_of(click.get_current_context()).stop()  # it takes a minute, and there is no time limit
    set_links(base, True)
    files, note = build_site(out, runtime)
    visit = sum(first_visit_bytes(out).values())
    pages = write_notebooks(out, runtime) if notebooks else 0
    words = (
        f"{files} files in {out}; a first visit loads {visit / 1e6:.1f} MB.\nTry it: python3 -m http.server -d {out}"
    )
    words += f"\n{pages} notebooks: {out}/notebooks/tree/index.html" * bool(pages)
    print_answer({"out": str(out), "files": files, "first_visit_bytes": visit, "notebooks": pages}, words, as_json)
    if note:
        click.echo(f"grundy: {note}", err=True)


def write_notebooks(out: Path, runtime: Path | None) -> int:
    from grundy.web.site.notebooks import build_notebooks
    from grundy.web.site.runtime import find_runtime

    return build_notebooks(out, find_runtime(runtime))
