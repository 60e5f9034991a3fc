"""Misère quotients, against the genera of the same heaps by canonical forms."""

from benchmarks import Table, seconds
from grundy.core.game import Summand
from grundy.games.octal import Octal
from grundy.solvers.misere.forms import Forms
from grundy.solvers.misere.quotient import Quotient, full_quotient, quotient

# the last heap of each code
CASES = {"0.77": 29, "0.123": 24, "0.35": 10, "0.72": 30, "0.07": 33, "0.26": 40, "0.54": 60}
SOLVED = ["0.77", "0.123", "0.53", "0.152"]  # codes with a proved period


def run() -> Table:
    """The time of quotients in seconds, and as a multiple of that of the forms."""
    quotient(Octal("0.75"), 8)  # compiles the kernel
    rows = [row(f"{code} to heap {last}", Octal(code), last + 1) for code, last in CASES.items()]
    rows += [full(code) for code in SOLVED]
    header = ["game", "order", "lost", "quotient, s", "forms, s", "quotient, times forms"]
    return Table(title="Misère quotients", header=header, rows=rows)


def row(name: str, rules: Octal, to: int) -> list[str]:
    """The times for the heaps below a bound."""
    found = quotient(rules, to)
    mine, forms = seconds(lambda: quotient(rules, to)), seconds(lambda: genera(rules, to))
    return [name, *sizes(found), f"{mine:.3f}", f"{forms:.3f}", f"{mine / forms:.1f}"]


def full(code: str) -> list[str]:
    """The time to the proof for all heaps."""
    rules = Octal(code)
    found, mine = full_quotient(rules), seconds(lambda: full_quotient(rules))
    return [
        f"{code}, all heaps, period {found.period.period if found.period else 0}",
        *sizes(found),
        f"{mine:.3f}",
        "",
        "",
    ]


def sizes(found: Quotient) -> list[str]:
    """The order and the number of lost elements."""
    return [str(found.monoid.order), str(found.monoid.p_portion)]


def genera(rules: Octal, to: int) -> list[str]:
    """The genera of the heaps below a bound."""
    forms = Forms()
    return [str(forms.genera[forms.of(Summand(rules, rules.canonical((heap,))))]) for heap in range(to)]
