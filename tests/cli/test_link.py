"""`grundy link`: addresses of games on the public site, and HTML to show them in a page."""

import json
import os
import subprocess
import sys
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner, Result

from grundy.cli import group
from grundy.errors import GrundyError
from grundy.web.compact import unpack

BASE = "https://example.org/games/"


def run(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(group, ["link", *arguments], env={"GRUNDY_BASE": "", **environment})


def asked(url: str) -> dict[str, str]:
    """What an address asks for."""
    return {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}


def test_the_address_on_the_public_site() -> None:
    assert run("kayles(13)", "--base", BASE).stdout == "https://example.org/games/?q=kayles(13)\n"
    assert run("kayles(13)", GRUNDY_BASE=BASE).stdout == "https://example.org/games/?q=kayles(13)\n"
    found = run("kayles(13) + nim(3,5,7)", "--misere", "--base", BASE).stdout.strip()
    assert asked(found) == {"q": "kayles(13) + nim(3,5,7)", "misere": "1"}


def test_without_a_site_it_is_that_of_a_server_here_and_says_so() -> None:
    command = [sys.executable, "-m", "grundy", "link", "nim 3 5 7"]  # the runner of an older click mixes both streams
    found = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "GRUNDY_BASE": ""}, check=True)
    assert found.stdout == "http://127.0.0.1:8000/?q=nim(3,5,7)\n"
    assert "--base URL" in found.stderr
    assert found.stderr.count("\n") == 1


def test_a_frame_and_json() -> None:
    found = json.loads(run("rugs(HT/TH)", "--json", "--base", BASE).stdout)
    assert found["game"] == "rugs(HT/TH)"
    assert found["play"] == "normal"
    assert asked(found["url"]) == {"q": "rugs(HT/TH)"}
    assert run("rugs(HT/TH)", "--embed", "--base", BASE).stdout == found["embed"] + "\n"
    source = unescape(found["embed"].partition('src="')[2].partition('"')[0])
    assert asked(source) == {"q": "rugs(HT/TH)", "embed": "1"}


def test_long_positions_are_compressed_and_longer_ones_refused() -> None:
    game = f"nim({','.join(map(str, range(1000, 2100)))})"
    found = run(game, "--base", BASE).stdout.strip()
    assert len(found) < 3000
    assert unpack(asked(found)["q"]) == game
    with pytest.raises(GrundyError, match="a page shows at most 6,000"):
        raise run(f"nim({','.join(map(str, range(10000, 11500)))})").exception or AssertionError


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["kayles(13"], "never closed"),
        (["kayles"], "needs a position"),
        (["kayles(13)", "--base", "example.org"], "is no address of a site; write one such as"),
        (["kayles(13)", "--base", "https://example.org/?x"], "is no address of a site"),
        (["kayles(13)", "--base", "http://[::1"], "is no address of a site"),
        (["kayles(13)", "--base", "javascript:alert(1)"], "is no address of a site"),
        (["northcott(W.B/B.W)", "--misere"], "has no misère form"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], line: str) -> None:
    found = run(*arguments)
    assert isinstance(found.exception, GrundyError)
    assert line in str(found.exception)
    assert "\n" not in str(found.exception)
