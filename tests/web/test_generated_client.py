"""A typed client that a generator makes from the OpenAPI document, used against a running server."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from serving import Server

pytestmark = pytest.mark.slow

NAME = "grundy_client"
PROGRAM = f"""
from {NAME} import Client
from {NAME}.api.default import analyse_api_analyse_get
from {NAME}.models import AnalysisAnswer, Problem

def winner(url: str, game: str) -> str:
    answer = analyse_api_analyse_get.sync(client=Client(base_url=url), game=game)
    if answer is None or isinstance(answer, Problem):
        return "nobody knows"
    return str(answer.outcome)

def moves(answer: AnalysisAnswer) -> list[str]:
    return [move.to for move in answer.winning_moves]
"""


@pytest.fixture(scope="module")
def api(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the client, which is made as a programmer makes one and can be imported."""
    folder = tmp_path_factory.mktemp("client")
    made = folder / NAME
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--url", f"{server.url}/openapi.json"]
    tools = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        [*command, "--meta", "none", "--output-path", made], capture_output=True, text=True, env=tools, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield folder


@pytest.fixture
def caller(server: Server, api: Path) -> Iterator[Any]:
    with import_module(NAME).Client(base_url=server.url) as opened:
        yield opened


def endpoint(name: str) -> Any:
    return import_module(f"{NAME}.api.default.{name}")


def test_questions_have_typed_answers(caller: Any) -> None:
    models = import_module(f"{NAME}.models")
    answer = endpoint("analyse_api_analyse_get").sync(client=caller, game="kayles(13) + nim(3,5,6)")
    assert isinstance(answer, models.AnalysisAnswer)
    assert (answer.outcome, answer.nimber, len(answer.winning_moves)) == ("N", 1, answer.winning_count)
    found = endpoint("values_api_values_get").sync(client=caller, ruleset="octal(0.137)", to=12)
    assert found.values == [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]
    period = endpoint("period_api_period_get").sync(client=caller, ruleset="kayles")
    assert (period.period, period.preperiod, period.proved) == (12, 71, True)
    games = endpoint("games_api_games_get").sync(client=caller)
    assert any(game.name == "kayles" for game in games)
    graph = endpoint("graph_api_graph_post").sync(client=caller, body=models.GraphQuestion(text="a: b c; b: c"))
    assert graph.vertices.additional_properties["a"].additional_properties["outcome"] == "N"
    asked = models.MoveQuestion(game="nim(3,5)", to="nim(3,3)", reply="perfect")
    played = endpoint("move_api_move_post").sync(client=caller, body=asked)
    assert (played.after_move, played.over, len(played.replies)) == ("nim(3,3)", False, 1)


def test_bad_input_is_a_problem_in_one_line(caller: Any) -> None:
    models = import_module(f"{NAME}.models")
    answer = endpoint("analyse_api_analyse_get").sync_detailed(client=caller, game="kaylse(5)")
    assert answer.status_code == 400
    assert isinstance(answer.parsed, models.Problem)
    assert "did you mean kayles" in answer.parsed.error


def test_a_program_with_the_client_passes_a_type_checker(api: Path) -> None:
    (api / "program.py").write_text(PROGRAM)
    checks = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(api / "cache")]
    done = subprocess.run([*checks, "program.py"], cwd=api, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    (api / "program.py").write_text(PROGRAM.replace("move.to for", "move.too for"))
    done = subprocess.run([*checks, "program.py"], cwd=api, capture_output=True, text=True, check=False)
    assert '"ReachedMove" has no attribute "too"' in done.stdout
