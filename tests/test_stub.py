"""What editors know of the games: the generated stub, and a program that mypy checks."""

from pathlib import Path
from runpy import run_path

import user_program

from grundy import nim

TOOL = Path(__file__).parents[1] / "tools" / "make_stub.py"


def test_the_stub_has_every_game() -> None:
    tool = run_path(str(TOOL))
    assert tool["STUB"].read_text() == tool["stub_text"](), "run python tools/make_stub.py"


def test_the_program_of_a_user_runs() -> None:
    assert len(user_program.questions()) == 31
    assert user_program.answers(nim(3)) == ("N", ["nim(0)"])
