"""The JSON of every command is what its schema says, and no schema says more than the commands print."""

import json
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files
from inspect import signature
from typing import Any

import click
import pytest

from grundy.cli import COMMANDS, group

SCHEMAS = json.loads((files("grundy") / "data" / "schemas.json").read_text(encoding="utf-8"))
SHARED = {"$schema": SCHEMAS["$schema"], "$defs": SCHEMAS["$defs"]}
BUDGET = "--timeout 0.2"  # for what is not decided
EXAMPLES = [  # of each command, in every form that its answer may have; some use the files of those before
    'solve "kayles(13) + nim(3,5,7)"',
    'solve "nim(w*2+3)"',
    'solve "digraph(a: b e; b: c; c: d a; d: e)(a)"',
    'solve "digraph(a: a b)(a)"',
    'solve "nim(3,5)" --misere --moves all --lengths',
    'solve "dots_and_boxes(1x2)" --moves all',
    'solve "nimstring(2x2)" --moves all --lengths',
    f'solve "dots_and_boxes(3x4)" {BUDGET}',
    'solve "top_entails(5)" --moves all',
    'solve "top_entails(3!)" --moves all',
    'solve "boxing_match(4x6)" --moves none',
    'solve "boxing_match(4x6)" --moves none --check-saved',
    f'solve "sprouts(30)" {BUDGET}',
    'solve "cram(6x6)" --lengths --timeout 0.5',
    'explain "nim(3,5)"',
    'explain "wythoff(10,15)" --full',
    'explain "digraph(a: a b)(a)"',
    'explain "top_entails(3!)"',
    'explain --misere "kayles(5)"',
    "values kayles --to 5",
    "values kayles --to 3000 --out kayles.seq",
    "values nim --to 5 --outcomes",
    "values chomp --to 5 --outcomes",
    "seq kayles.seq",
    "seq kayles.seq --check",
    "seq kayles.seq --slice 10:20",
    "seq kayles.seq --rare",
    "period kayles",
    "period kayles --check-saved",
    "period officers --limit 400",
    "table wythoff 3x3",
    "table wythoff 3x3 --outcomes",
    "calc 24*17",
    'calc "x^2 + x + 6 = 0"',
    "calc w+1",
    "graph moves.dot",
    "graph moves.dot --functions",
    "misere kayles --to 8",
    "misere kayles",
    f"misere grundys_game --to 60 {BUDGET}",
    "conjecture mock_turtles",
    "conjecture wythoff",
    "conjecture officers",
    'same "octal(0.161)" "octal(0.36)"',
    "same kayles",
    "lookup 0,1,2,3,1,4",
    "lookup 63,62,61,60",
    "games",
    "games kayles",
    'certify "kayles(5)" --out game.cert',
    "certify kayles --out period.cert",
    'certify "cram(2x3)" --out cram.cert',
    "certify kayles --misere --out misere.cert",
    "certify moves.dot --out graph.cert",
    "verify game.cert",
    "verify graph.cert --graph other.dot",
    "bipartite --up-to 9",
    'bipartite "subtraction(3,5,9)"',
    "atlas --where \"ruleset='octal(0.07)'\"",
    "atlas --compare published.csv",
    'sweep "octal(0.?)" --limit 100 --out atlas.db',
    "export kayles --to 5",
    "export kayles --to 5 --out kayles.csv",
    "export wythoff --size 3x3",
    'export "nim(1,2)"',
    'plot "nim(3)"',
    'plot "nim(3)" --out nim.svg',
    'link "nim(3)"',
    'strategy "nim(1,2,4)" --depth 2 --out strategy.cert',
    'strategy "nimstring(2x2)"',
    'strategy "sos(6)"',
    f'strategy "sprouts(30)" {BUDGET}',
    "puzzle --ruleset nim --kind win --seed 1",
    'puzzle --ruleset nim --kind win --seed 1 --answer "nim(1)"',
    "worksheet --ruleset nim,kayles --count 2 --seed 7",
    "check answers.csv",
]
# These wait for a person or a browser, or take long; their examples are run in the tests that are named.
ELSEWHERE = {
    "serve": "tests/serving.py",
    "play": "below",
    "site": "tests/web/test_site.py",
    "warm": "tests/cli/test_warm.py",
}


