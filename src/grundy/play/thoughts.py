"""What an opponent thought about its move, as a sentence for the person and as a short code for an address."""

import re
from dataclasses import dataclass

SENTENCES = {
    "sum": "It makes the nim-sum 0.",
    "zero": "It leaves a position of nimber 0: whoever must move there loses.",
    "again": "It must move once more, and wins all the same.",
    "demand": "It must be answered in the same place, and no answer wins.",
    "leave": "It leaves a position that is lost for whoever must move.",
    "draw": "Nobody can force a win, and it keeps the draw.",
    "lost": "Every move loses against the best play, so it leaves as many moves as it can.",
    "guess": "This is a guess: who wins was not decided in time. Among trial games with random moves, it did best.",
    "points": "It makes the most of the points that are left.",
    "greedy": "This is a guess: it takes what it can, and gives away as little as it can.",
    "seen": "It looked {} ahead and saw a win.",
    "doomed": "It looked {} ahead and saw that every move loses.",
    "blind": "It looked {} ahead and saw no win, so it left as few moves as it could.",
    "part": "It won the largest part as if that were the whole game, and forgot to add.",
    "parts": "Each part is lost by itself, so it saw no win, and left as many moves as it could.",
    "columns": "It made every column of the nim-sum even but that of ones, which it forgot.",
    "even": "Every column of the nim-sum is even but perhaps that of ones, which it forgot: it saw no win.",
}
NUMBERS = "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"
CODE = re.compile(r"([a-z]{1,12})(\d?)")


@dataclass(frozen=True)
class Thought:
    """A kind of thought, and for one that looks ahead the number of moves.

    >>> Thought("blind", 2).sentence
    'It looked two moves ahead and saw no win, so it left as few moves as it could.'
    >>> Thought.read("blind2") == Thought("blind", 2), Thought.read("nonsense")
    (True, None)
    """

    kind: str
    moves: int = 0

    @classmethod
    def read(cls, code: str) -> "Thought | None":
        found = CODE.fullmatch(code)
        return cls(found[1], int(found[2] or 0)) if found and found[1] in SENTENCES else None

    @property
    def code(self) -> str:
        return f"{self.kind}{self.moves or ''}"

    @property
    def is_guess(self) -> bool:
        return self.kind in ("guess", "greedy")

    @property
    def sentence(self) -> str:
        return SENTENCES[self.kind].format(f"{NUMBERS[self.moves]} move{'' if self.moves == 1 else 's'}")
