"""Theorems broken on purpose: the conformance suite must notice it.

`PYTHONPATH=src:tests python tests/mutants.py [RULESET ...]` changes one place at a time in every theorem, verdict,
disguise, reach and bound of a period of the catalogue, and in the helpers that stand in their folders (a comparison
flipped, a number raised by one, an operation exchanged), runs the conformance suite for the rulesets that have it, and
prints the score and what survived. Changes that change nothing are listed with the reason in
`data/equivalent_mutants.txt`, and are not counted.
"""

import ast
import inspect
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache, partial
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import claims
from definitions import HELPERS
from rulesets import catalogue
from test_conformance import FINITE, TestHeaps, TestOutcomes

from grundy import Ruleset
from grundy.boards.heaps import HeapGame

EQUIVALENT = Path(__file__).parent / "data" / "equivalent_mutants.txt"
GAMES = "grundy.games"
Home = type | ModuleType
METHODS = ("theorem", "verdict", "disguise", "reach", "period_proof")
MOST_SECONDS = 20  # of processor time for one mutant: a loop without end is noticed too
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitXor: ast.BitOr,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Late(BaseException):
    """The time of a mutant is over."""


def mutate(node: ast.AST) -> Iterator[tuple[str, dict[str, object]]]:
    """Each change of one node: what it is, and the fields after it."""
    if isinstance(node, ast.Compare):
        for n, operator in enumerate(node.ops):
            if other := COMPARISONS.get(type(operator)):
                fields: dict[str, object] = {"ops": [*node.ops[:n], other(), *node.ops[n + 1 :]]}
                place = f"{n + 1}. " if len(node.ops) > 1 else ""  # in a chain such as 0 < a < b
                yield f"{place}{type(operator).__name__} -> {other.__name__}", fields
    elif isinstance(node, ast.BinOp) and (swapped := OPERATIONS.get(type(node.op))):
        yield f"{type(node.op).__name__} -> {swapped.__name__}", {"op": swapped()}
    elif isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
        yield f"{node.value} -> {node.value + 1}", {"value": node.value + 1}
    elif isinstance(node, ast.BoolOp):
        flipped = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield f"{type(node.op).__name__} -> {flipped.__name__}", {"op": flipped()}
    elif isinstance(node, ast.IfExp):
        yield "branches exchanged", {"body": node.orelse, "orelse": node.body}


