"""The laboratory: what can be typed, what its cards say, and drawing, in a real browser and without JavaScript."""

import re
from html import unescape

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import PHONE, browser, open_page
from playwright.sync_api import Browser, Page, expect
from serving import Server

from grundy import parse
from grundy.catalog import entries
from grundy.solvers import search
from grundy.web import lab_tasks

pytestmark = pytest.mark.slow

__all__ = ["browser"]

LINES = {  # what can be typed, and a card that it must have
    "0.137": "period",
    "octal(0.77)": "values",
    "{1,3,4}": "period",
    "subtraction(2,5)": "law",
    "hexadecimal(0.8F)": "plot",
    "0.8f": "plot",
    "mock_turtles": "p-positions",
    "(mock_turtles * ruler)": "table",
    "wythoff": "table",
    "turning corners": "table",
    "kayles": "misere",
    "kayles(13) + nim(3)": "explanation",
    "node_kayles(grid 3xn)": "values",
}


def text_of(answer: httpx.Response) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.text)))


@pytest.mark.parametrize("line", LINES)
def test_a_line_has_its_card(client: httpx.Client, line: str) -> None:
    answer = client.get("/lab", params={"q": line})
    assert answer.status_code == 200
    assert f'id="{LINES[line]}"' in answer.text


def test_every_ruleset_of_the_catalogue_has_a_page(client: httpx.Client) -> None:
    for game in client.get("/api/games").json()[::6]:
        assert client.get("/lab", params={"q": game["example"]}).status_code == 200, game["example"]


@pytest.mark.parametrize(
    ("line", "said", "offer"),
    [
        ("keyles", "no ruleset is called 'keyles'", "kayles"),
        ("nim(3)+keyles(4)", "^", "nim(3)+kayles(4)"),
        ("nim(3,5", "never closed", "nim(3,5)"),
        ("octal(0.9)", "octal digits are 0 to 7", "hexadecimal(0.9)"),
        ("octal", "needs parameters", "octal(0.137)(18)"),
        ("{1,,2}", "^", None),
        ("cram(n)", "expected rows x columns", None),
        ("keyles(n)", "no ruleset is called 'keyles'", None),
        ("hackenbush(1-2)", "not connected to the ground", None),
        ("<b>&", "expected the name of a ruleset", None),
    ],
)
def test_a_wrong_line_is_shown_with_what_may_be_meant(
    client: httpx.Client, line: str, said: str, offer: str | None
) -> None:
    answer = client.get("/lab", params={"q": line})
    assert answer.status_code == 400
    assert said in text_of(answer)
    assert not offer or f"<code>{offer}</code>" in answer.text
    assert "<b>&" not in answer.text


def test_cards_say_what_is_true(client: httpx.Client) -> None:
    said = text_of(client.get("/lab", params={"q": "kayles"}))
    assert "Period 12 from n = 71 on" in said
    assert "Proved by Guy and Smith 1956" in said
    assert "in rows as long as the period" in said
    lost = text_of(client.get("/lab", params={"q": "wythoff"}))
    assert "(0, 0), (1, 2), (2, 1), (3, 5)" in lost
    assert "Wythoff 1907" in lost


