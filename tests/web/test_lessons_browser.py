"""Lessons in a real browser: solved right and wrong, kept over a reload, by keyboard, without JavaScript, and axe."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import PHONE, browser, open_page
from playwright.sync_api import Browser, Locator, Page
from serving import Server
from task_answers import find_answers

from grundy.learn.lessons import lessons
from grundy.learn.tasks import MoveTask

pytestmark = pytest.mark.slow

__all__ = ["browser"]

WHOLE = ["a-heap-of-chips", "boutons-theorem", "one-heap-games"]  # forms of every kind but one
KEPT = "localStorage.getItem('grundy-lessons')"


def give(section: Locator, answers: list[str], is_move: bool) -> None:
    """Answer a task as a reader does: by a form, or by a move in the list."""
    if is_move:
        section.locator("details").evaluate("one => one.open = true")
        wanted = quote(answers[0], safe="(),")
        section.locator(f".moves a[href*='answer={wanted}#']").first.click()
        return
    choices, fields = (section.locator(f"input[name='answer']{kind}") for kind in CHOICES_AND_FIELDS)
    for choice in choices.all():
        choice.set_checked(choice.get_attribute("value") in answers) if is_box(choice) else None
    for choice in choices.all():
        if not is_box(choice) and choice.get_attribute("value") in answers:
            choice.check()
    for field, text in zip(fields.all(), answers if fields.count() else [], strict=True):
        field.fill(text)
    section.get_by_role("button", name="Check").click()


CHOICES_AND_FIELDS = "[type='checkbox'], input[name='answer'][type='radio']", ":not([type])"


def is_box(choice: Locator) -> bool:
    return choice.get_attribute("type") == "checkbox"


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_lesson_wrong_and_right(browser: Browser, server: Server, name: str) -> None:
    lesson = lessons()[name]
    with open_page(browser, f"{server.url}/learn/{name}") as page:
        for number, task in enumerate(lesson.tasks, 1):
            found = find_answers(task)
            for is_right, kind in ((False, "wrong"), (True, "right")):
                give(page.locator(f"#task-{number}"), list(found[is_right][0]), isinstance(task, MoveTask))
                page.wait_for_selector(f"#task-{number}.{kind} .verdict p")
            assert page.locator(f"#task-{number} .mark-done").inner_text() == "✓ done"
        page.reload()
        assert page.locator(".task.done").count() == len(lesson.tasks)
        page.goto(f"{server.url}/learn")
        line = page.locator(f"[data-lesson='{name}'] .mark-done").inner_text()
        assert line == "✓ done"
        page.evaluate("localStorage.clear()")


def test_a_wrong_move_shows_the_position_that_refutes_it(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/learn/two-heaps") as page:
        page.locator("#task-1 [data-key='0:s-0-0']").click()
        page.wait_for_selector("#task-1.wrong .verdict svg")
        assert "take the whole heap of 9" in page.locator("#task-1 .verdict").inner_text()
        page.get_by_role("link", name="Play this position").click()
        page.wait_for_url("**/play/nim(9)")


def test_by_keyboard_alone(browser: Browser, server: Server) -> None:
    """The path, a lesson by its link, a task with boxes, one on the board, one with a choice, and the next lesson."""
    with open_page(browser, f"{server.url}/learn") as page:
        focus_by_tab(page, "a[href$='/learn/a-heap-of-chips']")
        page.keyboard.press("Enter")
        page.wait_for_url("**/a-heap-of-chips")
        page.keyboard.press("t")
        for heap in range(17):
            if heap % 4 == 0:
                page.keyboard.press("Space")
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector("#task-1.right")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("t")
        assert page.evaluate("document.activeElement.closest('.task').id") == "task-2"
        page.keyboard.press("Enter")
        page.wait_for_selector("#task-2 .verdict p")
        while not page.locator("#task-2.right").count():
            shown = page.locator("#task-2 .verdict").inner_text()
            page.keyboard.press("ArrowUp")
            page.keyboard.press("Enter")
            page.wait_for_selector(f"#task-2 .verdict:not(:has-text({json.dumps(shown.splitlines()[0])}))")
        page.keyboard.press("t")
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        page.wait_for_selector("#task-3.right")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("n")
        page.wait_for_url("**/p-and-n")
        assert json.loads(page.evaluate(KEPT)).keys() == {f"a-heap-of-chips/{number}" for number in (1, 2, 3)}
        page.evaluate("localStorage.clear()")


def focus_by_tab(page: Page, selector: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_board_in_the_text_is_played_on_where_it_stands(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/learn/kayles") as page:
        figure = page.locator(".live").first
        figure.locator(".stage .piece, .stage .move").first.click()
        figure.locator(".choice a").click()
        page.wait_for_selector(".live .status:has-text('The computer')")
        assert "/learn/kayles" in page.url
        figure.get_by_role("button", name="Start again").click()
        page.wait_for_selector(".live .status:has-text('Your move')")


def test_without_javascript_answers_are_links_and_forms(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/learn/mex", java_script_enabled=False) as page:
        section = page.locator("#task-2")
        section.locator("input[name='answer']").fill("5")
        section.get_by_role("button", name="Check").click()
        assert page.url.endswith("#task-2")
        assert "If it were 5" in page.locator("#task-2.wrong .verdict").inner_text()
        page.goto(f"{server.url}/learn/two-heaps")
        page.locator("#task-1 .stage a").first.click()
        assert page.locator("#task-1 .verdict p").count()


def test_progress_is_saved_to_a_file_and_read_from_one(browser: Browser, server: Server, tmp_path: Path) -> None:
    with open_page(browser, f"{server.url}/learn") as page:
        page.evaluate("localStorage.setItem('grundy-lessons', '{\"mex/1\": \"2026-01-02\"}')")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save progress").click()
        saved.value.save_as(tmp_path / "kept.json")
        assert json.loads((tmp_path / "kept.json").read_text()) == {"version": 1, "lessons": {"mex/1": "2026-01-02"}}
        page.evaluate("localStorage.clear()")
        page.set_input_files("#import", tmp_path / "kept.json")
        page.wait_for_selector("[data-lesson='mex'] .mark-done:has-text('1 of 4')")
        (tmp_path / "other.json").write_text("[]")
        page.set_input_files("#import", tmp_path / "other.json")
        page.wait_for_selector("#progress:has-text('other.json holds no progress')")
        page.evaluate("localStorage.clear()")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, server: Server, scheme: str) -> None:
    axe, wrong = Axe(), list[str]()
    answered = "two-heaps?task=1&answer=nim(9)"
    with open_page(browser, server.url, color_scheme=scheme, viewport=PHONE) as page:
        for path in ("", "/wythoffs-queen", "/boutons-theorem", "/turning-coins", f"/{answered}"):
            page.goto(f"{server.url}/learn{path}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
            wrong += [f"{path}: {one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]
    assert not wrong, "\n".join(wrong)