def validator(schema: dict[str, Any]) -> Any:
    from jsonschema import Draft202012Validator  # here, since it takes as long to load as a tenth of all tests

    return Draft202012Validator(SHARED | schema)


def branches(name: str) -> list[dict[str, Any]]:
    schema = SCHEMAS["commands"][name]
    return [SHARED | form for form in schema.get("oneOf", [schema])]


def commands_with_json() -> set[str]:
    found = set()
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        if any("--json" in parameter.opts for parameter in command.params if command):  # type: ignore[union-attr]
            found.add(name)
    return found


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What the examples print, in this process: each would take longer to start than to answer."""
    from click.testing import CliRunner

    apart: Any = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}  # before click 8.2
    folder, found = tmp_path_factory.mktemp("schemas"), defaultdict[str, list[Any]](list)
    (folder / "moves.dot").write_text("digraph { a -> b; b -> a; b -> c; c -> c; c -> d }")
    (folder / "other.dot").write_text("digraph { a -> b }")
    (folder / "published.csv").write_text("code,period,preperiod\n0.07,35,53\n")
    (folder / "answers.csv").write_text("sheet,student,question,answer\nnim/1/7/any,Ada,1,nim(99)\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line in EXAMPLES:
            name, *words = shlex.split(line)
            done = CliRunner(**apart).invoke(group, [name, *words, "--json"])
            assert done.stdout, f"{line}: {done.output} {done.exception!r}"
            found[name].append(json.loads(done.stdout))
    return found


def test_every_command_with_json_has_a_schema_and_examples() -> None:
    assert set(SCHEMAS["commands"]) == commands_with_json()
    assert commands_with_json() == {shlex.split(line)[0] for line in EXAMPLES} | set(ELSEWHERE)
    for name in SCHEMAS["commands"]:
        whole = SHARED | SCHEMAS["commands"][name]
        validator(whole).check_schema(whole)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(SCHEMAS["commands"]) - set(ELSEWHERE)))
def test_answers_are_as_their_schema_says(name: str, answers: dict[str, list[Any]]) -> None:
    for answer in answers[name]:
        errors = [*validator(SCHEMAS["commands"][name]).iter_errors(answer)]
        assert not errors, [(error.json_path, error.message[:300], error.context) for error in errors]
    is_error = name == "solve"  # its second form is that of a bad line, below
    for form in branches(name)[: 1 if is_error else None]:
        fitting = [answer for answer in answers[name] if validator(form).is_valid(answer)]
        assert fitting, f"no example of {form.get('description', form)}"
        assert optional(form) <= {key for answer in fitting for key in answer if isinstance(answer, dict)}, (
            "a field that no example has"
        )


def optional(form: dict[str, Any]) -> set[str]:
    """The fields of an object that are not always there."""
    if "$ref" in form:
        form = SCHEMAS["$defs"][form["$ref"].rpartition("/")[2]]
    return set(form.get("properties", ())) - set(form.get("required", ()))


def events(*words: str, text: str) -> Iterator[Any]:
    command = [sys.executable, "-m", "grundy", *words, "--json"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
    yield from (json.loads(line[line.index("{") :]) for line in done.stdout.splitlines() if "{" in line)


def test_lines_and_events() -> None:
    good, bad = events("solve", "-", text="nim(3)\nnim(3,\n")
    form = branches("solve")
    assert [validator(it).is_valid(good) for it in form] == [True, False]
    assert [validator(it).is_valid(bad) for it in form] == [False, True]
    seen = [*events("play", "nim(1,2)", text="nim(1,1)\nnim(0)\n"), *events("play", "nim(1,2)", text="q\n")]
    for form_of_event in branches("play"):
        assert any(validator(form_of_event).is_valid(event) for event in seen), form_of_event
    assert all(validator(SCHEMAS["commands"]["play"]).is_valid(event) for event in seen)


def test_a_wrong_answer_is_noticed() -> None:
    wrong = {"ruleset": "nim", "from": 0, "values": [0, 1.5]}
    assert not validator(SCHEMAS["commands"]["values"]).is_valid(wrong)
    assert not validator(SCHEMAS["commands"]["calc"]).is_valid({"expression": "1", "value": 1, "more": 2})
