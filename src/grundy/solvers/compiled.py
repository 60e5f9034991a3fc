"""A person's own heap game, compiled: its generator of options read as integer arithmetic, if it is no more than that.

The value of a heap is the mex of its options, and an option is worth the nim-sum of its heaps (Sprague 1935, Grundy
1939). `options` is translated word by word: each `yield` becomes a mark in an array, and numbers become machine words
that are kept within 62 of their 64 bits, so that nothing wraps round. Whatever has no translation here is refused. A
longer number, and all that Python would raise, end the run at that heap: the plain path gives its value or its error.
"""

import ast
import builtins
import math
from collections.abc import Callable
from functools import cache, reduce
from inspect import findsource, getattr_static, isgeneratorfunction
from types import CodeType, MethodType, ModuleType
from typing import TYPE_CHECKING, NoReturn

from grundy.boards.heaps import HeapGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Advance = Callable[[NDArray[np.uint16], int, int], int]

__all__ = ["compile_options"]

BOUND = (
    1 << 61
)  # numbers are shorter, so that sums fit; it stands in variables without a value: to read one ends the run
TOP = 1 << 16  # values have 16 bits, and so have their nim-sums

HELD = {ast.Add: "+", ast.Sub: "-", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
ORDER = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
CALLS: dict[object, str] = {abs: "abs", max: "max", min: "min", math.isqrt: "isqrt"}


def compile_options(ruleset: HeapGame) -> "Advance | None":
    """A function that fills values[start:stop] from values[:start], or None where the options cannot be compiled.

    It returns how far it came: `stop`, or the first heap that only the plain path can do.
    """
    try:
        return build(*Translation(ruleset).program())
    except Exception:  # no source, a word that is not translated, whatever Numba dislikes: the plain path serves
        return None


def build(program: str, arrays: dict[str, list[int]]) -> "Advance":
    """The program as machine code."""
    import numba
    import numpy as np

    # This evaluates no foreign text: the ruleset is a class that Python has already imported and run, and the program
    # is made of the words of this module, of numbers, and of variables that were renamed.
    defined: dict[str, Callable[..., None]] = {}
    exec(program, vocabulary() | {name: np.array(numbers, np.int64) for name, numbers in arrays.items()}, defined)
    visit = numba.njit(nogil=True)(defined["visit"])

    def fill(values: "NDArray[np.uint16]", start: int, stop: int, reached: "NDArray[np.int64]") -> None:
        seen = np.full(TOP + 1, -1, np.int64)
        for n in range(start, stop):
            reached[0] = n
            visit(values, seen, n)
            value = 0
            while seen[value] == n:
                value += 1
            values[n] = held(value, 0, TOP)

    compiled = numba.njit("(uint16[::1], int64, int64, int64[::1])", nogil=True)(fill)

    def advance(values: "NDArray[np.uint16]", start: int, stop: int) -> int:
        reached, stop = np.array([start], np.int64), min(stop, len(values))
        try:
            compiled(values, start, stop, reached)
        except Exception:  # the plain path meets it again, and names it
            return int(reached[0])
        return stop

    return advance


class Translation:
    """The options of a ruleset as a function `visit(values, seen, n)` that marks what those of heap n are worth."""

    def __init__(self, ruleset: HeapGame) -> None:
        method, plain = ruleset.options, type(ruleset).__getattribute__ is object.__getattribute__
        if not (plain and isinstance(method, MethodType) and method.__self__ is ruleset):
            refuse(method)
        self.ruleset, self.function = ruleset, method.__func__
        self.definition = definition(self.function)
        self.me, self.heap = (argument.arg for argument in self.definition.args.args)
        self.variables, pieces = targets(self.definition) | {self.heap}, codes(self.function.__code__)
        local = {name for code in pieces for name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars)}
        self.globals = {name for code in pieces for name in code.co_names} - local
        self.own: dict[str, str] = {}  # the variables of the comprehension around, "" before they have a value
        self.arrays: dict[str, list[int]] = {}

    def program(self) -> tuple[str, dict[str, list[int]]]:
        """The text of `visit`, and the constant arrays that it names."""
        unset = [f"_{name} = {BOUND}" for name in sorted(self.variables)]
        end = [] if isgeneratorfunction(self.function) else ["raise TypeError"]  # None is no iterable
        body = [*unset, f"_{self.heap} = n", *self.block(self.definition.body), *end]
        return "\n".join(inside("def visit(values, seen, n):", body)), self.arrays

    def block(self, statements: list[ast.stmt]) -> list[str]:
        """The lines of a block."""
        return [line for statement in statements for line in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[str]:
        """The lines of a statement."""
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                return []
            case ast.Break() | ast.Continue():
                return [ast.unparse(node)]
            case ast.Expr(ast.Yield(ast.expr() as option)):
                return self.option(option)
            case ast.Expr(ast.YieldFrom(options)):
                return self.each(options)
            case ast.Return(result) if isgeneratorfunction(self.function) == (result is None):
                return [*(self.each(result) if result else []), "return"]
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)) if len(names) == len(values):
                return [f"{', '.join(map(variable, names))} = {', '.join(map(self.number, values))}"]
            case ast.Assign([name], value) | ast.AnnAssign(name, _, ast.expr() as value):
                return [f"{variable(name)} = {self.number(value)}"]
            case ast.AugAssign(name, operator, value):
                return [f"{variable(name)} = {self.number(ast.BinOp(name, operator, value))}"]
            case ast.If(test, body, orelse):
                return self.branch(test, self.block(body), self.block(orelse))
            case ast.While(test, body, []):
                return inside(f"while {self.number(test)}:", self.block(body))
            case ast.For(name, numbers, body, []):
                return inside(f"for {variable(name)} in {self.numbers(numbers)}:", self.block(body))
        return refuse(node)

    def branch(self, test: ast.expr, yes: list[str], no: list[str]) -> list[str]:
        """The lines of a choice."""
        return [*inside(f"if {self.number(test)}:", yes), *inside("else:", no)]

    def option(self, node: ast.expr) -> list[str]:
        """The mark of a tuple of heaps, at their nim-sum."""
        match node:
            case ast.Tuple(heaps):
                return [f"seen[{' ^ '.join(f'values[held({self.number(heap)}, 0, n)]' for heap in heaps) or 0}] = n"]
            case ast.IfExp(test, yes, no):
                return self.branch(test, self.option(yes), self.option(no))
        return refuse(node)

    def each(self, node: ast.expr) -> list[str]:
        """The marks of all tuples of an iterable."""
        match node:
            case ast.GeneratorExp(option, clauses) | ast.ListComp(option, clauses):
                return self.comprehension(option, clauses)
            case ast.List(options) | ast.Tuple(options):
                return [line for option in options for line in self.option(option)]
            case ast.IfExp(test, yes, no):
                return self.branch(test, self.each(yes), self.each(no))
            case ast.Call(function, [options], []) if self.meaning(function) is iter:
                return self.each(options)
        return refuse(node)

    def comprehension(self, option: ast.expr, clauses: list[ast.comprehension]) -> list[str]:
        """The loops of a comprehension, whose variables are its own; only its first iterable is read outside."""
        heads: list[str] = []
        unset = {name: "" for clause in clauses for name in targets(clause)}
        for clause in clauses:
            name, numbers = variable(clause.target), self.numbers(clause.iter)
            self.own = unset | self.own | {name[1:]: f"_0{name}"}
            heads += [f"for _0{name} in {numbers}:", *(f"if {self.number(test)}:" for test in clause.ifs)]
        lines, self.own = self.option(option), {}
        return reduce(lambda body, head: inside(head, body), reversed(heads), lines)

    def numbers(self, node: ast.expr) -> str:
        """An iterable of numbers: a range, some that are listed, or a constant tuple."""
        match node:
            case ast.Call(function, limits, []) if self.meaning(function) is range:
                return f"range({', '.join(map(self.number, limits))})"
            case ast.Tuple([_, *_] as numbers) | ast.List([_, *_] as numbers):
                return f"({', '.join(map(self.number, numbers))},)"
        found, name = self.meaning(node), f"array_{len(self.arrays)}"
        self.arrays[name] = [*map(constant, found)] if isinstance(found, tuple) else refuse(node)
        return name

    def number(self, node: ast.expr) -> str:
        """An expression as a number; a truth is 1 or 0."""
        match node:
            case ast.Constant(value):
                return str(constant(value))
            case ast.Name(name) if name in self.own:
                return self.own[name] or refuse(node)
            case ast.Name(name) if name in self.variables:
                return f"held(_{name})"
            case ast.Name() | ast.Attribute():
                return f"({constant(self.meaning(node))})"
            case ast.UnaryOp(ast.Not(), operand):
                return f"(0 if {self.number(operand)} else 1)"
            case ast.UnaryOp(ast.USub(), operand):
                return f"held(-{self.number(operand)})"
            case ast.BinOp(left, ast.Mult(), right):
                return f"product({self.number(left)}, {self.number(right)})"
            case ast.BinOp(left, ast.RShift(), right):
                return f"({self.number(left)} >> held({self.number(right)}, 0, 64))"
            case ast.BinOp(left, operator, right):
                return f"held({self.number(left)} {HELD[type(operator)]} {self.number(right)})"
            case ast.Compare(left, operators, others):
                rest = (f"{ORDER[type(o)]} {self.number(other)}" for o, other in zip(operators, others, strict=True))
                return f"(1 if {' '.join([self.number(left), *rest])} else 0)"
            case ast.BoolOp(operator, operands):
                return f"({f' {type(operator).__name__.lower()} '.join(map(self.number, operands))})"
            case ast.IfExp(test, yes, no):
                return f"({self.number(yes)} if {self.number(test)} else {self.number(no)})"
            case ast.Call(function, arguments, []):
                return f"held({CALLS[self.meaning(function)]}({', '.join(map(self.number, arguments))}))"
        return refuse(node)

    def meaning(self, node: ast.expr) -> object:
        """What a name stands for that is no variable."""
        match node:
            case ast.Name(name) if name in self.globals:
                return self.function.__globals__[name] if name in self.function.__globals__ else vars(builtins)[name]
            case ast.Attribute(ast.Name(name), attribute) if name == self.me not in self.variables:
                return getattr_static(self.ruleset, attribute)
            case ast.Attribute(ast.Name() as name, attribute) if isinstance(module := self.meaning(name), ModuleType):
                return vars(module)[attribute]
        return refuse(node)


