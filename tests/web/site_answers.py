"""What is asked of the Python of a site, and of this one: `questions` is a list of expressions, as JSON."""

import json
import re
import sys
from typing import Any

sys.path.insert(0, "/lib/python-app")

SECONDS = 600.0  # which never pass: whoever asks stops the clock of the budgets, and only counts end a search


def answer(text: str) -> dict[str, Any]:
    from grundy.core.budget import Budget
    from grundy.explain.account import explain
    from grundy.expressions import parse
    from grundy.solvers.solution import solve

    game = parse(text)
    misere = not all(False in summand.ruleset.plays for summand in game.summands)
    found: dict[str, Any] = dict(solve(game, misere=misere, budget=Budget(seconds=SECONDS)).json())
    # misère quotients need numpy, which a browser lacks
    page = "" if misere else explain(game, budget=Budget(seconds=SECONDS)).html()
    return {
        **{key: found[key] for key in ("outcome", "nimber", "nimber_status", "winning_count")},
        "winning_moves": sorted(found["winning_moves"], key=str),
        "explanation": without_kernel(page),
    }


def without_kernel(page: str) -> str:
    """The page without what depends on a kernel, which a browser lacks: the method, and which moves are found first."""
    page = re.sub(r'<p class="source">Method: .*?</p>\n', "", page)
    return re.sub(r"(?:<li>.*?</li>)+", lambda found: "".join(sorted(re.findall("<li>.*?</li>", found[0]))), page)


if __name__ == "__main__":
    from grundy.core.budget import Budget

    Budget.elapsed = 0.0  # type: ignore[assignment,method-assign]
    for text in json.loads(globals()["questions"]):
        print(json.dumps([text, answer(text)]), flush=True)
