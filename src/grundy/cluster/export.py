"""Rows of an atlas as a file for other programs: CSV, Markdown, or Parquet where pyarrow is installed."""

import csv
import json
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path

from grundy.cluster.atlas import AtlasRows, Cell
from grundy.errors import GrundyError
from grundy.render.files import write_file


def cell_text(cell: Cell) -> str:
    """The cell as text: empty for None, JSON for a list."""
    return "" if cell is None else json.dumps(cell) if isinstance(cell, list) else str(cell)


def as_csv(page: AtlasRows) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(page.columns)
    writer.writerows([cell_text(row[name]) for name in page.columns] for row in page.rows)
    return text.getvalue()


def as_markdown(page: AtlasRows) -> str:
    lines = [page.columns, ["---"] * len(page.columns)]
    lines += [[cell_text(row[name]).replace("|", "\\|") for name in page.columns] for row in page.rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def as_parquet(page: AtlasRows) -> bytes:
    try:
        pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise GrundyError("Parquet needs pyarrow; install it with `pip install 'grundy[cluster]'`") from error
    sink = pyarrow.BufferOutputStream()
    table = pyarrow.table({name: pyarrow.array([row[name] for row in page.rows]) for name in page.columns})
    parquet.write_table(table.replace_schema_metadata(page.about), sink)
    return bytes(sink.getvalue())


WRITERS: dict[str, Callable[[AtlasRows], str | bytes]] = {".csv": as_csv, ".md": as_markdown, ".parquet": as_parquet}


def export(page: AtlasRows, path: Path) -> None:
    if path.suffix not in WRITERS:
        raise GrundyError(f"cannot export to {path.name}; name a file that ends in {', '.join(WRITERS)}")
    write_file(path, WRITERS[path.suffix](page))
