"""A match as a URL: the path is the position, the query is how it came about and how it is played.

Earlier positions stand in `h` and those that were taken back in `r`: undo and redo are links, and a link can be shared.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from grundy.core.game import Game, Move
from grundy.errors import GrundyError
from grundy.play import players
from grundy.play.players import ChosenMove
from grundy.play.review import find_step
from grundy.play.thoughts import Thought
from grundy.play.turns import FIRST_TURN, Turn, has_entailing_moves, list_turns
from grundy.web.compact import SEPARATOR, read_positions, write_positions
from grundy.web.limits import BadRequestError
from grundy.web.parsing import read_shown_game

OPPONENTS = {**players.OPPONENTS, "person": "another person, at this screen", "watch": "two computers, to watch"}
WITHOUT_REPLY = "person", "watch"  # the computer does not answer a move by itself
BEGINNERS = {"you": "you", "computer": "the computer", "turns": "take turns"}  # who begins a new game
LOST = "win", "draw"
RECORDED_MOVE = re.compile(r"\s\d+\. [^>]*-> ")
HISTORY_CHARACTERS = 4_000  # beyond them the oldest positions are dropped
SILENT: dict[str, Any] = {"coach": 0, "lost": "", "shows_better": False, "looking": False, "thought": None}
UNQUOTED = "()+*,.:;/-_ "  # characters that stay readable in the path


@dataclass(frozen=True)
class MatchState:
    """A position in a match, with its history and settings."""

    game: str
    misere: bool = False
    opponent: str = "perfect"
    turn: str = "you"  # who moves next: you, or computer
    past: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    coach: int = 0  # what the coach shows: 0 nothing, 1 a nudge, 2 the reason, 3 the move
    values: bool = False
    lost: str = ""  # what the last move gave away: a win, or a draw
    shows_better: bool = False  # the move that would have won
    root: str = ""  # the path below which the app is reached
    dropped: int = 0  # positions before the first of `past`
    start: Turn = FIRST_TURN  # that of the first of `past`, where players do not just alternate
    looking: bool = False  # at an earlier position: the computer does not move
    full: bool = False  # board and text fill the screen
    thought: Thought | None = None  # of the computer about the last move
    guesses: tuple[int, ...] = ()  # the numbers of the moves that were guesses
    notes: tuple[str, ...] = ()  # how each move was drawn, where a picture depends on that; those taken back included
    first: str = "you"  # one of BEGINNERS: who begins this game, and those that follow it
    embed: bool = False  # the board alone, for a frame in another page

    @classmethod
    def read(cls, game: str, query: Mapping[str, str], root: str = "") -> "MatchState":
        opponent, coach, first = query.get("vs", "perfect"), query.get("coach", "0"), query.get("first", "you")
        opponent = players.ALIASES.get(opponent, opponent)
        turn = query.get("turn") or default_turn(first, query.get("h", ""), opponent)
        if opponent not in OPPONENTS:
            raise BadRequestError(f"no opponent is called '{opponent[:20]}'; choose one of {', '.join(OPPONENTS)}")
        if turn not in ("you", "computer") or coach not in ("0", "1", "2", "3"):
            raise BadRequestError("turn is 'you' or 'computer', and coach a number from 0 to 3")
        if first not in BEGINNERS:
            raise BadRequestError(f"'{first[:20]}' cannot begin; choose one of {', '.join(BEGINNERS)}")
        return cls(
            game,
            query.get("misere", "") in ("1", "true"),
            opponent,
            turn,
            read_positions(query.get("h", "")),
            read_positions(query.get("r", "")),
            int(coach),
            query.get("values", "") == "1",
            lost if (lost := query.get("lost", "")) in LOST else "",
            query.get("told", "") == "1",
            root,
            read_number(query.get("n", "")),
            read_turn(query.get("start", "")),
            query.get("look", "") == "1",
            query.get("full", "") == "1",
            Thought.read(query.get("why", "")),
            tuple(map(read_number, read_positions(query.get("g", "")))),
            read_notes(query, len(read_positions(query.get("h", "")))),
            first,
            query.get("embed", "") == "1",
        )

    @property
    def url(self) -> str:
        return f"{self.root}/play/{self.address}"

    @property
    def watch_url(self) -> str:
        return f"{self.root}/watch/{self.address}"

    @property
    def values_url(self) -> str:
        """Where the values of all moves come from, one after the other."""
        return f"{self.root}/values/{MatchState(self.game, self.misere).address}"

    @property
    def strategy_url(self) -> str:
        """How the position is won, with a reply to every move."""
        return f"{self.root}/strategy/{MatchState(self.game, self.misere).address}"

    @property
    def film_url(self) -> str:
        """The match so far as an animated picture."""
        return f"{self.root}/film/{self.address}"

    @property
    def setup_url(self) -> str:
        """The page on which a new game is set up."""
        return f"{self.root}/setup/{self.address}"

    @property
    def address(self) -> str:
        """The position and the query."""
        return quote(self.game, safe=UNQUOTED) + (f"?{self.query}" if self.query else "")

    @cached_property
    def query(self) -> str:
        """All but the position, as the query of an address."""
        past = latest_positions(self.past)
        gone = len(self.past) - len(past)
        dropped, start = self.dropped + gone, self.turns[gone] if gone else self.start
        turn = f"{start.mover}-{start.points[0]}-{start.points[1]}"
        query = {
            "misere": "1" if self.misere else "",
            "vs": self.opponent if self.opponent != "perfect" else "",
            "first": self.first if self.first != "you" else "",
            "turn": self.turn if self.turn != default_turn(self.first, "".join(past), self.opponent) else "",
            "h": write_positions(past),
            "n": str(dropped) if dropped else "",
            "start": turn if start != FIRST_TURN and self.entails else "",
            "d": SEPARATOR.join(self.notes[gone:]).rstrip(SEPARATOR),
            "r": write_positions(latest_positions(self.undone[::-1])[::-1]),
            "coach": str(self.coach) if self.coach else "",
            "values": "1" if self.values else "",
            "lost": self.lost,
            "told": "1" if self.shows_better else "",
            "look": "1" if self.looking else "",
            "full": "1" if self.full else "",
            "why": self.thought.code if self.thought else "",
            "g": SEPARATOR.join(map(str, self.guesses)),
            "embed": "1" if self.embed else "",
        }
        return urlencode({key: value for key, value in query.items() if value}, safe="(),~", quote_via=quote)

    @property
    def played(self) -> int:
        """The number of moves so far, those included whose positions were dropped."""
        return self.dropped + len(self.past)

    @cached_property
    def turns(self) -> list[Turn]:
        """The turn of each position, those taken back too."""
        line = (*self.past, self.game, *self.undone)
        if not self.entails:
            return [Turn((self.dropped + n) % 2) for n in range(len(line))]
        return list_turns([read_shown_game(text) for text in line], self.start)

    @cached_property
    def entails(self) -> bool:
        """Whether after some moves the same player moves again; of a match that cannot be read that is not known."""
        try:
            return has_entailing_moves(read_shown_game((*self.past, self.game)[0]))
        except GrundyError:
            return False

    @property
    def now(self) -> Turn:
        """The turn of the present position."""
        return self.turns[len(self.past)]

    @property
    def is_against_computer(self) -> bool:
        return self.opponent not in WITHOUT_REPLY

    def at(self, game: str, past: tuple[str, ...], undone: tuple[str, ...], is_same_mover: bool) -> "MatchState":
        """Another position of the match, where the same player or the other is to move; the coach is silent again."""
        other = {"you": "computer", "computer": "you"}[self.turn]
        turn = self.turn if is_same_mover or not self.is_against_computer else other
        return replace(self, game=game, turn=turn, past=past, undone=undone, **SILENT)

    def after(self, to: Move | Game | str, note: str = "") -> "MatchState":
        """The match after a move, with a note of how it was drawn."""
        game = str(to.to if isinstance(to, Move) else to)
        move = to if isinstance(to, Move) else None
        if move is None and self.entails:
            move = find_step(read_shown_game(self.game), read_shown_game(game))
        after = self.at(game, (*self.past, self.game), (), move is not None and move.goes_on)
        notes, missing = self.notes[: len(self.past)], ("",) * (len(self.past) - len(self.notes))
        notes = (*notes, *missing, note) if note else notes
        return replace(after, notes=notes, guesses=tuple(n for n in self.guesses if n <= self.played))

    def after_reply(self, reply: ChosenMove, lost: str) -> "MatchState":
        """The state after a move of the computer, which may be a guess, and what the move before gave away."""
        after = self.after(reply.move)
        guesses = (*after.guesses, *([after.played] if reply.is_guess else []))
        return replace(after, lost=lost, thought=reply.thought, guesses=guesses)

    def back(self, moves: int) -> "MatchState":
        """The state so many moves ago; a negative number makes moves again that were taken back."""
        line, here = (*self.past, self.game, *self.undone), len(self.past)
        there = max(0, min(here - moves, len(line) - 1))
        return self.at(line[there], line[:there], line[there + 1 :], self.turns[there].mover == self.now.mover)

    @property
    def own_turns(self) -> list[int]:
        """The numbers of the positions, those taken back too, in which it is a person's turn."""
        last = len(self.past) + len(self.undone)
        mine = self.now.mover if self.turn == "you" else 1 - self.now.mover
        return [n for n, it in enumerate(self.turns) if not self.is_against_computer or it.mover == mine or n == last]

    def nearest_turn(self, direction: int) -> "MatchState | None":
        """The nearest position before (-1) or after (1) this one in which it is a person's turn."""
        here = len(self.past)
        turns = [n for n in self.own_turns if (n - here) * direction > 0]
        return self.back(here - (turns[0] if direction > 0 else turns[-1])) if turns else None

    def farthest_turn(self, direction: int) -> "MatchState | None":
        here = len(self.past)
        number = self.own_turns[0 if direction < 0 else -1]
        return self.back(here - number) if (number - here) * direction > 0 else None

    @property
    def next_turn(self) -> str:
        """Who begins the next game."""
        if self.first != "turns" or not self.is_against_computer:
            return default_turn(self.first, "", self.opponent)
        began = self.turn if self.now.mover == 0 else {"you": "computer", "computer": "you"}[self.turn]
        return "computer" if began == "you" else "you"

    def restart(self, **changes: object) -> "MatchState":
        start = self.past[0] if self.past else self.game
        new = replace(self, game=start, past=(), undone=(), dropped=0, start=FIRST_TURN, guesses=(), notes=(), **SILENT)
        return replace(new, **changes)  # type: ignore[arg-type]


