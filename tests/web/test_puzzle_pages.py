"""The pages of puzzles: without a browser, and in one by mouse and by keyboard, with progress that is kept."""

import json
import re
from html import unescape
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import PHONE, browser, open_page
from playwright.sync_api import Browser, Page
from serving import Server

from grundy.learn.puzzle_answers import judge_answer
from grundy.learn.puzzles import Puzzle
from grundy.learn.shipped import choose_puzzles, daily_puzzle, read_day

pytestmark = pytest.mark.slow

__all__ = ["browser"]
WIN = choose_puzzles("nim", "win")[0]
RESCUE = next(puzzle for puzzle in choose_puzzles("", "rescue") if judge_answer(puzzle, "lost").is_right)
WORTH = choose_puzzles("kayles", "worth")[0]
MOVE = re.compile(r'<li><a href="([^"]+)" aria-label=')
PROGRESS = "JSON.parse(localStorage.getItem('grundy-puzzles'))"


def get(client: httpx.Client, path: str, **query: str) -> str:
    found = client.get(path, params=query or None, follow_redirects=True)
    assert found.status_code == 200, found.text[-400:]
    return found.text


def address(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.name}"


def test_every_move_is_an_answer_and_one_is_right(client: httpx.Client) -> None:
    links = list(map(unescape, MOVE.findall(get(client, address(WIN)))))
    answers = [re.search(r'data-answered="(\w+)"', get(client, link)) for link in links]
    assert sorted(found[1] for found in answers if found) == ["right", *["wrong"] * (len(links) - 1)]


def test_a_rescue_may_be_given_up(client: httpx.Client) -> None:
    assert "No move wins" in get(client, address(RESCUE))
    assert 'data-answered="right"' in get(client, address(RESCUE), answer="lost")


def test_a_nimber(client: httpx.Client) -> None:
    nimber = WORTH.game.nimber
    assert 'data-answered="right"' in get(client, address(WORTH), answer=str(nimber))
    wrong = get(client, address(WORTH), answer="9")
    assert 'data-answered="wrong"' in wrong
    assert "nim(9)" in wrong
    assert "whole number" in get(client, address(WORTH), answer="many")


def test_all_puzzles_and_a_part_of_them(client: httpx.Client) -> None:
    assert get(client, "/puzzles").count('class="chip') == 1000
    some = get(client, "/puzzles", kind="worth", level="easy")
    assert some.count('class="chip') == len(choose_puzzles("", "worth", "easy"))


def test_the_puzzle_of_a_day(client: httpx.Client) -> None:
    text = get(client, "/puzzles/daily", day="2026-11-17")
    assert f'data-puzzle="{daily_puzzle(read_day("2026-11-17")).name}" data-day="2026-11-17"' in text


def test_a_seed_that_is_not_shipped_has_a_page_too(client: httpx.Client) -> None:
    assert "Find the only winning move" in get(client, "/puzzles/kayles/win/1000")


@pytest.mark.parametrize(
    "path", ["/puzzles/nonsense/win/1", "/puzzles/nim/lose/1", "/puzzles/nim/win/x", "/puzzles/daily?day=x"]
)
def test_what_is_no_puzzle(client: httpx.Client, path: str) -> None:
    found = client.get(path)
    assert found.status_code == 400
    assert 'class="error"' in found.text


def right_move(puzzle: Puzzle) -> str:
    (move,) = puzzle.game.winning_moves()
    return str(move.to)


def answered(page: Page, result: str) -> None:
    page.wait_for_selector(f'[data-answered="{result}"]')


def test_right_and_wrong_by_mouse_and_keyboard_with_progress_kept(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}{address(WIN)}") as page:
        page.evaluate("localStorage.clear()")
        links = page.locator(".moves a")
        targets = links.evaluate_all("all => all.map(one => new URL(one.href).searchParams.get('answer'))")
        right = targets.index(right_move(WIN))
        page.locator("details.all summary").click()
        links.nth(0 if right else 1).click()
        answered(page, "wrong")
        assert "reply" in page.locator("#status").inner_text()
        page.locator("#again").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".puzzle:not([data-answered])")
        page.locator("details.all summary").focus()
        if page.locator("details.all").get_attribute("open") is None:
            page.keyboard.press("Enter")
        page.locator(".moves a").nth(right).focus()
        page.keyboard.press("Enter")
        answered(page, "right")
        page.reload()
        assert WIN.name in page.evaluate(PROGRESS)["solved"]
        assert page.evaluate(PROGRESS)["failed"] == {WIN.name: 1}


