"""The questions of `data/answers.json`, as expressions and public calls."""

import json
from pathlib import Path
from typing import Any

from grundy import Game, Ruleset, parse, parse_ruleset

Answer = dict[str, Any]
ANSWERS: dict[str, Answer] = {
    answer["id"]: answer for answer in json.loads((Path(__file__).parent / "data" / "answers.json").read_text())
}


def about(*games: str) -> list[Answer]:
    """The questions about these games."""
    return [answer for answer in ANSWERS.values() if answer["game"] in games]


def select_answers(query: str, *games: str) -> list[Answer]:
    """The questions of one kind, about these games or all."""
    return [answer for answer in about(*games) if answer["query"] == query]


def ruleset(answer: Answer) -> Ruleset[Any]:
    """The ruleset that the question is about, its parameters first."""
    parameters = answer["params"]
    values = parameters.get("S") or parameters.get("k") or parameters.get("code")
    if values is None:
        return parse_ruleset(answer["game"])
    text = ",".join(map(str, values)) if isinstance(values, list) else str(values)
    return parse_ruleset(f"{answer['game']}({text})")


def game(answer: Answer, position: Any = None) -> Game:
    """The game at the position of the question, or at another one."""
    position = answer["position"] if position is None else position
    text = ",".join(map(str, position)) if isinstance(position, list) else str(position)
    return parse(f"{ruleset(answer)}({text})")


def misere(answer: Answer) -> bool:
    """Whether the question is about misère play."""
    return bool(answer["params"].get("play") == "misere")


def outcome(answer: Answer, position: Any = None) -> str:
    """The outcome of a position under the play of the question."""
    it = game(answer, position)
    return it.misere.outcome if misere(answer) else it.outcome


def results(answer: Answer, position: Any = None) -> list[tuple[int, ...]]:
    """What the winning moves leave, as the tuple of sizes that each summand holds."""
    it = game(answer, position)
    moves = it.misere.winning_moves() if misere(answer) else it.winning_moves()
    return [tuple(move.position) for move in moves]  # type: ignore[arg-type]


def span(answer: Answer) -> range:
    """The positions of a sequence."""
    first, last = answer["params"]["range"]
    return range(first, last + 1)
