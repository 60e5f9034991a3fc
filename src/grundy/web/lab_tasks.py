"""What the laboratory computes, in workers: what a line means, and each of its cards."""

import re
from difflib import get_close_matches
from typing import Any

from grundy.boards.digraph import Arrows, read_statements
from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.calculator import calculate
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotationError, NotDecided, UndefinedError
from grundy.expressions import NAME, has_free_size, parse, parse_ruleset
from grundy.games.digraph import Digraph
from grundy.render import charts
from grundy.solvers.solution import plain_nimber
from grundy.system import has_arrays
from grundy.web import api_tasks
from grundy.web.gallery import rulesets
from grundy.web.limits import CostlyError
from grundy.web.parsing import check_length

CODE = re.compile(r"\w?\.[\w\[\]]+")
SEQUENCE = re.compile(r"\d+(?:[\s,]+\d+){2,}|[PN]{3,}")
SET = re.compile(r"\{[\d\s,]+\}")
HEXADECIMAL_DIGIT = re.compile(r"[89A-F]", re.IGNORECASE)
PERIOD_VALUES = 2**20  # among which a page looks for a period
LISTED_POSITIONS = 400  # lost positions that are listed
SMALLEST_TABLE_ROWS = 4
ALIKE_VALUES, ALIKE_POSITIONS, MOST_ALIKE = 24, 20_000, 12  # values that are looked up, their cost, rulesets listed
MOST_SEQUENCES = 24  # that contain one, which are listed
SEARCH_SHARE = 0.8  # of the time of a card for looking through the catalogue, the rest for what is under way
NEAR_NAMES = 3  # that are offered for one that is not known
NEAR_RATIO = 0.55  # by `get_close_matches`
PLAIN_CODE = re.compile(r"(\d)\.[0-9A-F]+\)")
DIGIT, NUMBER = re.compile(r"[0-9A-F](?=[0-9A-F]*\))"), re.compile(r"\d+")
MOST_SLIDERS, SLIDER_MOST = 8, 20
ORDINALS = "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"
FILMED_VALUES = 16
FREE = "The letter n is a free size: these are the boards for n = 1, 2, 3 and so on, as far as there is time."
TREE_POSITIONS = 300  # of a game tree that can be looked at
TREE_HEIGHT = 60  # of one that is nested in a page
Json = dict[str, Any]


def spell_out(text: str) -> str:
    """The line with a bare code or set written as a ruleset.

    >>> spell_out("0.137"), spell_out("0.8f"), spell_out("{1, 3}"), spell_out("nim")
    ('octal(0.137)', 'hexadecimal(0.8F)', 'subtraction(1, 3)', 'nim')
    """
    text = check_length(text.strip())
    if CODE.fullmatch(text):
        return f"{'hexadecimal' if HEXADECIMAL_DIGIT.search(text) else 'octal'}({text.upper()})"
    return f"subtraction({text[1:-1]})" if SET.fullmatch(text) else text


def read_line(text: str) -> Ruleset[Any] | Game:
    """The ruleset or the game in a line; if it is neither, the error of the parser that came farther."""
    errors = list[NotationError]()
    for parser in (parse_ruleset, parse):
        try:
            return parser(text)
        except NotationError as error:
            errors.append(error)
    raise max(errors, key=lambda error: error.place)


def describe_line(line: str) -> Json:
    text = spell_out(line)
    if ":" in text and "(" not in text:
        return {"kind": "digraph", "text": text}
    if SEQUENCE.fullmatch(text):
        return {"kind": "sequence", "name": text, **find_sequence(text)}
    try:
        if has_free_size(text):
            return describe_family(text)
        found = read_line(text)
    except NotationError as error:
        return {"kind": "wrong", "line": error.message, "caret": error.caret, "offers": corrections(text, error)}
    if isinstance(found, Game):
        names = dict.fromkeys(str(summand.ruleset) for summand in found.summands)
        return {"kind": "position", "name": str(found), "rulesets": list(names)}
    return describe_ruleset(found)


def describe_family(text: str) -> Json:
    from grundy.solvers.families import Family

    return {"kind": "family", "name": str(Family(text)), "rules": FREE}


