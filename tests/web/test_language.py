"""`llms.txt`: what it says is true of the parser and of the catalogue, and it is served."""

import json
import re

import httpx

from grundy import parse, solve
from grundy.catalog import entries
from grundy.web.language import examples, grammar, llms_text


def test_ten_examples_of_the_catalogue_that_can_be_read() -> None:
    text = llms_text()
    listed = re.findall(r"^- `([^`]+)`: (.*)$", text, re.MULTILINE)
    assert len(listed) == len(examples()) == 10
    assert {example for example, _ in listed} <= {entry.example for entry in entries().values()}
    assert len({parse(example).summands[0].ruleset.board.kind for example, _ in listed}) > 4
    (total,) = re.findall(r"A sum of two: `([^`]+)`", text)
    assert len(parse(total).summands) == 2
    assert all(name in text for name in entries())


def test_the_answer_that_it_shows_is_the_answer() -> None:
    (shown,) = re.findall(r'^(\{"schema".*)$', llms_text(), re.MULTILINE)
    answer = json.loads(shown)
    assert answer == solve(parse(answer["game"])).json() | {"seconds": 0}


def test_the_grammar_is_that_of_the_parser() -> None:
    assert [line.split()[0] for line in grammar().splitlines() if ":=" in line] == ["sum", "term", "ruleset", "product"]


def test_it_is_served(client: httpx.Client) -> None:
    answer = client.get("/llms.txt")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == llms_text()