def links_around(state: MatchState) -> dict[str, Any]:
    steps = {
        "undo": state.nearest_turn(-1),
        "redo": state.nearest_turn(1),
        "first": state.farthest_turn(-1),
        "last": state.farthest_turn(1),
    }
    return {
        **{name: there.url if there else "" for name, there in steps.items()},
        "again": state.restart(turn=state.next_turn).url,
        "new": state.restart(turn=default_turn(state.first, "", state.opponent)).setup_url,
        "swap": state.restart(turn="computer").url if state.is_against_computer else "",
        "other_play": state.restart(turn="you", misere=not state.misere).url,
        "coaching": [replace(state, coach=n).url for n in range(4)],
        "toggle": replace(state, values=not state.values).url,
        "full_screen": replace(state, full=not state.full).url,
        "show_better": replace(state, shows_better=True).url,
        "versus": [(name, words, state.restart(turn="you", opponent=name).url) for name, words in OPPONENTS.items()],
        "hidden": parse_qsl(urlsplit(state.url).query),
        "settings": parse_qsl(urlsplit(settings_of(state).url).query),
    }


def settings_of(state: MatchState, game: str = "") -> MatchState:
    """A new match at a position that is played like this one."""
    turn = default_turn(state.first, "", state.opponent)
    new = MatchState(game, state.misere, state.opponent, turn, values=state.values, root=state.root)
    return replace(new, first=state.first, full=state.full, embed=state.embed)


