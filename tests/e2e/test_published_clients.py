"""The hosted platform's own browser clients, as npm has them, against a server of ours: hosted mode, and for
those without React a form of the product's own, too.

`scripts/published-clients.sh FOLDER` fetches them. Without `--published-clients FOLDER` this
file is no part of the run (conftest.py), and what they do is replayed by `tests/compat/test_hosted.py` alone.
"""

from pathlib import Path

import pytest
from playwright.async_api import Page, Response, expect

from gatehouse.identity.oauth.clients import DEMO_CLIENT
from tests.e2e.api import CHOSEN, join
from tests.e2e.api import sign_in as sign_in_there
from tests.e2e.browser import Window
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor, add_app, app_code
from tests.e2e.published import OTHERS, STEPPED_UP_SECONDS, VERSIONS, Published, product
from tests.process.server import Server

pytestmark = pytest.mark.browser

SILENT, TOKEN = "/oauth/authorize/silent", "/oauth/token"
COOKIE = "/identity/resources/auth/v1/user/token/refresh"
RENEWS_SINCE, BOX_SINCE, STEP_UP_SINCE = 4, 5, 6
HOUR_MS = 3_600_000
# 5.79 as npm has it uses a name that it does not import, and goes on without the metadata.
OWN_FAULT = "failed to get admin portal metadata TypeError"


async def sign_in(page: Page, email: str) -> None:
    """From the product's page over ours and back."""
    await page.get_by_role("button", name="Sign in").click()
    await give_password(page, email)
    await expect(page.locator("#person")).to_have_text(email)


async def give_password(page: Page, email: str) -> None:
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.keyboard.press("Enter")


def renews(answer: Response) -> bool:
    return answer.url.endswith((TOKEN, COOKIE)) and answer.ok


async def allow_being_nobody(window: Window) -> None:
    """How a client learns that there is no session, and what older ones complain of anywhere."""
    window.allow(f"/frontegg{SILENT}", 401)
    window.allow(f"/frontegg{COOKIE}", 401)
    # An older box asks for a typeface from outside, which is not reached here.
    await window.context.route("**/*googleapis.com/**", lambda route: route.fulfill(body=""))


@pytest.mark.parametrize("published", [*VERSIONS, *OTHERS], indirect=True)
async def test_sign_in_renew_reload_step_up_and_out(
    new_window: NewWindow, server: Server, vendor: Vendor, published: Published, tmp_path: Path
):
    window = await new_window()
    email, _ = await join(window)
    await window.context.clear_cookies()
    await allow_being_nobody(window)
    page = window.page
    with product(published.bundle(tmp_path), server.url, DEMO_CLIENT) as address:
        await page.clock.install()
        await page.goto(address)
        await expect(page.locator("#person")).to_have_text("nobody")
        await sign_in(page, email)
        assert page.url == f"{address}/"
        if published.generation >= RENEWS_SINCE:
            await renew(page, published)
        await expect(page.locator("#person")).to_have_text(email)
        await reload(page, published, email)
        if published.generation >= STEP_UP_SINCE and published.version in VERSIONS:
            secret = await enroll_elsewhere(await new_window(), vendor, server, email)
            await step_up(window, email, secret)
        await sign_out(page)
    window.complaints = [one for one in window.complaints if OWN_FAULT not in one]


@pytest.mark.parametrize("published", OTHERS, indirect=True)
async def test_a_form_of_the_products_own(
    new_window: NewWindow, server: Server, published: Published, tmp_path: Path
):
    window = await new_window()
    email, _ = await join(window)
    await window.context.clear_cookies()
    await allow_being_nobody(window)
    page = window.page
    script = published.bundle(tmp_path)
    with product(script, server.url, DEMO_CLIENT, has_own_forms=True) as address:
        await page.goto(address)
        await expect(page.locator("#person")).to_have_text("nobody")
        await page.evaluate("([email, password]) => void signIn(email, password)", [email, CHOSEN])
        await expect(page.locator("#person")).to_have_text(email)
        await reload(page, published, email)
        await renew(page, published)
        tab = await window.context.new_page()
        await tab.goto(address)
        await expect(tab.locator("#person")).to_have_text(email)
        await sign_out(page)


async def renew(page: Page, published: Published) -> None:
    token = page.locator("#token")
    before = await token.inner_text()
    async with page.expect_response(renews):
        if published.generation < BOX_SINCE:
            await page.clock.fast_forward(HOUR_MS)  # the client renews before its token ends
        else:  # the timer is in the platform's box, and starts this
            await page.get_by_role("button", name="Renew").click()
    await expect(token).not_to_have_text(before)


async def reload(page: Page, published: Published, email: str) -> None:
    await page.reload()
    if (
        published.generation < BOX_SINCE
    ):  # a page of theirs begins without a session, and is signed in at a click
        await expect(page.locator("#person")).to_have_text("nobody")
        await page.get_by_role("button", name="Sign in").click()
    await expect(page.locator("#person")).to_have_text(email)
    await expect(page.locator("#roles")).to_have_text("Admin")


async def enroll_elsewhere(window: Window, vendor: Vendor, server: Server, email: str) -> str:
    """Their app, in another browser, which ends their other sessions."""
    token = await sign_in_there(window, email, CHOSEN)
    return await add_app(window, vendor, server, email, token)


async def step_up(window: Window, email: str, secret: str) -> None:
    """On our pages; a reload keeps it, the end of its time does not."""
    page, stepped_up = window.page, window.page.locator("#stepped-up")
    await expect(stepped_up).to_have_text("false")
    await page.get_by_role("button", name="Step up").click()
    await give_password(page, email)
    code = await app_code(window, secret, steps=1)
    await page.get_by_label("Six-digit code").press_sequentially(code)
    await expect(stepped_up).to_have_text("true")
    await page.reload()
    await expect(stepped_up).to_have_text("true")
    await page.clock.fast_forward((STEPPED_UP_SECONDS + 1) * 1000)
    await page.reload()
    await expect(page.locator("#person")).not_to_have_text("nobody")
    await expect(stepped_up).to_have_text("false")


async def sign_out(page: Page) -> None:
    person = page.locator("#person")
    await page.get_by_role("button", name="Sign out").click()
    await expect(person).to_have_text("nobody")
    await page.reload()
    await expect(person).to_have_text("nobody")
    await page.get_by_role("button", name="Sign in").click()
    await expect(
        page.get_by_label("Email")
    ).to_be_visible()  # there is no session at our pages either
