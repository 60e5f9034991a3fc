"""The web app in a real browser: every family played to the end by mouse and by keyboard, also without JavaScript."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from browser import PHONE, browser, open_page
from playwright.sync_api import Browser, Error, Page
from serving import Server
from small_games import on_other_boards
from thorough import THOROUGH, share

pytestmark = pytest.mark.slow

__all__ = ["browser"]

SMALL_GAMES = [  # on every board: those that are not here follow from the catalogue
    "nim(1,2)",
    "kayles(4)",
    "grundys_game(4)",
    "moore_nim(2)(1,1,1)",
    "poker_nim(1,1; 1)",
    "fibonacci_nim(4)",
    "empty_and_divide(2,3)",
    "thirty_one(4,4,4,4,3,1)",
    "mock_turtles(THH)",
    "twins(THTH)",
    "rugs(HT/TH)",
    "treblecross(5)",
    "sos(.S..)",
    "silver_dollar(0,2,4)",
    "nimble(1,2)",
    "nimble_k(2)(1,2)",
    "staircase_nim(1,2)",
    "northcott(W.B/B.W)",
    "chomp(2x2)",
    "chomp_3d(1x2x2)",
    "cram(2x2)",
    "boxing_match(11/11)",
    "wythoff(1,2)",
    "rook_nim((1,1),(0,1))",
    "divisor_chomp(12)",
    "hackenbush(0-1,1-2,1-3)",
    "node_kayles(path 3)",
    "node_removal(path 2)",
    "digraph(a: b c; b: c)(a)",
    "rims(2,1)",
    "brussels_sprouts(1)",
    "sprouts(1)",
    "selective(nim(1), nim(1))",
    "nim(2) + kayles(2)",
]
SMALL_GAMES += on_other_boards(SMALL_GAMES)
CLICKS = [  # every move is a single touch: no JavaScript is needed
    "nim(1,2)",
    "chomp(2x2)",
    "hackenbush(0-1,1-2,1-3)",
    "wythoff(1,2)",
    "treblecross(5)",
    "sos(.S..)",
    "node_kayles(path 3)",
    "divisor_chomp(12)",
    "staircase_nim(1,2)",
    "digraph(a: b c; b: c)(a)",
    "thirty_one(4,4,4,4,3,1)",
    "northcott(W.B/B.W)",
]
STILL = "document.querySelector('#board[data-before]') !== null"  # the board is the one from before the touch
MOST_TURNS = 24  # of a small game


def at(server: Server, game: str, query: str = "") -> str:
    return f"{server.url}/play/{quote(game)}{'?' + query if query else ''}"


def over(page: Page) -> bool:
    return page.locator("#status strong").count() > 0


def holds(page: Page, condition: str) -> bool:
    """Whether a condition holds; not while one page gives way to the next. A wait inside the page breaks its policy."""
    try:
        return bool(page.evaluate(condition))
    except Error:
        return False


def wait_for_touch(page: Page) -> bool:
    """Wait for what a touch brings; whether it was a new board."""
    while not holds(page, f"!({STILL}) || document.querySelector('.stage .open, #make') !== null"):
        page.wait_for_timeout(10)
    moved = not page.evaluate(STILL)
    if moved:
        page.wait_for_selector("#status")
    return moved


def touch_a_move(page: Page) -> None:
    """One move by the mouse: pieces are touched as they light up; from the list where nothing can be touched."""
    page.evaluate("document.getElementById('board').dataset.before = '1'")
    pieces, wanted = page.locator(".stage .move, .stage .piece:not(.later)"), page.locator(".stage .open")
    (pieces if pieces.count() else page.locator(".moves a")).last.click(force=True)
    while not wait_for_touch(page):
        make = page.locator("#make")
        (make if make.count() else wanted).last.click(force=True)


def type_a_move(page: Page) -> None:
    """One move by the keyboard alone: the board is one tab stop, Enter touches, and Enter again moves."""
    page.evaluate("document.getElementById('board').dataset.before = '1'")
    stop, wanted = page.locator('.stage [tabindex="0"]'), page.locator(".stage .open")
    (stop if stop.count() else page.locator(".moves a").first).focus()
    page.keyboard.press("Enter")
    while not wait_for_touch(page):
        if not page.locator("#make").count():
            wanted.last.focus()
        page.keyboard.press("Enter")


def play_out(page: Page, move: Callable[[Page], None]) -> int:
    turns = 0
    while not over(page):
        turns += 1
        assert turns < MOST_TURNS, page.url
        move(page)
    return turns


@pytest.mark.parametrize("game", share(SMALL_GAMES, 2))
def test_a_family_by_mouse(browser: Browser, server: Server, game: str) -> None:
    with open_page(browser, at(server, game)) as page:
        assert play_out(page, touch_a_move)
        assert page.locator("#status strong").inner_text() in ("You win.", "The computer wins.", "A draw.")


@pytest.mark.parametrize("game", SMALL_GAMES if THOROUGH else SMALL_GAMES[1::2])
def test_a_family_by_keyboard(browser: Browser, server: Server, game: str) -> None:
    with open_page(browser, at(server, game, "vs=person")) as page:
        assert play_out(page, type_a_move)
        assert "player wins" in page.locator("#status").inner_text() or "draw" in page.locator("#status").inner_text()


@pytest.mark.parametrize("game", CLICKS)
def test_single_clicks_need_no_script(browser: Browser, server: Server, game: str) -> None:
    def click(page: Page) -> None:
        before = page.url
        page.locator(".stage a.move").last.click(force=True)
        page.wait_for_url(lambda url: url != before)

    with open_page(browser, at(server, game), java_script_enabled=False) as page:
        assert play_out(page, click)


@pytest.mark.parametrize(
    "game", ["nim(1,2)", "kayles(5)", "hackenbush(0-1,1-2,1-3)", "cram(2x3)", "mock_turtles(THTTH)"]
)
def test_on_a_phone(browser: Browser, server: Server, game: str) -> None:
    with open_page(browser, at(server, game), viewport=PHONE, has_touch=True) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        small = page.evaluate(
            "[...document.querySelectorAll('.controls a, header a, header button')].filter("
            "e => e.checkVisibility() && e.getBoundingClientRect().height < 24).length"
        )
        assert not small
        assert play_out(page, touch_a_move)


def test_a_kind_player_can_be_beaten(browser: Browser, server: Server) -> None:
    """From a P-position: the winning move is taken as soon as the other slips."""

    def play_well(page: Page) -> None:
        wins = page.locator(".moves a.wins")
        before = page.url
        page.locator(".all summary").click() if not page.locator(".all[open]").count() else None
        (wins if wins.count() else page.locator(".moves a")).first.click()
        page.wait_for_url(lambda url: url != before)

    with open_page(browser, at(server, "nim(1,4,5)", "vs=level1&values=1")) as page:
        for start in range(8):
            play_out(page, play_well)
            if page.locator("#status strong").inner_text() == "You win.":
                return
            page.goto(at(server, f"nim({start + 2},4,{(start + 2) ^ 4})", "vs=kind1&values=1"))
    pytest.fail("eight games against a beginner and none won")


def test_each_of_several_equal_heaps_can_be_touched(browser: Browser, server: Server) -> None:
    for heap in range(3):
        with open_page(browser, at(server, "nim(4,4,4)", "vs=person")) as page:
            page.locator(f"[data-key='0:s-{heap}-1']").click()
            page.wait_for_selector(".history")
            assert page.locator(".history li").inner_text() == "The first player took 3 from the heap of 4."
            assert page.locator(f"[data-key^='0:s-{heap}-']").count() == 1
            assert page.locator(".ghosts rect:not(.air, .reach)").count() == 3


def test_a_move_does_not_load_the_page_and_back_takes_it_back(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "nim(3,5,7)")) as page:
        start = page.url
        page.evaluate("window.same = true")
        touch_a_move(page)
        assert "The computer took" in page.locator(".last-move").inner_text()
        played = page.url
        assert page.evaluate("window.same")
        page.go_back()
        page.wait_for_selector(".history", state="detached")
        assert page.url == start
        page.go_forward()
        page.wait_for_selector(".history")
        assert (page.url, page.evaluate("window.same")) == (played, True)
        page.reload()
        assert "The computer took" in page.locator(".last-move").inner_text()


def test_the_review_names_the_move_that_lost(browser: Browser, server: Server) -> None:
    line = "h=nim(3,4,5)~nim(3,4,4)~nim(4,4)~nim(4)&turn=computer"
    with open_page(browser, at(server, "nim(0)", line)) as page:
        assert page.locator("#status strong").inner_text() == "You win."
        assert page.locator(".strip a").all_inner_texts() == ["N??", "P", "N", "P"]
        (turn,) = page.locator(".turns li").all_inner_texts()
        assert turn.startswith("The computer took 1 from the heap of 5. ??")
        assert "“take 2 from the heap of 3” would have kept it" in turn
        assert page.locator(".ghosts rect:not(.air, .reach)").count() == 4


def test_the_perfect_player_wins_from_a_p_position(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "nim(1,2,3)")) as page:
        play_out(page, touch_a_move)
        assert page.locator("#status strong").inner_text() == "The computer wins."


def test_the_computer_may_begin_and_play_may_be_misere(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "nim(1,2)")) as page:
        page.locator(".settings summary").click()
        page.locator("#misere").click()
        page.wait_for_url("**misere=1**")
        page.locator("#swap").click()  # what was open stays open
        page.wait_for_selector(".history")
        assert "Misère" in page.locator(".kind").inner_text()
        play_out(page, touch_a_move)
        assert page.locator("#status strong").inner_text() == "The computer wins."


def test_what_would_go_is_hatched(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "chomp(3x4)")) as page:
        page.locator("[data-key='0:q-2-3']").hover()
        assert page.locator(".stage .go").count() == 4
    with open_page(browser, at(server, "nim(5)")) as page:
        page.locator("[data-key='0:s-0-2']").focus()
        assert page.locator(".stage .go").count() == 3
    with open_page(browser, at(server, "hackenbush(0-1,1-2,2-3,0-4)")) as page:
        page.locator("[data-key='0:e-1']").focus()
        going = page.locator(".stage .go").evaluate_all("all => all.map(e => e.dataset.key)")
        assert sorted(going) == ["0:e-1", "0:e-2", "0:j-2", "0:j-3"]


def test_the_board_is_one_tab_stop_and_arrows_go_round_in_it(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "nim(3,5,7)")) as page:
        assert page.locator('.stage [tabindex="0"]').count() == 1
        page.locator('.stage [tabindex="0"]').focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.key").startswith("0:s-1-")
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert label.startswith("Take ")
        assert "leaving nim(3," in label
        page.keyboard.press("Enter")
        page.wait_for_selector(".history")
        assert page.evaluate("document.activeElement.closest('#board') !== null")


def test_keys_go_through_the_match(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "nim(3,5,7)")) as page:
        touch_a_move(page)
        page.wait_for_selector(".history")
        played = page.url
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(lambda url: "&r=" in url or "?r=" in url)
        page.keyboard.press("End")
        page.wait_for_url(lambda url: "r=" not in url and url.startswith(played.partition("&why=")[0]))
        page.keyboard.press("Home")
        page.wait_for_url(lambda url: url != played)
        page.keyboard.press("v")
        page.wait_for_selector(".sum .decides")
        page.keyboard.press("h")
        page.wait_for_selector(".nudge")
        page.keyboard.press("h")
        page.wait_for_selector(".reason .columns")
        page.keyboard.press("h")
        page.wait_for_selector("#best")
        page.keyboard.press("?")
        assert page.locator(".keys").count() == 1
        page.keyboard.press("z")
        assert not page.locator(".coach").is_visible()
        page.keyboard.press("z")
        page.locator("h1").click()
        page.keyboard.press("Space")
        page.wait_for_selector(".history")


def test_values_lie_over_the_board(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "nim(3,5,7)", "values=1")) as page:
        shown = page.locator(".stage .badge").all_text_contents()
        assert len(shown) == 15
        assert sum(text == "✓\u22170" for text in shown) == 3
        worth = page.locator(".moves .worth").all_text_contents()
        assert len(worth) == 15
        assert all(" in " in text for text in worth)
    with open_page(browser, at(server, "twins(THTH)", "values=1")) as page:
        page.locator("[data-key='0:c-3']").click()
        page.wait_for_selector(".stage .open")
        page.locator("[data-key='0:c-1']").hover()
        assert page.locator(".stage .go").count() == 2


def test_a_blunder_can_be_taken_back(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "nim(3,5,7)")) as page:
        page.locator("[data-key='0:s-0-0']").click()
        page.wait_for_selector(".blunder")
        assert "you had" not in page.locator(".blunder").inner_text()
        page.get_by_text("What was it?").click()
        page.wait_for_url("**told=1**")
        assert "you had a win by" in page.locator(".blunder").inner_text()
        page.locator("#take-back").click()
        page.wait_for_url(lambda url: "told" not in url)
        assert page.locator("#edit").input_value() == "nim(3,5,7)"


def test_two_computers_are_watched_and_paused(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "nim(1,2)", "vs=watch")) as page:
        page.wait_for_selector("#status strong", timeout=30_000)
        assert "player wins" in page.locator("#status").inner_text()
    with open_page(browser, at(server, "nim(1,2)", "vs=watch")) as page:
        page.locator("#pause").click()
        before = page.url
        page.wait_for_timeout(1700)
        assert page.url == before


def test_a_number_is_typed_where_a_heap_is_too_large(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "nim(10^12,5)", "vs=person")) as page:
        page.locator("input[name=leave]").fill("5")
        page.locator("form.number button").click()
        page.wait_for_selector(".history")
        assert page.locator("#edit").input_value() == "nim(5,5)"


def test_the_box_takes_a_name_an_expression_or_part_of_a_name(browser: Browser, server: Server) -> None:
    with open_page(browser, server.url) as page:
        for text, wanted in (
            ("kayles", "/play/kayles"),
            ("nim(1,2) + kayles(3)", "/play/nim(1,2)"),
            ("turtles", "q=turtles"),
        ):
            page.locator("#q").fill(text)
            page.locator("#q").press("Enter")
            page.wait_for_url(f"**{wanted.replace('?', '')}*")
        assert page.locator(".card").count() == 2


@pytest.mark.parametrize("game", ["kayles(13)", "dawsons_kayles(18)", "octal(0.137)(12)"])
def test_nearly_every_point_of_a_row_answers(browser: Browser, server: Server, game: str) -> None:
    with open_page(browser, at(server, game, "vs=person")) as page:
        answered = page.evaluate("""() => {
          const pieces = [...document.querySelectorAll('#board :is(.move, .piece)')];
          const boxes = pieces.map((one) => one.getBoundingClientRect());
          const [first, last] = [boxes[0], boxes[boxes.length - 1]];
          const y = first.top + first.height / 2;
          const points = [...Array(400).keys()].map((n) => first.left + (n * (last.right - first.left)) / 400);
          const isPiece = (x) => document.elementFromPoint(x, y)?.closest('.move, .piece') != null;
          return points.filter(isPiece).length / points.length;
        }""")
        assert answered > 0.9


def test_a_finger_gets_the_piece_under_it(browser: Browser, server: Server) -> None:
    """A browser gives a touch near the rim of a coin to the square below it, whose middle is nearer."""
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with open_page(browser, at(server, "nimble(1,2,4,6,1)", "vs=person"), **options) as page:
        points = page.evaluate("""() => {
          const coin = document.querySelector("#board [data-key='0:k-2']"), box = coin.getBoundingClientRect();
          const x = Math.round(box.left + box.width / 2) + 2;
          const rows = [...Array(12).keys()].map((n) => Math.floor(box.bottom) - n);
          const isCoin = (at) => document.elementFromPoint(...at)?.closest('[data-key]') === coin;
          return rows.map((y) => [x, y]).filter(isCoin);
        }""")
        for point in points:
            page.touchscreen.tap(*point)
            assert page.locator("#board .chosen").evaluate_all("all => all.map((one) => one.dataset.key)") == ["0:k-2"]
            page.keyboard.press("Escape")
        assert len(points) > 5


def test_controls_of_a_phone_are_as_high_as_a_finger(browser: Browser, server: Server) -> None:
    with open_page(browser, at(server, "kayles(13)", "coach=1"), viewport=PHONE) as page:
        low = page.evaluate("""() => [...document.querySelectorAll('header a, button, .button, summary')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
          .map((one) => one.innerText)""")
        assert not low
