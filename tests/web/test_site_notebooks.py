"""The companion as notebooks in the browser: pages, wheels, and a notebook that runs without asking anybody else."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from book import DOCS
from browser import browser, serve_files
from playwright.sync_api import Browser

from grundy.errors import GrundyError
from grundy.web import hosting
from grundy.web.site import notebooks, runtime

__all__ = ["browser"]

PAGES = sorted((DOCS / "companion").glob("*-*.md"))
WAIT_MS = 400_000  # on a busy machine


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_a_notebook(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page.read_text(encoding="utf-8")
    for base in ("", "https://example.org/games"):
        monkeypatch.setenv(hosting.BASE_VARIABLE, base)
        found = notebooks.read_page(text)["cells"]
        code = [cell["source"] for cell in found if cell["cell_type"] == "code"]
        assert len(code) == text.count("```{code-cell}")
        for source in code:
            compile(source, page.name, "exec")
        prose = "\n".join(cell["source"] for cell in found if cell["cell_type"] == "markdown")
        assert "127.0.0.1" not in prose
        assert ("https://example.org/games/?q=" in prose) == (bool(base) and "[Play" in text)


def test_wheels_need_only_each_other() -> None:
    assert {name for about in notebooks.WHEELS.values() for name in about["depends"]} <= set(notebooks.WHEELS)
    assert all(about["file_name"].endswith("-none-any.whl") for about in notebooks.WHEELS.values())


def test_the_wheel_of_grundy_works(tmp_path: Path) -> None:
    wheel = tmp_path / "grundy.whl"
    notebooks.write_wheel(wheel)
    zipfile.ZipFile(wheel).extractall(tmp_path / "lib")
    program = "import grundy; assert 'lib' in grundy.__file__; print(grundy.kayles(13).nimber)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path / "lib", capture_output=True, text=True, check=True
    )
    assert done.stdout == "1\n"


def test_without_jupyterlite_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jupyterlite_core", None)
    with pytest.raises(GrundyError, match=r"pip install 'grundy\[lite\]'"):
        notebooks.build_notebooks(tmp_path, tmp_path / "none.tgz")


@pytest.mark.slow
def test_a_notebook_runs_and_asks_nobody_else(browser: Browser, tmp_path: Path) -> None:
    given = os.environ.get("GRUNDY_RUNTIME")
    if not (given or shutil.which("npm")):
        (pytest.fail if os.environ.get("GRUNDY_NEED_BROWSER") else pytest.skip)("npm is not installed here")
    assert notebooks.build_notebooks(tmp_path, runtime.find_runtime(Path(given) if given else None)) == len(PAGES)
    asked = list[str]()
    with serve_files(tmp_path) as url:
        page = browser.new_context().new_page()
        page.set_default_timeout(WAIT_MS)
        page.context.on("request", lambda request: asked.append(request.url))
        page.goto(f"{url}/notebooks/notebooks/index.html?path=pritchard-nim.ipynb")
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        page.click('.lm-MenuBar-itemLabel:text-is("Run")')
        page.click('.lm-Menu-itemLabel:text-is("Run All Cells")')
        source = json.loads((tmp_path / "notebooks" / "files" / "pritchard-nim.ipynb").read_text())
        many = sum(cell["cell_type"] == "code" for cell in source["cells"])
        page.wait_for_selector(f'.jp-InputPrompt:text-is("[{many}]:")')
        assert page.locator('[data-mime-type="application/vnd.jupyter.stderr"]').count() == 0
        assert page.locator(".jp-OutputArea-output svg, .jp-OutputArea-output img").count() > 0
        page.context.close()
    others = [one for one in asked if not one.startswith((url, "data:", "blob:"))]
    assert not others
