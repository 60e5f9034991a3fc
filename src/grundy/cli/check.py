"""`grundy check`: answers to a worksheet, marked."""

from pathlib import Path

import click

from grundy.cli.common import json_option, print_answer, timeout_option
from grundy.cli.files import FILE
from grundy.errors import GrundyError

MOST_BYTES = 10_000_000


@click.command()
@click.argument("answers", type=FILE)
@click.option("--sheet", metavar="CODE", help="The code at the end of the sheet, where the file has no such column.")
@json_option()
@timeout_option()
def check(answers: Path, sheet: str | None, as_json: bool, timeout: float) -> None:
    """Mark what students hand in, a CSV file: student,question,answer. The code of the sheet: nim,kayles/12/7/any."""
    from grundy.learn.marking import mark_answers, totals
    from grundy.learn.worksheet import read_code

    lines = read_text(answers).splitlines()
    marks = mark_answers(lines, read_code(sheet) if sheet else None)
    words = [f"{mark.student}, {mark.question}: {'right' if mark.is_right else mark.words}" for mark in marks]
    points = totals(marks)
    text = [*words, *(f"{student}: {right} right" for student, right in points.items())]
    print_answer({"marks": [mark.json() for mark in marks], "totals": points}, "\n".join(text), as_json)


def read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise GrundyError(f"{path} has more than {MOST_BYTES:,} bytes; divide it")
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise GrundyError(f"cannot read {path}: {reason}; name a CSV file") from error
