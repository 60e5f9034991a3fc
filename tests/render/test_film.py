"""Films: the pictures in them, their captions, and their files."""

from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from grundy import kayles, nim, parse, top_entails
from grundy.core.budget import Budget
from grundy.errors import GrundyError
from grundy.play.match import Match
from grundy.play.recording import film_match, list_captions, play_out
from grundy.render.film import HELD_TIMES, Film
from grundy.render.mex_film import film_mex

SVG = "{http://www.w3.org/2000/svg}"


def frames(film: Film) -> list[ElementTree.Element]:
    return ElementTree.fromstring(film.svg).findall(f"{SVG}g[@class='frame']")


def text(frame: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in frame.iter(f"{SVG}text")]


def test_mex_film_shows_the_values() -> None:
    shown = frames(film_mex(kayles, 12))
    values = [int(value) for value in kayles.values(12)]
    assert [text(frame)[-1].partition(" = ")[0] for frame in shown] == [f"g({n})" for n in range(12)]
    assert [int(text(frame)[-1].rpartition("= ")[2]) for frame in shown] == values


def test_match_film_has_a_picture_for_each_position() -> None:
    match = play_out(nim(3, 5) + kayles(4))
    film = film_match(match)
    assert len(frames(film)) == len(match.history) == len({one.label for one in film.pictures})
    assert len({(one.width, one.height) for one in film.pictures}) == 1
    assert text(frames(film)[-1])[-1].endswith("First wins.")


@pytest.mark.parametrize("game", ["dots_and_boxes(1x2)", "hackenbush(0-a,a-b,0-c)", "northcott(W.B)", "chomp(2x3)"])
def test_any_board_can_be_filmed(game: str) -> None:
    match = play_out(parse(game))
    assert match.is_over
    assert len(frames(film_match(match))) == len(match.history)


def test_captions_name_the_mistake_and_who_can_win() -> None:
    match = Match((nim(3, 5), nim(3, 4), nim(3, 3)))
    first, blunder, answer = [" ".join(lines) for lines in list_captions(match, (), Budget(seconds=5))]
    assert first == "nim(3,5). First can win."
    assert blunder == "1. First took 1 from the heap of 5??. Second can win."
    assert answer == "2. Second took 1 from the heap of 4. Second can win."


def test_files(tmp_path: Path) -> None:
    film = film_mex(kayles, 4)
    film.save(tmp_path / "a.gif")
    film.save(tmp_path / "a.svg")
    with Image.open(BytesIO((tmp_path / "a.gif").read_bytes())) as image:
        assert getattr(image, "n_frames", 0) == 4
        image.seek(3)
        assert image.info["duration"] == pytest.approx(1000 * film.seconds * HELD_TIMES, abs=10)
    assert (tmp_path / "a.svg").read_text() == f"{film.svg}\n"
    with pytest.raises(GrundyError, match=r"name a file \.svg or \.gif"):
        film.save(tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize("to", [0, 41])
def test_too_few_or_many_values_are_refused(to: int) -> None:
    with pytest.raises(GrundyError, match="at most 40 with --to"):
        film_mex(kayles, to)


def test_moves_that_entail_have_another_rule() -> None:
    with pytest.raises(GrundyError, match="another rule than mex"):
        film_mex(top_entails, 3)
