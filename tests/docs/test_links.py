"""Every link inside the documents leads somewhere: to a file, and where it names a section, to that section."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from book import BLOCK, DOCS, ROOT, pages

from grundy.catalog import entries

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
MADE = {DOCS / "catalogue", DOCS / "reference"}  # written when the site is built


def prose(page: Path) -> str:
    """The page without its code."""
    return re.sub(r"`[^`\n]*`", "", BLOCK.sub("", page.read_text(encoding="utf-8")))


def links() -> list[tuple[Path, str]]:
    return [(page, link) for page in pages() for link in LINK.findall(prose(page)) if "://" not in link]


def anchors(page: Path) -> set[str]:
    """The names of a page's sections, as GitHub and MyST make them."""
    heads = re.findall(r"^#+ +(.*)$", BLOCK.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize(
    ("page", "link"), links(), ids=lambda it: str(it.relative_to(ROOT)) if isinstance(it, Path) else it
)
def test_a_link_leads_somewhere(page: Path, link: str) -> None:
    path, _, section = unquote(link).partition("#")
    target = (page.parent / path).resolve() if path else page
    if target.parent in MADE:
        assert target.stem in {"index", "theorems", *entries()} or target.parent.name == "reference"
        return
    assert target.exists(), f"{page.name}: {link}"
    if section:
        assert section in anchors(target), f"{page.name}: no section {section} in {target.name}"


def test_every_page_is_in_the_table_of_contents() -> None:
    """A page that no table of contents lists would be built and never found."""
    listed = set[Path]()
    for index in [DOCS / "index.md", DOCS / "companion" / "index.md"]:
        for block in BLOCK.finditer(index.read_text(encoding="utf-8")):
            if block["language"].startswith("{toctree}"):
                names = [line for line in block["body"].splitlines() if line and not line.startswith(":")]
                listed |= {found for name in names for found in index.parent.glob(f"{name}.md")}
    kept = {page for page in pages() if DOCS in page.parents}
    assert kept - listed <= {DOCS / "index.md"}


def test_docstrings_name_pages_that_exist() -> None:
    named = {
        (path.name, found)
        for path in (ROOT / "src").rglob("*.py")
        for found in re.findall(r"docs/[\w/.-]+\.md", path.read_text(encoding="utf-8"))
    }
    assert named
    assert [pair for pair in named if not (ROOT / pair[1]).exists()] == []
