"""Games set up in a real browser: by clicks and by keyboard, in the page, and then played."""

from collections.abc import Callable
from urllib.parse import quote, unquote

import pytest
from browser import PHONE, browser, open_page
from playwright.sync_api import Browser, Page
from rulesets import catalogue, example
from serving import Server

pytestmark = pytest.mark.slow

__all__ = ["browser"]
SAMPLED = 8  # one ruleset of so many is tried in a test


def game(page: Page) -> str:
    return unquote(page.url.split("/setup/")[-1].split("/play/")[-1].split("?")[0])


def wait_for_game(page: Page, wanted: str) -> None:
    page.wait_for_function("wanted => document.getElementById('q').value === wanted", arg=wanted)
    page.wait_for_function("() => !document.querySelector('#board[aria-busy]')")
    assert game(page) == wanted


def by_click(page: Page, words: str) -> None:
    page.locator(f'#board [aria-label="{words}"]').click()


def by_keyboard(page: Page, words: str) -> None:
    page.locator(f'#board [aria-label="{words}"]').focus()
    page.keyboard.press("Enter")


STEPS = [
    ("nim(3,5)", "Add 1 to heap 1.", "nim(4,5)"),
    ("nim(4,5)", "Leave 2 in heap 2.", "nim(4,2)"),
    ("nim(4,2)", "Add a heap.", "nim(4,2,1)"),
    ("mock_turtles(TTH)", "Flip coin 1.", "mock_turtles(THH)"),
    ("mock_turtles(THH)", "One coin more.", "mock_turtles(THHT)"),
    ("chomp(3,2)", "One square more in row 2.", "chomp(3,3)"),
    ("chomp(3,3)", "Bite at row 1, column 3.", "chomp(2,2)"),
    ("cram(2x2)", "Take away the square in row 2, column 2.", "cram(__/_x)"),
    ("cram(__/_x)", "Put back the square in row 2, column 2.", "cram(2x2)"),
    ("chocolate(2x2; r1c1)", "Put the bitter square on row 2, column 2.", "chocolate(2x2; r2c2)"),
    ("chocolate(2x2; r2c2)", "Add a row.", "chocolate(3x2; r2c2)"),
    ("mem(3)", "Leave 1 in heap 1.", "mem(1)"),
    ("sylver(4,5)", "Name 7.", "sylver(4,5,7)"),
    ("sylver(4,5,7)", "Forget 4.", "sylver(5,7)"),
    ("kotzig_nim(1,2)(5)", "Mark place 3 as visited.", "kotzig_nim(1,2)(5; 3,0)"),
    ("poset(a<b)", "Remove b.", "poset(a)"),
    ("staircase_nim(1,2)", "Add a coin on step 1.", "staircase_nim(2,2)"),
    ("directed_geography(a: b; b: a; a)", "Put the token on b.", "directed_geography(a: b; b: a; b)"),
    ("nim(1) + kayles(2)", "Add 1 to row 1, in kayles(2).", "nim(1) + kayles(3)"),
]


@pytest.mark.parametrize("touch", [by_click, by_keyboard])
def test_boards_are_set_up_in_the_page(browser: Browser, server: Server, touch: Callable[[Page, str], None]) -> None:
    with open_page(browser, f"{server.url}/setup/nim(1)") as page:
        for before, words, after in STEPS:
            if game(page) != before:
                page.goto(f"{server.url}/setup/{quote(before)}")
                page.evaluate("window.isSame = true")
            touch(page, words)
            wait_for_game(page, after)
            assert page.evaluate("window.isSame"), "the page was loaded again"


@pytest.mark.parametrize("number", range(4))
def test_a_click_changes_the_example_of_a_ruleset(browser: Browser, server: Server, number: int) -> None:
    """On the board where something there can be touched, else in the list: half of the rulesets, in four tests."""
    with open_page(browser, f"{server.url}/setup/nim(1)") as page:
        for ruleset in list(catalogue())[number::SAMPLED]:
            page.goto(f"{server.url}/setup/{quote(str(example(ruleset)), safe='')}")
            before = page.locator("#q").input_value()
            pieces = page.locator("#board a.move")
            if page.locator("#drawing").count() or not pieces.count():
                page.locator(".changes").evaluate("details => details.open = true")
                pieces = page.locator(".changes a")
            pieces.last.dispatch_event("click")
            page.wait_for_function("before => document.getElementById('q').value !== before", arg=before)