def read_record(text: str) -> tuple[str, ...]:
    """The positions of a match that was copied as text; one where it is a position alone.

    >>> read_record("nim(3) 1. You took 1 from the heap of 3. -> nim(2) 2. The computer took the whole heap. -> nim(0)")
    ('nim(3)', 'nim(2)', 'nim(0)')
    """
    return tuple(position.strip() for position in RECORDED_MOVE.split(text.strip()))


def read_turn(text: str) -> Turn:
    """A turn as an address has it: who is to move, and the points of both."""
    numbers = [read_number(number) for number in text.split("-")]
    return Turn(numbers[0] % 2, (numbers[1], numbers[2])) if len(numbers) == 3 else FIRST_TURN


def default_turn(first: str, past: str, opponent: str) -> str:
    """Who moves where an address does not say it: before the first move the computer, if it begins."""
    return "computer" if first == "computer" and not past and opponent not in WITHOUT_REPLY else "you"


def read_notes(query: Mapping[str, str], moves: int) -> tuple[str, ...]:
    """The notes of so many moves, that of the last one given by itself by the page on which it was touched."""
    notes, last = read_positions(query.get("d", "")), query.get("draw", "")
    if not last or not moves:
        return notes
    return (*notes[: moves - 1], *("",) * (moves - 1 - len(notes)), last)


def read_number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else 0


def latest_positions(positions: tuple[str, ...]) -> tuple[str, ...]:
    room, first = HISTORY_CHARACTERS, len(positions)
    while first and (room := room - len(positions[first - 1]) - 1) > 0:
        first -= 1
    return positions[first:]
