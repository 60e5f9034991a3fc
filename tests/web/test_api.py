"""The interface for programs: the same answers as the command line, and every ruleset played to its end."""

import json
from itertools import islice
from random import Random
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from grundy import parse
from grundy.catalog import entries
from grundy.cli import group

pytestmark = pytest.mark.slow

MOST_TURNS = 40  # moves of a game that may go on for ever
CHANCE_MOVES = 1_000  # among which chance chooses
Json = dict[str, Any]


def get_json(client: httpx.Client, path: str, **query: Any) -> Any:
    found = client.get(f"/api/{path}", params=query)
    assert found.status_code == 200, found.text
    return found.json()


def command_json(*arguments: str) -> Any:
    return json.loads(CliRunner().invoke(group, [*arguments, "--json", "--fresh"]).output)


def without_seconds(answer: Json) -> Json:
    return {key: value for key, value in answer.items() if key != "seconds"}


@pytest.mark.parametrize(
    ("path", "query", "command"),
    [
        ("analyse", {"game": "kayles(13) + nim(3,5,7)", "most": 1000}, ["solve", "kayles(13) + nim(3,5,7)"]),
        ("analyse", {"game": "nim(1,2)", "moves": "all"}, ["solve", "nim(1,2)", "--moves", "all"]),
        ("analyse", {"game": "nim(2,2)", "misere": True}, ["solve", "nim(2,2)", "--misere"]),
        ("explain", {"game": "nim(13,12,8)"}, ["explain", "nim(13,12,8)"]),
        ("values", {"ruleset": "octal(0.137)", "to": 50}, ["values", "octal(0.137)", "--to", "50"]),
        ("period", {"ruleset": "kayles"}, ["period", "kayles"]),
        ("table", {"ruleset": "wythoff", "rows": 4, "columns": 5}, ["table", "wythoff", "4x5"]),
        ("conjecture", {"ruleset": "kayles"}, ["conjecture", "kayles"]),
        ("same", {"a": "kayles", "b": "octal(0.77)"}, ["same", "kayles", "octal(0.77)"]),
        ("calc", {"expression": "24 * 17"}, ["calc", "24 * 17"]),
        ("calc", {"expression": "x^2 + x + 6 = 0"}, ["calc", "x^2 + x + 6 = 0"]),
        ("games/nim", {}, ["games", "nim"]),
    ],
)
def test_answers_are_those_of_the_command_line(
    client: httpx.Client, path: str, query: Json, command: list[str]
) -> None:
    assert without_seconds(get_json(client, path, **query)) == without_seconds(command_json(*command))


def test_genus_and_outcomes_in_misere_play(client: httpx.Client) -> None:
    """The quotient may take longer than a request has: it is compared where jobs are tested."""
    found, known = get_json(client, "misere", ruleset="kayles", to=9), command_json("misere", "kayles", "--to", "9")
    for key in ("genus", "outcomes"):
        assert found[key] == known[key]


def test_an_analysis_may_be_posted(client: httpx.Client) -> None:
    long = " + ".join(["nim(3)"] * 1_000)
    found = client.post("/api/analyse", json={"game": long})
    assert found.status_code == 200
    assert found.json()["outcome"] == "P"


def test_the_catalogue_lists_every_ruleset(client: httpx.Client) -> None:
    assert [it["name"] for it in get_json(client, "games")] == list(entries())


def test_values_beyond_a_period_start_anywhere(client: httpx.Client) -> None:
    far = 10**15 - 10**15 % 12
    found = get_json(client, "values", ruleset="kayles", **{"from": far, "to": far + 12})
    assert found["from"] == far
    assert found["values"] == get_json(client, "values", ruleset="kayles", **{"from": 120, "to": 132})["values"]


@pytest.mark.parametrize(
    "text",
    [
        "a: b c; b: c",
        "a b\na c\nb c",
        "a: b c\nb: c",
        "digraph { a -> b; a -> c; b -> c }",
        '{"a": ["b", "c"], "b": ["c"]}',
        '[["a", "b"], ["a", "c"], ["b", "c"]]',
        '<graphml><graph edgedefault="directed"><edge source="a" target="b"/><edge source="a" target="c"/>'
        '<edge source="b" target="c"/></graph></graphml>',
    ],
)
def test_graphs_in_every_format(client: httpx.Client, text: str) -> None:
    found = client.post("/api/graph", json={"text": text}).json()["vertices"]
    assert {name: vertex["nimber"] for name, vertex in found.items()} == {"a": 2, "b": 1, "c": 0}


def test_a_graph_is_drawn(client: httpx.Client) -> None:
    found = client.post("/api/graph", json={"text": "a: b; b: a", "svg": True}).json()
    assert found["vertices"]["a"]["outcome"] == "D"
    assert found["svg"].startswith("<svg")


def test_pictures(client: httpx.Client) -> None:
    found = client.get("/api/svg", params={"game": "nim(3,5,7)"})
    assert found.headers["content-type"] == "image/svg+xml"
    assert found.text.startswith("<svg")


