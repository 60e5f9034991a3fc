"""A person's own heap game, compiled: its generator of options read as integer arithmetic, if it is no more than that.

The value of a heap is the mex of its options, an option being the nim-sum of the heaps it leaves (Sprague 1935, Grundy
1939). `options` is translated word by word: each `yield` becomes a mark in an array, and every number is a machine
word of 64 bits that stays within 62, so no operation wraps round. What is not in the dictionary below is refused, and
whatever a word of Python would raise, or a number too long, ends the run at that heap: the caller then takes the
plain path, which gives the answer or its own error.
"""

import ast
import math
from collections.abc import Callable, Iterable
from functools import cache
from inspect import getattr_static, getsource, isgeneratorfunction
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, NoReturn

from grundy.boards.heaps import HeapGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Advance = Callable[[NDArray[np.uint16], int, int], int]

__all__ = ["compile_options"]

BOUND = 1 << 61  # so that a sum of two numbers, and the length of a range, fit into 64 bits
MOST_VALUES = 1 << 16  # a value has 16 bits, and so has a nim-sum of values

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "held({} + {})",
    ast.Sub: "held({} - {})",
    ast.Mult: "product({}, {})",
    ast.FloorDiv: "({} // {})",
    ast.Mod: "({} % {})",
    ast.Pow: "power({}, {})",
    ast.LShift: "product({}, power(2, {}))",
    ast.RShift: "({} >> places({}))",
    ast.BitAnd: "({} & {})",
    ast.BitOr: "({} | {})",
    ast.BitXor: "({} ^ {})",
    ast.USub: "held(-{})",
    ast.UAdd: "{}",
    ast.Invert: "(~{})",
}
COMPARISONS: dict[type[ast.AST], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
CALLS: dict[tuple[object, int], str] = {
    (abs, 1): "held(abs({}))",
    (int, 1): "{}",
    (math.gcd, 2): "gcd({}, {})",
    (math.isqrt, 1): "isqrt({})",
    (max, 2): "max({}, {})",
    (max, 3): "max({}, {}, {})",
    (min, 2): "min({}, {})",
    (min, 3): "min({}, {}, {})",
}


class UntranslatableError(Exception):
    """The generator does more than integer arithmetic."""


def compile_options(ruleset: HeapGame) -> "Advance | None":
    """A function that fills `values[start:stop]` from `values[:start]`, or None where `options` does not allow it.

    It returns how far it came: `stop`, or the first heap that needs the plain path.
    """
    try:
        return build(*Translation(ruleset).program())
    except Exception:  # strange source, a word not in the dictionary, whatever Numba dislikes: the plain path serves
        return None


def build(program: str, arrays: dict[str, tuple[int, ...]]) -> "Advance":
    """The program as machine code."""
    import numba
    import numpy as np

    namespace: dict[str, object] = {word.__name__: word for word in vocabulary()}
    namespace |= {name: np.array(numbers, np.int64) for name, numbers in arrays.items()}
    # Not an evaluation of foreign text: the ruleset is a class that Python has imported and run already, and the
    # program consists of the words of this module, of numbers, and of variables that it has renamed.
    exec(program, namespace)
    visit = numba.njit(nogil=True)(namespace["visit"])

    @numba.njit("(uint16[::1], int64, int64, int64[::1])", nogil=True)  # type: ignore[untyped-decorator]
    def fill(values: "NDArray[np.uint16]", start: int, stop: int, reached: "NDArray[np.int64]") -> None:
        seen = np.full(MOST_VALUES + 1, -1, np.int64)
        for n in range(start, stop):
            reached[0] = n
            visit(values, seen, n)
            value = 0
            while seen[value] == n:
                value += 1
            if value == MOST_VALUES:
                raise OverflowError
            values[n] = value

    def advance(values: "NDArray[np.uint16]", start: int, stop: int) -> int:
        reached = np.array([start], np.int64)
        try:
            fill(values, start, min(stop, len(values)), reached)
        except Exception:  # the plain path meets it again, and names it
            return int(reached[0])
        return min(stop, len(values))

    return advance


class Translation:
    """The program of one ruleset, as it is written down."""

    def __init__(self, ruleset: HeapGame) -> None:
        method = ruleset.options
        if not isinstance(method, MethodType) or not isinstance(method.__func__, FunctionType):
            refuse(method)
        self.ruleset, self.function = ruleset, method.__func__
        self.definition = definition(self.function)
        self.me, self.heap = (argument.arg for argument in self.definition.args.args)
        self.names = {node.id for node in ast.walk(self.definition) if is_target(node)} | {self.heap}
        self.bound = {self.heap: f"_{self.heap}"}  # the variables that surely have a value, and what they are called
        self.arrays: dict[str, tuple[int, ...]] = {}
        self.fresh = 0

    def program(self) -> tuple[str, dict[str, tuple[int, ...]]]:
        """A function `visit` that marks what the options of heap n are worth, and the constant arrays it uses."""
        body = self.block(self.definition.body)
        end = [] if isgeneratorfunction(self.function) else ["raise TypeError"]  # None is not iterable
        head = [f"_{self.heap} = n"]
        return "\n".join(["def visit(values, seen, n):", *indented(head + body + end)]), self.arrays

    def block(self, statements: Iterable[ast.stmt]) -> list[str]:
        """The lines of a block."""
        return [line for statement in statements for line in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[str]:
        """The lines of a statement."""
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                return []
            case ast.Expr(ast.Yield(ast.expr() as option)):
                return self.option(option)
            case ast.Expr(ast.YieldFrom(options)):
                return self.each(options)
            case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
                return [self.assignment(target, value)]
            case ast.AugAssign(ast.Name(name) as target, operator, value):
                return [self.assignment(target, ast.BinOp(ast.Name(name), operator, value))]
            case ast.If(test, body, orelse):
                return self.branches(test, lambda: self.block(body), lambda: self.block(orelse))
            case ast.While(test, body, []):
                return self.loop(f"while {self.truth(test)}:", {}, body)
            case ast.For(ast.Name(name), numbers, body, []):
                return self.loop(f"for _{name} in {self.numbers(numbers)}:", {name: f"_{name}"}, body)
            case ast.Break() | ast.Continue() | ast.Raise() | ast.Return():
                return self.jump(node)
        refuse(node)

    def assignment(self, target: ast.expr, value: ast.expr) -> str:
        """The line that gives variables their values."""
        match target, value:
            case ast.Name(name), _:
                names, text = [name], self.number(value)
            case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
                names, text = [variable(each) for each in targets], ", ".join(map(self.number, values))
            case _:
                refuse(target)
        self.bound |= {name: f"_{name}" for name in names}
        return f"{', '.join(f'_{name}' for name in names)} = {text}"

    def branches(self, test: ast.expr, yes: Callable[[], list[str]], no: Callable[[], list[str]]) -> list[str]:
        """The lines of a choice; a variable is bound after it if it is bound in both branches."""
        head, before = f"if {self.truth(test)}:", self.bound
        self.bound = dict(before)
        lines, after = [head, *indented(yes())], self.bound
        self.bound = dict(before)
        lines += ["else:", *indented(no())]
        self.bound = {name: text for name, text in self.bound.items() if name in after}
        return lines

    def loop(self, head: str, targets: dict[str, str], body: list[ast.stmt]) -> list[str]:
        """The lines of a loop; what it binds may not be there after it, for it may not run at all."""
        before, self.bound = self.bound, self.bound | targets
        lines = [head, *indented(self.block(body))]
        self.bound = before
        return lines

    def jump(self, node: ast.stmt) -> list[str]:
        """The lines of a statement after which the block does not go on."""
        match node:
            case ast.Return(ast.expr() as options) if not isgeneratorfunction(self.function):
                lines = [*self.each(options), "return"]
            case ast.Return(None) if isgeneratorfunction(self.function):
                lines = ["return"]
            case ast.Break() | ast.Continue():
                lines = [type(node).__name__.lower()]
            case ast.Raise():
                lines = ["raise ValueError"]
            case _:
                refuse(node)
        self.bound = {name: f"_{name}" for name in self.names}  # nothing is wrong in what is never reached
        return lines

    def option(self, node: ast.expr) -> list[str]:
        """The lines that mark the nim-sum of a tuple of heaps."""
        match node:
            case ast.Tuple(heaps):
                return [f"seen[{' ^ '.join(f'value(values, n, {self.number(heap)})' for heap in heaps) or 0}] = n"]
            case ast.IfExp(test, yes, no):
                return self.branches(test, lambda: self.option(yes), lambda: self.option(no))
        refuse(node)

    def each(self, node: ast.expr) -> list[str]:
        """The lines that mark every tuple of an iterable."""
        match node:
            case ast.GeneratorExp(option, clauses) | ast.ListComp(option, clauses) | ast.SetComp(option, clauses):
                return self.clauses(option, clauses)
            case ast.List(options) | ast.Tuple(options) | ast.Set(options):
                return [line for option in options for line in self.option(option)]
            case ast.IfExp(test, yes, no):
                return self.branches(test, lambda: self.each(yes), lambda: self.each(no))
            case ast.Call(function, [options], []) if self.meaning(function) is iter:
                return self.each(options)
        refuse(node)

    def clauses(self, option: ast.expr, clauses: list[ast.comprehension]) -> list[str]:
        """The lines of a comprehension, whose variables are its own."""
        match clauses:
            case []:
                return self.option(option)
            case [ast.comprehension(ast.Name(name), numbers, tests, 0), *rest]:
                self.fresh += 1
                mine, before = f"_{self.fresh}_{name}", self.bound
                head = f"for {mine} in {self.numbers(numbers)}:"
                self.bound = before | {name: mine}
                tested = " and ".join(map(self.truth, tests)) or "True"
                lines = [head, *indented([f"if {tested}:", *indented(self.clauses(option, rest))])]
                self.bound = before
                return lines
        refuse(option)

    def numbers(self, node: ast.expr) -> str:
        """The text of an iterable of numbers."""
        match node:
            case ast.Call(function, [_, *_] as limits, []) if len(limits) <= 3 and self.meaning(function) is range:
                return f"range({', '.join(map(self.number, limits))})"
            case ast.Tuple([_, *_] as members) | ast.List([_, *_] as members):
                return f"({', '.join(map(self.number, members))},)"
        constant = self.meaning(node)
        if not isinstance(constant, tuple):
            refuse(node)
        name = f"a{len(self.arrays)}"
        self.arrays[name] = tuple(int(literal(member)) for member in constant)
        return name

    def number(self, node: ast.expr) -> str:
        """The text of an expression as a number."""
        match node:
            case ast.Constant(constant):
                return literal(constant)
            case ast.Name(name) if name in self.bound:
                return self.bound[name]
            case ast.Name() | ast.Attribute():
                return literal(self.meaning(node))
            case ast.Compare() | ast.UnaryOp(ast.Not()):
                return f"(1 if {self.truth(node)} else 0)"
            case ast.UnaryOp(operator, operand):
                return OPERATORS[type(operator)].format(self.number(operand))
            case ast.BinOp(left, operator, right):
                return OPERATORS[type(operator)].format(self.number(left), self.number(right))
            case ast.BoolOp(ast.And(), [*tests, last]):
                return f"({self.number(last)} if {' and '.join(map(self.truth, tests))} else 0)"
            case ast.BoolOp(ast.Or(), [*tests, last]):
                return f"({''.join(f'{self.number(t)} if {self.truth(t)} else ' for t in tests)}{self.number(last)})"
            case ast.IfExp(test, yes, no):
                return f"({self.number(yes)} if {self.truth(test)} else {self.number(no)})"
            case ast.Call(ast.Attribute(operand, "bit_length"), [], []):
                return f"bit_length({self.number(operand)})"
            case ast.Call(function, arguments, []):
                return CALLS[self.meaning(function), len(arguments)].format(*map(self.number, arguments))
        refuse(node)

    def truth(self, node: ast.expr) -> str:
        """The text of an expression as a condition."""
        match node:
            case ast.BoolOp(operator, tests):
                return f"({(' and ' if isinstance(operator, ast.And) else ' or ').join(map(self.truth, tests))})"
            case ast.UnaryOp(ast.Not(), operand):
                return f"(not {self.truth(operand)})"
            case ast.Compare(left, [ast.In() | ast.NotIn() as operator], [right]):
                return f"({'not ' * isinstance(operator, ast.NotIn)}among({self.number(left)}, {self.numbers(right)}))"
            case ast.Compare(left, operators, others):
                pairs = zip(operators, others, strict=True)
                rest = "".join(f" {COMPARISONS[type(operator)]} {self.number(other)}" for operator, other in pairs)
                return f"({self.number(left)}{rest})"
        return f"({self.number(node)} != 0)"

    def meaning(self, node: ast.expr) -> object:
        """What a name means that is not a variable: a global, a builtin, something of a module or of the ruleset."""
        match node:
            case ast.Name(name) if name not in self.names and name != self.me:
                everything = self.function.__globals__
                return everything[name] if name in everything else self.function.__builtins__[name]
            case ast.Attribute(ast.Name(name), attribute) if name == self.me:
                return getattr_static(self.ruleset, attribute)
            case ast.Attribute(ast.Name() as name, attribute) if isinstance(module := self.meaning(name), ModuleType):
                return vars(module)[attribute]
        refuse(node)
