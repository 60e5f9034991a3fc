"""The pages of the book, and a reader who does what they say, in a folder of his own.

A page is read from top to bottom. A block of `python` that begins with a comment such as `# squares.py` is saved under
that name, and any other without prompts is run; lines of `console` that begin with `$` are given to a shell, and what
they print must be what stands below them. Prompts of Python are left to doctest.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path
from urllib.request import urlopen

__all__ = ["BLOCK", "DOCS", "ROOT", "Block", "Reader", "blocks", "pages", "steps"]

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
HERE = "http://127.0.0.1:8000"
BLOCK = re.compile(
    r"^(?P<indent> *)(?P<fence>```+)(?P<language>[^\n`]*)\n(?P<body>.*?)^(?P=indent)(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)
PATIENCE = 120  # seconds for one command


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line at which it begins."""

    language: str
    text: str
    line: int


def pages() -> list[Path]:
    """The README and every page that is kept in the folder of documents; generated ones are not."""
    made = {DOCS / "catalogue", DOCS / "reference", DOCS / "build"}
    found = [page for page in DOCS.rglob("*.md") if not made & {*page.parents}]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(found)]


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        body = re.sub(rf"^{found['indent']}", "", found["body"], flags=re.MULTILINE)
        yield Block(found["language"].strip(), body, text.count("\n", 0, found.start()) + 1)


def steps(console: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    for step in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, output = step.partition("\n")
        yield command, output


@dataclass
class Reader:
    """Somebody who follows a page, with a folder of his own."""

    folder: Path
    addresses: list[str] = field(default_factory=list)  # of pages in the browser that are to be opened

    @property
    def environment(self) -> dict[str, str]:
        """A shell in which `grundy` is this one."""
        return os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "NO_COLOR": "1"}

    def follow(self, block: Block) -> None:
        """Do what a block says."""
        if block.language == "console":
            for command, output in steps(block.text):
                check(command, output, self.give(command))
        elif block.language == "python" and ">>>" not in block.text:
            name = re.match(r"# (\w+\.py)\n", block.text)
            self.run_file(block.text, name[1] if name else "")

    def run_file(self, text: str, name: str) -> None:
        """Save a program, and see that it runs."""
        path = self.folder / (name or "block.py")
        path.write_text(text, encoding="utf-8")
        subprocess.run([sys.executable, path], cwd=self.folder, check=True, timeout=PATIENCE)

    def give(self, command: str) -> str:
        """What a command prints; a server is asked for its pages and ended."""
        if re.search(r"\bgrundy\b.* serve\b|\bgrundy serve\b", command):
            with self.served(command) as output:
                return output
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
        )
        return done.stdout

    @contextmanager
    def served(self, command: str) -> Iterator[str]:
        """A server on a free port, every page of which that is named has been opened."""
        words = ["bash", "-c", f"exec {command} --port 0"]
        with subprocess.Popen(
            words, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout
            try:
                line = server.stdout.readline()
                address = re.search(r"http://[\d.:]+", line)
                assert address, line
                for one in self.addresses:
                    with urlopen(one.replace(HERE, address[0]), timeout=PATIENCE) as answer:
                        assert answer.status == 200
                yield line.replace(address[0], HERE)
            finally:
                server.terminate()


def check(command: str, wanted: str, found: str) -> None:
    """Compare what was printed with the page; three dots stand for anything, as in doctests."""
    assert OutputChecker().check_output(wanted, found, ELLIPSIS | NORMALIZE_WHITESPACE), f"$ {command}\n{found}"
