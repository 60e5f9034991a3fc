"""Which sequence is this? Rulesets whose first values, or outcomes, contain it, from an index that is shipped."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from grundy.errors import GrundyError, NotationError
from grundy.solvers.saved import DATA, is_whole

SEQUENCES = DATA / "sequences.txt"  # made by tools/make_sequences.py
MORE_SEQUENCES = DATA / "sequences_of_codes.txt"  # of longer codes, which a folder of static files leaves out
LEAST_TERMS = 3
OUTCOMES = "PN"


@dataclass(frozen=True)
class FoundSequence:
    """Rulesets with the same first values, and the first number from which on these are the sequence."""

    rulesets: tuple[str, ...]
    start: int

    def json(self) -> dict[str, object]:
        return {"rulesets": [*self.rulesets], "from": self.start}


class IndexedSequence(NamedTuple):
    """A line of the index: rulesets, the number of the first value, and the values, each with commas around it."""

    rulesets: str
    first: int
    values: str

    @property
    def outcomes(self) -> str:
        return "".join("P" if value == "0" else "N" for value in self.values[1:-1].split(","))

    def place(self, terms: list[int] | str) -> int | None:
        """Which of the values the terms begin with; None where they are not among them."""
        if isinstance(terms, str):
            start = self.outcomes.find(terms)
            return None if start < 0 else start
        start = self.values.find(f",{','.join(map(str, terms))},")
        return None if start < 0 else self.values.count(",", 0, start)


@cache
def sequences() -> list[IndexedSequence]:
    """The lines of the index."""
    if not is_whole(SEQUENCES):
        raise GrundyError("the index of sequences is not there or damaged; install grundy again")
    texts = [path.read_text(encoding="utf-8") for path in (SEQUENCES, MORE_SEQUENCES) if is_whole(path)]
    rows = (line.split("\t") for text in texts for line in text.splitlines())
    return [IndexedSequence(names, int(first), f",{values},") for names, first, values in rows]


def read_sequence(text: str) -> list[int] | str:
    """The terms of a sequence: numbers with commas or blanks between them, or outcomes such as PNNP."""
    letters = re.sub(r"[\s,]", "", text).upper()
    if letters and not letters.strip(OUTCOMES):
        terms: list[int] | str = letters
    else:
        pieces = [piece for piece in re.split(r"[\s,]+", text) if piece]
        wrong = next((piece for piece in pieces if not re.fullmatch(r"[0-9]{1,6}", piece)), None)
        if wrong is not None:
            line = f"'{wrong[:20]}' is no value; write numbers such as 0,1,2,3,1,4 or outcomes such as PNNPN"
            raise NotationError(line, text, text.index(wrong))
        terms = [int(piece) for piece in pieces]
    if len(terms) < LEAST_TERMS:
        raise NotationError(f"{len(terms)} terms tell nothing; write {LEAST_TERMS} or more, such as 0,1,2,3,1,4")
    return terms


def lookup(text: str) -> list[FoundSequence]:
    """The rulesets whose first values or outcomes contain the sequence, those first that begin with it.

    >>> lookup("0,1,2,3,1,4,3,2,1,4,2,6")[0]
    FoundSequence(rulesets=('kayles', 'rayles', 'octal(0.77)', 'octal(0.771)', ...), start=0)
    """
    terms = read_sequence(text)
    return sorted(matches(terms), key=lambda found: (found.start, found.rulesets))


def matches(terms: list[int] | str) -> Iterator[FoundSequence]:
    found = dict[tuple[int, str], list[str]]()
    for line in sequences():
        place = line.place(terms)
        if place is not None:
            found.setdefault((line.first + place, line.values), []).extend(line.rulesets.split(" "))
    return (FoundSequence(tuple(names), start) for (start, _), names in found.items())
