"""The companion where it is opened: Jupyter's contents service gives each page as a notebook with all its cells."""

import os
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from book import DOCS

pytestmark = pytest.mark.slow

PAGES = sorted(DOCS.glob("companion/*-*.md"))
CELL = re.compile(r"^```\{code-cell\} ipython3\n(?::tags: \[[^\]]*\]\n\n)?(.*?)^```$", re.DOTALL | re.MULTILINE)


def contents_manager(folder: Path) -> Any:
    """The contents service of a Jupyter server with Jupytext, as the extra `notebook` installs it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # those of Jupyter are not ours
            import jupyter_server  # noqa: F401 (without it the next line gives a class that only raises)
            from jupytext import TextFileContentsManager
    except ImportError as error:
        if os.environ.get("GRUNDY_NEED_NOTEBOOK"):
            raise
        pytest.skip(f"the extra notebook is not installed here: {error}")
    return TextFileContentsManager(root_dir=str(folder))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_opens_with_its_cells(path: Path) -> None:
    model = contents_manager(path.parent).get(path.name, content=True, type="notebook")
    cells = [cell["source"].strip() for cell in model["content"]["cells"] if cell["cell_type"] == "code"]
    assert cells == [source.strip() for source in CELL.findall(path.read_text())]
    assert len(cells) > 5
    assert model["content"]["metadata"]["kernelspec"]["name"] == "python3"
