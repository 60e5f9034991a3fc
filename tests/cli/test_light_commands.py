"""What a short question loads: no heavy package, and of ours only what it uses."""

import os
import re
import subprocess
import sys

import pytest

HEAVY = {
    "asyncio",
    "dask",
    "fastapi",
    "importlib.metadata",
    "jinja2",
    "multiprocessing",
    "numba",
    "numpy",
    "pathlib",
    "rich",
}
ALWAYS = r"cli|cli\.(clock|common|\w+)|core(\.budget|\.reader)?|errors|__main__"
NAMES = r"|catalog|games|core\.(board|nimbers|numbers|ordinals|period|ruleset)"
SOLVING = (
    r"|expressions|games\.nim|boards(\.heaps|\.ordinal_heaps)?|core\.(code|game|margin|values|words)|explain(\.answer)?"
    r"|solvers(\.(far_options|inquiry|search|solution|solver|winning))?"
)
CALCULATING = r"|core\.(calculator|nim_polynomials|nimbers|numbers|ordinal_products|ordinals)"
COMMANDS = {  # the modules of ours that may be loaded
    ("solve", "nim(3,5,7)"): ALWAYS + NAMES + SOLVING,
    ("solve", "--json", "nim(3,5,7)"): ALWAYS + NAMES + SOLVING,
    ("solve", "--help"): ALWAYS,
    ("calc", "24*17 + sqrt(8)"): ALWAYS + CALCULATING,
    ("--help",): ALWAYS,
    ("--version",): ALWAYS,
    ("completion", "bash"): ALWAYS,
    (): ALWAYS + NAMES,  # completes a name
}
COMPLETE = {"_GRUNDY_COMPLETE": "bash_complete", "COMP_WORDS": "grundy solve ka", "COMP_CWORD": "2"}
PROGRAM = """
import sys
sys.argv[0] = "grundy"
from grundy.cli import main
try:
    main()
finally:
    sys.stderr.write(" ".join(sys.modules))
"""


def modules_of(*words: str) -> set[str]:
    """The modules that are loaded when the command ends."""
    environment = os.environ | ({} if words else COMPLETE)
    done = subprocess.run([sys.executable, "-c", PROGRAM, *words], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    return set(done.stderr.split())


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_light_command_loads_little(words: tuple[str, ...]) -> None:
    loaded = modules_of(*words)
    ours = {name.removeprefix("grundy.") for name in loaded if name.startswith("grundy.")}
    assert ours
    assert not HEAVY & loaded
    assert not {name for name in ours if not re.fullmatch(COMMANDS[words], name)}


def test_the_catalogue_is_listed_without_arrays() -> None:
    assert not {"numba", "numpy", "rich"} & (modules_of("games") | modules_of("games", "nim"))


def test_a_command_that_needs_arrays_is_noticed() -> None:
    assert "numpy" in modules_of("values", "octal(0.16)", "--to", "100000", "--fresh")
