"""What is around the sections of the portal: scripts, colors, touch, tabs."""

import pytest
from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.browser import PHONE
from tests.e2e.conftest import NewWindow
from tests.e2e.test_portal import USERS, users_page
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser


async def test_another_section_brings_its_own_scripts_only_and_once(new_window: NewWindow):
    page = await users_page(new_window)
    fetched: list[str] = []
    page.on(
        "request", lambda asked: fetched.append(asked.url) if asked.url.endswith(".js") else None
    )
    sections = {"Groups": "groups", "Roles": "roles", "Users": "users"}
    brought: dict[str, list[str]] = {}
    for title in [*sections, *sections]:
        fetched.clear()
        await page.get_by_role("navigation").get_by_role("link", name=title, exact=True).click()
        await titled(page, title)
        await page.wait_for_load_state("networkidle")
        brought.setdefault(title, list(fetched))
    others = ("audits-page", "subscriptions-page", "connectivity-page", "security-page", "sso")
    assert brought["Groups"]
    assert brought["Roles"]
    assert brought["Users"] == []
    assert fetched == []  # the second time round nothing is asked for
    assert not [url for urls in brought.values() for url in urls if any(o in url for o in others)]
    assert not set(brought["Groups"]) & set(brought["Roles"])


async def test_where_the_system_picks_the_colors_the_current_page_stands_out(
    new_window: NewWindow,
):
    page = await users_page(new_window)
    await page.emulate_media(forced_colors="active")
    navigation = page.get_by_role("navigation")
    fill = "one => getComputedStyle(one).backgroundColor"
    current = await navigation.get_by_role("link", name="Users", exact=True).evaluate(fill)
    other = await navigation.get_by_role("link", name="Groups", exact=True).evaluate(fill)
    assert current != other


async def test_a_finger_chooses_how_many_rows(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR, size=PHONE)
    await window.page.goto(USERS)
    rows = window.page.get_by_label("Rows per page")
    await expect(rows).to_be_visible()
    at = await rows.bounding_box()
    assert at
    assert at["height"] >= 44


async def test_a_line_runs_below_the_tabs_however_far_they_are_scrolled(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR, size=PHONE)
    await window.page.goto("/oauth/portal/security/countries")
    tabs = window.page.get_by_role("tablist")
    await expect(tabs).to_be_visible()
    assert await tabs.evaluate("one => getComputedStyle(one).boxShadow") != "none"
    assert await tabs.evaluate("one => getComputedStyle(one, '::before').display") == "none"


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_an_empty_check_box_is_outlined_as_a_field_is(new_window: NewWindow, scheme: str):
    window = await new_window(ADMINISTRATOR, scheme=scheme)
    await window.page.goto(USERS)
    box = window.page.get_by_role("row").nth(1).get_by_role("checkbox")
    field = window.page.get_by_role("searchbox")
    border = "one => getComputedStyle(one).borderTopColor"
    assert await box.evaluate(border) == await field.evaluate(border)
