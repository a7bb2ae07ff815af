"""The first journey while the network fails at each step: never a blank page, and always a way on."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, Request, Route, expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.browser import Window
from tests.e2e.conftest import NewWindow
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

SCRIPTS = re.compile(r"/static/\w+/assets/.*\.js$")
ENTRY = re.compile(r'<script type="module"[^>]* src="([^"]+)"')
BROKEN, OFFLINE = "This page did not load completely", "You are offline"
# (address, who, what stands there when all is well)
STEPS = [
    ("/account/login", None, "Sign in to Gatehouse"),
    ("/account/sign-up", None, "Create your Gatehouse account"),
    ("/oauth/portal/users", ADMINISTRATOR, "Users"),
    ("/general", ADMINISTRATOR, "General"),
    ("/billing", ADMINISTRATOR, "Billing"),
]
each_step = pytest.mark.parametrize(
    ("path", "person", "title"), STEPS, ids=[path for path, _, _ in STEPS]
)


async def refuse(route: Route) -> None:
    await route.abort()


def forgive(window: Window) -> None:
    """The network's failures, which the test brought about; anything else still counts."""
    provoked = re.compile(r"net::ERR_|Failed to fetch|could not be loaded|status of 404|offline")
    window.complaints[:] = [one for one in window.complaints if not provoked.search(one)]


async def said(page: Page, words: str) -> None:
    await expect(page.get_by_role("alert").filter(visible=True)).to_contain_text(words)
    await expect(page.get_by_role("button", name="Try again")).to_be_visible()


@each_step
async def test_without_any_script_that_is_said_and_trying_again_works(
    new_window: NewWindow, path, person, title
):
    window = await new_window(person)
    page = window.page
    await page.route(SCRIPTS, refuse)
    await page.goto(path)
    await said(page, BROKEN)
    await page.unroute(SCRIPTS)
    await page.get_by_role("button", name="Try again").click()
    await titled(page, title)
    forgive(window)


@pytest.mark.parametrize("path", ["/account/login", "/console", "/console/set-up", "/docs"])
async def test_a_german_browser_sees_the_error_in_german(new_window: NewWindow, path: str):
    window = await new_window(locale="de-DE")
    page = window.page
    await page.route(SCRIPTS, refuse)
    await page.goto(path)
    told = page.get_by_role("alert").filter(visible=True)
    await expect(told).to_contain_text("Diese Seite wurde nicht vollständig geladen")
    await page.unroute(SCRIPTS)
    await told.get_by_role("button", name="Erneut versuchen").click()
    await expect(told).to_have_count(0)
    await expect(page.locator("#root > :not([data-first])").first).to_be_attached()
    forgive(window)


# The login page comes whole with its first script.
@pytest.mark.parametrize(
    ("path", "person", "title"), STEPS[1:], ids=[path for path, _, _ in STEPS[1:]]
)
async def test_without_a_part_that_is_said_and_trying_again_works(
    new_window: NewWindow, path, person, title
):
    window = await new_window(person)
    page = window.page
    answer = await page.request.get(path, headers={"accept": "text/html"})
    html = await answer.text()
    first = set(re.findall(r'(?:src|href)="([^"]+\.js)"', html))

    async def refuse_parts(route: Route) -> None:
        is_first = urlsplit(route.request.url).path in first
        await (route.continue_() if is_first else route.abort())

    await page.route(SCRIPTS, refuse_parts)
    await page.goto(path)
    await said(page, BROKEN)
    await page.unroute(SCRIPTS)
    await page.get_by_role("button", name="Try again").click()
    await titled(page, title)
    forgive(window)


@pytest.mark.parametrize(
    ("start", "title", "link", "next_title"),
    [
        ("/account/login", "Sign in to Gatehouse", "Forgot password?", "Reset your password"),
        ("/oauth/portal/profile", "Profile", "Users", "Users"),
        ("/general", "General", "Billing", "Billing"),
    ],
)
async def test_offline_is_said_and_the_page_comes_by_itself(
    new_window: NewWindow, start, title, link, next_title
):
    window = await new_window(None if "login" in start else ADMINISTRATOR)
    page = window.page
    await page.goto(start)
    await titled(page, title)
    await page.wait_for_load_state("networkidle")
    await window.context.set_offline(True)
    await page.get_by_role("link", name=link, exact=True).click()
    await said(page, OFFLINE)
    await page.get_by_role("button", name="Try again").click()
    await said(page, OFFLINE)
    await window.context.set_offline(False)
    await titled(page, next_title)
    forgive(window)


async def test_what_was_typed_survives_a_part_that_does_not_come(new_window: NewWindow):
    window = await new_window()
    page = window.page
    await page.goto("/account/login")
    await page.get_by_label("Email").fill("nora@example.test")
    await page.route(SCRIPTS, refuse)
    await page.get_by_role("link", name="Create an account").click()
    await said(page, BROKEN)
    await page.unroute(SCRIPTS)
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_label("Work email")).to_have_value("nora@example.test")
    forgive(window)


@pytest.mark.parametrize("heals", [True, False])
async def test_after_a_deploy_a_page_is_loaded_anew_once(new_window: NewWindow, heals: bool):
    """The parts of the build that the page came from are gone; the server has another."""
    window = await new_window(ADMINISTRATOR)
    page = window.page
    loads: list[Request] = []
    page.on("request", lambda one: loads.append(one) if one.is_navigation_request() else None)

    async def newer(route: Route) -> None:
        if route.request.is_navigation_request():
            await route.continue_()
            return
        answer = await route.fetch()
        await route.fulfill(response=answer, body=ENTRY.sub("newer", await answer.text()))

    async def gone(route: Route) -> None:
        is_gone = len(loads) == 1 or not heals
        await (route.fulfill(status=404) if is_gone else route.continue_())

    await page.route("**/general", newer)
    await page.route(re.compile(r"/assets/general-page-.*\.js$"), gone)
    await page.goto("/general")
    if heals:
        await titled(page, "General")
    else:
        await said(page, BROKEN)
    assert len(loads) == 2
    forgive(window)
