"""What is sent is small, and is kept by browsers for as long as it stays right."""

import re
from urllib.parse import urlsplit

import httpx
import pytest

PAGES = ["/", "/play/nim(3,5,7)", "/play/chomp(12x20)", "/lab?q=kayles", "/api/games"]
KEPT = ["/board.css", "/pictures/nim.svg", "/games/sprouts/draw.js"]
STATIC = re.compile(r'(?:href|src)="(/static/[^"]+)"')
SHARE = 0.45  # of its size that a compressed answer takes at most


def sent_share(client: httpx.Client, path: str) -> float:
    """The share of an answer that goes over the wire."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    return int(answer.headers["content-length"]) / len(answer.content)


@pytest.mark.parametrize("path", PAGES + KEPT)
def test_answers_are_compressed(client: httpx.Client, path: str) -> None:
    assert sent_share(client, path) < SHARE
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_static_files_are_kept_for_good_under_their_version(client: httpx.Client) -> None:
    files = STATIC.findall(client.get("/play/nim(3,5,7)").text)
    assert {urlsplit(file).path.rpartition(".")[2] for file in files} == {"css", "js", "svg"}
    for file in files:
        answer = client.get(file)
        assert "immutable" in answer.headers["cache-control"]
        assert "max-age=31536000" in answer.headers["cache-control"]
        version = file.split("/")[2]
        assert client.get(file.replace(f"{version}/", "")).headers["cache-control"] == "no-cache"
        assert client.get(file, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304


@pytest.mark.parametrize("path", KEPT)
def test_other_files_are_kept_for_an_hour(client: httpx.Client, path: str) -> None:
    assert client.get(path).headers["cache-control"] == "max-age=3600"


def test_values_that_fill_in_are_not_kept(client: httpx.Client) -> None:
    assert client.get("/values/nim(1,2)").headers["cache-control"] == "no-store"
