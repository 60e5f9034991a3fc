"""`grundy seq`: what is in a file that `grundy values --out` wrote.

Its rare values: for a mask let R hold the values v such that v & mask has an even number of bits. R is closed under
xor, and in most octal games almost all values avoid it, if the mask is the one whose Walsh-Hadamard coefficient in the
histogram of the values is most negative (Berlekamp, Conway and Guy 1982, chapter 4). Where all splits take numbers of
the same parity t, the parity of n + t may count as one more bit.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from grundy.boards.heaps import HeapGame
from grundy.cli.common import Progress, budget_of, general, print_json
from grundy.cli.sequences import rows
from grundy.core.budget import Budget
from grundy.core.reader import Reader
from grundy.errors import GrundyError
from grundy.expressions import parse_ruleset
from grundy.solvers.store import BLOCK, DamageError, SequenceFile, Values

__all__ = ["seq"]

PRINTED = 20 << 12  # values at a time, whole lines of them
WIDEST = 20  # bits of the values among which a mask is looked for
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Rares:
    """The rare values of a file: where they are, and by which mask."""

    mask: int
    parity: int | None  # t, where the parity of n + t counts as one more bit
    count: int
    last: int | None
    positions: list[int]


@click.command()
@click.argument("path", metavar="FILE.seq", type=click.Path(path_type=Path))
@click.option("--info", "question", flag_value="info", help="What the file holds; the default.")
@click.option("--check", "question", flag_value="check", help="Look at every checksum; exit 1 if one is wrong.")
@click.option("--rare", "question", flag_value="rare", help="The values outside the class that holds most of them.")
@click.option("--slice", "bounds", metavar="A:B", help="The values g(A) .. g(B - 1); 10^8:10^8+50 is read too.")
@click.option("--most", type=click.IntRange(min=0), default=1000, show_default=True, help="Rare values listed at most.")
@general
def seq(
    path: Path, question: str | None, bounds: str | None, most: int, as_json: bool, timeout: float, fresh: bool
) -> int:
    """What is in a file of values: grundy seq officers.seq --slice 10^8:10^8+50."""
    if question and bounds is not None:
        raise click.UsageError(f"--{question} and --slice are two questions; ask one at a time")
    if question == "check":
        return check(path, timeout, as_json)
    with SequenceFile.open(path) as file:
        budget = budget_of(timeout, Progress(len(file), "values"))
        if bounds is not None:
            show_slice(file, bounds, budget, as_json)
        elif question == "rare":
            show_rares(file, rares(file, most, budget), as_json)
        else:
            show_info(file, as_json)
    return 0


def show_info(file: SequenceFile, as_json: bool) -> None:
    """Print what the file holds."""
    facts = file.info()
    if as_json:
        return print_json(facts)
    return click.echo("\n".join(f"{key + ':':<9}{value}" for key, value in facts.items()))


def check(path: Path, timeout: float, as_json: bool) -> int:
    """Print what is wrong with a file; the exit code says whether anything is."""
    count = 0
    try:
        with SequenceFile.open(path) as file:
            count = len(file)
            faults = file.check(budget_of(timeout, Progress(count, "values")).spend)
    except DamageError as error:
        faults = [str(error)]
    if as_json:
        print_json({"file": str(path), "valid": not faults, "values": count, "faults": faults})
    else:
        click.echo("\n".join(faults) or f"{path}: {count:,} values, as they were written")
    return 1 if faults else 0


def show_slice(file: SequenceFile, bounds: str, budget: Budget, as_json: bool) -> None:
    """Print some of the values."""
    start, stop = read_slice(bounds, file)
    values = file.read(start, stop, budget.spend)
    if as_json:
        return print_json({"ruleset": file.header.ruleset, "from": start, "values": values.tolist()})
    width = len(str(values.max(initial=0)))
    for place in range(0, len(values), PRINTED):
        some = values[place : place + PRINTED].tolist()
        click.echo("\n".join(rows(some, start + place, None, width, len(str(stop)))))
    return None


def read_slice(text: str, file: SequenceFile) -> tuple[int, int]:
    """The bounds written as A:B; one that is left out is that of the file."""
    reader = Reader(text)
    start = file.header.first if reader.next == ":" else read_bound(reader)
    reader.expect(":", "in a slice such as 100:150")
    stop = read_bound(reader) if reader.next else file.stop
    reader.end()
    return start, stop


def read_bound(reader: Reader) -> int:
    """A number, or a sum such as 10^8+50."""
    bound = reader.integer("a bound")
    while reader.take("+"):
        bound += reader.integer("a bound")
    return bound


def show_rares(file: SequenceFile, found: Rares, as_json: bool) -> None:
    """Print the rare values."""
    unlisted = found.count - len(found.positions)
    if as_json:
        span = {"ruleset": file.header.ruleset, "from": file.header.first, "to": file.stop}
        return print_json(span | asdict(found) | {"complete": not unlisted})
    parity = "" if found.parity is None else f" and the parity of n{' + 1' * found.parity}"
    last = "" if found.last is None else f", the last at {found.last}"
    click.echo(f"{found.count:,} of {len(file):,} values are rare (mask {found.mask:#x}{parity}){last}")
    if found.positions:
        click.echo(" ".join(map(str, found.positions)))
    return click.echo(f"... and {unlisted:,} more; list them with --most {found.count}") if unlisted else None


def rares(file: SequenceFile, most: int, budget: Budget) -> Rares:
    """The values in the class of fewer values, by the mask that makes it smallest."""
    values, first = file.read(file.header.first, file.stop, budget.spend), file.header.first
    bits = max(1, int(values.max(initial=0)).bit_length())
    if bits > WIDEST:
        raise GrundyError(f"{file.path} has values of {bits} bits; rare ones are looked for up to {WIDEST}")
    mask, parity = choose(histogram(values, first, bits, budget), split_parity(file.header.ruleset))
    positions: list[int] = []
    count, last = 0, None
    for found in find(values, first, bits, mask, parity, budget):
        positions += found[: most - len(positions)].tolist()
        count, last = count + len(found), int(found[-1]) if len(found) else last
    return Rares(mask, parity, count, last, positions)


def pieces(values: Values, budget: Budget) -> Iterator[tuple[int, Values]]:
    """The values piece by piece, each with its place; an even one, so that a piece begins with the same parity."""
    for start in range(0, len(values), BLOCK):
        budget.look()
        yield start, values[start : start + BLOCK]


def histogram(values: Values, first: int, bits: int, budget: Budget) -> Counts:
    """How often each value occurs, at even n and at odd n."""
    counts = np.zeros((2, 1 << bits), np.int64)
    for _, piece in pieces(values, budget):
        for odd in 0, 1:
            counts[(first + odd) % 2] += np.bincount(piece[odd::2], minlength=1 << bits)
    return counts


def transform(counts: Counts) -> Counts:
    """The Walsh-Hadamard transform of each row: entry m is the sum of c(v), less where v & m has odd parity."""
    step, shape = 1, counts.shape
    while step < shape[-1]:
        pairs = counts.reshape(*shape[:-1], -1, 2, step)
        even, odd = pairs[..., 0, :], pairs[..., 1, :]
        counts = np.stack([even + odd, even - odd], axis=-2).reshape(shape)
        step *= 2
    return counts


def choose(counts: Counts, parity: int | None) -> tuple[int, int | None]:
    """The mask with the fewest rares, and the parity if that counts with it."""
    even, odd = transform(counts)
    choices = [even + odd] if parity is None else [even + odd, odd - even if parity else even - odd]
    biases = np.stack(choices)[:, 1:]
    row, column = np.unravel_index(np.argmin(biases), biases.shape)
    return int(column) + 1, parity if row else None


def find(
    values: Values, first: int, bits: int, mask: int, parity: int | None, budget: Budget
) -> Iterator[NDArray[np.intp]]:
    """The n of the rare values, piece by piece."""
    rare = transform(np.eye(1, 1 << bits, mask, np.int64))[0] > 0
    for start, piece in pieces(values, budget):
        found = rare[piece]
        if parity is not None:
            found[(first + parity + 1) % 2 :: 2] ^= True
        yield first + start + np.flatnonzero(found)


def split_parity(ruleset: str) -> int | None:
    """The parity of all numbers after whose taking two heaps may be left, None where there is not just one."""
    try:
        known = parse_ruleset(ruleset)
    except GrundyError:  # a game of one's own that is not loaded
        return None
    code = known.as_code() if isinstance(known, HeapGame) else None
    if code is None or code.tail or max(code.digits) > 7:
        return None
    odd = {place % 2 for place, digit in enumerate(code.digits) if digit & 4}
    return odd.pop() if len(odd) == 1 else None
