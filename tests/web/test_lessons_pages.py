"""The pages of lessons as a server answers them."""

import httpx
import pytest

from grundy.learn.lessons import lessons


def test_the_path_lists_every_lesson(client: httpx.Client) -> None:
    page = client.get("/learn").text
    assert all(f'href="/learn/{name}"' in page for name in lessons())


@pytest.mark.parametrize("name", ["two-heaps", "kayles", "the-colon-principle", "sos"])
def test_a_lesson_has_its_tasks_and_boards(client: httpx.Client, name: str) -> None:
    page = client.get(f"/learn/{name}").text
    assert page.count('class="task"') == len(lessons()[name].tasks)
    assert page.count('class="live"') == lessons()[name].text.count("```board")
    assert "verdict" in page


@pytest.mark.parametrize(
    ("query", "kind", "words"),
    [
        ("task=1&answer=nim(4,4)", "right", "That wins"),
        ("task=1&answer=nim(9)", "wrong", "the reply “take the whole heap of 9” wins"),
        ("task=1&answer=nim(4,10)", "wrong", "No single move leads from nim(4,9) to nim(4,10)"),
        ("task=1&answer=nim(4", "unread", "Not understood: the answer is the position after your move"),
        ("task=2&answer=", "wrong", "You did not mark nim(1,1)"),
        ("task=2&answer=<b>", "unread", "only the positions that are listed"),
    ],
)
def test_an_answer_is_judged_on_the_page(client: httpx.Client, query: str, kind: str, words: str) -> None:
    page = client.get(f"/learn/two-heaps?{query}").text
    assert f'class="task {kind}" id="task-{query[5]}"' in page
    assert words in page
    assert "<b>" not in page


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/learn/none", 404, "no lesson is called"),
        ("/learn/mex?task=9&answer=1", 422, "from 0 to 4"),
        ("/learn/mex?task=1", 400, "answer: this field is required"),
        (f"/learn/mex?task=1&answer={'1' * 5000}", 422, "4,000 characters"),
        (f"/learn/mex?task=1{'&answer=1' * 300}", 422, "at most 200 fields"),
    ],
)
def test_a_wrong_address_gets_one_line(client: httpx.Client, path: str, status: int, words: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert words in answer.text


def test_the_page_of_a_game_links_to_its_lessons(client: httpx.Client) -> None:
    assert 'href="/learn/kayles"' in client.get("/play/kayles(5)").text
    assert "Lessons:" not in client.get("/play/timber(RL)").text
