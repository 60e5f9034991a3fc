"""`grundy certify` and `grundy verify`."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from interrupting import interrupt

from grundy.cli.certify import certify
from grundy.cli.verify import verify
from grundy.errors import DamageError, GrundyError, NotationError, NotDecided

pytestmark = pytest.mark.slow


def made(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(certify, [*arguments, "--out", str(out)], standalone_mode=False)


def checked(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(verify, [str(out), *arguments], standalone_mode=False)


@pytest.mark.parametrize(
    ("arguments", "statement"),
    [
        (["kayles(13) + nim(3,5,7)"], "kayles(13) + nim(3,5,7) has outcome P and nimber 0 under normal play"),
        (["kayles(10^9,3)"], "kayles(1000000000,3) has outcome N and nimber 2 under normal play"),
        (["sprouts(5)", "--timeout", "600"], "sprouts(5) has outcome N under normal play"),
        (["sprouts(4)", "--misere"], "sprouts(4) has outcome P under misère play"),
        (["cram(3x3)", "--kind", "nimber"], "cram(3x3) has outcome P and nimber 0 under normal play"),
        (["nim(1,1)", "--misere"], "nim(1,1) has outcome N under misère play"),
        (["digraph(a: b; b: a)(a)"], "digraph(a: b; b: a)(a) has outcome D and infinity [] under normal play"),
        (["kayles"], "in kayles, g(n + 12) = g(n) for every n >= 71"),
        (["kayles", "--to", "50"], "the values of kayles from 0 to 49 are those listed"),
        (
            ["kayles", "--to", "10", "--misere"],
            "the misère quotient of kayles, heaps below 10 has the 18 elements listed, 6 of them lost",
        ),
    ],
)
def test_every_statement(arguments: list[str], statement: str, tmp_path: Path) -> None:
    out = tmp_path / "proof"
    assert made(out, *arguments).exception is None
    result = checked(out)
    assert result.return_value == 0
    assert statement in result.output


def test_json(tmp_path: Path) -> None:
    out = tmp_path / "proof"
    answer = json.loads(made(out, "nim(3,5,6)", "--json").output)
    assert (answer["kind"], answer["claim"], answer["bytes"]) == ("nimbers", {"outcome": "P"}, out.stat().st_size)
    verdict = json.loads(checked(out, "--json").output)
    assert verdict["valid"] is True
    assert verdict["trusted"] == ["moves"]
    assert verdict["statement"] == "nim(3,5,6) has outcome P under normal play"


def test_a_graph_in_a_file(tmp_path: Path) -> None:
    graph, other, out = tmp_path / "moves.dot", tmp_path / "other.dot", tmp_path / "proof"
    graph.write_text("digraph { a -> b -> c -> a; c -> lost; lost -> e }")
    other.write_text("digraph { a -> b -> c -> a; c -> lost; lost -> f }")
    for option in ([], ["--misere"], ["--kind", "outcome"]):
        assert made(out, str(graph), *option).exception is None
        assert checked(out, "--graph", str(graph)).return_value == 0
        assert checked(out, "--graph", str(other)).return_value == 1


def test_a_lie_is_rejected_with_its_place(tmp_path: Path) -> None:
    from certificates import reseal, split

    out = tmp_path / "proof"
    made(out, "kayles(6)", "--kind", "nimber")
    header, body = split(out)
    reseal(out, header, body.replace(b"kayles(1)\t1\t", b"kayles(1)\t2\t"))
    result = checked(out)
    assert result.return_value == 1
    assert result.output.startswith("rejected: kayles(1): 2 does not follow")
    assert json.loads(checked(out, "--json").output)["valid"] is False


def test_trust(tmp_path: Path) -> None:
    out = tmp_path / "proof"
    for trust, names in (("moves", ["moves"]), ("canonical", ["moves", "parts", "canonical", "finite"])):
        made(out, "cram(2x4)", "--trust", trust)
        assert json.loads(checked(out, "--json").output)["trusted"] == names


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (["kayls(3)"], NotationError, "did you mean kayles?"),
        (["kayles(3,"], NotationError, "never closed"),
        (["nim", "--kind", "nimber"], click.BadParameter, "choose --kind period"),
        (["nim", "--to", "0"], click.BadParameter, "1 or more"),
        (["wythoff", "--to", "9"], GrundyError, "certify a position"),
        (["cram(6x6)", "--timeout", "0.2"], NotDecided, "--timeout"),
        (["grundys_game", "--timeout", "1"], NotDecided, "`--to N`"),
        (["kayles(10^30)", "--misere"], NotDecided, "smaller game"),
    ],
)
def test_bad_input_leaves_no_file(arguments: list[str], error: type, words: str, tmp_path: Path) -> None:
    result = made(tmp_path / "proof", *arguments)
    assert isinstance(result.exception, error)
    assert words in str(result.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    result = made(tmp_path / "none" / "proof", "nim(1)")
    assert isinstance(result.exception, GrundyError)
    assert "cannot write" in str(result.exception)


def test_unreadable(tmp_path: Path) -> None:
    out = tmp_path / "proof"
    made(out, "nim(1,1)")
    data = out.read_bytes()
    for bad in (b"", b"not a certificate\n", data[:-1], data.replace(b"nim", b"min")):
        out.write_bytes(bad)
        assert isinstance(checked(out).exception, DamageError)
    assert isinstance(checked(tmp_path / "none").exception, GrundyError)


@pytest.mark.parametrize("name", ["/dev/zero", ".", "empty", "none"])
def test_what_is_no_certificate_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    command = [sys.executable, "-m", "grundy", "verify", str(tmp_path / name)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert "cannot be read" in result.stderr


OWN = {
    "a class": """