@pytest.mark.parametrize("name", ["kayles", "nim", "octal(0.137)", "grundys_game", "subtraction(1,3,4)"])
def test_misere_play_without_arrays_tells_the_same_of_heaps(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser; only the quotient of sums is missing there, and the card says so."""
    with_arrays = lab_tasks.misere(name, 14, 20.0)
    monkeypatch.setattr(lab_tasks, "has_arrays", lambda: False)
    without = lab_tasks.misere(name, 14, 20.0)
    assert len(without["heaps"]) == 14
    assert [with_arrays[key] for key in ("genus", "kinds", "outcomes", "heaps")] == [
        without[key] for key in ("genus", "kinds", "outcomes", "heaps")
    ]
    assert with_arrays["quotient"]
    assert without["lacks_arrays"]


def test_the_table_of_values_is_that_of_the_definition(client: httpx.Client) -> None:
    page = client.get("/lab", params={"q": "octal(0.137)", "to": 16}).text
    table = page[page.index('class="numbers"') : page.index("</table>")]
    values = [int(value) for value in re.findall(r"<td[^>]*>(\d+)</td>", table)]
    assert values == [search.nimber(parse(f"octal(0.137)({n})")) for n in range(16)]


def test_boards_of_a_free_size_have_values(client: httpx.Client) -> None:
    hurried = client.get("/lab", params={"q": "node_kayles(grid 3xn)", "to": 8}).text
    assert 'data-more="/lab/card/values?q=node_kayles%28grid+3xn%29&amp;to=8"' in hurried
    page = client.get("/lab", params={"q": "node_kayles(grid 3xn)", "to": 8, "more": "values"})
    table = page.text[page.text.index('class="numbers"') : page.text.index("</table>")]
    assert re.findall(r"<td[^>]*>(\d+)</td>", table) == [*"2110332"]
    assert 'id="plot"' in page.text
    assert "Lost for the player to move, among the first 7 positions: 4" in text_of(page)
    said = text_of(client.get("/lab/card/values", params={"q": "node_kayles(grid 2xn)", "to": 13}))
    assert "Period 2 from n = 1 on. Not proved It was observed to n = 12." in said
    assert 'grundy values "node_kayles(grid 2xn)" --to 23' in said
    assert "g(1) to g(4)" in text_of(client.get("/lab/card/values", params={"q": "welter(5,n)"}))
    assert "Play it" in text_of(client.get("/lab", params={"q": "node_kayles(m-n)"}))


def test_a_card_that_needs_longer_says_so_and_comes_when_asked(client: httpx.Client) -> None:
    hurried = client.get("/lab", params={"q": "kayles"}).text
    assert 'data-more="/lab/card/misere?q=kayles"' in hurried
    assert "more=misere#misere" in hurried
    patient = text_of(client.get("/lab", params={"q": "kayles", "more": "misere"}))
    assert "The misère quotient of these heaps has" in patient
    assert client.get("/lab/card/misere", params={"q": "wythoff"}).status_code == 400


@pytest.mark.parametrize("line", ["a: b; b: c", "digraph(a: b; b: c)"])
def test_a_digraph_is_sent_to_its_own_bench(client: httpx.Client, line: str) -> None:
    answer = client.get("/lab", params={"q": line})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/lab/digraph?q=a%3A")


def test_a_table_that_begins_with_an_illegal_position_is_left_out(client: httpx.Client) -> None:
    page = client.get("/lab", params={"q": "welter"}).text
    assert 'id="values"' in page
    assert 'id="table"' not in page


def test_what_costs_too_much_is_refused_with_the_limit(client: httpx.Client) -> None:
    star = client.get("/lab/hackenbush", params={"q": "star 61"})
    assert star.status_code == 422
    assert "at most 60" in text_of(star)
    assert client.get("/lab", params={"q": "0.137", "to": 10**9}).status_code == 422
    assert client.get("/lab", params={"q": "x" * 20_001}).status_code == 422


def test_nothing_in_the_laboratory_is_inline(client: httpx.Client) -> None:
    for path in ("/lab?q=0.137", "/lab?q=wythoff", "/lab/nim", "/lab/digraph", "/lab/hackenbush"):
        page = client.get(path).text
        assert not re.search(r"<style|<script(?![^>]*src=)|\sstyle=|\son\w+=", page), path


def test_nim_arithmetic(client: httpx.Client) -> None:
    assert "= 142" in text_of(client.get("/lab/nim", params={"q": "24 * 17 + sqrt(8)"}))
    assert "x = 14 or x = 15" in text_of(client.get("/lab/nim", params={"q": "x^2 + x + 6 = 0"}))
    wrong = client.get("/lab/nim", params={"q": "3 + * 4"})
    assert wrong.status_code == 400
    assert "^" in text_of(wrong)


def test_a_digraph_is_drawn_without_a_script(client: httpx.Client) -> None:
    page = client.get("/lab/digraph", params={"q": "a: b c; b: c; d: d"})
    rows = re.findall(r'<th scope="row">(\w)</th><td class="(\w)">', page.text)
    assert rows == [("a", "N"), ("b", "N"), ("c", "P"), ("d", "D")]
    picture = re.search(r'src="(/lab/digraph\.svg[^"]+)"', page.text)
    assert picture
    assert client.get(unescape(picture[1])).text.startswith("<svg")
    assert client.get("/lab/digraph", params={"q": "a b"}).status_code == 400


@pytest.mark.parametrize("edges", ["0-1", "0-1,1-2,2-0", "0-1,1-2,1-3,3-4,0-4", "star 4"])
def test_a_hackenbush_picture_comes_down_to_its_nimber(client: httpx.Client, edges: str) -> None:
    said = text_of(client.get("/lab/hackenbush", params={"q": edges}))
    nimber = search.nimber(parse(f"hackenbush({edges})"))
    assert (f"Nimber \N{ASTERISK OPERATOR}{nimber}: the next" if nimber else "Nimber 0: the previous") in said


def test_a_ruleset_brings_its_own_page(client: httpx.Client) -> None:
    known = {name: entry.ruleset.laboratory() for name, entry in entries().items() if entry.ruleset}
    brought = {name: laboratory for name, laboratory in known.items() if laboratory}
    assert brought
    for name, laboratory in brought.items():
        assert laboratory.title in client.get(f"/lab/{name}").text
        assert f'href="/lab/{name}"' in client.get("/lab").text
    assert client.get("/lab/nothing").status_code == 404


def test_a_picture_in_the_air_is_refused(client: httpx.Client) -> None:
    answer = client.get("/lab/hackenbush", params={"q": "0-1,2-3"})
    assert answer.status_code == 400
    assert "not connected to the ground" in text_of(answer)


def worths(page: Page) -> dict[str, str]:
    """The outcomes in the table of vertices."""
    rows = page.locator(".worths tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").first.inner_text() for row in rows}


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw from one place of the canvas to another, in its units."""
    box = page.locator(".canvas").bounding_box()
    assert box
    page.mouse.move(box["x"] + start[0], box["y"] + start[1])
    page.mouse.down()
    page.mouse.move(box["x"] + (start[0] + end[0]) / 2, box["y"] + (start[1] + end[1]) / 2)
    page.mouse.move(box["x"] + end[0], box["y"] + end[1])
    page.mouse.up()


def test_a_digraph_is_drawn_by_mouse(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/lab/digraph") as page:
        page.get_by_role("button", name="Clear").click()
        page.locator(".canvas").scroll_into_view_if_needed()
        drag(page, (200, 100), (200, 100))
        expect(page.locator("#line")).to_have_value("a:")
        drag(page, (200, 100), (350, 100))
        drag(page, (350, 100), (500, 100))
        expect(page.locator("#line")).to_have_value("a: b; b: c")
        expect(page.locator(".worths tbody tr")).to_have_count(3)
        assert worths(page) == {"a": "P", "b": "N", "c": "P"}
        drag(page, (500, 100), (350, 100))
        expect(page.locator('.canvas [data-name="c"]')).to_have_class(re.compile("D"))
        assert worths(page) == {"a": "D", "b": "D", "c": "D"}
        page.get_by_role("button", name="Undo").click()
        expect(page.locator('.canvas [data-name="c"]')).to_have_class(re.compile("P"))
        page.get_by_role("button", name="Erase").click()
        drag(page, (350, 100), (350, 100))
        expect(page.locator("#line")).to_have_value("a:; c:")
        assert "q=a%3A%3B%20c%3A" in page.url


def test_a_digraph_is_drawn_by_keyboard(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/lab/digraph?q=a:", viewport=PHONE) as page:
        page.locator('.canvas [data-name="a"]').focus()
        page.keyboard.press("n")
        expect(page.locator('.canvas [data-name="b"]')).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator("#line")).to_have_value("a: b; b: b")
        expect(page.locator('.canvas [data-name="b"]')).to_have_class(re.compile("D"))
        page.keyboard.press("Backspace")
        expect(page.locator("#line")).to_have_value("a: b")
        expect(page.locator('.canvas [data-name="a"]')).to_have_class(re.compile("N"))


def test_a_hackenbush_picture_is_drawn_by_mouse(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/lab/hackenbush?q=0") as page:
        page.locator(".canvas").scroll_into_view_if_needed()
        ground = page.evaluate("document.querySelector('.canvas').viewBox.baseVal.height - 20")
        drag(page, (300, ground), (300, 250))
        drag(page, (300, 250), (250, 150))
        expect(page.locator("#line")).to_have_value("0-1,1-2")
        expect(page.locator("#reduction")).to_contain_text("Nimber \N{ASTERISK OPERATOR}2")
        drag(page, (250, 150), (200, ground))
        expect(page.locator("#line")).to_have_value("0-1,1-2,2-0")
        expect(page.locator("#reduction")).to_contain_text("Fuse 0, 1, 2")
        expect(page.locator("#reduction")).to_contain_text("Nimber \N{ASTERISK OPERATOR}1")
        page.locator('.canvas [data-name="2"]').focus()
        page.keyboard.press("n")
        expect(page.locator("#line")).to_have_value("0-1,1-2,2-0,2-3")
        expect(page.locator("#reduction #play")).to_have_attribute("href", re.compile("hackenbush"))


def test_a_picture_grows_by_keyboard(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/lab/hackenbush?q=0") as page:
        page.locator('.canvas [data-name="0"]').focus()
        for key in ("n", "n", "Enter", "ArrowDown", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        expect(page.locator("#line")).to_have_value("0-1,1-2,2-0")
        page.keyboard.press("z")
        expect(page.locator("#line")).to_have_value("0-1,1-2")
        expect(page.locator("#reduction")).to_contain_text("Nimber \N{ASTERISK OPERATOR}2")


def test_a_long_search_can_be_stopped(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/lab?q=grundys_game&more=period") as page:
        page.get_by_role("button", name="Look for ten minutes").click()
        expect(page.locator("#period .working")).to_contain_text("values in")
        page.locator("#period .working").get_by_role("button", name="Stop").click()
        expect(page.locator("#period .working")).to_have_text("Stopped.")


def test_a_slow_card_fills_itself(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/lab?q=kayles") as page:
        expect(page.locator("#misere")).to_contain_text("misère quotient of these heaps", timeout=20_000)
        assert not page.locator("#misere .working").count()


def test_the_tables_of_arithmetic_answer_to_keys(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/lab/nim") as page:
        page.locator("#multiplication .field").focus()
        for key in ["ArrowDown"] * 2 + ["ArrowRight"] * 3:
            page.keyboard.press(key)
        expect(page.locator("#multiplication .read")).to_have_text("2 ⊗ 3 = 1")


def test_axe_finds_nothing_in_the_laboratory(browser: Browser, server: Server) -> None:
    axe, wrong = Axe(), list[str]()
    paths = ["", "?q=0.137&to=30", "?q=keyles", "?q=kayles(5)", "/nim?q=7/5", "/digraph", "/hackenbush"]
    with open_page(browser, f"{server.url}/lab", viewport=PHONE, color_scheme="dark") as page:
        for path in paths:
            page.goto(f"{server.url}/lab{path}")
            found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
            wrong += [f"{path}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert not wrong
