"""The page that a teacher projects: an address of the app as a QR code, large, with the address below it.

A server does not know by which name its visitors reach it: that is the public base, where one is set, and otherwise the
page tells it (`base`), which its script fills in from its own address.
"""

import re
import sys
from urllib.parse import quote

from grundy.render.qr import qr_svg
from grundy.web.hosting import public_base
from grundy.web.html import render
from grundy.web.limits import BadRequestError
from grundy.web.routing import PageAnswer, PageRequest, PageRoutes

routes = PageRoutes()
BASE = re.compile(r"https?://[\w.\-:\[\]]{1,100}(?:/[\w.\-~/]{0,100})?")
KEPT = "/?=&%(),+*;~"  # as they are in a place below the app
MOST_BYTES = 213  # of an address in a code


@routes.get("/class")
async def class_page(request: PageRequest) -> PageAnswer:
    """The code of an address below the root: of a position, a puzzle, or a set of puzzles."""
    base, place = public_base() or request.text("base").rstrip("/"), quote(request.text("to").lstrip("/"), safe=KEPT)
    if base and not BASE.fullmatch(base):
        raise BadRequestError("base is the address of this app, such as https://example.org/grundy")
    address = f"{base}/{place_in_folder(place) if sys.platform == 'emscripten' else place}"
    if len(address.encode()) > MOST_BYTES:
        raise BadRequestError(
            f"an address of {len(address)} characters; a code holds {MOST_BYTES}: show a smaller position"
        )
    code = qr_svg(address, f"QR code of {address}") if base else ""
    return PageAnswer(render("class.html", request.root, address=address, code=code))


def place_in_folder(place: str) -> str:
    """The place as a folder of static files has it: one page, whose query names all others.

    >>> place_in_folder("puzzles?kind=win")
    '?at=puzzles&kind=win'
    """
    path, _, query = place.partition("?")
    return f"?at={path}" + (f"&{query}" if query else "")
