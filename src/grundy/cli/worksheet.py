"""`grundy worksheet`: exercises for a class, with their solutions."""

from pathlib import Path

import click

from grundy.cli.common import complete_names, json_option, print_json, timeout_option
from grundy.cli.files import FILE
from grundy.learn.difficulty import LEVELS
from grundy.learn.worksheet import ANY, Worksheet

FORMATS = "latex", "html", "pdf-ready"


@click.command()
@click.option(
    "--ruleset",
    default="nim",
    show_default=True,
    shell_complete=complete_names,
    help="Games, with commas between them.",
)
@click.option("--count", type=int, default=12, show_default=True, help="How many questions.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same gives the same sheet.")
@click.option("--level", type=click.Choice([ANY, *LEVELS]), default=ANY, show_default=True, help="How hard.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="latex",
    show_default=True,
    help="A LaTeX document, a part of a page, or a page to print.",
)
@click.option(
    "--solutions",
    type=click.Choice(["after", "separate", "none"]),
    default="after",
    show_default=True,
    help="On pages of their own behind the sheet, in a file of their own beside --out, or none.",
)
@click.option("--out", type=FILE, metavar="FILE", help="The file to write. By default the terminal.")
@json_option()
@timeout_option()
def worksheet(
    ruleset: str,
    count: int,
    seed: int,
    level: str,
    form: str,
    solutions: str,
    out: Path | None,
    as_json: bool,
    timeout: float,
) -> None:
    """Exercises with pictures and solutions: grundy worksheet --ruleset nim,kayles --count 12 --seed 7."""
    from grundy.learn.worksheet import make_worksheet
    from grundy.render.files import write_file

    if solutions == "separate" and out is None and not as_json:
        raise click.UsageError("--solutions separate needs --out FILE: the solutions go to FILE-solutions")
    sheet = make_worksheet(ruleset.split(","), count, seed, level)
    if as_json:
        return print_json(sheet.json())
    texts = write_texts(sheet, form, solutions)
    if out is None:
        return click.echo(texts[0], nl=False)
    beside = out.parent / f"{out.stem}-solutions{out.suffix}"
    for path, text in zip((out, beside), texts, strict=False):
        write_file(path, text)
        click.echo(f"wrote {path}")
    return None


def write_texts(sheet: Worksheet, form: str, solutions: str) -> list[str]:
    """The sheet, and where they are separate the solutions."""
    if form == "latex":
        from grundy.learn import worksheet_latex as latex

        both = [latex.write_sheet(sheet), latex.write_solutions(sheet)]
        return {"after": [latex.write_both(sheet)], "separate": both, "none": both[:1]}[solutions]
    from grundy.learn import worksheet_html as html

    parts = [html.write_part(sheet), *([html.write_solution_part(sheet)] if solutions != "none" else [])]
    parts = parts if solutions == "separate" else ["".join(parts)]
    return [html.write_page(part, f"Worksheet {sheet.code}") if form == "pdf-ready" else part for part in parts]
