"""Two threads at one sequence: while one finishes a block of heaps, a helper marks the block that follows.

Marks only accumulate, so the rares can be shared out: the helper takes some of those whose partners are known already,
into marks of its own. Nobody waits for long: a helper that has not answered in time is done without, and asked again
once it is back. So the values are the same however the threads are scheduled, and a missing core costs next to nothing.
The words that both threads see are written by one of them only, each published by a release and read by an acquire
(Lamport 1977 for the reasoning, C11 for the words).
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from inspect import signature
from threading import Thread
from typing import NamedTuple

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core.base import BaseContext
from numba.core.cgutils import get_or_insert_function
from numba.core.typing.templates import Signature
from numba.extending import lower_builtin, type_callable

from grundy.kernels.jit import section
from grundy.kernels.lanes import Bytes
from grundy.kernels.rules import Offsets

__all__ = ["Helper", "answered", "answers", "ask", "asked", "done", "helped", "helper", "share", "task", "two_cores"]

# Places in the words: those of the asker, those of the helper and private ones, a cache line apart.
TICKET, BASE, LOW, HIGH, BANDS, MORE = range(6)
DONE = 16
MINE, PART, PROBES, PATIENCE, PAUSE, SKIP, ASLEEP = range(32, 39)
STOP = -1
PARTS = 64  # the rares are shared out in parts of so many; a helper who can do with more gets other work too
LONGEST = 4_096  # blocks that the asker does alone where answers keep failing, as on a busy machine
IDLE = 8_000  # looks for a question before the helper sleeps between them, some 200 microseconds
NAP = 50  # microseconds


class Helper(NamedTuple):
    """The words that two threads share, and the marks that the helper makes."""

    words: Offsets
    marks: Bytes


def helper(shape: tuple[int, ...], patience: int, probes: int = 0) -> Helper:
    """A helper that has been asked nothing yet, with marks of this shape and so many probes.

    Patience is how often the asker looks for the answer before going on alone; forty times take a microsecond.
    """
    words = np.zeros(48, np.int64)
    words[MINE], words[PART], words[PATIENCE], words[PROBES] = -1, PARTS // 2, patience, probes
    return Helper(words, np.zeros(shape, np.uint8))


def answers(helper: Helper) -> int:
    """How many questions the helper has answered."""
    return int(helper.words[DONE])


def two_cores() -> bool:
    """Whether this process may run on two cores at a time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores > 1


@contextmanager
def helped(assist: Callable[..., None], helper: Helper, *arguments: object) -> Iterator[None]:
    """A stretch of work during which a thread answers questions; it has ended when the stretch has."""
    thread = Thread(target=assist, args=(helper, *arguments), daemon=True)
    try:
        with suppress(RuntimeError):  # no thread to be had: nobody answers, and the work is done alone
            thread.start()
        yield
    finally:
        helper.words[TICKET] = STOP
        if thread.ident is not None:
            thread.join()


def peek(words: Offsets, place: int) -> int:
    """The word at this place, and with it all that was written before it."""
    return int(words[place])


def put(words: Offsets, place: int, value: int) -> None:
    """A word written after all that was written before."""
    words[place] = value


def rest(nap: int) -> None:
    """A moment without work, or so many microseconds of sleep."""
    time.sleep(nap / 1e6)


class Task(NamedTuple):
    """Items `low` to `high - 1` of the block at `base`, in so many bands of values, and so many probes more."""

    base: int
    low: int
    high: int
    bands: int
    probes: int


@section
def task(words: Offsets) -> Task:
    """What the helper was last asked for."""
    return Task(words[BASE], words[LOW], words[HIGH], words[BANDS], words[MORE])


@section
def share(words: Offsets, base: int) -> Task:
    """What the helper was asked for in the block at `base`."""
    return task(words) if words[MINE] == base else Task(base, 0, 0, 0, 0)


