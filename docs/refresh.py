"""What the commands of the pages print, written into the pages: `python docs/refresh.py docs/tutorial.md ...`.

Three dots that stand for anything are lost; `git diff` shows where to put them back.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from book import BLOCK, Block, Reader, steps


def refresh(text: str, reader: Reader) -> str:
    """The page with what its commands print now."""

    def block(found: re.Match[str]) -> str:
        if found[2] != "console":
            reader.follow(Block(found[2], found[3], 0))
            return found[0]
        lines = (line for command, _ in steps(found[3]) for line in (f"$ {command}", reader.give(command).rstrip()))
        return "\n".join(["```console", *filter(None, lines), "```"])

    return BLOCK.sub(block, text)


def main(pages: list[str]) -> None:
    """Refresh these pages."""
    for page in map(Path, pages):
        with TemporaryDirectory() as folder:
            page.write_text(refresh(page.read_text(encoding="utf-8"), Reader(Path(folder))), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
