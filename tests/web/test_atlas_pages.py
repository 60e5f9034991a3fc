"""The pages of the atlas: what a filter finds, bad requests, the page of a code, and how they look on a phone."""

import csv
import re
from html import unescape
from urllib.parse import unquote

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import PHONE, browser, open_page
from playwright.sync_api import Browser
from serving import Server

from grundy.cluster import atlas
from grundy.web.atlas_tasks import PAGE_ROWS

pytestmark = pytest.mark.slow

__all__ = ["browser"]
CODE = re.compile(r'<th scope="row" class="ruleset"><a href="[^"]*">([^<]*)</a>')
LINK = re.compile(r'href="([^"#]*)"')


def get(client: httpx.Client, path: str, **query: str | int) -> str:
    found = client.get(path, params=query or None)
    assert found.status_code == 200, found.text[-400:]
    return found.text


def codes(client: httpx.Client, **query: str | int) -> list[str]:
    return CODE.findall(get(client, "/atlas", **query))


def test_what_a_filter_finds_is_what_the_command_finds(client: httpx.Client) -> None:
    """All fields of the form at once, all pages, falling in the order of a column."""
    where = "period >= 3 and period <= 40 and largest >= 4 and largest <= 90 and rares > 0 and proved = 1"
    rows = atlas.read(atlas.SHIPPED_ATLAS, f"ruleset like 'octal(0.1___)' and {where}").rows
    form = {"code": "0.1???", "family": "octal", "state": "proved", "where": "rares > 0", "sort": "preperiod"}
    bounds = {"period_from": 3, "period_to": 40, "largest_from": 4, "largest_to": 90, "down": 1}
    pages = -(-len(rows) // PAGE_ROWS)
    found = [code for page in range(1, pages + 1) for code in codes(client, **form, **bounds, page=page)]
    assert len(rows) > PAGE_ROWS
    assert sorted(found) == sorted(str(row["ruleset"]) for row in rows)
    starts = {str(row["ruleset"]): int(str(row["preperiod"])) for row in rows}
    assert [starts[code] for code in found] == sorted(starts.values(), reverse=True)
    assert "There is no such page" in get(client, "/atlas", **form, **bounds, page=pages + 1)


def test_the_states_share_out_all_codes(client: httpx.Client) -> None:
    def count(**query: str) -> int:
        found = re.search(r"of ([\d,]+)\. ", get(client, "/atlas", **query))
        return int(found[1].replace(",", "")) if found else 0

    assert count() == sum(count(state=state) for state in ("proved", "seen", "open"))
    assert 0 < count(state="arithmetic") < count(state="proved")
    assert count() == count(family="octal") + count(family="hexadecimal")


def test_rows_for_other_programs(client: httpx.Client) -> None:
    lines = csv.DictReader(get(client, "/atlas/rows.csv", code="0.77*").splitlines())
    rows = atlas.read(atlas.SHIPPED_ATLAS, "ruleset like '%(0.77%'").rows
    assert sorted(line["checksum"] for line in lines) == sorted(str(row["checksum"]) for row in rows)


@pytest.mark.parametrize(
    ("query", "status", "line"),
    [
        ("where=perid+is+null", 400, "no column &#39;perid&#39;"),
        ("where=" + "not+" * 60 + "period=1", 400, "brackets and negations"),
        ("code=kayles", 400, "no pattern of codes"),
        ("code=0.1'", 400, "no pattern of codes"),
        ("period_from=many", 400, "a number from 0"),
        ("page=0", 400, "a number from 1"),
        ("page=20000", 422, "a number from 1"),
        ("down=perhaps", 400, "true or false"),
        ("where=" + "x" * 21_000, 422, "21,000 characters"),
        ("code=0.1111111", 200, "No code is like that"),
        ("sort=nothing&family=nothing&state=nothing", 200, "octal(0.0)"),
    ],
)
def test_bad_requests_have_one_line(client: httpx.Client, query: str, status: int, line: str) -> None:
    found = client.get(f"/atlas?{query}")
    assert (found.status_code, line in found.text) == (status, True), found.text[-600:]


def test_the_page_of_a_code_and_where_it_leads(client: httpx.Client) -> None:
    text = get(client, "/atlas/octal(0.771)")
    for told in ("Period <b>12</b> from n = <b>71</b>", "Proved", "octal(0.77)", 'grundy certify "octal(0.771)"'):
        assert told in unescape(text)
    main = text[text.index("<main") : text.index("</main")]
    for link in {unescape(link) for link in LINK.findall(main)}:
        assert client.get(link).status_code == 200, link
    assert "No period below" in get(client, "/atlas/octal(0.6)")
    assert client.get("/atlas/octal(0.99)").status_code == 404
    assert client.get("/atlas/kayles").status_code == 404


def test_every_list_is_linked_from_the_gallery_and_the_laboratory(client: httpx.Client) -> None:
    assert all('href="/atlas"' in get(client, path) for path in ("/", "/lab"))


def test_a_sequence_in_the_laboratory(client: httpx.Client) -> None:
    text = get(client, "/lab", q="0,1,2,3,1,4,3,2,1,4,2,6")
    assert ">kayles</a>" in text
    assert re.search(r"and \d+ more", text)
    assert "bounded_nim(3)" in get(client, "/lab", q="PNNNPNNNPNNN")
    assert "No ruleset" in get(client, "/lab", q="63,62,61,60")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_atlas(browser: Browser, server: Server, scheme: str) -> None:
    axe, wrong = Axe(), list[str]()
    for path in ("/atlas?state=open", "/atlas?where=perid", "/atlas/octal(0.165)", "/lab?q=0,1,2,3,1,4"):
        with open_page(browser, server.url + path, viewport=PHONE, color_scheme=scheme) as page:
            found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
            wrong += [f"{path}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert not wrong


def test_the_form_is_used_without_a_script(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/atlas", java_script_enabled=False) as page:
        page.get_by_label("Code", exact=True).fill("0.165*")
        page.get_by_role("button", name="Show").click()
        page.get_by_role("link", name="Period").click()
        page.get_by_role("link", name="octal(0.165)", exact=True).first.click()
        assert page.get_by_role("heading", level=1).inner_text() == "octal(0.165)"
        page.get_by_role("link", name="Play it").click()
        assert "/play/octal(0.165)" in unquote(page.url)
