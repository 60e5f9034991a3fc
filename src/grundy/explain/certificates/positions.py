"""The positions of a game by the names, and with the options, that the checker will find for them."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.ruleset import Ruleset
from grundy.explain.certificates.file import Header
from grundy.explain.checker import rules_at_hand, rulesets_of_game
from grundy.expressions import parse
from grundy.solvers.proof.expansion import Expansion, Parts

CACHED_OPTIONS = 1 << 16  # lists of options: a search and the proof made of it ask for the same ones several times


class NamedPositions(Expansion):
    """Named units of a game: its pieces, if they may be added, or else whole positions.

    Misère play and patterns become normal play: an end that is won gets a move to a lost end, which is the empty sum,
    and an end that a pattern draws gets a move to itself. So one search serves both, whatever is trusted.
    """

    def __init__(self, game: Game, trusted: Iterable[str], misere: bool, budget: Budget) -> None:
        super().__init__()
        self.game, self.trusted = parse(str(game)), list(trusted)  # the game as the checker will read it
        self.misere, self.budget = misere, budget
        rulesets = {summand.ruleset for summand in self.game.summands}
        self.has_values = not misere and all(type(it).terminal is Ruleset.terminal for it in rulesets)
        ends = all(it.finite and it.board.kind != "compound" for it in rulesets)
        self.adds = self.has_values and ends and "parts" in self.trusted
        if self.adds and "finite" not in self.trusted:  # equal parts cancel, which is so where play ends
            self.trusted.append("finite")
        self.cached = lru_cache(CACHED_OPTIONS)(self.list_options)

    def header(self, kind: str, claim: Header) -> Header:
        play, rules = "misere" if self.misere else "normal", rules_at_hand(rulesets_of_game(self.game))
        return {
            "kind": kind,
            "game": str(self.game),
            "play": play,
            "trusted": self.trusted,
            "rules": rules,
            "claim": claim,
        }

    def parts(self, position: Game) -> Parts:
        return self.units([self.pieces(summand) for summand in position.summands])

    def options(self, key: str) -> list[Parts]:
        return self.cached(key)

    def list_options(self, name: str) -> list[Parts]:
        """The units of each position that one move reaches, and those that stand for an end."""
        found = dict[Parts, None]()
        game = parse(name)
        pieces = [self.pieces(summand) for summand in game.summands]
        for move in game.each_move():
            self.budget.spend()
            there = self.pieces(Summand(game.summands[move.index].ruleset, move.position))
            found[self.units([*pieces[: move.index], there, *pieces[move.index + 1 :]])] = None
        ends = [end for summand in game.summands if (end := summand.ruleset.terminal(summand.position))]
        if "PN"[not self.misere] in ends[:1] or (self.misere and not found and not ends):
            found[()] = None
        elif "D" in ends[:1]:
            found[self.units(pieces)] = None
        return list(found)

    def pieces(self, summand: Summand) -> list[str]:
        """The names of the pieces of a position; `parts` and `canonical` are asked only where they are trusted."""
        rules, apart = summand.ruleset, "parts" in self.trusted and (summand.ruleset.separate or self.adds)
        parts = [p for p in rules.parts(summand.position) if not rules.is_over(p)] if apart else [summand.position]
        if "canonical" in self.trusted:
            forms = [(rules.canonical(part), part) for part in parts]
            parts = [form if rules.board.show(form) else part for form, part in forms]
        return [str(Summand(rules, part)) for part in parts]

    def units(self, pieces: list[list[str]]) -> Parts:
        """What has values: the pieces, of which two equal ones cancel, or the whole position."""
        every = Counter(piece for some in pieces for piece in some)
        if self.adds:
            return tuple(piece for piece, copies in every.items() if copies % 2)
        return (" + ".join(sorted(every.elements())) or "nim(0)",)

    def weight(self, key: str) -> int:
        return len(key)

    def show(self, key: str) -> str:
        return key

    def read(self, text: str) -> str:
        return text
