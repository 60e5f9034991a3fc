"""A person's own heap game, compiled: its generator of options translated where it is integer arithmetic only.

What is translated, and what ends a run, is in docs/theory/heaps.md.
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

# Numbers are smaller, so that sums fit a word. It also stands for a variable without a value: reading it ends the run.
NUMBER_BOUND = 1 << 61
VALUE_BOUND = 1 << 16

OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.FloorDiv: "//", ast.Mod: "%"}
OPERATORS |= {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
FUNCTIONS: dict[object, str] = {abs: "abs", max: "max", min: "min", math.isqrt: "isqrt"}


def compile_options(ruleset: HeapGame) -> "Advance | None":
    """A function that fills values[start:stop] from values[:start], or None where the options cannot be compiled.

    It returns how far it came: `stop`, or the first heap that needs plain Python.
    """
    try:
        return compile_program(*Translation(ruleset).program())
    except Exception:  # no source, something not translated, or refused by Numba: plain Python serves
        return None


def compile_program(program: str, arrays: dict[str, list[int]]) -> "Advance":
    import numba
    import numpy as np

    # This evaluates no foreign text: the ruleset is a class that Python has already imported, and the program consists
    # of phrases of this module, of numbers, and of variables that were renamed.
    defined: dict[str, Callable[..., None]] = {}
    exec(program, program_globals() | {name: np.array(numbers, np.int64) for name, numbers in arrays.items()}, defined)
    visit = numba.njit(nogil=True)(defined["visit"])

    def fill(values: "NDArray[np.uint16]", start: int, stop: int, reached: "NDArray[np.int64]") -> None:
        seen = np.full(VALUE_BOUND + 1, -1, np.int64)
        for n in range(start, stop):
            reached[0] = n
            visit(values, seen, n)
            value = 0
            while seen[value] == n:
                value += 1
            values[n] = within(value, 0, VALUE_BOUND)

    compiled = numba.njit("(uint16[::1], int64, int64, int64[::1])", nogil=True)(fill)

    def advance(values: "NDArray[np.uint16]", start: int, stop: int) -> int:
        reached, stop = np.array([start], np.int64), min(stop, len(values))
        try:
            compiled(values, start, stop, reached)
        except Exception:  # plain Python will raise it again
            return int(reached[0])
        return stop

    return advance


class Translation:
    """The options of a ruleset as the text of a function `visit(values, seen, n)` that marks the values of heap n."""

    def __init__(self, ruleset: HeapGame) -> None:
        method, plain = ruleset.options, type(ruleset).__getattribute__ is object.__getattribute__
        if not (plain and isinstance(method, MethodType) and method.__self__ is ruleset):
            refuse(method)
        self.ruleset, self.function = ruleset, getattr(method.__func__, "unwatched", method.__func__)
        self.definition = syntax_tree(self.function)
        self.me, self.heap = (argument.arg for argument in self.definition.args.args)
        self.variables, pieces = assigned_names(self.definition) | {self.heap}, nested_codes(self.function.__code__)
        local = {name for code in pieces for name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars)}
        self.globals = {name for code in pieces for name in code.co_names} - local
        self.loop_names: dict[str, str] = {}  # variables of the present comprehension, "" before they have a value
        self.arrays: dict[str, list[int]] = {}

    def program(self) -> tuple[str, dict[str, list[int]]]:
        """The text of `visit`, and the constant arrays that it names."""
        unset = [f"_{name} = {NUMBER_BOUND}" for name in sorted(self.variables)]
        end = [] if isgeneratorfunction(self.function) else ["raise TypeError"]  # None is no iterable
        body = [*unset, f"_{self.heap} = n", *self.block(self.definition.body), *end]
        return "\n".join(indent("def visit(values, seen, n):", body)), self.arrays

    def block(self, statements: list[ast.stmt]) -> list[str]:
        return [line for statement in statements for line in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                return []
            case ast.Break() | ast.Continue():
                return [ast.unparse(node)]
            case ast.Expr(ast.Yield(ast.expr() as option)):
                return self.option(option)
            case ast.Expr(ast.YieldFrom(options)):
                return self.options(options)
            case ast.Return(result) if isgeneratorfunction(self.function) == (result is None):
                return [*(self.options(result) if result else []), "return"]
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)) if len(names) == len(values):
                return [f"{', '.join(map(variable, names))} = {', '.join(map(self.number, values))}"]
            case ast.Assign([name], value) | ast.AnnAssign(name, _, ast.expr() as value):
                return [f"{variable(name)} = {self.number(value)}"]
            case ast.AugAssign(name, operator, value):
                return [f"{variable(name)} = {self.number(ast.BinOp(name, operator, value))}"]
            case ast.If(test, body, orelse):
                return self.branch(test, self.block(body), self.block(orelse))
            case ast.While(test, body, []):
                return indent(f"while {self.number(test)}:", self.block(body))
            case ast.For(name, numbers, body, []):
                return indent(f"for {variable(name)} in {self.numbers(numbers)}:", self.block(body))
        return refuse(node)

    def branch(self, test: ast.expr, yes: list[str], no: list[str]) -> list[str]:
        return [*indent(f"if {self.number(test)}:", yes), *indent("else:", no)]

    def option(self, node: ast.expr) -> list[str]:
        """The lines that mark the nim-sum of a tuple of heaps."""
        match node:
            case ast.Tuple(heaps):
                return [f"seen[{' ^ '.join(f'values[within({self.number(heap)}, 0, n)]' for heap in heaps) or 0}] = n"]
            case ast.IfExp(test, yes, no):
                return self.branch(test, self.option(yes), self.option(no))
        return refuse(node)

    def options(self, node: ast.expr) -> list[str]:
        """The lines that mark all tuples of an iterable."""
        match node:
            case ast.GeneratorExp(option, clauses) | ast.ListComp(option, clauses):
                return self.comprehension(option, clauses)
            case ast.List(options) | ast.Tuple(options):
                return [line for option in options for line in self.option(option)]
            case ast.IfExp(test, yes, no):
                return self.branch(test, self.options(yes), self.options(no))
            case ast.Call(function, [options], []) if self.resolve(function) is iter:
                return self.options(options)
        return refuse(node)

    def comprehension(self, option: ast.expr, clauses: list[ast.comprehension]) -> list[str]:
        """The loops of a comprehension; its variables are its own, except in its first iterable."""
        heads: list[str] = []
        unset = {name: "" for clause in clauses for name in assigned_names(clause)}
        for clause in clauses:
            name, numbers = variable(clause.target), self.numbers(clause.iter)
            self.loop_names = unset | self.loop_names | {name[1:]: f"_0{name}"}
            heads += [f"for _0{name} in {numbers}:", *(f"if {self.number(test)}:" for test in clause.ifs)]
        lines, self.loop_names = self.option(option), {}
        return reduce(lambda body, head: indent(head, body), reversed(heads), lines)

    def numbers(self, node: ast.expr) -> str:
        """An iterable of numbers: a range, a list or tuple of expressions, or a constant tuple."""
        match node:
            case ast.Call(function, limits, []) if self.resolve(function) is range:
                return f"range({', '.join(map(self.number, limits))})"
            case ast.Tuple([_, *_] as numbers) | ast.List([_, *_] as numbers):
                return f"({', '.join(map(self.number, numbers))},)"
        found, name = self.resolve(node), f"array_{len(self.arrays)}"
        self.arrays[name] = [*map(constant, found)] if isinstance(found, tuple) else refuse(node)
        return name

    def number(self, node: ast.expr) -> str:
        """An expression as a number; truth values are 1 and 0."""
        match node:
            case ast.Constant(value):
                return str(constant(value))
            case ast.Name(name) if name in self.loop_names:
                return self.loop_names[name] or refuse(node)
            case ast.Name(name) if name in self.variables:
                return f"within(_{name})"
            case ast.Name() | ast.Attribute():
                return f"({constant(self.resolve(node))})"
            case ast.UnaryOp(ast.Not(), operand):
                return f"(0 if {self.number(operand)} else 1)"
            case ast.UnaryOp(ast.USub(), operand):
                return f"within(-{self.number(operand)})"
            case ast.BinOp(left, ast.Mult(), right):
                return f"product({self.number(left)}, {self.number(right)})"
            case ast.BinOp(left, ast.RShift(), right):
                return f"({self.number(left)} >> within({self.number(right)}, 0, 64))"
            case ast.BinOp(left, operator, right):
                return f"within({self.number(left)} {OPERATORS[type(operator)]} {self.number(right)})"
            case ast.Compare(left, operators, others):
                rest = (
                    f"{COMPARISONS[type(o)]} {self.number(other)}" for o, other in zip(operators, others, strict=True)
                )
                return f"(1 if {' '.join([self.number(left), *rest])} else 0)"
            case ast.BoolOp(operator, operands):
                return f"({f' {type(operator).__name__.lower()} '.join(map(self.number, operands))})"
            case ast.IfExp(test, yes, no):
                return f"({self.number(yes)} if {self.number(test)} else {self.number(no)})"
            case ast.Call(function, arguments, []):
                return f"within({FUNCTIONS[self.resolve(function)]}({', '.join(map(self.number, arguments))}))"
        return refuse(node)

    def resolve(self, node: ast.expr) -> object:
        """The object that a name stands for that is no variable."""
        match node:
            case ast.Name(name) if name in self.globals:
                return self.function.__globals__[name] if name in self.function.__globals__ else vars(builtins)[name]
            case ast.Attribute(ast.Name(name), attribute) if name == self.me not in self.variables:
                return getattr_static(self.ruleset, attribute)
            case ast.Attribute(ast.Name() as name, attribute) if isinstance(module := self.resolve(name), ModuleType):
                return vars(module)[attribute]
        return refuse(node)


def syntax_tree(function: Callable[..., object]) -> ast.FunctionDef:
    """The syntax tree of a method, if its source is the code that runs: not after a change or under a decorator."""
    module, code = ast.parse("".join(findsource(function)[0])), function.__code__
    if fingerprint(code) not in map(fingerprint, nested_codes(compile(module, "", "exec", dont_inherit=True))):
        refuse(function)
    trees = (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    return next(t for t in trees if code.co_firstlineno == min([t.lineno, *(d.lineno for d in t.decorator_list)]))


def nested_codes(code: CodeType) -> list[CodeType]:
    return [code, *(inner for value in code.co_consts if isinstance(value, CodeType) for inner in nested_codes(value))]


def fingerprint(code: CodeType) -> list[object]:
    """What a code object does, and at which line."""
    names = code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars
    constants = [fingerprint(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts]
    return [code.co_firstlineno, code.co_code, names, constants]


def assigned_names(node: ast.AST) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}


def variable(node: ast.expr) -> str:
    """The name in the program of an assigned variable."""
    return f"_{node.id}" if isinstance(node, ast.Name) else refuse(node)


def constant(value: object) -> int:
    return within(int(value)) if isinstance(value, int) and type(value) in (int, bool) else refuse(value)


def indent(head: str, body: list[str]) -> list[str]:
    return [head, *(f" {line}" for line in body or ["pass"])]


def refuse(what: object) -> NoReturn:
    raise ValueError(f"no integer arithmetic: {what}")


@cache
def program_globals() -> dict[str, object]:
    """The functions that a program calls, known to Numba."""
    from numba.extending import register_jitable

    return {function.__name__: register_jitable(function) for function in (within, isqrt, product)}


def within(number: int, low: int = -NUMBER_BOUND, high: int = NUMBER_BOUND) -> int:
    """The number, if low <= number < high; else an error, which ends the run."""
    if not low <= number < high:
        raise OverflowError
    return number


def product(a: int, b: int) -> int:
    """The product of two numbers; factors of at most 30 bits need no division to see that it fits."""
    if (abs(a) | abs(b)) >> 30 and b and abs(a) > NUMBER_BOUND // abs(b):
        raise OverflowError
    return within(a * b)


def isqrt(number: int) -> int:
    """The square root, rounded down; that of floating point may be wrong by one."""
    root = int(math.sqrt(within(number, 0, NUMBER_BOUND)))
    return root - (root * root > number) + ((root + 1) * (root + 1) <= number)