@section
def answered(words: Offsets) -> bool:
    """Whether the helper has answered, after a short wait; its next part is larger if it came first.

    A helper who does not answer is left alone for a while, longer each time. Then it may sleep, and the first question
    only wakes it up.
    """
    asleep, words[ASLEEP] = words[ASLEEP], 0
    for look in range(1 if asleep else words[PATIENCE]):
        if peek(words, DONE) == words[TICKET]:
            words[PART] = min(words[PART] + 1, 2 * PARTS) if look == 0 else max(words[PART] - 1, 1)
            words[PAUSE] -= (words[PAUSE] + 15) // 16
            return True
        rest(0)
    if not asleep:
        words[PART] = max(words[PART] * 3 // 4, 1)
        words[PAUSE] = words[SKIP] = min(4 * words[PAUSE] + 16, LONGEST)
        words[ASLEEP] = 1
    return False


@section
def ask(words: Offsets, base: int, least: int, count: int, bands: int) -> None:
    """Ask for a part of the items `least` to `count - 1`, and of the probes, in the block at `base`, if that helps."""
    words[MINE] = -1
    words[SKIP] -= words[SKIP] > 0
    if words[SKIP] == 0 and count > least and peek(words, DONE) == words[TICKET]:
        words[BASE], words[HIGH], words[BANDS] = base, count, bands
        words[LOW] = count - (count - least) * min(words[PART], PARTS) // PARTS
        words[MORE] = words[PROBES] * max(words[PART] - PARTS, 0) // PARTS
        words[MINE] = base
        put(words, TICKET, words[TICKET] + 1)


@section
def asked(words: Offsets) -> bool:
    """Whether there is one more question, waited for until there is or the work is over."""
    looks = 0
    while peek(words, TICKET) == words[DONE]:
        looks += 1
        rest(NAP if looks > IDLE else 0)
    return peek(words, TICKET) != STOP


@section
def done(words: Offsets) -> None:
    """The answer to the question in hand."""
    put(words, DONE, words[DONE] + 1)


_NOTHING = ir.IntType(8).as_pointer()
declare: Callable[[ir.Module, ir.FunctionType, str], ir.Function] = get_or_insert_function
Lowering = Callable[[BaseContext, ir.IRBuilder, Signature, list[ir.Value]], ir.Value]


def _at(context: BaseContext, builder: ir.IRBuilder, kind: Signature, arguments: list[ir.Value]) -> ir.Value:
    """The address of a word."""
    view: Callable[..., Callable[..., ir.Value]] = context.make_array
    return builder.gep(view(kind.args[0])(context, builder, arguments[0]).data, [arguments[1]])


def _peek(context: BaseContext, builder: ir.IRBuilder, kind: Signature, arguments: list[ir.Value]) -> ir.Value:
    """An acquiring load."""
    return builder.load_atomic(_at(context, builder, kind, arguments), "acquire", 8)


def _put(context: BaseContext, builder: ir.IRBuilder, kind: Signature, arguments: list[ir.Value]) -> ir.Value:
    """A releasing store."""
    builder.store_atomic(arguments[2], _at(context, builder, kind, arguments), "release", 8)
    return ir.Constant(_NOTHING, None)


def _rest(context: BaseContext, builder: ir.IRBuilder, kind: Signature, arguments: list[ir.Value]) -> ir.Value:
    """The processor's pause, where it has one, or a sleep."""
    if "x86_64" in binding.get_process_triple():
        pause = builder.module.declare_intrinsic("llvm.x86.sse2.pause", (), ir.FunctionType(ir.VoidType(), []))
        builder.call(pause, [])
    nap = builder.trunc(arguments[0], ir.IntType(32))
    with builder.if_then(builder.icmp_signed("!=", nap, nap.type(0))):
        builder.call(declare(builder.module, ir.FunctionType(nap.type, [nap.type]), "usleep"), [nap])
    return ir.Constant(_NOTHING, None)


def _compile(function: Callable[..., object], typer: Callable[..., Signature], lowering: Lowering) -> None:
    """Teach the compiler what a function is in instructions."""
    lower: Callable[..., Callable[..., object]] = lower_builtin
    type_callable(function)(lambda context: typer)
    lower(function, *[types.Any] * len(signature(typer).parameters))(lowering)


_INT = types.int64
_compile(peek, lambda words, place: _INT(words, _INT), _peek)
_compile(put, lambda words, place, value: types.void(words, _INT, _INT), _put)
_compile(rest, lambda nap: types.void(_INT), _rest)
