"""Every number and every file of every command, replaced by what nobody should give: one line, and exit 0, 1 or 2."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from grundy.cli import COMMANDS, group, main
from grundy.cli.common import Integer, TableSize
from grundy.solvers.sequence_file import SequenceFile

pytestmark = pytest.mark.slow

NUMBERS = ["", "0", "-1", "99999999999999999999", "10^20", "10^5000", "9" * 5000, "nan", "inf", "-inf", "1e400", "1.5"]
SIZES = ["", "0x0", "-1x3", "99999999999999999999x2", "3x", "nanxinf", "999999x999999"]
DEVICES = ["null", "full", "zero"]  # links to them in the folder of the test: a fault must not replace the devices
FILES = [".", *DEVICES, "null.svg", "full.svg", "no/such/folder/x", "x" * 300, "x" * 5000, ""]
TIMEOUT = ["--timeout", "0.2"]
LINES = {  # a small question for each command; {file} stands for a file of the kind that it reads
    "atlas": ["--where", "period = 34", *TIMEOUT],
    "bipartite": TIMEOUT,
    "calc": ["24*17", *TIMEOUT],
    "certify": ["nim(1,2)", "--out", "{out}", *TIMEOUT],
    "check": ["{answers}", "--sheet", "nim/1/0/any", *TIMEOUT],
    "completion": ["bash"],
    "conjecture": ["nim", *TIMEOUT],
    "explain": ["nim(1,2)", *TIMEOUT],
    "export": ["nim", "--format", "csv", *TIMEOUT],
    "games": ["nim", *TIMEOUT],
    "graph": ["{graph}", *TIMEOUT],
    "link": ["nim(1,2)", *TIMEOUT],
    "lookup": ["0,1,2,3,1,4", *TIMEOUT],
    "mcp": [],  # it has neither numbers nor files
    "misere": ["kayles", "--to", "3", *TIMEOUT],
    "period": ["kayles", *TIMEOUT],
    "play": ["nim(1,2)", *TIMEOUT],
    "plot": ["kayles", "--out", "{out}.svg", *TIMEOUT],
    "puzzle": ["--ruleset", "nim", "--seed", "0", *TIMEOUT],
    "same": ["nim", "kayles", *TIMEOUT],
    "seq": ["{seq}", *TIMEOUT],
    "serve": ["--host", "192.0.2.1", *TIMEOUT],  # an address that is nobody's
    "site": ["--out", "{out}", "--runtime", "{graph}", *TIMEOUT],  # which is no runtime
    "solve": ["nim(1,2)", *TIMEOUT],
    "strategy": ["nim(1,2)", *TIMEOUT],
    "sweep": ["octal(0.?)", "--out", "{out}.db", "--scheduler", "ws://nowhere", *TIMEOUT],
    "table": ["nim", "3x3", *TIMEOUT],
    "values": ["kayles", *TIMEOUT],
    "verify": ["{certificate}", *TIMEOUT],
    "warm": TIMEOUT,
    "worksheet": ["--ruleset", "nim", "--count", "1", *TIMEOUT],
}


def parameters(name: str) -> list[click.Parameter]:
    command = group.get_command(click.Context(group), name)
    assert command
    return command.params


def hostile_values(parameter: click.Parameter) -> list[str]:
    if isinstance(parameter.type, click.Path):
        return FILES
    if isinstance(parameter.type, TableSize):
        return SIZES
    is_number = isinstance(parameter.type, Integer | click.types.IntParamType | click.types.FloatParamType)
    return NUMBERS if is_number else []


def hostile_lines(name: str) -> Iterator[list[str]]:
    """The line of a command, with each of its numbers and files replaced in turn."""
    if name in ("certify", "solve", "explain"):
        yield [name, "nim(" + "1," * 200 + "2)", *LINES[name][1:]]  # longer than the name of a file
    line, place = LINES[name], 0
    for parameter in parameters(name):
        for value in hostile_values(parameter):
            if isinstance(parameter, click.Option):
                yield [name, *line, f"{parameter.opts[-1]}={value}"]
            else:
                yield [name, *line[:place], value, *line[place + 1 :]]
        place += isinstance(parameter, click.Argument)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.chdir(tmp_path)
    for name in DEVICES:
        (tmp_path / name).symlink_to(f"/dev/{name}")
        (tmp_path / f"{name}.svg").symlink_to(f"/dev/{name}")
    (tmp_path / "graph.txt").write_text("a: b\n")
    with SequenceFile.open(tmp_path / "some.seq", "nim") as file:
        file.append([0, 1, 2])
    (tmp_path / "certificate.txt").write_text("no certificate\n")
    (tmp_path / "answers.csv").write_text("student,question,answer\nAda,1,0\n")
    files = {"graph": "graph.txt", "seq": "some.seq", "certificate": "certificate.txt", "answers": "answers.csv"}
    return {**files, "out": str(tmp_path / "out")}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_traceback(
    name: str, places: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in hostile_lines(name):
        monkeypatch.setattr(sys, "argv", ["grundy", *(word.format(**places) for word in line)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        with pytest.raises(SystemExit) as end:
            main()
        code, said = end.value.code, capsys.readouterr().err.splitlines()
        assert code in (0, 1, 2), line
        assert len(said) <= 1 or code == 0, (line, said)
        assert all(Path(name).is_symlink() for device in DEVICES for name in (device, f"{device}.svg")), line
        assert code != 2 or said[-1].startswith("grundy: "), (line, said)
