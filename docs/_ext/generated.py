"""Pages that are written from the code when the site is built: the catalogue and the reference."""

from pathlib import Path

import catalogue
import reference
from sphinx.application import Sphinx

__all__ = ["setup"]


def write(app: Sphinx) -> None:
    """Write both into the folder of the documents, where git does not look at them."""
    catalogue.write(Path(app.srcdir) / "catalogue")
    reference.write(Path(app.srcdir) / "reference")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx to write them before it reads."""
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