def test_an_explanation_as_html(client: httpx.Client) -> None:
    assert "<table" in get_json(client, "explain", game="nim(3,5)", html=True)["html"]


def post_move(client: httpx.Client, **wanted: Any) -> Json:
    found = client.post("/api/move", json=wanted)
    assert found.status_code == 200, found.text
    return dict(found.json())


def test_a_move_in_words_and_by_position(client: httpx.Client) -> None:
    said = post_move(client, game="nim(3,5,7)", move="take 1 from the heap of 3", analyse=True)
    assert said["game"] == "nim(2,5,7)" == post_move(client, game="nim(3,5,7)", to="nim(2,5,7)")["game"]
    assert said["analysis"]["outcome"] == "P"
    assert said["reply"] is None


def test_the_last_move_wins_or_loses(client: httpx.Client) -> None:
    assert post_move(client, game="nim(1)", to="nim(0)")["winner"] == "mover"
    assert post_move(client, game="nim(1)", to="nim(0)", misere=True)["winner"] == "opponent"
    assert post_move(client, game="nim(1,1)", to="nim(1)", reply="perfect")["winner"] == "opponent"


@pytest.mark.parametrize(("player", "outcome"), [("level1", "N"), ("kind1", "N"), ("level3", "N"), ("perfect", "P")])
def test_players_err_as_they_say(client: httpx.Client, player: str, outcome: str) -> None:
    found = post_move(client, game="nim(1,8,9)", to="nim(8,9)", reply=player)
    assert get_json(client, "analyse", game=found["game"], moves="none")["outcome"] == outcome
    assert (" ahead" in found["reply"]["thought"]) == (player in ("level1", "kind1"))
    assert not found["reply"]["guess"]


def analyse(client: httpx.Client, game: str, misere: bool) -> Json:
    return dict(get_json(client, "analyse", game=game, moves="none", misere=misere))


def is_won(analysis: Json, lead: int) -> bool:
    """Whether the player to move wins; where points decide, one who leads by so many before."""
    return bool(lead + analysis["margin"] > 0 if "margin" in analysis else analysis["outcome"] == "N")


def is_lost(analysis: Json, lead: int) -> bool:
    """Whether the player to move loses; where points decide, one who leads by so many before."""
    return bool(lead + analysis["margin"] < 0 if "margin" in analysis else analysis["outcome"] == "P")


@pytest.mark.parametrize("name", entries())
def test_a_whole_game_against_the_perfect_player(client: httpx.Client, name: str) -> None:
    """Random moves against the perfect player, who never loses a won game."""
    chance, game, won, lead = Random(name), entries()[name].example, False, 0
    misere = not parse(game).summands[0].ruleset.has_normal
    for _ in range(MOST_TURNS):
        moves = list(islice(parse(game).each_move(), CHANCE_MOVES))
        if not moves:
            break
        move = chance.choice(moves)
        after, gained = analyse(client, str(move.to), misere), lead + move.points
        won = won or (is_lost(after, gained) if move.goes_on else is_won(after, -gained))
        found = post_move(client, game=game, to=str(move.to), reply="perfect", misere=misere, lead=lead)
        assert not move.goes_on or not found["replies"]
        game, lead = found["game"], found["lead"]
        if found["over"]:
            assert not won or found["winner"] == "opponent"
            break
        assert found["next"] == "mover"
        assert not won or is_lost(analyse(client, game, misere), lead)


def test_who_closes_a_box_moves_again(client: httpx.Client) -> None:
    three_sides = "dots_and_boxes(1x2; r1c1-r1c2,r1c1-r2c1,r2c1-r2c2)"
    closing = "draw the line in rows 1-2, column 2, take 1 box and move again"
    closed = post_move(client, game=three_sides, move=closing, reply="perfect")
    assert (closed["replies"], closed["next"], closed["lead"]) == ([], "mover", 1)
    answered = post_move(client, game=three_sides, move="draw the line in row 1, columns 2-3", reply="perfect")
    assert answered["replies"][0]["move"] == closing == answered["reply"]["move"]
    assert (len(answered["replies"]), answered["next"], answered["lead"]) == (2, "mover", -1)


@pytest.mark.parametrize(("lead", "winner"), [(-2, "opponent"), (-1, None), (0, "mover")])
def test_the_points_so_far_decide(client: httpx.Client, lead: int, winner: str | None) -> None:
    last_line = "dots_and_boxes(1x1; r1c1-r1c2,r1c1-r2c1,r2c1-r2c2)"
    found = post_move(client, game=last_line, to=str(next(parse(last_line).each_move()).to), reply="perfect", lead=lead)
    assert (found["over"], found["next"], found["lead"], found["winner"]) == (True, None, lead + 1, winner)


@pytest.mark.parametrize("name", entries())
def test_every_ruleset_has_a_page(client: httpx.Client, name: str) -> None:
    found = client.get(f"/play/{entries()[name].example}")
    assert found.status_code == 200, found.text
    assert name in found.text
    assert client.get(f"/pictures/{name}.svg").status_code == 200