def definition(function: Callable[..., object]) -> ast.FunctionDef:
    """The syntax tree of a method, if its source is what runs: a file may have changed, or a decorator stand before."""
    module, code = ast.parse("".join(findsource(function)[0])), function.__code__
    if shape(code) not in map(shape, codes(compile(module, "", "exec", dont_inherit=True))):
        refuse(function)
    trees = (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    return next(t for t in trees if code.co_firstlineno == min([t.lineno, *(d.lineno for d in t.decorator_list)]))


def codes(code: CodeType) -> list[CodeType]:
    """A piece of a program and all that it holds."""
    return [code, *(inner for value in code.co_consts if isinstance(value, CodeType) for inner in codes(value))]


def shape(code: CodeType) -> list[object]:
    """What a piece of a program does, and where it stands."""
    names = code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars
    constants = [shape(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts]
    return [code.co_firstlineno, code.co_code, names, constants]


def targets(node: ast.AST) -> set[str]:
    """The variables that are given a value somewhere here."""
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}


def variable(node: ast.expr) -> str:
    """The variable of a target, by its name in the program."""
    return f"_{node.id}" if isinstance(node, ast.Name) else refuse(node)


def constant(value: object) -> int:
    """An integer, or a truth, as a number."""
    return held(int(value)) if isinstance(value, int) and type(value) in (int, bool) else refuse(value)


def inside(head: str, body: list[str]) -> list[str]:
    """A head with its body under it."""
    return [head, *(f" {line}" for line in body or ["pass"])]


def refuse(what: object) -> NoReturn:
    """Refuse what is not integer arithmetic."""
    raise ValueError(f"no integer arithmetic: {what}")


@cache
def vocabulary() -> dict[str, object]:
    """The words of a program by name, known to Numba."""
    from numba.extending import register_jitable

    return {word.__name__: register_jitable(word) for word in (held, isqrt, product)}


def held(number: int, low: int = -BOUND, high: int = BOUND) -> int:
    """The number, if it is one of low, ..., high - 1; by default, if it is short enough."""
    if not low <= number < high:
        raise OverflowError
    return number


def product(a: int, b: int) -> int:
    """The product of two numbers; those of half the bits need no division."""
    if (abs(a) | abs(b)) >> 30 and b and abs(a) > BOUND // abs(b):
        raise OverflowError
    return held(a * b)


def isqrt(number: int) -> int:
    """The square root, rounded down; the one of floating point may be wrong by one."""
    root = int(math.sqrt(held(number, 0, BOUND)))
    return root - (root * root > number) + ((root + 1) * (root + 1) <= number)