def answers_to(puzzle: Puzzle) -> tuple[str, str]:
    """A wrong answer and a right one."""
    if puzzle.kind == "worth":
        return f"1{puzzle.game.nimber}", str(puzzle.game.nimber)
    judged = [(str(move.to), judge_answer(puzzle, str(move.to)).is_right) for move in puzzle.game.moves()]
    right = next((to for to, is_right in judged if is_right), "lost")
    return next(to for to, is_right in judged if not is_right), right


def give_answer(page: Page, puzzle: Puzzle, answer: str) -> None:
    """By keyboard: the field, the button, or the move in the list."""
    if puzzle.kind == "worth":
        page.locator("#answer").fill(answer)
    elif answer == "lost":
        page.locator("#surrender").focus()
    else:
        page.evaluate("document.querySelector('details.all').open = true")
        links = page.locator(".moves a")
        targets = links.evaluate_all("all => all.map(one => new URL(one.href).searchParams.get('answer'))")
        links.nth(targets.index(answer)).focus()
    page.keyboard.press("Enter")


def test_ten_puzzles_are_answered_wrong_and_right(browser: Browser, server: Server) -> None:
    puzzles = [choose_puzzles("", kind)[place] for kind in ("win", "rescue", "worth") for place in (5, 50, 120, 200)][
        :10
    ]
    with open_page(browser, f"{server.url}/puzzles?kind=worth&level=easy") as page:
        page.evaluate("localStorage.clear()")
        for puzzle in puzzles:
            page.goto(f"{server.url}{address(puzzle)}")
            wrong, right = answers_to(puzzle)
            give_answer(page, puzzle, wrong)
            answered(page, "wrong")
            page.locator("#again").click()
            page.wait_for_selector(".puzzle:not([data-answered])")
            give_answer(page, puzzle, right)
            answered(page, "right")
        assert page.evaluate(PROGRESS)["solved"].keys() == {puzzle.name for puzzle in puzzles}
        page.evaluate("localStorage.clear()")


def test_a_class_gets_a_code_of_the_address(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/class?to=puzzles%3Fkind%3Dwin", viewport=PHONE) as page:
        page.wait_for_selector("svg.qr")
        assert page.locator(".address").inner_text() == f"{server.url}/puzzles?kind=win"


def test_what_is_no_address_of_ours_gets_no_code(client: httpx.Client) -> None:
    assert client.get("/class", params={"to": "puzzles", "base": "javascript:alert(1)"}).status_code == 400
    assert client.get("/class", params={"to": "x" * 300, "base": "https://example.org"}).status_code == 400
    text = client.get("/class", params={"to": "//evil.example/x", "base": "https://example.org"}).text
    assert 'href="https://example.org/evil.example/x"' in text


def test_a_move_on_the_board_is_the_answer(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}{address(WIN)}", viewport=PHONE, has_touch=True) as page:
        page.locator("#board .move").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-answered]")


def test_a_nimber_by_keyboard(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}{address(WORTH)}") as page:
        page.locator("#answer").fill(str(WORTH.game.nimber))
        page.keyboard.press("Enter")
        answered(page, "right")


def test_progress_is_saved_to_a_file_and_read_again(browser: Browser, server: Server, tmp_path: Path) -> None:
    with open_page(browser, f"{server.url}/puzzles") as page:
        today = page.evaluate("new Date().toLocaleDateString('sv')")
        page.evaluate("localStorage.clear()")
        mine = {"version": 1, "solved": {WIN.name: "2026-01-01"}, "failed": {}, "days": [today]}
        file = tmp_path / "mine.json"
        file.write_text(json.dumps(mine))
        page.locator("#import").set_input_files(str(file))
        page.wait_for_selector(f'.chip.solved[data-name="{WIN.name}"]')
        assert "1 solved; 1 day in a row" in page.locator("#progress").inner_text()
        with page.expect_download() as saved:
            page.locator("#export").click()
        assert json.loads(Path(saved.value.path()).read_text()) == mine
        file.write_text("[]")
        page.locator("#import").set_input_files(str(file))
        page.wait_for_function("() => document.getElementById('progress').innerText.includes('holds no progress')")
        page.evaluate("localStorage.clear()")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_puzzles(browser: Browser, server: Server, scheme: str) -> None:
    axe, wrong = Axe(), list[str]()
    paths = "/puzzles?kind=win", address(WIN), f"{address(RESCUE)}?answer=lost", f"{address(WORTH)}?answer=9"
    for path in paths:
        with open_page(browser, server.url + path, viewport=PHONE, color_scheme=scheme) as page:
            found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
            wrong += [f"{path}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert not wrong
