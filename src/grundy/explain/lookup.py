"""Which sequence is this? Rulesets whose first values, or outcomes, contain it, from an index that is shipped."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from grundy.errors import GrundyError, NotationError
from grundy.solvers.saved import DATA, is_whole

SEQUENCES = DATA / "sequences.txt"  # made by tools/make_sequences.py
LEAST_TERMS = 3
OUTCOMES = "PN"


@dataclass(frozen=True)
class FoundSequence:
    """Rulesets with the same first values, and the first number from which on these are the sequence."""

    rulesets: tuple[str, ...]
    start: int

    def json(self) -> dict[str, object]:
        return {"rulesets": [*self.rulesets], "from": self.start}


@cache
def sequences() -> list[tuple[tuple[str, ...], int, list[int]]]:
    """The index: rulesets, the number of the first value, and the values."""
    if not is_whole(SEQUENCES):
        raise GrundyError("the index of sequences is not there or damaged; install grundy again")
    rows = (line.split("\t") for line in SEQUENCES.read_text(encoding="utf-8").splitlines())
    return [(tuple(names.split(" ")), int(first), [*map(int, values.split(","))]) for names, first, values in rows]


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
    FoundSequence(rulesets=('kayles', 'rayles', 'octal(0.77)', 'octal(0.771)'), start=0)
    """
    terms = read_sequence(text)
    return sorted(matches(terms), key=lambda found: (found.start, found.rulesets))


def matches(terms: list[int] | str) -> Iterator[FoundSequence]:
    for names, first, values in sequences():
        row = "".join(OUTCOMES[value > 0] for value in values) if isinstance(terms, str) else values
        size = len(terms)
        place = next((n for n in range(len(row) - size + 1) if row[n : n + size] == terms), None)
        if place is not None:
            yield FoundSequence(names, first + place)