def find_sequence(text: str) -> Json:
    """The rulesets of the shipped index whose first values or outcomes contain a sequence."""
    from grundy.explain.lookup import lookup

    found = lookup(text)
    shown = [
        {"start": it.start, "rulesets": it.rulesets[:MOST_ALIKE], "more": len(it.rulesets[MOST_ALIKE:])}
        for it in found[:MOST_SEQUENCES]
    ]
    return {"found": shown, "more": len(found) - len(shown)}


def describe_ruleset(rules: Ruleset[Any]) -> Json:
    if isinstance(rules, Digraph):
        return {"kind": "digraph", "text": rules.parameters()}
    heaps = isinstance(rules, HeapGame)
    return {
        "kind": "ruleset",
        "name": str(rules),
        "rules": rules.rules,
        "source": rules.source,
        "start": f"{rules}({rules.example})" if rules.example else "",
        "line": has_place(rules.board.line, rules.board.first),
        "pairs": not heaps and has_place(rules.board.cell, *rules.board.origin),
        "heaps": heaps,
        "sliders": sliders(rules),
    }


def sliders(rules: Ruleset[Any]) -> Json | None:
    """The numbers among the parameters of a ruleset, or the digits of a code, with the text between them.

    >>> sliders(parse_ruleset("subtraction(1,3)"))["texts"], sliders(parse_ruleset("octal(0.77)"))["texts"]
    (['subtraction(', ',', ')'], ['octal(0.', '', ')'])
    """
    text = str(rules) if "(" in str(rules) else f"{rules.name}({rules.parameters()})"
    head, bracket, inside = text.partition("(")
    code = PLAIN_CODE.fullmatch(inside)
    found = list(DIGIT.finditer(text, len(head) + 3) if code else NUMBER.finditer(text, len(head)))
    if not bracket or not 0 < len(found) <= MOST_SLIDERS or not is_readable(text):
        return None
    ends = [0, *(one.end() for one in found)]
    starts = [*(one.start() for one in found), len(text)]
    base, numbers = (code[1], "digit") if code else (None, "number")
    most = {"octal": 7, "hexadecimal": 15}.get(head, 7) if base else SLIDER_MOST
    return {
        "texts": [text[end:start] for end, start in zip(ends, starts, strict=True)],
        "values": [int(one[0], 16 if base else 10) for one in found],
        "labels": [f"{ORDINALS[n]} {numbers}" if len(found) > 1 else numbers for n in range(len(found))],
        "least": 0 if base else 1,
        "most": max(most, *(int(one[0], 16 if base else 10) for one in found)),
    }


def has_place(position_at: Any, *index: int) -> bool:
    try:
        position_at(*index)
    except UndefinedError:
        return False
    return True


def corrections(text: str, error: NotationError) -> list[str]:
    """Lines that can be read and differ little: a bracket closed, another base, a name that is near."""
    known, place = rulesets(), error.place
    guesses = [text + ")" * (text.count("(") - text.count(")")), text.replace("octal(", "hexadecimal(")]
    for match in re.finditer(NAME, text) if error.text else ():
        name = match.group().strip().lower()
        if match.start() <= place <= match.end():
            near = get_close_matches(name.replace(" ", "_"), known, NEAR_NAMES, NEAR_RATIO)
            guesses += [text[: match.start()] + other + text[match.end() :] for other in near]
            guesses += [known[other].example for other in near if other == name]
    return [guess for guess in dict.fromkeys(guesses) if guess != text and is_readable(guess)]


def is_readable(text: str) -> bool:
    try:
        read_line(text)
    except GrundyError:
        return False
    return True


def values(name: str, to: int, seconds: float) -> Json:
    from grundy.solvers.value_sequence import ValueSequence, show_value

    table = ValueSequence(parse_ruleset(name), Budget(seconds=seconds))
    try:
        found = table.values_below(max(to, table.first + 1))
    except NotDecided:  # the first values are shown too
        found = [*map(int, table.values)]
    if not found:
        raise NotDecided(f"no value within {seconds:g} s; allow more with --timeout")
    return values_as_card(table.first, found, to) | {"shown": [*map(show_value, found)]}


