"""What the laboratory computes, in workers: what a line means, and each of its cards."""

import re
from difflib import get_close_matches
from typing import Any

from grundy.boards.digraph import Arrows, written
from grundy.boards.graph_forms import Edges
from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.calculator import calculate
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotationError, NotDecided, UndefinedError
from grundy.expressions import NAME, parse, parse_ruleset
from grundy.games.digraph import Digraph
from grundy.games.hackenbush import hackenbush as hackenbush_rules
from grundy.render.svg import plot
from grundy.render.svg.compose import arranged
from grundy.render.svg.scene import Item, scene
from grundy.render.svg.shapes import figure, group, tag, words
from grundy.solvers.solution import plain
from grundy.web.gallery import rulesets
from grundy.web.limits import CostlyError, bounded

__all__ = [
    "calculation",
    "digraph",
    "hackenbush",
    "law",
    "misere",
    "pairs",
    "period",
    "picture",
    "position",
    "reading",
    "values",
]

CODE = re.compile(r"\w?\.[\w\[\]]+")
SET = re.compile(r"\{[\d\s,]+\}")
JOINT = re.compile(r'cx="([\d.]+)" cy="([\d.]+)"')
HIGH = re.compile(r"[89A-F]", re.IGNORECASE)
LIMIT = 2**20  # values among which a page looks for a period
LOST = 400  # lost positions that are listed
STEPS = 60  # edges of a picture that is taken down before the reader's eyes
SMALLEST = 4  # rows of a table
Json = dict[str, Any]


def spelled(text: str) -> str:
    """The line with a bare code or set written as a ruleset.

    >>> spelled("0.137"), spelled("0.8f"), spelled("{1, 3}"), spelled("nim")
    ('octal(0.137)', 'hexadecimal(0.8F)', 'subtraction(1, 3)', 'nim')
    """
    text = bounded(text.strip())
    if CODE.fullmatch(text):
        return f"{'hexadecimal' if HIGH.search(text) else 'octal'}({text.upper()})"
    return f"subtraction({text[1:-1]})" if SET.fullmatch(text) else text


def read(text: str) -> Ruleset[Any] | Game:
    """The ruleset or the game in a line; if it is neither, the error of the reading that came farther."""
    faults = list[NotationError]()
    for reader in (parse_ruleset, parse):
        try:
            return reader(text)
        except NotationError as error:
            faults.append(error)
    raise max(faults, key=lambda error: error.place)


def reading(line: str) -> Json:
    """What a line asks about: a ruleset, a position or a digraph, or where it goes wrong."""
    text = spelled(line)
    if ":" in text and "(" not in text:
        return {"kind": "digraph", "text": text}
    try:
        found = read(text)
    except NotationError as error:
        return {"kind": "wrong", "line": error.message, "caret": error.caret, "offers": offers(text, error)}
    return of_game(found) if isinstance(found, Game) else of_ruleset(found)


def of_game(game: Game) -> Json:
    """What is said about a position before it is solved."""
    names = dict.fromkeys(str(summand.ruleset) for summand in game.summands)
    return {"kind": "position", "name": str(game), "rulesets": list(names)}


def of_ruleset(rules: Ruleset[Any]) -> Json:
    """What is said about a ruleset before anything is computed, and which cards it has."""
    if isinstance(rules, Digraph):
        return {"kind": "digraph", "text": rules.parameters()}
    heaps = isinstance(rules, HeapGame)
    return {
        "kind": "ruleset",
        "name": str(rules),
        "rules": rules.rules,
        "source": rules.source,
        "start": f"{rules}({rules.example})" if rules.example else "",
        "line": has(rules.board.line, rules.board.first),
        "pairs": not heaps and has(rules.board.cell, *rules.board.origin),
        "heaps": heaps,
    }


def has(places: Any, *index: int) -> bool:
    """Whether a board has a sequence, or a table, of positions."""
    try:
        places(*index)
    except UndefinedError:
        return False
    return True


def offers(text: str, error: NotationError) -> list[str]:
    """What may have been meant, each of which reads."""
    known, place = rulesets(), error.place
    guesses = [text + ")" * (text.count("(") - text.count(")")), text.replace("octal(", "hexadecimal(")]
    for match in NAME.finditer(text) if error.text else ():
        name = match.group().strip().lower()
        if match.start() <= place <= match.end():
            near = get_close_matches(name.replace(" ", "_"), known, 3, 0.55)
            guesses += [text[: match.start()] + other + text[match.end() :] for other in near]
            guesses += [known[other].example for other in near if other == name]
    return [guess for guess in dict.fromkeys(guesses) if guess != text and reads(guess)]


def reads(text: str) -> bool:
    """Whether a line means something."""
    try:
        read(text)
    except GrundyError:
        return False
    return True


def values(name: str, to: int, seconds: float) -> Json:
    """The first values of a ruleset, and the indices of those that are lost."""
    from grundy.solvers.table import Table

    table = Table(parse_ruleset(name), Budget(seconds=seconds))
    try:
        found = table.up_to(max(to, table.first + 1))
    except NotDecided:  # the first values tell something too
        found = [*map(int, table.known)]
    if not found:
        raise NotDecided(f"no value within {seconds:g} s; allow more with --timeout")
    return {
        "first": table.first,
        "values": found,
        "cut": len(found) + table.first < to,
        "histogram": plot.histogram(found) if len({*found}) < len(found) else "",
        "lost": [n for n, value in enumerate(found, table.first) if value == 0][:LOST],
    }


