"""The pages that are written from the code: one for each ruleset, with picture and sources, and the public names."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from book import DOCS

import grundy
from grundy.catalog import entries

EXTENSIONS = DOCS / "_ext"


def test_every_ruleset_has_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of them written here, each by the same function; the site is built with all."""
    monkeypatch.syspath_prepend(str(EXTENSIONS))
    import catalogue  # type: ignore[import-not-found]
    from pages import Folder  # type: ignore[import-not-found]

    folder = Folder(tmp_path)
    index = "\n".join(catalogue.index(list(entries().values())))
    assert all(f"[{name}]({name}.md)" in index for name in entries())
    for name in ("kayles", "wythoff", "mock_turtles", "hackenbush", "sos", "subtraction", "nim"):
        entry = entries()[name]
        text = "\n".join(catalogue.page(entry, folder))
        assert entry.about.rules in text
        assert f"- Source: {entry.about.source}" in text
        assert (tmp_path / f"{name}.svg").exists()
        assert "## An example" in text
    assert "period 12" in "\n".join(catalogue.law(grundy.kayles))
    assert all(ElementTree.parse(file) for file in tmp_path.glob("*.svg"))


def test_the_reference_names_all_that_is_public(tmp_path: Path) -> None:
    subprocess.run([sys.executable, EXTENSIONS / "reference.py", tmp_path], check=True, timeout=120)
    index = (tmp_path / "index.md").read_text(encoding="utf-8")
    functions = [name for name in grundy.__all__ if callable(getattr(grundy, name))]
    assert all(f"## `{name}`" in index for name in functions)
    assert "```python\n>>> " in index