def family_values(name: str, to: int, seconds: float) -> Json:
    """The nimbers of the boards of a free size, as far as there is time or they are defined."""
    from grundy.solvers.families import Family

    family = Family(name, Budget(seconds=seconds / 2))  # one more board is not worth the wait
    try:
        family.values(max(to, family.first + 1))
    except GrundyError:
        if not family.known:
            raise
    period = family.observed_period()
    observed = {"period": period.period, "preperiod": period.preperiod, "saltus": period.saltus} if period else None
    return values_as_card(family.first, family.known, to) | {"shown": family.known, "observed": observed}


def values_as_card(first: int, found: list[int], to: int) -> Json:
    return {
        "first": first,
        "values": found,
        "cut": len(found) + first < to,
        "histogram": charts.draw_histogram(found).inline if len({*found}) < len(found) else "",
        "lost": [n for n, value in enumerate(found, first) if value == 0][:LISTED_POSITIONS],
    }


def period(name: str, seconds: float) -> Json:
    return api_tasks.period(name, PERIOD_VALUES, Budget(seconds=seconds)) | {"limit": PERIOD_VALUES}


def mex_film(name: str, seconds: float) -> str:
    from grundy.render.mex_film import film_mex

    rules = parse_ruleset(spell_out(name))
    return film_mex(rules, rules.board.first + FILMED_VALUES, Budget(seconds=seconds)).svg


def law(name: str, seconds: float) -> Json:
    from grundy.explain.conjecture import conjecture

    return conjecture(parse_ruleset(name), None, Budget(seconds=seconds)).json()


def equal(name: str, seconds: float) -> Json:
    """The rulesets of the catalogue that are proved to have the same nimbers, as far as there is time."""
    from grundy.explain.same import equal_rulesets

    found, is_cut = list[Json](), False
    try:
        for one in equal_rulesets(parse_ruleset(name), Budget(seconds=SEARCH_SHARE * seconds)):
            found.append({"name": str(one.b), "theorem": one.theorem})
    except NotDecided:
        is_cut = True
    names = {name, *(one["name"] for one in found)}
    return {"equal": found, "cut": is_cut, "alike": [one for one in alike(name) if one["name"] not in names]}


def alike(name: str) -> list[Json]:
    """The rulesets of the shipped index whose first values contain those of this one, perhaps at a shift."""
    from grundy.explain.lookup import lookup
    from grundy.solvers.value_sequence import ValueSequence

    rules = parse_ruleset(name)
    sequence, first = ValueSequence(rules, Budget(ALIKE_POSITIONS)), rules.board.first
    try:
        values = [sequence.value(n) for n in range(first, first + ALIKE_VALUES)]
        found = lookup(",".join(map(str, values)))
    except GrundyError:  # too slow, loony, or without an index
        return []
    return [{"name": other, "shift": it.start - first} for it in found for other in it.rulesets][:MOST_ALIKE]


