"""Theorems broken on purpose: the conformance suite must notice it.

`PYTHONPATH=src:tests python tests/mutants.py [RULESET ...]` changes one place at a time in every theorem, verdict,
disguise, reach and bound of a period of the catalogue (a comparison flipped, a number raised by one, an operation
exchanged), runs the conformance suite for that ruleset, and prints the score and what survived.
"""

import ast
import inspect
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from rulesets import catalogue
from test_conformance import ADDING, FINITE, TestHeaps, TestOutcomes, TestValues

from grundy import Ruleset
from grundy.boards.heaps import HeapGame

METHODS = ("theorem", "verdict", "disguise", "reach", "period_proof")
MOST_SECONDS = 20  # for one mutant: a loop without end is noticed too
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
                yield f"{type(operator).__name__} -> {other.__name__}", fields
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
            line = inspect.getsourcelines(function)[1] + getattr(node, "lineno", 1) - 1
            yield f"line {line}: {words}", rebuild(copy, function)


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
    if ruleset in ADDING:
        values = TestValues()
        yield lambda: values.test_theorem_and_disguise(ruleset)
        yield lambda: values.test_reach(ruleset)
        yield lambda: values.test_parts_xor_to_the_whole_and_the_solver_agrees(ruleset)
    if ruleset in FINITE:
        yield from (lambda m=m: TestOutcomes().test_outcome_and_winning_moves(ruleset, m) for m in (False, True))
    if isinstance(ruleset, HeapGame):
        yield lambda: TestHeaps().test_table_equals_definition(ruleset)


def is_noticed(ruleset: Ruleset[Any]) -> bool:
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(MOST_SECONDS)
    try:
        for test in suite(ruleset):
            test()
    except (Exception, Late):
        return True
    finally:
        signal.alarm(0)
    return False


def stop(*_: object) -> None:
    raise Late


def claims(ruleset: Ruleset[Any]) -> Iterator[tuple[type, str]]:
    """The classes and names of the methods by which a ruleset claims something."""
    for name in METHODS:
        home = next(cls for cls in type(ruleset).__mro__ if name in vars(cls))
        if home is not Ruleset:
            yield home, name


def main(wanted: list[str]) -> None:
    killed, survivors, met = 0, list[str](), set[tuple[type, str]]()
    for ruleset in catalogue():
        if wanted and ruleset.name not in wanted:
            continue
        for home, name in claims(ruleset):
            if (home, name) in met:
                continue
            met.add((home, name))
            original = vars(home)[name]
            try:
                for words, mutant in mutants(inspect.unwrap(original)):
                    setattr(home, name, mutant)
                    if is_noticed(ruleset):
                        killed += 1
                    else:
                        survivors.append(f"{home.__module__}.{home.__name__}.{name}, {words}, by {ruleset}")
                        print("survived:", survivors[-1], flush=True)
            finally:
                setattr(home, name, original)
    total = killed + len(survivors)
    print(f"{killed} of {total} mutants noticed, {100 * killed / max(total, 1):.0f} in 100")


if __name__ == "__main__":
    main(sys.argv[1:])
