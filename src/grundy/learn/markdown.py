"""A small reader of Markdown: headings, paragraphs, lists, tables, code, emphasis, links, and fenced blocks.

All text is escaped; there is no HTML in a lesson. What a fenced block stands for is up to the caller.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape

from grundy.explain.mathematics import set_formula

FENCE = "```"
HEADING = re.compile(r"(#{1,4}) +(.+)")
BULLET = re.compile(r"[-*] +(.+)")
NUMBERED = re.compile(r"\d+\. +(.+)")
RULER = re.compile(r"\|(?: *:?-+:? *\|)+")
SPAN = re.compile(r"`([^`]+)`|\[([^\]]+)\]\(((?:[^()\s]|\([^()]*\))+)\)|\*\*(.+?)\*\*|\*(.+?)\*")
Draw = Callable[[str, list[str]], str]  # a fenced block as HTML, from its first line and the others


def markdown_html(text: str, draw: Draw, root: str = "") -> str:
    """The text as HTML; links that begin with a slash begin with the path below which the app is reached.

    >>> markdown_html("A *P-position* is `nim(1,1)`.", lambda kind, lines: "")
    '<p>A <em>P-position</em> is <code>nim(1,1)</code>.</p>'
    """
    return "\n".join(block_html(block, draw, root) for block in split_blocks(text.splitlines()))


def split_blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines of each block: blank lines stand between blocks, but may stand inside a fence."""
    block: list[str] = []
    for line in lines:
        is_fenced = bool(block) and block[0].startswith(FENCE)
        if is_fenced:
            block.append(line)
            if line.startswith(FENCE):
                yield block
                block = []
        elif line.startswith(FENCE) or not line.strip():
            if block:
                yield block
            block = [line] if line.strip() else []
        else:
            block.append(line)
    if block:
        yield block


def block_html(block: list[str], draw: Draw, root: str) -> str:
    first = block[0]
    if first.startswith(FENCE):
        return draw(first.strip("` "), block[1:-1])
    if found := HEADING.fullmatch(first):
        level = len(found[1])
        rest = f"\n{paragraph(block[1:], root)}" if block[1:] else ""
        return f"<h{level}>{span_html(found[2], root)}</h{level}>{rest}"
    if len(block) > 1 and RULER.fullmatch(block[1].strip()):
        return table_html(block, root)
    for mark, tag in ((BULLET, "ul"), (NUMBERED, "ol")):
        if mark.match(first):
            items = "".join(f"<li>{span_html(item, root)}</li>" for item in list_items(block, mark))
            return f"<{tag}>{items}</{tag}>"
    if first.startswith("> "):
        return f"<blockquote>{paragraph([line.removeprefix('>').strip() for line in block], root)}</blockquote>"
    return paragraph(block, root)


def paragraph(lines: list[str], root: str) -> str:
    return f"<p>{span_html(' '.join(line.strip() for line in lines), root)}</p>"


def list_items(block: list[str], mark: re.Pattern[str]) -> list[str]:
    """The items, each with the lines that continue it."""
    items: list[str] = []
    for line in block:
        found = mark.match(line)
        if found:
            items.append(found[1])
        else:
            items[-1] += f" {line.strip()}"
    return items


def table_html(block: list[str], root: str) -> str:
    rows = [[span_html(cell.strip(), root) for cell in line.strip().strip("|").split("|")] for line in block]
    head = "".join(f'<th scope="col">{cell}</th>' for cell in rows[0])
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows[2:])
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Table">{table}</div>'


def span_html(text: str, root: str = "") -> str:
    """Running text: code, links, emphasis, and formulas in it."""
    done, at = list[str](), 0
    for found in SPAN.finditer(text):
        done += [set_formula(text[at : found.start()]), tag(found, root)]
        at = found.end()
    return "".join([*done, set_formula(text[at:])])


def tag(found: re.Match[str], root: str) -> str:
    code, words, url, strong, emphasis = found.groups()
    if code:
        return f"<code>{escape(code)}</code>"
    if url:
        return link(words, url, root)
    name, inside = ("strong", strong) if strong else ("em", emphasis)
    return f"<{name}>{span_html(inside, root)}</{name}>"


def link(words: str, url: str, root: str) -> str:
    """A link to a page of the app or to the web; other addresses are left out."""
    if not url.startswith(("/", "#", "https://")) or url.startswith("//"):
        return span_html(words, root)
    address = root + url if url.startswith("/") else url
    return f'<a href="{escape(address)}">{span_html(words, root)}</a>'
