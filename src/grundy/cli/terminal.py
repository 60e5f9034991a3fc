"""Text for people: on a terminal it has colour and fits the width, in a pipe it stays as it is.

No colour with NO_COLOR (no-color.org) or on a terminal that has none.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, groupby

from grundy.cli.common import erase_line

OUTCOME = r"(?<=: )[NPD](?=, )"
WINNING = r"[Ww]inning moves?\b.*:$"
MOVE = r"^  .*?(?=, to |$)"
COLUMN_MARK = r"^ +\^$"
IN_COLUMNS = r"^ |\S {2,}\S"
EFFECT = r"^  (wins|loses|keeps the draw) +"  # of a move, in the list of all
LABEL = r"^( *\S+(?: \S+)? {2,})(?!.*\S {2,}\S)"  # a word or a number, and after some blanks a text without columns
BOLD, GREEN, YELLOW, PLAIN = "\033[1m", "\033[32m", "\033[33m", "\033[0m"


def print_text(text: str, is_prose: bool = False) -> None:
    """Print what a person reads; prose has paragraphs, other text a statement on each line."""
    erase_line()
    if not sys.stdout.isatty():
        print(text)
        return
    from shutil import get_terminal_size

    lines: Iterable[str] = fit(text.splitlines(), get_terminal_size().columns, is_prose)
    if not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        lines = colour(lines)
    print(*lines, sep="\n")


def fit(lines: list[str], width: int, is_prose: bool) -> Iterator[str]:
    """The lines, broken anew where one is longer than the width; columns and drawings stay as they are."""
    if max(map(len, lines), default=0) <= width:
        yield from lines
        return
    from textwrap import wrap

    for in_columns, some in groupby(lines, lambda line: bool(re.search(IN_COLUMNS, line)) or not line):
        if in_columns:
            yield from chain.from_iterable(break_move(line, width) if len(line) > width else [line] for line in some)
        else:
            for words in [" ".join(some)] if is_prose else some:
                yield from wrap(words, max(width, 20), break_long_words=False, break_on_hyphens=False)


def break_move(line: str, width: int) -> list[str]:
    """A move of a list, or a text beside a label, continued further in; columns are left alone."""
    if not re.search(r"\S {2,}\S", line) or re.search(EFFECT, line):
        indent = "    "
    elif label := re.search(LABEL, line):
        indent = " " * len(label[0])
    else:
        return [line]
    from textwrap import wrap

    return wrap(line, max(width, 20), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def colour(lines: Iterable[str]) -> Iterator[str]:
    """The outcome in bold, winning moves and the column that decides in colour."""
    is_list = False
    for line in lines:
        is_list = bool(re.search(WINNING, line)) or (is_list and line.startswith("  "))
        if line.startswith("  wins  ") or (is_list and line.startswith("  ") and line[2:3].strip(" .")):
            yield re.sub(MOVE, lambda words: f"{GREEN}{words[0]}{PLAIN}", line, count=1)
        else:
            line = re.sub(OUTCOME, lambda letter: f"{BOLD}{letter[0]}{PLAIN}", line, count=1)
            yield re.sub(COLUMN_MARK, lambda mark: f"{YELLOW}{mark[0]}{PLAIN}", line)
