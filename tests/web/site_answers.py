"""What is asked of the Python of a site, and of this one: `questions` is a list of expressions, as JSON."""

import json
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
    found = solve(game, misere=misere, budget=Budget(seconds=SECONDS)).json()
    account = explain(game, misere, budget=Budget(seconds=SECONDS))
    return {
        **{key: found[key] for key in ("outcome", "nimber", "nimber_status", "winning_moves", "winning_count")},
        "explanation": "" if misere else account.html(),  # misère quotients need numpy, which a browser lacks
    }


if __name__ == "__main__":
    from grundy.core.budget import Budget

    Budget.elapsed = 0.0  # type: ignore[assignment,method-assign]
    for text in json.loads(globals()["questions"]):
        print(json.dumps([text, answer(text)]), flush=True)
