"""Play by the rules alone, on positions as text: all that a proof about a game may ask of its rulesets.

`moves` is always trusted, with the notation of the board; `parts`, `canonical` and the code of a heap ruleset only if a
certificate says so.
Misère play and ends that a pattern decides become normal play: an end that is won has a move to LOST, from where there
is none, and an end that is drawn has a move to itself.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Self

from grundy.boards.compound import Compound
from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.game import Game
from grundy.core.reader import Reader, ellipsis
from grundy.core.ruleset import Outcome, Ruleset
from grundy.explain.certificates.file import Certificate, Rejected
from grundy.expressions import parse, parse_ruleset

__all__ = ["LOST", "TRUSTED", "Key", "Play", "left_of", "rules_of"]

Key = tuple[str, ...]  # the pieces of a position, in order
TRUSTED = ("moves", "parts", "canonical", "code")  # what a proof may ask of a ruleset
COMPARED = 40  # heaps whose options are compared with those of the code, each time
LOST: Key = ("",)  # no piece, and no name of a vertex
FLIP: dict[Outcome, Outcome] = {"P": "N", "N": "P", "D": "D"}


def trusted_by(file: Certificate) -> list[str]:
    """What a proof about a game or a ruleset asks for; it cannot do without the moves."""
    trusted = file.get("trusted", list)
    if "moves" not in trusted:
        raise file.damaged("a proof about a game that does not trust its moves")
    return trusted


class Play:
    """Play by the rules alone. A piece is text: the number of its ruleset and the position as it is written."""

    def __init__(self, game: Game, trusted: Iterable[object], misere: bool, budget: Budget) -> None:
        self.rulesets = list(dict.fromkeys(summand.ruleset for summand in game.summands))
        self.trusted, self.misere, self.budget = set(trusted), misere, budget
        self.patterns = any(type(ruleset).terminal is not Ruleset.terminal for ruleset in self.rulesets)
        self.whole = misere or self.patterns  # then the nimbers of pieces do not tell who wins
        self.start = tuple(sorted(piece for s in game.summands for piece in self.pieces(s.ruleset, s.position)))

    @classmethod
    def of(cls, file: Certificate, budget: Budget) -> Self:
        """The play of the game that a certificate is about."""
        return cls(parse(file.get("game", str)), trusted_by(file), file.misere, budget)

    def pieces(self, ruleset: Ruleset[Any], position: Any) -> Iterator[str]:
        """The pieces of a position; `parts` and `canonical` are asked only where they are trusted."""
        apart = "parts" in self.trusted and (ruleset.separate or not self.whole)
        parts = ruleset.parts(position) if apart else (position,)
        forms = map(ruleset.canonical, parts) if "canonical" in self.trusted else parts
        return (f"{self.rulesets.index(ruleset)}:{ruleset.board.show(form)}" for form in forms)

    def read(self, piece: str) -> tuple[Ruleset[Any], Any]:
        """The ruleset and the position of a piece."""
        number, _, text = piece.partition(":")
        if number not in map(str, range(len(self.rulesets))):
            raise Rejected(f"{ellipsis(piece)} is no piece of the game")
        ruleset = self.rulesets[int(number)]
        if isinstance(ruleset.board, Compound):
            return ruleset, parse(f"{ruleset}({text})").summands[0].position
        reader = Reader(text)
        position = ruleset.board.read(reader)
        reader.end()
        ruleset.check(position)
        return ruleset, position

    def options(self, key: Key) -> Iterator[Key]:
        """The positions that one move reaches; an end that is won leads to LOST, and a drawn one to itself."""
        end, over = self.ended(key), key != LOST
        for piece in () if end or not over else dict.fromkeys(key):
            rest, (ruleset, position) = list(key), self.read(piece)
            rest.remove(piece)
            for option in ruleset.moves(position):
                self.budget.spend()
                over = False
                yield tuple(sorted((*rest, *self.pieces(ruleset, option))))
        yield from {"N": [LOST], "D": [key], "P": [], None: [LOST] * (over and self.misere)}[end]

    def units(self, key: Key) -> list[Key]:
        """What a value is given to: pieces, of which two equal ones cancel, or the whole position."""
        return [key] if self.whole else [(piece,) for piece, copies in Counter(key).items() if copies % 2]

    def ended(self, key: Key) -> Outcome | None:
        """The outcome where some piece decides the whole game."""
        found = map(self.read, key if self.patterns and key != LOST else ())
        end = next((end for ruleset, position in found if (end := ruleset.terminal(position))), None)
        return FLIP[end] if end and self.misere else end


def rules_of(file: Certificate) -> tuple[HeapGame, Code | None]:
    """The heap ruleset of the file, and its code, compared with the rules on the first heaps, where it has one."""
    ruleset = parse_ruleset(file.get("ruleset", str))
    if not isinstance(ruleset, HeapGame) or ruleset.board.first:
        raise file.damaged(f"{ruleset} is not played with heaps from 0 on")
    code = ruleset.as_code() if "code" in trusted_by(file) else None
    for heap in range(COMPARED if code else 0):
        if left_of(ruleset, heap) != left_of(code or ruleset, heap):
            raise Rejected(f"the code {code} and the rules of {ruleset} differ at heap {heap}")
    return ruleset, code


def left_of(rules: HeapGame | Code, heap: int) -> set[tuple[int, ...]]:
    """The options of a heap, all of smaller heaps: of others nothing is known."""
    options = {tuple(sorted(filter(None, left))) for left in rules.options(heap)}
    if any(not 0 < part < heap for left in options for part in left):
        raise Rejected(f"a move from a heap of {heap} does not leave smaller ones")
    return options
