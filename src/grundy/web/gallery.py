"""The gallery: every ruleset of the catalogue, by family, with its first position."""

from functools import cache
from typing import Any

from grundy.catalog import Entry, entries
from grundy.expressions import parse
from grundy.render.svg.compose import svg
from grundy.web.limits import BadRequestError

__all__ = ["families", "picture", "rulesets", "started", "titled"]

FAMILIES = {  # by kind of board, as a reader would look for them
    "Heaps": ("heaps", "capped heap", "reserve", "boxes", "cards"),
    "Coins": ("coins", "coin grid"),
    "Strips and stairs": ("strip", "squares", "steps", "checkers"),
    "Boards": ("bar", "bar_3d", "grid", "quarter", "counters", "divisors"),
    "Graphs and curves": ("graph", "digraph", "regions", "lands"),
    "Games of games": ("compound",),
}
TITLES = {  # where a name is more than its words
    "dawsons_chess": "Dawson's Chess",
    "dawsons_kayles": "Dawson's Kayles",
    "grundys_game": "Grundy's game",
    "sos": "SOS",
}
FAMOUS = (  # first in their families
    "nim",
    "kayles",
    "fibonacci_nim",
    "grundys_game",
    "turning_turtles",
    "rugs",
    "northcott",
    "staircase_nim",
    "chomp",
    "wythoff",
    "hackenbush",
    "sprouts",
)
ON_CARDS = {  # where the first position is too wide for a card
    "dawsons_chess": "dawsons_chess(9)",
    "dawsons_kayles": "dawsons_kayles(9)",
    "divisor_chomp": "divisor_chomp(36)",
    "dynamic_subtraction": "dynamic_subtraction(1)(12)",
    "even_if_not_all": "even_if_not_all(4,6,9)",
    "even_or_singleton": "even_or_singleton(10)",
    "fibonacci_nim": "fibonacci_nim(12)",
    "grundys_game": "grundys_game(5,8)",
    "hexadecimal": "hexadecimal(0.8F)(9)",
    "impatient_subtraction": "impatient_subtraction(2,5)(10)",
    "kayles": "kayles(10)",
    "mod3_take": "mod3_take(11)",
    "nimble": "nimble(1,2,4,7)",
    "octal": "octal(0.137)(9)",
    "silver_dollar": "silver_dollar(0,3,5,8)",
    "sprouts": "sprouts(0*2.AB./0.AB.)",
    "subtraction": "subtraction(1,3,4)(11)",
    "treblecross": "treblecross(..X.....)",
    "turning_turtles": "turning_turtles(THTTHTTTH)",
    "welter": "welter(1,3,6,8)",
    "wythoff": "wythoff(4,5)",
}
Card = dict[str, Any]


@cache
def rulesets() -> dict[str, Entry]:
    """The catalogue as it was when the server started; to read it means to look at every package that is installed."""
    return entries()


@cache
def cards() -> tuple[Card, ...]:
    """A card for each ruleset."""
    rank = {name: n for n, name in enumerate(FAMOUS)}
    return tuple(map(card, sorted(rulesets(), key=lambda name: (rank.get(name, len(FAMOUS)), name))))


def titled(name: str) -> str:
    """The name of a ruleset as people write it."""
    return TITLES.get(name, name.replace("_", " "))


def card(name: str) -> Card:
    """What the gallery says about a ruleset."""
    about = rulesets()[name].about
    family = next((title for title, kinds in FAMILIES.items() if about.board.kind in kinds), "More")
    return {
        "name": name,
        "title": titled(name),
        "rules": about.rules,
        "family": family,
        "start": started(name),
    }


@cache
def picture(name: str) -> str:
    """The picture on the card of a ruleset."""
    if name not in rulesets():
        raise BadRequestError(f"no ruleset is called '{name[:40]}'; the gallery lists them all")
    return svg(parse(ON_CARDS.get(name, rulesets()[name].example)))


def started(text: str) -> str:
    """The first position of a ruleset that is only named; other expressions as they are."""
    found = rulesets().get(text)
    if not found:
        if "(" not in text:
            raise BadRequestError(f"no ruleset is called '{text[:40]}'; the gallery lists them all")
        return text
    return found.example


def families(search: str = "") -> list[tuple[str, list[Card]]]:
    """The cards by family, those that have the text in their name or rules."""
    wanted = search.lower()
    found = [
        one
        for one in cards()
        if wanted in one["title"].lower() or wanted in one["name"] or wanted in one["rules"].lower()
    ]
    groups = [(title, [one for one in found if one["family"] == title]) for title in (*FAMILIES, "More")]
    return [(title, group) for title, group in groups if group]
