"""Pages made from their templates.

Long ones are made by workers, as text that the server only hands on: a page of 300 moves takes 15 ms.
"""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

__all__ = ["printed", "warmed"]

FOLDER = Path(__file__).parent / "templates"


@cache
def templates() -> Environment:
    """The templates; whatever is put into them is text, never markup."""
    return Environment(loader=FileSystemLoader(FOLDER), autoescape=True, auto_reload=False)


def printed(name: str, **context: Any) -> str:
    """The page of this template with its content."""
    return templates().get_template(name).render(context)


def warmed() -> int:
    """The number of templates, all of them compiled."""
    return len([templates().get_template(name) for name in templates().list_templates(["html"])])
