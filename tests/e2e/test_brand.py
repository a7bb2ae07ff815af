"""One brand in all apps, from the first paint on: before any script, in light and in dark."""

import re
from collections.abc import AsyncIterator

import asyncpg
import pytest
from playwright.async_api import Page, expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.conftest import NewWindow
from tests.e2e.tour import titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

SCRIPTS = re.compile(r"\.js$")
APPS = [
    ("/account/login", None, "Sign in to Northwind"),
    ("/oauth/portal/profile", ADMINISTRATOR, "Profile"),
    ("/general", ADMINISTRATOR, "General"),
    # By way of the sign-in page.
    ("/console", None, "Sign in to Northwind"),
]
each_app = pytest.mark.parametrize(
    ("path", "person", "title"), APPS, ids=["login", "portal", "licensing", "console"]
)


@pytest.fixture(autouse=True)
async def northwind(server: Server) -> AsyncIterator[None]:
    """The vendor has a name and an accent of its own meanwhile."""
    connection = await asyncpg.connect(server.database_url)
    await connection.execute("set gatehouse.scope = 'system'")
    before = await connection.fetchval("select name from vendor")
    box = await connection.fetchval(
        "delete from metadata where entity_name = 'adminBox' returning configuration::text"
    )
    await connection.execute("update vendor set name = 'Northwind'")
    await connection.execute(
        "insert into metadata (entity_name, configuration) values"
        """ ('adminBox', '{"theme": {"palette": {"primary": {"main": "#c2410c"}}}}')"""
    )
    yield
    await connection.execute("update vendor set name = $1", before)
    await connection.execute("delete from metadata where entity_name = 'adminBox'")
    await connection.execute(
        "insert into metadata (entity_name, configuration) select 'adminBox', $1::jsonb"
        " where $1::text is not null",
        box,
    )
    await connection.close()


async def color(page: Page, selector: str, name: str) -> list[int]:
    value: str = await page.locator(selector).first.evaluate(
        "(one, name) => getComputedStyle(one)[name]", name
    )
    return [int(part) for part in re.findall(r"\d+", value)[:3]]


@each_app
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_before_any_script_the_page_is_the_vendors(
    new_window: NewWindow, path, person, title, scheme
):
    window = await new_window(person, scheme=scheme)
    page = window.page
    # Never answered, as on a network that is slow beyond measure.
    await page.route(SCRIPTS, lambda _: None)
    await page.goto(path, wait_until="commit")
    await expect(page).to_have_title(re.compile("Northwind$"))
    await expect(page.locator("#root")).to_contain_text("Northwind")
    assert await color(page, "[data-sign]", "backgroundColor") == [0xC2, 0x41, 0x0C]
    surface = sum(await color(page, "html", "backgroundColor"))
    assert surface > 600 if scheme == "light" else surface < 150


@each_app
async def test_with_its_scripts_the_page_stays_the_vendors(
    new_window: NewWindow, path, person, title
):
    window = await new_window(person)
    page = window.page
    seen: list[str] = []
    await page.expose_function("see", lambda text: seen.append(text))
    # Every text that stands in the page at any moment.
    await page.add_init_script(
        "new MutationObserver(() => see(document.title + document.body?.innerText))"
        ".observe(document, { childList: true, subtree: true, characterData: true })"
    )
    await page.goto(path)
    await titled(page, title)
    await page.wait_for_load_state("networkidle")
    assert seen
    assert [one for one in seen if "Gatehouse" in one] == []
    await expect(page).to_have_title(re.compile("Northwind"))
    accent = await page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--gh-accent')"
    )
    assert accent.strip() == "#c2410c"


async def test_a_chosen_darkness_holds_before_any_script(new_window: NewWindow):
    page = (await new_window()).page
    await page.goto("/account/login")
    await page.evaluate("localStorage.setItem('gatehouse-color-scheme', 'dark')")
    await page.route(SCRIPTS, lambda _: None)
    await page.goto("/general", wait_until="commit")
    await expect(page.locator("#root")).to_contain_text("Northwind")
    assert sum(await color(page, "html", "backgroundColor")) < 150


async def test_legal_and_mail_are_the_vendors(new_window: NewWindow):
    page = (await new_window()).page
    await page.goto("/legal")
    await expect(page).to_have_title("Legal · Northwind")
    await expect(page.get_by_role("banner")).to_have_text(re.compile("Northwind"))
