"""Pages made from their templates.

Long ones are made by workers, as text that the server only hands on: a page of 300 moves takes 15 ms.
"""

import os
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, ModuleLoader
from markupsafe import Markup

from grundy.explain.mathematics import set_formula
from grundy.web.hosting import SITE_VARIABLE

FOLDER = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"
COMPILED = Path(__file__).parent / "compiled_templates"  # only where `grundy site` has compiled them


def static_version() -> str:
    """A name for the content of all static files, which is part of their addresses: browsers may keep them for good."""
    return os.environ.get(SITE_VARIABLE) or digest_of_static()


@cache
def digest_of_static() -> str:
    digest = blake2b(digest_size=6)
    for path in sorted(STATIC.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def templates() -> Environment:
    """The templates; whatever is put into them is text, and `mathematics` sets the formulas in it."""
    loader = ModuleLoader(COMPILED) if COMPILED.is_dir() else FileSystemLoader(FOLDER)
    made = Environment(loader=loader, autoescape=True, auto_reload=False)
    made.filters["mathematics"] = lambda text: Markup(set_formula(str(text)))
    return made


def render(template: str, root: str, **context: Any) -> str:
    """A page whose links begin with the path below which the app is reached."""
    served = not os.environ.get(SITE_VARIABLE)  # by a server, which has an interface for programs and takes jobs
    static = f"{root}/static/{static_version()}"
    return templates().get_template(template).render(context, root=root, static=static, served=served)


def compile_templates() -> None:
    for name in templates().list_templates(["html"]):
        templates().get_template(name)
