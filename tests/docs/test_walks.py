"""The walks of the architecture page pass the functions that they name, in that order."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from book import DOCS
from caches import make_cache

PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
FIRST_CALLS = """
import sys
called = {}
def note(frame, event, _):
    if event == "call":
        called.setdefault(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")
sys.setprofile(note)
try:
    exec(sys.argv[1])
except SystemExit:
    pass
sys.setprofile(None)
print("\\n".join(called), file=sys.stderr)
"""
RUN = "import sys; sys.argv = ['grundy', *{!r}]; from grundy.cli import main; main()"
WALKS = {
    "grundy solve": RUN.format(["solve", "kayles(13) + nim(3,5,7)"]),
    "One move in the browser": (
        "from grundy.web import match_state, page_tasks; "
        "state = match_state.MatchState('nim(3,5,6)', past=('nim(3,5,7)',), turn='computer'); "
        "page_tasks.reply(state, 20)"
    ),
    "grundy period": RUN.format(["period", "octal(0.156)", "--fresh"]),
    "grundy certify": RUN.format(["certify", "cram(3x4)", "--out", "FILE"]),
}


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_passes_the_functions_that_it_names(walk: str, tmp_path: Path) -> None:
    (section,) = [text for text in re.split(r"^### `?", PAGE, flags=re.MULTILINE) if text.startswith(walk)]
    steps = re.findall(r"^\d\. .*(?:\n {3}.*)*", section, re.MULTILINE)
    named = [name for step in steps for name in re.findall(r"`(grundy\.[\w.]+\.\w+)`", step)]
    named = [name for name in named if name != "grundy.explain.checker"]
    assert len(named) >= 5
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_CALLS, WALKS[walk]],
        cwd=tmp_path,
        env=os.environ | {"GRUNDY_CACHE": str(make_cache(tmp_path / "cache"))},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    called = [line for line in ran.stderr.splitlines() if line in named]
    assert called == named
