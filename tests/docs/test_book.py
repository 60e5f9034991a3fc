"""Every block of the README and of the documents does what it says; doctest runs those with the prompts of Python."""

import re
import shlex
from pathlib import Path

import pytest
from book import DOCS, ROOT, Reader, blocks, pages

from grundy import parse

pytestmark = pytest.mark.slow

README = ROOT / "README.md"
RUN = {"console", "python"}
SHOWN = {"text", "", "{toctree}"}  # neither commands nor programs: what is printed, drawn or listed
NOTEBOOK = "{code-cell} ipython3"  # run when the site is built
BOARD = "{board}"  # a position to play on
FILES = {
    "officers.seq": 'grundy values "octal(0.6)" --to 30000 --out officers.seq',
    "questions.txt": "printf 'nim(3,5,7)\nkayles(13)\n' > questions.txt",
    "moves.dot": "printf 'digraph { a -> b; b -> a; b -> c }' > moves.dot",
}


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def drawing_of(picture: Path) -> str:
    """A drawing without its style sheet, which belongs to all drawings."""
    return re.sub(r"<style>.*?</style>", "", picture.read_text(encoding="utf-8"), flags=re.DOTALL)


def pages_with_commands() -> list[Path]:
    """The pages that have something for a reader to do."""
    return [page for page in pages() if any(b.language in RUN and ">>>" not in b.text for b in blocks(page))]


@pytest.mark.parametrize("page", pages_with_commands(), ids=page_name)
def test_a_page_does_what_it_says(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    reader = Reader(tmp_path, re.findall(r"<(http://127\.0\.0\.1:8000[^>]*)>", text))
    for block in blocks(page):
        reader.follow(block)
    for picture in re.findall(r"!\[[^\]]*\]\((?:\.\./)?(pictures/[^)]+)\)", text):
        made = tmp_path / Path(picture).name
        if made.exists():
            assert drawing_of(made) == drawing_of(DOCS / picture), f"{picture} is not what the page makes"


@pytest.mark.parametrize("page", pages(), ids=page_name)
def test_every_block_is_of_a_kind_that_somebody_runs(page: Path) -> None:
    for block in blocks(page):
        kind, _, expression = block.language.partition(" ")
        if kind == BOARD:
            assert parse(expression)
            continue
        assert block.language in {*RUN, *SHOWN, NOTEBOOK}, f"{page_name(page)}, line {block.line}: {block.language}"
        if block.language in ("text", "") and page != README:
            alone = not re.search(r"^(\$ |>>> |grundy )", block.text, re.MULTILINE)
            assert alone or "tcp://" in block.text, (
                f"{page_name(page)}, line {block.line}: several machines are not at hand"
            )


def commands() -> list[str]:
    """The commands that the README lists, without the words beside them."""
    lines = (line for block in blocks(README) if block.language in ("", "sh") for line in block.text.splitlines())
    return [re.split(r" {2,}", line)[0] for line in lines if line.startswith("grundy ")]


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_readme_work(command: str, tmp_path: Path) -> None:
    """Each as it is written; a sweep of hours is stopped, as its reader would stop it, and keeps what it found."""
    reader = Reader(tmp_path)
    for name, making in FILES.items():
        if name in command:
            reader.give(making)
    verb = next(word for word in shlex.split(command)[1:] if not word.startswith("-"))
    if verb == "serve":
        reader.addresses = ["http://127.0.0.1:8000/"]
        assert reader.give(command).startswith("Play at")
        return
    hurried = f"{command} --timeout 3" if verb == "sweep" else command
    output = reader.give(f"{hurried}; echo exit $?")
    assert output.rstrip().endswith(("exit 0", "exit 1") if verb == "sweep" else "exit 0"), output


def test_the_first_answer_of_the_readme_is_what_the_command_prints(tmp_path: Path) -> None:
    first, second = [block for block in blocks(README) if block.language == ""][:2]
    command = first.text.partition(".venv/bin/grundy")[2]
    assert command
    assert Reader(tmp_path).give(f"grundy{command}") == second.text