def period(name: str, seconds: float) -> Json:
    """The period of the values, proved or observed, as far as the time went."""
    from grundy.solvers.table import period as looked_for

    return looked_for(parse_ruleset(name), LIMIT, Budget(seconds=seconds)).json() | {"limit": LIMIT}


def law(name: str, seconds: float) -> Json:
    """The simplest law that the values follow."""
    from grundy.explain.conjecture import conjecture

    found = conjecture(parse_ruleset(name), None, Budget(seconds=seconds))
    return found.json() | {"evidence": found.evidence()}


def pairs(name: str, size: int, seconds: float) -> Json:
    """A square table of nimbers with its heat map, and the lost pairs in it; a smaller one where time is short."""
    from grundy.solvers.table import grid

    rules = parse_ruleset(name)
    try:
        rows, (top, left) = grid(rules, size, size, Budget(seconds=seconds / 2)), rules.board.origin
    except NotDecided:
        if size <= SMALLEST:
            raise
        return pairs(name, size // 2, seconds / 2) | {"cut": True}
    lost = [(top + r, left + c) for r, row in enumerate(rows) for c, value in enumerate(row) if value == 0]
    return {
        "rows": [[plain(value) for value in row] for row in rows],
        "top": top,
        "left": left,
        "heat": plot.heat(rows, (top, left)),
        "lost": lost[:LOST],
    }


def misere(name: str, to: int, seconds: float) -> Json:
    """Genus, outcomes and quotient of the heaps below `to`."""
    from grundy.solvers.misere.analysis import analyse

    found: Json = analyse(parse_ruleset(name), to, Budget(seconds=seconds)).json()
    heaps = zip(found["genus"], found["kinds"], found["outcomes"], strict=False)
    return found | {"heaps": [(n, *heap) for n, heap in enumerate(heaps)]}


def position(name: str, misere: bool, seconds: float) -> Json:
    """The explanation of a position."""
    from grundy.explain.account import explain

    told = explain(parse(name), misere, budget=Budget(seconds=seconds))
    return {"html": told.html(), "outcome": told.outcome}


def calculation(text: str) -> Json:
    """The value of a line of nim arithmetic, or where it goes wrong."""
    try:
        return calculate(bounded(text)).json()
    except NotationError as error:
        return {"wrong": error.message, "caret": error.caret if error.text else ""}


def digraph(text: str, misere: bool) -> Json:
    """The vertices of a digraph with their outcomes and values, and where a drawing puts them."""
    from grundy.render.layers import lay_out
    from grundy.solvers.retrograde import analyse

    arrows = Arrows(written(Reader(bounded(text))))
    layout = lay_out(arrows, dict.fromkeys(arrows, 60.0), 30.0)
    left, top = layout.span[0], max(layout.layer.values())
    return {
        "text": str(arrows),
        "vertices": {name: vertex.json() for name, vertex in analyse(arrows, misere).items()},
        "at": {v: [round(layout.x[v] - left + 40), 90 * (top - layout.layer[v]) + 50] for v in arrows},
    }


def picture(text: str, misere: bool) -> str:
    """The digraph as the server draws it."""
    from grundy.render.digraph import draw

    return draw(Arrows(written(Reader(bounded(text)))), misere)


def hackenbush(text: str) -> Json:
    """A Hackenbush picture and how fusion and colon bring it down, step by step, each with what is left."""
    from grundy.explain.theorems.graphs import reductions

    reader, rules = Reader(bounded(text)), hackenbush_rules
    edges = rules.board.read(reader)
    reader.end()
    rules.check(edges)
    if len(edges) > STEPS:
        raise CostlyError(
            f"a picture of {len(edges):,} edges; at most {STEPS} are taken down here, `grundy explain` more"
        )
    steps = [(text, drawn(left)) for text, left in reductions(edges)]
    worth = {"nimber": rules.theorem(edges), "edges": len(edges)}
    return {"game": str(Game.of(rules, edges)), **worth, "drawn": drawn(edges), "steps": steps}


def drawn(edges: Edges) -> str:
    """A Hackenbush picture for a page, its joints with their names."""
    (one,), wide, high = arranged([scene(Game.of(hackenbush_rules, edges).summands[0])])
    body = "".join(item.body for item in one.scene.items) + "".join(map(named, one.scene.items))
    label, view = f"A picture of {len(edges)} edges", f"0 0 {figure(wide)} {figure(high)}"
    return tag("svg", group(body, one.x, one.y), viewBox=view, width=wide, height=high, role="img", aria_label=label)


def named(item: Item) -> str:
    """The name of a joint, beside it."""
    place = JOINT.search(item.body) if item.key.startswith("j-") else None
    return words(float(place[1]) + 15, float(place[2]) + 4, item.key[2:], "small") if place else ""