from grundy.boards.heaps import HeapGame
class Kayles(HeapGame):
    '''Take one.'''
    def options(self, heap):
        return [(heap - 1,)] if heap else []
""",
    "a ruleset of ours under another name": """
from grundy.games.octal import Octal
kayles = Octal("0.3").named("kayles", "Take one.")
""",
}


@pytest.mark.parametrize("source", OWN.values(), ids=OWN)
def test_rules_of_ones_own_are_told(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that redefines kayles: the verdict says whose rules these are."""
    out, own = tmp_path / "proof", tmp_path / "own.py"
    own.write_text(source)
    made(out, "kayles(3)")
    assert "Note" not in checked(out).output
    monkeypatch.setenv("GRUNDY_GAMES", str(own))
    for text in ("kayles(2)", "conjunctive(kayles(2), nim(1))", "kayles"):
        result = made(out, text, *(["--to", "5"] if text == "kayles" else []))
        assert result.exception is None
        result = checked(out)
        assert result.return_value == 0
        assert "Note: kayles is not the game of this package, but that of grundy_own_own." in result.output
    monkeypatch.delenv("GRUNDY_GAMES")
    made(out, "kayles(3)")
    assert "Note" not in checked(out).output
    monkeypatch.setenv("GRUNDY_GAMES", str(own))
    verdict = json.loads(checked(out, "--json").output)
    assert not verdict["valid"]
    assert len(verdict["notes"]) == 2


def test_a_variable_does_not_rename_a_ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from certificates import reseal, split

    out, own = tmp_path / "proof", tmp_path / "variable.py"
    made(out, "subtraction(1,2)(3)")
    header, body = split(out)
    own.write_text("from grundy.games.subtraction import Subtraction\nkayles = Subtraction(1, 2)\n")
    monkeypatch.setenv("GRUNDY_GAMES", str(own))
    reseal(out, header.replace(b'"subtraction(1,2)(3)"', b'"kayles(3)"'), body)
    assert checked(out).return_value == 1
    assert "kayles(3) is not the name of subtraction(1,2)(3)" in checked(out).output