def test_an_edge_is_drawn_and_removed_by_pointer(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/setup/hackenbush(0-1)") as page:
        x, y, *_ = centre(page, '[data-name="1"] .joint')
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y - 50)
        page.mouse.move(x + 60, y - 80)
        page.mouse.up()
        wait_for_game(page, "hackenbush(0-1,1-2)")
        page.get_by_role("button", name="Erase").click()
        x, y = centre(page, '[data-edge="1"]')
        page.mouse.click(x, y)
        wait_for_game(page, "hackenbush(0-1)")
        page.locator("#play").click()
        page.wait_for_selector("#board .move", state="attached")  # a line has no width, so it counts as hidden
        assert game(page) == "hackenbush(0-1)"


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_graph_is_drawn_by_keyboard(browser: Browser, server: Server) -> None:
    """Also a second graph in the same page, after a move of the match and back."""
    with open_page(browser, f"{server.url}/setup/hackenbush(0-1)") as page:
        page.locator('.canvas [data-name="1"]').focus()
        page.keyboard.press("n")
        wait_for_game(page, "hackenbush(0-1,1-2)")
        page.keyboard.press("Backspace")
        wait_for_game(page, "hackenbush(0-1)")
        page.locator("#play").click()
        page.wait_for_selector("#new")
        page.keyboard.press("n")
        page.wait_for_selector(".canvas [data-name]")
        page.locator('.canvas [data-name="1"]').focus()
        page.keyboard.press("n")
        wait_for_game(page, "hackenbush(0-1,1-2)")


def test_a_new_game_is_drawn_where_a_match_was_opened_first(browser: Browser, server: Server) -> None:
    """The page of a match has no script for drawing: it comes with the page that needs it, and so do its styles."""
    with open_page(browser, f"{server.url}/play/hackenbush(0-1)") as page:
        page.locator("#new").click()
        page.wait_for_selector('.canvas [data-name="1"]')
        assert page.evaluate("[...document.styleSheets].some((one) => one.href?.endsWith('/setup.css'))")
        page.locator('.canvas [data-name="1"]').focus()
        page.keyboard.press("n")
        wait_for_game(page, "hackenbush(0-1,1-2)")


def test_how_it_is_played_is_chosen_and_kept(browser: Browser, server: Server) -> None:
    """On a phone: the computer begins a misère game, also when it is played again."""
    with open_page(browser, f"{server.url}/setup/nim(3,4)", viewport=PHONE) as page:
        page.locator('select[name="first"]').select_option("computer")
        page.locator('select[name="misere"]').select_option("1")
        by_click(page, "Add 1 to heap 1.")
        wait_for_game(page, "nim(4,4)")
        assert page.locator('select[name="first"]').input_value() == "computer"
        page.locator("#play").click()
        page.wait_for_url("**/play/**h=nim(4,4)**")
        assert "misere=1" in page.url
        page.locator("#again").click()
        page.wait_for_selector("#board .move")
        assert "first=computer" in page.url
        page.locator("#new").click()
        page.wait_for_selector("#match")
        assert page.locator('select[name="misere"]').input_value() == "1"
        page.evaluate("localStorage.clear()")


def test_a_random_position_is_asked_for_and_played(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/setup/nim(3,4,5)") as page:
        page.locator('select[name="want"]').select_option("won")
        page.locator("#random").click()
        page.wait_for_url("**/random/**seed=**")
        assert "won for you" in page.locator("#status").inner_text()
        page.locator("#play").click()
        page.wait_for_selector("#board .move")
        page.evaluate("localStorage.clear()")


def test_nothing_is_wider_than_a_phone(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/setup/nim(1)", viewport=PHONE) as page:
        for expression in ("nim(3,5,7)", "hackenbush(0-1,1-2)", "cram(3x4)", "subtraction(1,3,4)(20) + kayles(13)"):
            page.goto(f"{server.url}/setup/{quote(expression)}")
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], expression
