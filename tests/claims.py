"""What rulesets claim without search, compared on every small position with what their moves alone say.

Each check is asked of a ruleset and, where it has parameters, of the same rules with other small ones. How often a
ruleset of the package claims something is kept in `data/claims.txt`, so that a theorem that is no longer used is
noticed too; `PYTHONPATH=src:tests python tests/claims.py` writes it anew.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import oracle
from rulesets import catalogue, legal, siblings

from grundy import Ruleset, parse
from grundy.boards.coins import CoinGame
from grundy.boards.heaps import HeapGame
from grundy.errors import GrundyError, NotDecided
from grundy.solvers.solver import Solver

Claims = Counter[str]  # how often a ruleset knew the nimber, the outcome, or all moves to a nimber
TABLE = Path(__file__).parent / "data" / "claims.txt"
SIZE = 12  # what `small` is asked for
MANY = 600  # positions of each ruleset that are compared
SIBLINGS = 150  # of the same rules with other parameters
FEW = 60  # where each position costs a search
LARGE = 2_000  # positions that play can reach: beyond that the oracle is not asked
MOST_JUDGED = 6_000  # positions of one ruleset, those included that play reaches
CYCLE = "digraph(a: b; b: a c)(a)"
FAR = {
    "blocking_wythoff(2)": ("499,499", "500,499", "0,249999", "0,250000", "249999,0", "250000,0"),
    "divisor_chomp": ("30", "210", "900", "2310", str(2**249 * 3**399 * 5**400), str(30**316)),
    "end_nim": ("0", "0,0"),
    "even_or_singleton": ("1048575,1048575,1",),  # two nimbers of 19 bits
    "selective": (f"{CYCLE}, nim(0)", f"{CYCLE}, nim(1)"),
    "st_wythoff(2,1)": ("1000000,1000000", "1000001,1000001"),
    "sylver": ("4,10",),
    "take2plus_split": ("786431,786431,1",),  # likewise
}
BESIDE = 4  # nimbers above those of the options that `reach` is asked for
MOST_WANTED = 10  # nimbers that it is asked for


def small(ruleset: Ruleset[Any], most: int = MANY) -> list[Any]:
    positions = list(islice((p for p in ruleset.board.small(SIZE) if legal(ruleset, p)), most))
    assert len(positions) > 5, "the board lists too few small positions"
    return positions


@cache
def judged_positions(ruleset: Ruleset[Any], most: int = MANY) -> list[Any]:
    """Small positions that the oracle can judge in a moment."""
    closed: set[Any] = set()
    return [p for p in small(ruleset, most) if closes(ruleset, p, closed)]


def closes(ruleset: Ruleset[Any], position: Any, closed: set[Any]) -> bool:
    """Whether play reaches but few positions outside those of a closed set; if so, they join it."""
    new, todo = {position} - closed, [position] if position not in closed else []
    room = min(LARGE, MOST_JUDGED - len(closed))
    while todo and len(new) <= room:
        more = set(oracle.options(ruleset, todo.pop())) - closed - new
        new |= more
        todo += more
    if len(new) <= room:
        closed |= new
    return len(new) <= room


def check_values(ruleset: Ruleset[Any], positions: list[Any]) -> Claims:
    """Theorem and disguise, also after a move: play reaches positions that no board lists, as after a pass."""
    solver, told = Solver(), Claims()
    options = (to for position in positions[:FEW] for to in oracle.options(ruleset, position))
    for position in dict.fromkeys([*positions, *options]):
        claim, value = ruleset.theorem(position), oracle.value(ruleset, position)
        assert claim in (None, value), f"{ruleset}, {position}: theorem {claim}, by the rules {value}"
        other = ruleset.disguise(position)
        assert other is None or solver.nimber(other) == value, f"{ruleset}, {position}: {other}"
        told["theorem"] += claim is not None
        told["disguise"] += other is not None
    return told


def check_verdicts(ruleset: Ruleset[Any], positions: list[Any]) -> Claims:
    told = Claims()
    for position in positions:
        for misere in ruleset.plays:
            claim = ruleset.verdict(position, misere)
            assert claim in (None, oracle.outcome(ruleset, position, misere)), f"{ruleset}, {position}, {misere=}"
            told[f"{'misere ' * misere}{claim}"] += claim is not None
    return told


def check_reach(ruleset: Ruleset[Any], positions: list[Any]) -> Claims:
    """All moves to a nimber, each as often as there are ways to make it; under misère play those that win."""
    told = Claims()
    for position in positions:
        options = oracle.options(ruleset, position)
        values = [oracle.value(ruleset, to) for to in options]
        largest = max((v for v in values if isinstance(v, int)), default=0)
        for wanted in range(min(largest + BESIDE, MOST_WANTED)):
            hits = [to for to, value in zip(options, values, strict=True) if value == wanted]
            told["reach"] += is_compared(ruleset, position, ruleset.reach(position, wanted), hits)
        if ruleset.has_misere and (reached := ruleset.reach(position, 0, misere=True)) is not None:
            hits = [to for to in options if oracle.outcome_after(ruleset, position, to, True) == "P"]
            told["misere reach"] += is_compared(ruleset, position, reached, hits)
    return told


def is_compared(ruleset: Ruleset[Any], position: Any, reached: Iterator[Any] | None, hits: list[Any]) -> bool:
    """Whether all moves were claimed; if so they are those that the rules give."""
    if reached is None:
        return False
    found = list(reached)
    tidy = ruleset.board.tidy  # without what is used up, which may be written or not
    assert Counter(map(tidy, found)) == Counter(map(tidy, hits)), f"{ruleset}, {position}: {found}, not {hits}"
    return True


def check_endless(ruleset: Ruleset[Any], positions: list[Any]) -> Claims:
    """Where play may return or moves never end: no option has the nimber, each less nimber is that of an option."""
    told = Claims()
    for position in positions:
        for misere in ruleset.plays:
            told[f"{'misere ' * misere}{ruleset.verdict(position, misere)}"] += 1
        if ruleset.verdict(position, False) == "P":
            assert all(ruleset.verdict(to, False) != "P" for to in islice(ruleset.moves(position), FEW)), position
        if ruleset.has_infinite_moves(position):
            told["reach"] += has_known_answers(ruleset, position)
        value = ruleset.theorem(position)
        told["theorem"] += value is not None
        if value is None or ruleset.terminal(position):
            continue
        options = list(islice(ruleset.moves(position), LARGE))
        values = [ruleset.theorem(to) for to in options]
        assert value not in values, f"{ruleset}, {position}: {value}"
        if not ruleset.has_infinite_moves(position):
            assert isinstance(value, int)
            assert set(range(value)) <= set(values), f"{ruleset}, {position}: {value}"
            for wanted in range(BESIDE):
                hits = [to for to, found in zip(options, values, strict=True) if found == wanted]
                told["reach"] += is_compared(ruleset, position, ruleset.reach(position, wanted), hits)
    return told


def has_known_answers(ruleset: Ruleset[Any], position: Any) -> bool:
    """Whether winning moves among infinitely many are claimed; if so they win, and none that is known is left out."""
    reached, found = ruleset.reach(position, 0), list[Any]()
    with suppress(NotDecided):  # that there are more
        found.extend(islice(reached or (), FEW))
    assert all(to != position and ruleset.verdict(to, False) == "P" for to in found), f"{ruleset}, {position}: {found}"
    lost = [to for to in islice(ruleset.moves(position), FEW) if ruleset.verdict(to, False) == "P"]
    assert reached is None or all(to in found for to in lost), f"{ruleset}, {position}: {found}, not {lost}"
    return reached is not None


def check_lost_options(ruleset: Ruleset[Any], positions: list[Any]) -> Claims:
    """All moves to lost positions, where there are no nimbers."""
    told = Claims()
    for position in positions:
        options = () if ruleset.terminal(position) else oracle.options(ruleset, position)
        for misere in ruleset.plays:
            hits = [to for to in options if oracle.outcome_after(ruleset, position, to, misere) == "P"]
            reached = ruleset.reach(position, 0, misere)
            told["misere reach" if misere else "reach"] += is_compared(ruleset, position, reached, hits)
    return told


def first_moves(ruleset: Ruleset[Any]) -> list[Any]:
    """The start where nothing was named or taken yet, and the first options from there, as far as moves never end."""
    with suppress(GrundyError, IndexError):
        start = ruleset.board.make("")
        first = [start, *islice(ruleset.moves(start), FEW)]
        return [position for position in first if ruleset.has_infinite_moves(position)]
    return []


def check_period_bound(ruleset: Ruleset[Any]) -> None:
    """A proof needs the period once and as many values again as a move looks back, and no more."""
    if not isinstance(ruleset, HeapGame | CoinGame) or type(ruleset).period_proof is Ruleset.period_proof:
        return
    depth = max(back for n in range(40) for back in looks_back(ruleset, n))
    for start, length in [(1, 1), (3, 2), (5, 7)]:
        needed = ruleset.period_proof(start, length)
        assert needed is None or needed[0] == start + length + depth, f"{ruleset}: {needed}, not {depth}"


def looks_back(ruleset: "HeapGame | CoinGame", n: int) -> Iterator[int]:
    """How many values back those lie from which that of a heap or coin follows.

    Where the whole heap can always be taken, that option has no place among them, and the heap before 1 counts.
    """
    if isinstance(ruleset, CoinGame):
        return (n - min(turned) for turned in ruleset.turns(n) if turned)
    takes_all = all((0,) in ruleset.options(heap) for heap in range(1, 40))
    return (n - max(left) + takes_all for left in ruleset.options(n) if max(left, default=0) or not takes_all)


def check(ruleset: Ruleset[Any], positions: list[Any]) -> Claims:
    """All checks that make sense for a ruleset; the number of claims of each kind."""
    check_period_bound(ruleset)
    if not ruleset.finite:
        return check_endless(ruleset, positions)
    told = check_verdicts(ruleset, positions)
    if ruleset.adds and ruleset.has_normal and type(ruleset).terminal is Ruleset.terminal:
        return told + check_values(ruleset, positions) + check_reach(ruleset, positions)
    return told + check_lost_options(ruleset, positions)


def check_family(ruleset: Ruleset[Any]) -> None:
    """The ruleset and its siblings; those that come with the package claim as much as the table says."""
    told = told_by_family(ruleset)
    if type(ruleset).__module__.startswith("grundy.games."):
        known = table().get(str(ruleset), "")
        assert known == told, f"{told}, before {known}; if that is right, run tests/claims.py"


def told_by_family(ruleset: Ruleset[Any]) -> str:
    told = Claims()
    for rules in siblings(ruleset):
        most = MANY if rules == ruleset else SIBLINGS
        told += check(rules, judged_positions(rules, most) if rules.finite else small(rules, FEW))
        told += check_endless(rules, first_moves(rules))
    told += told_far_out(ruleset)
    return ", ".join(f"{kind} {number}" for kind, number in sorted(told.items()) if number and kind[-4:] != "None")


def told_far_out(ruleset: Ruleset[Any]) -> Claims:
    """What is claimed of positions on both sides of a bound, where the oracle would take too long."""
    told = Claims()
    for text in FAR.get(str(ruleset), ()):
        position = parse(f"{ruleset}({text})").summands[0].position
        told["far disguise"] += ruleset.disguise(position) is not None
        told["far reach"] += sum(ruleset.reach(position, nimber) is not None for nimber in (0, 1))
        for misere in ruleset.plays:
            told[f"far {'misere ' * misere}{ruleset.verdict(position, misere)}"] += 1
    return told


@cache
def table() -> dict[str, str]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" | ") for line in lines if line[0] != "#")


if __name__ == "__main__":
    rows = [f"{ruleset} | {told_by_family(ruleset)}" for ruleset in catalogue()]
    about = "# On how many of its small positions each ruleset claims what; written by tests/claims.py"
    TABLE.write_text("\n".join([about, *(row for row in rows if not row.endswith(" | ")), ""]), encoding="utf-8")