def table(name: str, size: int, seconds: float) -> Json:
    """A square table of nimbers with its heat map, and the lost pairs in it; a smaller one where time is short."""
    from grundy.solvers.value_sequence import nimber_table

    rules = parse_ruleset(name)
    try:
        rows, (top, left) = nimber_table(rules, size, size, Budget(seconds=seconds / 2)), rules.board.origin
    except NotDecided:
        if size <= SMALLEST_TABLE_ROWS:
            raise
        return table(name, size // 2, seconds / 2) | {"cut": True}
    lost = [(top + r, left + c) for r, row in enumerate(rows) for c, value in enumerate(row) if value == 0]
    return {
        "rows": [[plain_nimber(value) for value in row] for row in rows],
        "top": top,
        "left": left,
        "heat": charts.draw_heat_map(rows, (top, left)).inline,
        "lost": lost[:LISTED_POSITIONS],
    }


def misere(name: str, to: int, seconds: float) -> Json:
    found = api_tasks.misere(name, to, Budget(seconds=seconds)) if has_arrays() else misere_of_heaps(name, to, seconds)
    heaps = zip(found["genus"], found["kinds"], found["outcomes"], strict=False)
    return found | {"heaps": [(n, *heap) for n, heap in enumerate(heaps)]}


def misere_of_heaps(name: str, to: int, seconds: float) -> Json:
    """What `api_tasks.misere` tells without the quotient of sums, which is found with arrays only."""
    from grundy.solvers.misere.forms import genera_of

    ruleset = parse_ruleset(name)
    if not isinstance(ruleset, HeapGame):
        raise UndefinedError(f"{name} is not played with heaps, so it has no quotient")
    genera = [*genera_of(ruleset, to, seconds)]
    return {
        "genus": [str(genus) for genus in genera],
        "kinds": [genus.kind for genus in genera],
        "outcomes": "".join("P" if genus.is_lost else "N" for genus in genera),
        "quotient": None,
        "lacks_arrays": True,
    }


def explanation(name: str, misere: bool, seconds: float) -> Json:
    from grundy.explain.account import explain

    account = explain(parse(name), misere, budget=Budget(seconds=seconds))
    return {"html": account.html(), "outcome": account.outcome}


def tree(name: str, misere: bool, seconds: float) -> Json:
    """The game tree of a small position: each position is unfolded where it comes first, and named after that."""
    from grundy.render.game_graph import positions
    from grundy.solvers.retrograde import analyse
    from grundy.solvers.solver import refuse_play

    game = parse(name)
    refuse_play(game, misere)
    graph = positions(game, TREE_POSITIONS, Budget(seconds=seconds))
    vertices = analyse(graph, misere)
    heights = [it.height for it in vertices.values() if it.height is not None]
    if max(heights, default=0) > TREE_HEIGHT:
        raise CostlyError(f"a tree of more than {TREE_HEIGHT} moves; take a smaller position")
    number, seen = {v: n for n, v in enumerate(graph)}, set[str]()

    def unfold(v: str) -> Json:
        it, is_first = vertices[v], v not in seen
        seen.add(v)
        reached = sorted({vertices[to].nimber for to in graph[v]}, key=str)
        return {
            "name": v,
            "number": number[v],
            "outcome": it.misere if misere else it.outcome,
            "nimber": None if misere else str(it.nimber),
            "height": it.height,
            "reached": ", ".join(map(str, reached)),
            "is_first": is_first,
            "options": [unfold(to) for to in graph[v]] if is_first else [],
        }

    root = unfold(next(iter(graph)))
    return {"root": root, "positions": len(graph), "height": root["height"]}


def calculation(text: str) -> Json:
    try:
        return calculate(check_length(text)).json()
    except NotationError as error:
        return {"wrong": error.message, "caret": error.caret if error.text else ""}


def read_digraph(text: str) -> Arrows:
    return Arrows(read_statements(Reader(check_length(text))))


def digraph(text: str, misere: bool) -> Json:
    from grundy.render.layers import lay_out
    from grundy.solvers.retrograde import analyse

    arrows = read_digraph(text)
    layout = lay_out(arrows, dict.fromkeys(arrows, 60.0), 30.0)
    left, top = layout.span[0], max(layout.layer.values())
    return {
        "text": str(arrows),
        "vertices": {name: vertex.json() for name, vertex in analyse(arrows, misere).items()},
        "at": {v: [round(layout.x[v] - left + 40), 90 * (top - layout.layer[v]) + 50] for v in arrows},
    }


def draw_digraph(text: str, misere: bool) -> str:
    from grundy.render.digraph import draw_digraph

    return draw_digraph(read_digraph(text), misere).svg


def simplification(name: str, text: str) -> Json:
    """A position of a ruleset that brings a page, and the steps that simplify it, each with a picture."""
    rules = parse_ruleset(name)
    laboratory = rules.laboratory()
    if laboratory is None:
        raise UndefinedError(f"{name} has no page in the laboratory; `grundy explain` tells what is known")
    game = rules(check_length(text))
    position: Any = game.summands[0].position
    edges = len(position)
    if edges > laboratory.most_edges:
        most = laboratory.most_edges
        raise CostlyError(f"a picture of {edges:,} edges; at most {most} are taken down here, `grundy explain` more")
    return {
        "game": str(game),
        "nimber": rules.theorem(position),
        "edges": edges,
        "picture": laboratory.draw(position),
        "steps": [(words, laboratory.draw(left)) for words, left in laboratory.reduction_steps(position)],
    }