def mutants(function: Callable[..., Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The function with one change at a time, compiled where it stands."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for place, node in enumerate(nodes_of(tree)):
        for number, (words, _) in enumerate(mutate(node)):
            copy = deepcopy(tree)
            changed = nodes_of(copy)[place]
            vars(changed).update(list(mutate(changed))[number][1])
            yield f"{words} in {line_of(node, function)}", rebuild(copy, function)


def line_of(node: ast.AST, function: Callable[..., Any]) -> str:
    """The line of the source in which a node stands, and where: this names a mutant also when lines above it move."""
    assert isinstance(node, ast.expr)
    line = textwrap.dedent(inspect.getsource(function)).splitlines()[node.lineno - 1]
    return f"`{line.strip()}` at {node.col_offset - (len(line) - len(line.lstrip()))}"


def nodes_of(tree: ast.Module) -> list[ast.AST]:
    """The nodes of the body of the function, without annotations."""
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    notes = [part for node in nodes if isinstance(node, ast.AnnAssign) for part in ast.walk(node.annotation)]
    return [node for node in nodes if node not in notes]


def rebuild(tree: ast.Module, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of a tree in the place of another one; it stands in a function of its own, for `super()`."""
    outer = dict(inspect.getclosurevars(function).nonlocals)
    (inner,) = tree.body
    assert isinstance(inner, ast.FunctionDef)
    inner.decorator_list = []
    (maker,) = ast.parse(f"def make({', '.join(outer)}):\n    return {inner.name}").body
    assert isinstance(maker, ast.FunctionDef)
    maker.body.insert(0, inner)
    home: dict[str, Any] = {}
    code = compile(ast.fix_missing_locations(ast.Module([maker], [])), "<mutant>", "exec")
    exec(code, function.__globals__, home)
    made: Callable[..., Any] = home["make"](**outer)
    vars(made).update(vars(function))  # what decorators said of it
    return made


def suite(ruleset: Ruleset[Any]) -> Iterator[Callable[[], None]]:
    """The tests of the conformance suite that are about what a ruleset claims."""
    yield partial(claims.check_family, ruleset)
    if check := HELPERS.get(str(ruleset)):
        yield check
    if isinstance(ruleset, HeapGame):
        yield lambda: TestHeaps().test_table_equals_definition(ruleset)
    if ruleset in FINITE:
        test = TestOutcomes().test_outcome_and_winning_moves
        yield from (partial(test, ruleset, misere, True) for misere in (False, True))


def is_noticed(rulesets: list[Ruleset[Any]]) -> bool:
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        for test in chain.from_iterable(map(suite, rulesets)):
            test()
    except (Exception, Late):
        return True
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return False


def stop(*_: object) -> None:
    raise Late


def homes(wanted: list[str]) -> dict[tuple[Home, str], list[Ruleset[Any]]]:
    """What rulesets claim something by, each with the rulesets that have it from the same place."""
    found: dict[tuple[Home, str], list[Ruleset[Any]]] = {}
    for ruleset in catalogue():
        if not wanted or ruleset.name in wanted:
            for place in (*claiming_methods(ruleset), *helpers(ruleset)):
                found.setdefault(place, []).append(ruleset)
    return found


def claiming_methods(ruleset: Ruleset[Any]) -> Iterator[tuple[Home, str]]:
    for name in METHODS:
        home = next(cls for cls in type(ruleset).__mro__ if name in vars(cls))
        if home is not Ruleset:
            yield home, name


def helpers(ruleset: Ruleset[Any]) -> Iterator[tuple[Home, str]]:
    """The functions in files of its folder from which the rules import some, boards apart."""
    package, _, file = type(ruleset).__module__.rpartition(".")
    rules = sys.modules[f"{package}.{file}"]
    used = {thing.__module__ for thing in vars(rules).values() if inspect.isfunction(thing)}
    for name in sorted(used - {rules.__name__, f"{package}.board"}):
        if package != GAMES and name.startswith(f"{package}."):
            functions = vars(sys.modules[name]).values()
            yield from ((sys.modules[name], f.__name__) for f in functions if getattr(f, "__module__", "") == name)


def put(home: Home, name: str, function: object) -> None:
    """Put a function in its place, and wherever files of its folder have imported it."""
    places = [home]
    if isinstance(home, ModuleType):
        package = home.__name__.rpartition(".")[0]
        files = [module for path, module in sys.modules.items() if path.startswith(f"{package}.")]
        places += [file for file in files if vars(file).get(name) is vars(home)[name]]
    for place in dict.fromkeys(places):
        setattr(place, name, function)


def equivalents() -> set[str]:
    """The mutants that are no change; a line with the reason stands before each group of them."""
    return {line for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"}


@cache
def ask_unbroken(ruleset: Ruleset[Any]) -> None:
    """Let the oracle judge the positions before anything is broken, and keep its answers: helpers may make moves."""
    for test in suite(ruleset):
        test()


def main(wanted: list[str]) -> None:
    if unknown := {*wanted} - {ruleset.name for ruleset in catalogue()}:
        sys.exit(f"no ruleset is called {' or '.join(sorted(unknown))}; grundy games lists them")
    killed, survivors, known, met = 0, list[str](), equivalents(), set[str]()
    for (home, name), rulesets in homes(wanted).items():
        for ruleset in rulesets:
            ask_unbroken(ruleset)
        original = vars(home)[name]
        if not inspect.isfunction(inspect.unwrap(original)):
            continue
        try:
            for words, mutant in mutants(inspect.unwrap(original)):
                called = f"{home.__name__.removeprefix(GAMES + '.')}.{name}: {words}"
                if called in known:
                    met.add(called)
                    continue
                put(home, name, mutant)
                if is_noticed(rulesets):
                    killed += 1
                else:
                    survivors.append(called)
                    print("survived:", called, flush=True)
        finally:
            put(home, name, original)
    for called in sorted(known - met) if not wanted else ():
        print("listed, but no mutant any more:", called)
    total = killed + len(survivors)
    print(f"{killed} of {total} mutants noticed, {100 * killed / max(total, 1):.0f} in 100")


if __name__ == "__main__":
    main(sys.argv[1:])
