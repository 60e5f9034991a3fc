"""The gallery: every ruleset of the catalogue, by family, with the picture on its card and its first position."""

import re
from functools import cache
from unicodedata import normalize

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


def fold(text: str) -> str:
    """A text as it is compared: without case, accents, apostrophes and signs.

    >>> fold("Dawson's-Kayles, mis\u00e8re")
    'dawsons kayles misere'
    """
    plain = re.sub("[\u0300-\u036f'\u2019]", "", normalize("NFKD", text)).lower()
    return " ".join(re.findall("[a-z0-9]+", plain))


def search_stems(search: str) -> list[str]:
    """The words of a search, without the ending of a plural.

    >>> search_stems("dominoes, boxes or SOS")
    ['domino', 'box', 'or', 'sos']
    """
    return [re.sub("e?s$", "", word) if len(word) > 3 else word for word in fold(search).split()]


@cache
def searched_words(name: str) -> str:
    """What a search looks through: the names in all spellings, other words, the family, the rules and who found it."""
    about, entry = rulesets()[name].about, rulesets()[name]
    names = [fold(one) for one in (about.title, name, *about.aliases)]
    squeezed = [one.replace(" ", "") for one in names]
    told = (entry.family, about.rules, about.keywords, about.board.words, about.source)
    return " ".join(dict.fromkeys([*names, *squeezed, *map(fold, told)]))


def find_families(search: str = "", family: str = "", like: str = "") -> dict[str, list[Entry]]:
    """The rulesets by family: those whose words have all that is searched, of one family, on the board of another."""
    stems, kind = search_stems(search), find_ruleset(like).about.board.kind if like else ""
    return families(
        entry
        for entry in rulesets().values()
        if all(stem in searched_words(entry.name) for stem in stems)
        and family in ("", entry.family)
        and kind in ("", entry.about.board.kind)
    )


def count_alike(name: str) -> int:
    """The number of other rulesets on the same kind of board."""
    return sum(map(len, find_families(like=name).values())) - 1


def first_games() -> list[Entry]:
    """The games to start with."""
    return [entry for group in find_families().values() for entry in group if entry.about.for_beginners]