def test_an_own_nim_is_told_since_empty_sums_are_written_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, own = tmp_path / "proof", tmp_path / "own_nim.py"
    own.write_text('from grundy.games.octal import Octal\nnim = Octal("0.7").named("nim", "x")\n')
    monkeypatch.setenv("GRUNDY_GAMES", str(own))
    made(out, "kayles(3)", "--misere")
    assert "Note: nim is not the game of this package" in checked(out).output


def test_a_graph_is_labelled_in_time(tmp_path: Path) -> None:
    graph = tmp_path / "path.edges"
    graph.write_text("".join(f"{n + 1} {n}\n" for n in range(50_000)))
    assert isinstance(made(tmp_path / "proof", str(graph), "--timeout", "0").exception, NotDecided)
    assert list(tmp_path.iterdir()) == [graph]


def test_checking_ends_in_time(tmp_path: Path) -> None:
    out = tmp_path / "proof"
    made(out, "kayles", "--to", "3000")
    assert isinstance(checked(out, "--timeout", "0").exception, NotDecided)


@pytest.mark.parametrize(
    ("module", "function"),
    [("grundy.explain.certificates.make", "prove_values"), ("grundy.explain.certificates.file", "write_seal")],
)
def test_an_interruption_leaves_the_old_file(module: str, function: str, tmp_path: Path) -> None:
    out = tmp_path / "proof"
    made(out, "nim(1,1)")
    before = out.read_bytes()
    done = interrupt(module, function, 1, "certify", "cram(3x4)", "--out", str(out))
    assert done.returncode == 130
    assert "interrupted" in done.stderr
    assert out.read_bytes() == before
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    "trusted", ['["moves", "all"]', '[["moves"]]', '[{"moves": 1}]', '["moves", "moves"]', "[null]"]
)
def test_trust_in_something_else_is_refused(trusted: str, tmp_path: Path) -> None:
    from certificates import reseal, split

    out = tmp_path / "proof"
    made(out, "nim(1,2,3)", "--trust", "moves")
    header, body = split(out)
    assert b'"trusted": ["moves"]' in header
    reseal(out, header.replace(b'["moves"]', trusted.encode()), body)
    result = checked(out)
    assert result.exception is None
    assert result.return_value == 1
    assert result.output == "rejected: it does not say what it trusts\n"


