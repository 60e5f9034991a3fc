"""The gallery: every ruleset of the catalogue, by family, with the picture on its card and its first position."""

from functools import cache

from grundy.catalog import Entry, entries, families
from grundy.expressions import parse
from grundy.render.scenes.compose import draw_game
from grundy.web.limits import BadRequestError


@cache
def rulesets() -> dict[str, Entry]:
    """The catalogue as it was when the server started: to read it again would look at every installed package."""
    return entries()


def find_ruleset(name: str) -> Entry:
    if name not in rulesets():
        raise BadRequestError(f"no ruleset is called '{name[:40]}'; the gallery lists them all")
    return rulesets()[name]


@cache
def card_picture(name: str) -> str:
    return draw_game(parse(find_ruleset(name).card)).svg


def first_position(text: str) -> str:
    """The example of a ruleset that is only named; an expression as it is."""
    return text if "(" in text else find_ruleset(text).example


def find_families(search: str = "") -> dict[str, list[Entry]]:
    wanted, known = search.lower(), rulesets().values()
    return families(it for it in known if wanted in f"{it.about.title}\n{it.name}\n{it.about.rules}".lower())
