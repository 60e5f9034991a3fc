"""What a language model has to know to ask: the grammar of expressions, and examples from the catalogue (llms.txt)."""

import json
from functools import cache
from itertools import chain, zip_longest
from textwrap import dedent

import grundy
from grundy import expressions
from grundy.catalog import Entry
from grundy.solvers.solution import solve
from grundy.web import gallery

EXAMPLES = 10
START = """\
# grundy

> Impartial combinatorial games: who wins, by which move, why, and what the Sprague-Grundy values (nimbers) are.

A position is N (the player to move wins), P (the other player wins) or D (a draw, only where play need not end). Its
nimber is the size of the nim heap that may replace it in every sum; a sum of nimbers, added in binary without carries,
is 0 exactly in P-positions. Under misère play the last move loses; that is asked beside the expression, never in it.

An expression names a game: a ruleset and a position, or a sum of such joined by +. White space is free.
"""
USES = """\
## Where to ask

- Command line: `grundy solve "{game}" --json`, and `explain`, `values`, `period`, `misere`, `graph`, `games`.
- Python: `from grundy import parse, solve; solve(parse("{game}")).json()`.
- HTTP, where `grundy serve` runs: `/api/analyse?game=...`; `/openapi.json` describes all of `/api`.
- Tools for language models: `grundy mcp`, over standard input and output.
"""


def grammar() -> str:
    """The grammar of expressions, as the parser states it."""
    return dedent((expressions.__doc__ or "").partition("::\n")[2].partition("\nAn expression is read")[0]).strip("\n")


def examples() -> list[Entry]:
    """The games to start with, and then those of all families in turns, up to ten."""
    turns = zip_longest(*gallery.find_families().values())
    chosen = [*gallery.first_games(), *(entry for entry in chain.from_iterable(turns) if entry)]
    return list({entry.name: entry for entry in chosen}.values())[:EXAMPLES]


def example_line(entry: Entry) -> str:
    about = entry.about
    return f"- `{entry.example}`: {about.rules} Position: {about.board.notation}."


@cache
def llms_text() -> str:
    """The whole text."""
    chosen = examples()
    first = solve(chosen[0].example).json()
    return "\n".join(
        [
            START,
            f"```\n{grammar()}\n```\n",
            "`grundy games NAME` shows how the positions of a ruleset are written; what is printed reads back.\n",
            f"## {EXAMPLES} examples\n",
            *map(example_line, chosen),
            f"\nA sum of two: `{chosen[0].example} + {chosen[1].example}`. The answer to the first, as JSON:\n",
            f"```\n{json.dumps(first | {'seconds': 0})}\n```\n",
            f"## All {len(gallery.rulesets())} rulesets\n\n{', '.join(gallery.rulesets())}.\n",
            USES.format(game=chosen[0].example),
            f"grundy {grundy.__version__}\n",
        ]
    )
