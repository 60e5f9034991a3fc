"""`grundy values`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.common import (
    Integer,
    Progress,
    budget_of,
    common_options,
    erase_line,
    expression,
    misere_option,
    outcomes_option,
    print_answer,
    print_json,
    print_lines,
    requested_timeout,
    say_what_is_kept,
    text_of,
)
from grundy.cli.files import FILE
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided
from grundy.expressions import has_free_size, parse_ruleset
from grundy.solvers.value_sequence import ValueSequence, show_value
from grundy.system import one_line_for_lost_pages, physical_memory_bytes

if TYPE_CHECKING:
    from grundy.solvers.families import Family

LINE_VALUES = 20
PRINTED_VALUES = LINE_VALUES << 12  # at a time
verbose = click.option("--verbose", is_flag=True, help="Say on standard error which method was chosen, and why.")


def sequence_of(ruleset: Ruleset[Any], total: int, timeout: float | None) -> ValueSequence:
    """A sequence without values yet, whose progress is shown."""
    progress = Progress(total, "values", lambda: len(sequence.values), lambda: f", {sequence.method}")
    budget = budget_of(timeout, progress)
    sequence = ValueSequence(ruleset, budget)
    return sequence


def refuse_too_many(to: int) -> None:
    """Raise where so many values do not fit into memory, at two bytes each and room to grow."""
    memory = physical_memory_bytes()
    if 4 * to > memory:
        raise GrundyError(f"{to:,} values do not fit into this machine's memory of {memory >> 30} GB; ask for fewer")


@click.command()
@expression
@click.option("--to", type=Integer(), default=32, show_default=True, help="Values of the heaps (or coins) below TO.")
@click.option("--csv", "form", flag_value="csv", help="Print a line n,value for each heap.")
@click.option(
    "--bfile", "form", flag_value="bfile", help="Print a b-file of the OEIS: a line for each heap and its value."
)
@click.option(
    "--out",
    type=FILE,
    metavar="FILE.seq",
    help="Write the values to a binary file, or continue one; `grundy seq` reads it.",
)
@outcomes_option
@misere_option
@verbose
@common_options
def values(
    expression: str,
    to: int,
    form: str | None,
    out: Path | None,
    outcomes: bool,
    misere: bool,
    verbose: bool,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> None:
    """Print the nimbers (Sprague-Grundy values) of a ruleset: grundy values "octal(0.137)" --to 100.

    The letter n in a position is a free size: grundy values "arc_kayles(grid 3xn)" has the nimbers of the grids 3x1,
    3x2 and so on below TO, grundy values "node_kayles(grid nxn)" those of square ones. Narrow strips are fast.

    With --out there is no time limit unless --timeout is given; after an interruption the same command continues. With
    --outcomes it is the list of P-positions instead, of every ruleset: where its positions form no sequence, among the
    first TO of them.
    """
    text = text_of(expression)
    if has_free_size(text):
        if out:
            raise click.UsageError("--out is for the values of rulesets; those of a family of boards are printed")
        return print_family(text, to, form, outcomes, misere, verbose, as_json, timeout, fresh)
    ruleset = parse_ruleset(text)
    if outcomes:
        if out or form:
            raise click.UsageError("--outcomes is printed as text or with --json")
        return print_outcomes(ruleset, to, misere, budget_of(timeout), as_json)
    if misere:
        raise click.UsageError("nimbers are about normal play; for misère play add --outcomes, or ask `grundy misere`")
    sequence = sequence_of(ruleset, to, requested_timeout(timeout) if out else timeout)
    if out:
        return write(sequence, out, to, as_json)
    refuse_too_many(to)
    if to > sequence.first:
        sequence.value(to - 1)
    if verbose:
        click.echo(sequence.method, err=True)
    if as_json:
        found = [*map(show_value, sequence.values_below(to))]
        print_json({"ruleset": str(ruleset), "from": sequence.first, "values": found})
    else:
        for text in texts(sequence, to, form):
            click.echo(text) if form else print_lines(text)
    return None


def print_family(
    text: str,
    to: int,
    form: str | None,
    outcomes: bool,
    misere: bool,
    verbose: bool,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> None:
    """The nimbers, or who wins, of positions of a free size; what was found before the end of the time is printed."""
    from grundy.solvers.families import Family

    progress = Progress(to, "sizes", lambda: len(found), lambda: f", {family.budget.spent:,} positions")
    family = Family(text, budget_of(timeout, progress), fresh)
    found: Sequence[int | str] = family.known_outcomes[misere] if outcomes else family.known
    if outcomes and form:
        raise click.UsageError("--outcomes is printed as text or with --json")
    if misere and not outcomes:
        raise click.UsageError("nimbers are about normal play; for misère play add --outcomes")
    try:
        family.outcomes(to, misere) if outcomes else family.values(to)
    finally:
        erase_line()
        if not outcomes:
            print_family_values(family, to, form, as_json)
        elif found or to <= family.first:
            print_outcome_list(family.text, family.first, family.known_outcomes[misere], misere, as_json)
    if verbose:
        click.echo(family.method, err=True)


def print_family_values(family: "Family", to: int, form: str | None, as_json: bool) -> None:
    """The values that are known, and in words for people the period that they show."""
    if as_json:
        return print_json({"ruleset": str(family), "from": family.first, "values": family.known})
    if form == "csv":
        click.echo("n,g")
    width = max((len(str(value)) for value in family.known), default=1)
    for line in lines(family.known, family.first, form, width, len(str(to))):
        click.echo(line)
    period = None if form else family.observed_period()
    if period:
        each = f", each adding {period.saltus}" * bool(period.saltus)
        click.echo(f"Observed, not proved: period {period.period} from {period.preperiod} on{each}")
    return None


def print_outcome_list(name: str, first: int, found: Sequence[str], misere: bool, as_json: bool) -> None:
    """Who wins in the positions of a sequence, and the list of those that are lost for the player to move."""
    lost = [n for n, outcome in enumerate(found, first) if outcome == "P"]
    about = {"ruleset": name, "play": "misere" if misere else "normal", "from": first}
    table = "".join(f"{line}\n" for line in lines([*found], first, None, 1, len(str(first + len(found)))))
    text = f"{table}P-positions: {', '.join(map(str, lost)) or 'none'}"
    print_answer(about | {"outcomes": [*found], "p_positions": lost}, text, as_json)


def print_outcomes(ruleset: Ruleset[Any], to: int, misere: bool, budget: Budget, as_json: bool) -> None:
    """Who wins in each position, and the list of those that are lost; what was found before the end of the time too."""
    from grundy.solvers.outcomes import adds_up, has_sequence, sequence_outcomes

    if not has_sequence(ruleset):
        return print_small_outcomes(ruleset, to, misere, budget, as_json)
    board, found = ruleset.board, list[str]()
    try:
        found.extend(sequence_outcomes(ruleset, to, misere, budget))
    finally:
        if found or to <= board.first:
            print_outcome_list(str(ruleset), board.first, found, misere, as_json)
    if not (as_json or adds_up(ruleset)):
        some = [str(Game.of(ruleset, board.line(n))) for n in range(board.first, min(board.first + 3, to))]
        click.echo(f"These are {', '.join(some)} and so on, not all positions." if some else "", nl=bool(some))
        print_small_outcomes(ruleset, to, misere, budget, as_json)
    return None


def print_small_outcomes(ruleset: Ruleset[Any], most: int, misere: bool, budget: Budget, as_json: bool) -> None:
    """Which of the first positions are lost for the player to move."""
    from grundy.solvers.outcomes import small_outcomes

    positions = dict[str, str]()
    try:
        positions.update(small_outcomes(ruleset, most, misere, budget))
    finally:
        if positions or not most:
            lost = [text for text, outcome in positions.items() if outcome == "P"]
            about = {"ruleset": str(ruleset), "play": "misere" if misere else "normal"}
            text = (
                f"Among the first {len(positions):,} positions of {ruleset}:\nP-positions: {', '.join(lost) or 'none'}"
            )
            print_answer(about | {"positions": positions, "p_positions": lost}, text, as_json)


def write(sequence: ValueSequence, out: Path, to: int, as_json: bool) -> None:
    """Write the values to a file; what was found before an interruption is kept there."""
    from grundy.solvers.sequence_recording import is_out_of_core, record

    if not is_out_of_core(sequence.ruleset):
        refuse_too_many(to)
    done = [sequence.first]
    say_what_is_kept(out)
    try:
        with one_line_for_lost_pages(out):
            record(sequence, out, to, done.append)
    except NotDecided as error:
        raise NotDecided(f"{error}; {describe(out)}, and the same command goes on") from None
    except KeyboardInterrupt:
        click.echo(f"{describe(out)}; the same command goes on", err=True)
        raise
    about = {"ruleset": str(sequence.ruleset), "from": sequence.first, "to": max(done), "file": str(out)}
    print_answer(about, f"{out}: {sequence.ruleset}, values below {max(done):,}", as_json)


def describe(out: Path) -> str:
    """What a file holds after an interruption, read from the file: the end may come before a value was looked at."""
    from grundy.solvers.sequence_file import SequenceFile

    try:
        with SequenceFile.open(out) as file:
            return f"{out} holds the values below {file.stop:,}"
    except GrundyError:
        return f"{out} holds no values"


def texts(sequence: ValueSequence, to: int, form: str | None) -> Iterator[str]:
    if form == "csv":
        yield "n,g"
    values = [*map(show_value, sequence.values_below(to))]
    width = max((len(str(value)) for value in values), default=1)
    for start in range(0, len(values), PRINTED_VALUES):
        some = values[start : start + PRINTED_VALUES]
        yield "\n".join(lines(some, sequence.first + start, form, width, len(str(to))))


def lines(values: Sequence[int | str], first: int, form: str | None, width: int, index_width: int) -> Iterator[str]:
    """The values as lines of text: one value a line in a form for programs, else twenty."""
    if form:
        yield from (f"{n}{',' if form == 'csv' else ' '}{value}" for n, value in enumerate(values, first))
        return
    for start in range(0, len(values), LINE_VALUES):
        some = " ".join(f"{value:>{width}}" for value in values[start : start + LINE_VALUES])
        yield f"{first + start:>{index_width}}  {some}"
