"""Pages made from their templates.

Long ones are made by workers, as text that the server only hands on: a page of 300 moves takes 15 ms.
"""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

FOLDER = Path(__file__).parent / "templates"


@cache
def templates() -> Environment:
    """The templates; whatever is put into them is text, never markup."""
    return Environment(loader=FileSystemLoader(FOLDER), autoescape=True, auto_reload=False)


def render(template: str, root: str, **context: Any) -> str:
    """A page whose links begin with the path below which the app is reached."""
    return templates().get_template(template).render(context, root=root)


def compile_templates() -> None:
    for name in templates().list_templates(["html"]):
        templates().get_template(name)