@pytest.mark.parametrize("error", ["RuntimeError", "AssertionError", "OSError", "StopIteration", "NotImplementedError"])
def test_rules_that_fail_prove_nothing(error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from certificates import reseal, split

    out, own = tmp_path / "proof", tmp_path / f"failing_{error}.py"
    own.write_text(f"""
from grundy.boards.heaps import HeapGame
class Failing(HeapGame):
    '''Take one.'''
    def options(self, heap):
        if heap == 2:
            raise {error}("of my own")
        return [(heap - 1,)] if heap else []
""")
    monkeypatch.setenv("GRUNDY_GAMES", str(own))
    made(out, "failing(1,1)", "--trust", "moves")
    assert checked(out).return_value == 0
    header, body = split(out)
    reseal(out, header.replace(b"failing(1,1)", b"failing(2)"), body)
    result = checked(out)
    assert result.exception is None
    assert result.return_value == 1
    assert error in result.output


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is whole when it is looked at, and another one when it is copied."""
    from grundy.explain import checker

    out, look = tmp_path / "proof", checker.is_whole
    made(out, "nim(1,2,3)")

    def look_and_write(data: bytes) -> bool:
        found = look(data)
        with out.open("r+b") as same_file:
            same_file.seek(-2, 2)
            same_file.write(b"9")
        return found

    monkeypatch.setattr(checker, "is_whole", look_and_write)
    assert "it has changed while it was read" in str(checked(out).exception)


def test_without_room_for_a_copy_there_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from errno import ENOSPC

    from grundy.explain import checker

    def fail() -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(checker, "HASHED_BYTES", 1000)
    monkeypatch.setattr(checker, "TemporaryFile", fail)
    made(tmp_path / "proof", "octal(0.156)")
    assert "No space left on device); set TMPDIR to another folder" in str(checked(tmp_path / "proof").exception)
    assert "\x1b" not in made(tmp_path / "\x1b[31mproof", "nim(1)").output


@pytest.mark.parametrize("copied_bytes", [1 << 20, 1000])
def test_the_verdict_is_about_the_bytes_that_were_read(
    copied_bytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that loses its name, and is written to, by a call and through a map, while it is checked."""
    from mmap import mmap

    from grundy.explain import checker

    monkeypatch.setattr(checker, "HASHED_BYTES", copied_bytes)  # copied to memory, or to disk
    out, elsewhere = tmp_path / "proof", tmp_path / "elsewhere"
    made(out, "octal(0.156)")
    check = checker.CHECKS["values"]

    def write_and_check(file: checker.Certificate) -> str:
        out.rename(elsewhere)
        with elsewhere.open("r+b") as same_file:
            same_file.seek(-100, 2)
            same_file.write(b"\xff")
            with mmap(same_file.fileno(), 0) as data:
                data[-50] = 255
        return check(file)

    with monkeypatch.context() as writing:
        writing.setitem(checker.CHECKS, "values", write_and_check)
        assert checked(out).return_value == 0
    assert isinstance(checked(elsewhere).exception, DamageError)


def test_a_long_check_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was checked is kept in the user's directory; a note for another file, or beside this one, is not used."""
    from grundy.explain import checker

    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(checker, "SEGMENT_HEAPS", 1000)
    out, check, done = tmp_path / "proof", checker.HeapTable.check, list[int]()
    made(out, "octal(0.156)")

    def stop_at_the_fifth(self: checker.HeapTable, first: int, stop: int) -> None:
        done.append(first)
        if len(done) == 5:
            raise KeyboardInterrupt
        check(self, first, stop)

    monkeypatch.setattr(checker.HeapTable, "check", stop_at_the_fifth)
    assert isinstance(checked(out).exception, click.Abort | KeyboardInterrupt)
    (kept,) = (tmp_path / "cache" / "verified").iterdir()
    assert json.loads(kept.read_text()) == [[0, n, n + 1000] for n in (0, 1000, 2000)]
    assert checked(out).return_value == 0
    assert len(done) == 5 + 1 + 5  # a trial to tell the time, and five segments of eight
    assert not kept.exists()
    lie = tmp_path / "lie"
    lie.write_bytes(out.read_bytes())
    (tmp_path / "lie.json").write_text(json.dumps([[0, n, min(n + 1000, 7658)] for n in range(0, 7658, 1000)]))
    done.clear()
    checked(lie, "--fresh")
    assert done


@pytest.mark.parametrize("is_set_back", [False, True])
def test_a_check_goes_on_only_with_the_bytes_that_were_checked(
    is_set_back: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A false file that is a true one while it is checked, and perhaps false again before Ctrl-C."""
    from certificates import reseal, split

    from grundy.explain import checker

    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(checker, "SEGMENT_HEAPS", 1000)
    monkeypatch.setattr("grundy.cli.verify.KEPT_SECONDS", 0.0)
    out, check, done = tmp_path / "proof", checker.HeapTable.check, list[int]()
    made(out, "octal(0.156)")
    true = out.read_bytes()
    header, body = split(out)
    reseal(out, header, body[:6500] + bytes([body[6500] ^ 1]) + body[6501:])
    false = out.read_bytes()

    def write(data: bytes) -> None:
        with out.open("r+b") as same_file:
            same_file.write(data)

    def stop_before_the_fault(self: checker.HeapTable, first: int, stop: int) -> None:
        done.append(first)
        if len(done) == 1:
            write(true)
        if first == 6000:
            write(false if is_set_back else true)
            raise KeyboardInterrupt
        check(self, first, stop)

    with monkeypatch.context() as forged:
        forged.setattr(checker.HeapTable, "check", stop_before_the_fault)
        assert isinstance(checked(out).exception, click.Abort | KeyboardInterrupt)
    assert len([*(tmp_path / "cache").rglob("*.json")]) == 1
    assert checked(out).return_value == is_set_back
    write(false)
    assert "is not the least one missing" in checked(out).output


STEPS = """
from grundy.boards.heaps import HeapGame
from .how import how
class Steps(HeapGame):
    "Take one."
    example = "3"
    def options(self, heap):
        return how(heap)
steps = Steps()
"""


@pytest.mark.parametrize("changed", ["how.py", "table.txt", "more/how.py"])
def test_what_was_checked_by_other_rules_does_not_count(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any file of the package of the rules may be what they are made of."""

    from grundy.explain import checker

    package, kept, done = tmp_path / "steps", tmp_path / "cache" / "verified", list[int]()
    (package / "more").mkdir(parents=True)
    (package / "__init__.py").write_text(STEPS)
    (package / "how.py").write_text("def how(heap):\n    return [(heap - 1,)] if heap else []\n")
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GRUNDY_GAMES", str(package))
    monkeypatch.setattr(checker, "SEGMENT_HEAPS", 10)
    out, check = tmp_path / "proof", checker.HeapTable.check
    made(out, "steps", "--to", "50")

    def stop_at_the_last(self: checker.HeapTable, first: int, stop: int) -> None:
        done.append(first)
        if first == 40:
            raise KeyboardInterrupt
        check(self, first, stop)

    monkeypatch.setattr(checker.HeapTable, "check", stop_at_the_last)
    checked(out)
    assert len([*kept.iterdir()]) == 1
    (package / changed).write_text("def how(heap):\n    return [(heap - 1,)] if heap else []  # again\n")
    done.clear()
    checker.digest_of_sources.cache_clear()  # as in another process
    checked(out)
    assert len(done) == 1 + 5  # a trial, and all
    done.clear()
    checked(out)
    assert done == [40]  # where nothing has changed


def test_a_scheduler_that_does_not_answer_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.explain import checker

    monkeypatch.setattr(checker, "SEGMENT_HEAPS", 1000)
    made(tmp_path / "proof", "octal(0.156)")
    result = checked(tmp_path / "proof", "--scheduler", "tcp://127.0.0.1:1")
    assert "no scheduler answers at 'tcp://127.0.0.1:1'" in str(result.exception) + result.output
    assert not isinstance(result.return_value, int) or result.return_value == 2


@pytest.mark.parametrize("wrong", [False, True])
def test_workers_share_a_long_check(wrong: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from certificates import reseal, split

    from grundy.cluster import workers
    from grundy.explain import checker

    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(checker, "SEGMENT_HEAPS", 2000)
    out = tmp_path / "proof"
    made(out, "octal(0.156)")
    if wrong:
        header, body = split(out)
        reseal(out, header, body[:7000] + bytes([body[7000] ^ 1]) + body[7001:])
    result = checked(out, "--workers", "2")
    assert result.return_value == wrong
    assert not wrong or "heap 7000" in result.output
    if wrong:
        return
    with workers.WorkerCluster(count=1) as cluster:  # in place of one on other machines, whose scheduler has an address
        monkeypatch.setattr(workers, "connect", lambda address: cluster.client)
        monkeypatch.setattr(cluster.client, "close", lambda: None)
        assert checked(out, "--scheduler", "tcp://127.0.0.1:8786").return_value == 0
        checker.segmented.cache_clear()
        (away := tmp_path / "away").write_bytes(out.read_bytes())
        monkeypatch.setattr(Path, "resolve", lambda self: tmp_path / "no such file")
        result = checked(away, "--scheduler", "tcp://127.0.0.1:8786", "--fresh")
        assert "a worker cannot read" in str(result.exception) + result.output
