"""Rows of an atlas as a file for other programs: CSV, Markdown, or Parquet where pyarrow is installed."""

import csv
import json
import os
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path

from grundy.cluster.atlas import Cell, Page
from grundy.errors import GrundyError

__all__ = ["export", "markdown"]


def shown(cell: Cell) -> str:
    """The cell as text; nothing for nothing, a list as JSON."""
    return "" if cell is None else json.dumps(cell) if isinstance(cell, list) else str(cell)


def as_csv(page: Page) -> bytes:
    """The rows with the names of the columns above them."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(page.columns)
    writer.writerows([shown(row[name]) for name in page.columns] for row in page.rows)
    return text.getvalue().encode()


def markdown(page: Page) -> str:
    """The rows as a table."""
    lines = [page.columns, ["---"] * len(page.columns)]
    lines += [[shown(row[name]).replace("|", "\\|") for name in page.columns] for row in page.rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def as_parquet(page: Page) -> bytes:
    """The rows as columns of a Parquet file."""
    try:
        pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise GrundyError("Parquet needs pyarrow; install it with `pip install 'grundy[cluster]'`") from error
    sink = pyarrow.BufferOutputStream()
    table = pyarrow.table({name: pyarrow.array([row[name] for row in page.rows]) for name in page.columns})
    parquet.write_table(table.replace_schema_metadata(page.about), sink)
    return bytes(sink.getvalue())


FORMS: dict[str, Callable[[Page], bytes]] = {
    ".csv": as_csv,
    ".md": lambda page: markdown(page).encode(),
    ".parquet": as_parquet,
}


def export(page: Page, path: Path) -> None:
    """Write the rows; the file bears its name only once it is whole."""
    if path.suffix not in FORMS:
        raise GrundyError(f"cannot export to {path.name}; name a file that ends in {', '.join(FORMS)}")
    data, new = FORMS[path.suffix](page), path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.write_bytes(data)
        os.replace(new, path)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}") from error
    finally:
        new.unlink(missing_ok=True)
