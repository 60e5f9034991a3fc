"""A match as a URL: the path is the position, the query is how it came about and how it is played.

Earlier positions stand in `h` and those that were taken back in `r`: undo and redo are links, and a link can be shared.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from grundy.core.game import Game, Move
from grundy.web.limits import BadRequestError

__all__ = ["OPPONENTS", "State", "around"]

OPPONENTS = {
    "perfect": "the perfect player",
    "kind1": "a beginner",
    "kind2": "a kind player",
    "kind3": "a strong player who slips now and then",
    "person": "another person, at this screen",
    "watch": "two computers, to watch",
}
COMPANY = "person", "watch"  # no computer answers by itself
LOSSES = "win", "draw"
SEPARATOR = "~"
LONGEST = 4_000  # characters of history: beyond them the oldest positions are forgotten
SHOWN = "()+*,.:;/-_ "  # characters that stay readable in the path


@dataclass(frozen=True)
class State:
    """A position in a match."""

    game: str
    misere: bool = False
    opponent: str = "perfect"
    turn: str = "you"  # who moves next: you, or computer
    past: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    coach: int = 0  # how far the coach has spoken: 0 to 3
    values: bool = False
    lost: str = ""  # what the last move gave away: a win, or a draw
    told: bool = False  # whether the better move is shown

    @classmethod
    def read(cls, game: str, query: Mapping[str, str]) -> "State":
        """The state in a URL; what makes no sense in it gets one line."""
        opponent, turn, coach = query.get("vs", "perfect"), query.get("turn", "you"), query.get("coach", "0")
        if opponent not in OPPONENTS:
            raise BadRequestError(f"no opponent is called '{opponent[:20]}'; choose one of {', '.join(OPPONENTS)}")
        if turn not in ("you", "computer") or coach not in ("0", "1", "2", "3"):
            raise BadRequestError("turn is 'you' or 'computer', and coach a number from 0 to 3")
        return cls(
            game,
            query.get("misere", "") in ("1", "true"),
            opponent,
            turn,
            split(query.get("h", "")),
            split(query.get("r", "")),
            int(coach),
            query.get("values", "") == "1",
            lost if (lost := query.get("lost", "")) in LOSSES else "",
            query.get("told", "") == "1",
        )

    @property
    def url(self) -> str:
        """The URL of this state."""
        query = {
            "misere": "1" if self.misere else "",
            "vs": self.opponent if self.opponent != "perfect" else "",
            "turn": self.turn if self.turn != "you" else "",
            "h": SEPARATOR.join(kept(self.past)),
            "r": SEPARATOR.join(kept(self.undone[::-1])[::-1]),
            "coach": str(self.coach) if self.coach else "",
            "values": "1" if self.values else "",
            "lost": self.lost,
            "told": "1" if self.told else "",
        }
        text = urlencode({key: value for key, value in query.items() if value}, safe="(),~", quote_via=quote)
        return f"/play/{quote(self.game, safe=SHOWN)}" + (f"?{text}" if text else "")

    @property
    def alone(self) -> bool:
        """Whether a person plays against a computer."""
        return self.opponent not in COMPANY

    def at(self, game: str, past: tuple[str, ...], undone: tuple[str, ...], moves: int) -> "State":
        """Another position of the match, so many moves away; the coach is silent again."""
        other = {"you": "computer", "computer": "you"}[self.turn]
        turn = other if self.alone and moves % 2 else self.turn
        return replace(self, game=game, turn=turn, past=past, undone=undone, coach=0, lost="", told=False)

    def played(self, to: Move | Game | str) -> "State":
        """The state after a move."""
        return self.at(str(to.to if isinstance(to, Move) else to), (*self.past, self.game), (), 1)

    def back(self, moves: int) -> "State":
        """The state with the last moves taken back."""
        line, here = (*self.past, self.game, *self.undone), len(self.past)
        there = max(0, min(here - moves, len(line) - 1))
        return self.at(line[there], line[:there], line[there + 1 :], abs(here - there))

    def forth(self, moves: int) -> "State":
        """The state with moves that were taken back made again."""
        return self.back(-moves)

    @property
    def yours(self) -> list[int]:
        """The numbers of the positions, those taken back too, in which it is a person's turn."""
        here, last = len(self.past), len(self.past) + len(self.undone)
        even = 0 if self.turn == "you" else 1
        return [n for n in range(last + 1) if not self.alone or (here - n) % 2 == even or n == last]

    def turned(self, by: int) -> "State | None":
        """The nearest position in that direction, -1 or 1, in which it is a person's turn."""
        here = len(self.past)
        found = [n for n in self.yours if (n - here) * by > 0]
        return self.back(here - (found[0] if by > 0 else found[-1])) if found else None

    def end(self, by: int) -> "State | None":
        """The first or the last of these positions."""
        here = len(self.past)
        number = self.yours[0 if by < 0 else -1]
        return self.back(here - number) if (number - here) * by > 0 else None

    def fresh(self, **changes: object) -> "State":
        """The same match from its beginning, with other settings."""
        start = self.past[0] if self.past else self.game
        new = replace(self, game=start, past=(), undone=(), coach=0, lost="", told=False)
        return replace(new, **changes)  # type: ignore[arg-type]


def around(state: State) -> dict[str, Any]:
    """The links around the board."""
    links = {"undo": state.turned(-1), "redo": state.turned(1), "first": state.end(-1), "last": state.end(1)}
    line, here, yours = (*state.past, state.game, *state.undone), len(state.past), set(state.yours)
    return {
        **{name: there.url if there else "" for name, there in links.items()},
        "again": state.fresh(turn="you").url,
        "swap": state.fresh(turn="computer").url if state.alone else "",
        "other_play": state.fresh(turn="you", misere=not state.misere).url,
        "coaching": [replace(state, coach=n).url for n in range(4)],
        "toggle": replace(state, values=not state.values).url,
        "show_lost": replace(state, told=True).url,
        "versus": [(name, words, state.fresh(turn="you", opponent=name).url) for name, words in OPPONENTS.items()],
        "hidden": parse_qsl(urlsplit(state.url).query),
        "settings": parse_qsl(urlsplit(State("", state.misere, state.opponent, values=state.values).url).query),
        "history": [(text, state.back(here - n).url if n in yours else "", n == here) for n, text in enumerate(line)],
    }


def split(text: str) -> tuple[str, ...]:
    """The positions of a history."""
    return tuple(text.split(SEPARATOR)) if text else ()


def kept(positions: tuple[str, ...]) -> tuple[str, ...]:
    """The latest positions that fit into a URL."""
    room, first = LONGEST, len(positions)
    while first and (room := room - len(positions[first - 1]) - 1) > 0:
        first -= 1
    return positions[first:]
