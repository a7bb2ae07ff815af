"""The packages of the browser in a product: each way to wire them, as their guide names the options."""

import re
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import asyncpg
import pytest
from playwright.async_api import Page, expect

from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from tests.e2e.api import CHOSEN, join, post, sign_in
from tests.e2e.conftest import NewWindow
from tests.e2e.entering import give_code, newcomer
from tests.e2e.factors import add_mail, sent_code
from tests.e2e.outbox import mailed_links
from tests.e2e.product import product
from tests.e2e.tour import titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

READ_ONLY = "readonly@acme.test"
OWN_PAGES = {
    "loginUrl": "/in",
    "signUpUrl": "/join",
    "activateUrl": "/activate",
    "stepUpUrl": "/again",
    "forgotPasswordUrl": "/forgot",
    "signUpSuccessUrl": "/welcome",
    "authenticatedUrl": "/home",
}
LOGIN = {"routes": OWN_PAGES}
EMBEDDED: dict[str, Any] = {"loginUrl": "/in", "stepUpUrl": "/again"}
HOSTED: dict[str, Any] = {"mode": "hosted", "clientId": "gatehouse-demo"}


async def give(page: Page, email: str, password: str = PASSWORD) -> None:
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(password)
    await page.keyboard.press("Enter")


async def told(page: Page) -> list[dict[str, Any]]:
    """The events that the product heard of on this page."""
    heard: list[dict[str, Any]] = await page.evaluate("globalThis.told")
    return heard


async def test_pages_of_its_own_lead_back_to_where_one_wanted_to_be(
    new_window: NewWindow, server: Server
):
    page = (await new_window()).page
    with product(server.url, LOGIN, **EMBEDDED) as shop:
        await page.goto(f"{shop}/docs?tab=2#part")
        await page.get_by_role("button", name="Sign in here").click()
        await expect(page).to_have_url(f"{shop}/in")
        await page.get_by_role("link", name="Forgot password?").click()
        await expect(page).to_have_url(f"{shop}/forgot")
        await page.go_back()
        await give(page, ADMINISTRATOR)
        await expect(page).to_have_url(f"{shop}/docs?tab=2#part")
        await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
        await page.get_by_role("button", name="Sign out here").click()
        await expect(page.get_by_role("button", name="Sign in here")).to_be_visible()
        # A visitor without a page to go back to.
        await page.goto(f"{shop}/in")
        await give(page, ADMINISTRATOR)
        await titled(page, "Product /home")


async def test_the_servers_own_page_leads_back_to_the_product(
    new_window: NewWindow, server: Server
):
    page = (await new_window()).page
    with product(server.url, loginUrl=f"{server.url}/account/login") as shop:
        await page.goto(f"{shop}/docs?tab=2#part")
        await page.get_by_role("button", name="Sign in here").click()
        await expect(page).to_have_url(re.compile(f"^{server.url}/account/login"))
        await give(page, ADMINISTRATOR)
        await expect(page).to_have_url(f"{shop}/docs?tab=2#part")
        await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()


async def test_the_product_is_told_of_a_new_user(new_window: NewWindow, server: Server):
    window = await new_window()
    page = window.page
    email = f"{uuid4().hex[:10]}@example.test"
    with product(server.url, LOGIN, **EMBEDDED) as shop:
        await page.goto(f"{shop}/join")
        await page.get_by_label("Work email").fill(email)
        await page.get_by_label("Full name").fill("Nora Newcomer")
        await page.get_by_label("Company").fill("Newcomers")
        await page.get_by_role("button", name="Create account").click()
        await titled(page, "Check your email")
        [heard] = await told(page)
        assert (heard["type"], heard["email"]) == ("sign-up-complete", email)
        assert {"userId", "tenantId"} <= set(heard)
        [link] = await mailed_links(window, email, "Activate your")
        query = urlsplit(link).query
        await page.goto(f"{shop}/activate?{query}")
        await page.get_by_label("Password", exact=True).fill(CHOSEN)
        await page.get_by_role("button", name="Activate account").click()
        await titled(page, "Your account is active")
        user_id = parse_qs(query)["userId"][0]
        assert await told(page) == [{"type": "user-verified", "email": email, "userId": user_id}]
        await titled(page, "Product /home")


@pytest.mark.parametrize("path", ["/docs?tab=2", "/#/docs?tab=2"])
async def test_the_hosted_pages_lead_back_by_path_and_behind_a_hash(
    new_window: NewWindow, server: Server, path: str
):
    window = await new_window()
    window.allow("/oauth/authorize/silent", 401)
    page = window.page
    strategy = "hash" if "#" in path else "path"
    with product(server.url, urlStrategy=strategy, **HOSTED) as shop:
        await page.goto(f"{shop}{path}")
        await page.get_by_role("button", name="Sign in here").click()
        await expect(page).to_have_url(re.compile(f"^{server.url}/oauth/account/login"))
        await give(page, ADMINISTRATOR)
        await expect(page).to_have_url(f"{shop}{path}")
        await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
        # A reload asks silently, and leads nowhere else.
        await page.reload()
        await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
        await expect(page).to_have_url(f"{shop}{path}")
        await page.get_by_role("button", name="Sign out here").click()
        for _ in range(2):
            await expect(page.get_by_role("button", name="Sign in here")).to_be_visible()
            await page.reload()


async def test_pages_behind_a_hash_go_one_step_back_and_keep_what_was_typed(
    new_window: NewWindow, server: Server
):
    page = (await new_window()).page
    with product(server.url, urlStrategy="hash") as shop:
        await page.goto(f"{shop}/#/docs?tab=2")
        await page.get_by_role("button", name="Sign in here").click()
        await expect(page).to_have_url(f"{shop}/#/account/login")
        await page.get_by_role("link", name="Create an account").click()
        await expect(page).to_have_url(f"{shop}/#/account/sign-up")
        await page.get_by_label("Full name").fill("Nora Newcomer")
        await page.reload()
        await expect(page.get_by_label("Full name")).to_have_value("Nora Newcomer")
        await page.go_back()
        await give(page, ADMINISTRATOR)
        await expect(page).to_have_url(f"{shop}/#/docs?tab=2")
        await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
        await page.get_by_role("button", name="Sign out here").click()
        await expect(page.get_by_role("button", name="Sign in here")).to_be_visible()
        await page.goto(f"{shop}/#/account/login?redirectUrl=%2F%23%2Fbilling")
        await give(page, ADMINISTRATOR)
        await expect(page).to_have_url(f"{shop}/#/billing")


@pytest.mark.parametrize(
    ("person", "sees"),
    [
        (ADMINISTRATOR, ["May invite people", "An administrator"]),
        (READ_ONLY, ["May invite nobody", "No administrator"]),
    ],
)
async def test_content_is_shown_to_entitled_users_only(
    new_window: NewWindow, server: Server, person: str, sees: list[str]
):
    page = (await new_window(person)).page
    with product(server.url, **EMBEDDED) as shop:
        await page.goto(f"{shop}/docs")
        for text in sees:
            await expect(page.get_by_text(text, exact=True)).to_be_visible()


async def test_what_is_sensitive_asks_for_a_second_factor_and_leads_back(
    new_window: NewWindow, server: Server
):
    window = await new_window()
    email, token = await join(window)
    await add_mail(window, email, token)
    page = window.page
    with product(server.url, LOGIN, **EMBEDDED) as shop:
        await page.goto(f"{shop}/secret?from=docs")
        await titled(page, "Confirm it’s you")
        await expect(page).to_have_url(f"{shop}/again?maxAge=600")
        await give_code(page, await sent_code(window, email, 2))
        await expect(page.get_by_text("The secret")).to_be_visible()
        await expect(page).to_have_url(f"{shop}/secret?from=docs")


async def test_two_tabs_go_to_another_account_together_and_out_together(
    new_window: NewWindow, server: Server
):
    window, other = await new_window(), await new_window()
    email, _ = await newcomer(window)
    _, administrator = await join(other)
    settings = "/tenants/resources/account-settings/v1"
    headers = {"authorization": f"Bearer {administrator}"}
    await other.context.request.put(settings, data={"name": "Herons"}, headers=headers)
    await post(other, "/identity/resources/users/v2", {"email": email}, administrator)
    [link, *_] = await mailed_links(window, email, "You have been invited")
    page = window.page
    await page.goto(link)
    await page.get_by_role("button", name="Accept invitation").click()
    await expect(page.get_by_label("Email")).to_be_visible()
    await sign_in(window, email, CHOSEN)
    with product(server.url, LOGIN, **EMBEDDED) as shop:
        await page.goto(f"{shop}/one")
        second = await window.context.new_page()
        await second.goto(f"{shop}/two")
        for tab in (page, second):
            await expect(tab.get_by_text(re.compile(f"^{email} in "))).to_be_visible()
        for name in ("Herons", "Newcomers"):
            await page.get_by_role("button", name=f"To {name}").click()
            for tab in (page, second):
                await expect(tab.get_by_text(f"{email} in {name}")).to_be_visible()
        await second.get_by_role("button", name="Sign out here").click()
        for tab in (page, second):
            await expect(tab.get_by_role("button", name="Sign in here")).to_be_visible()


@pytest.fixture
async def worded(server: Server) -> AsyncIterator[None]:
    """The vendor has words of its own for the sign-in pages meanwhile."""
    connection = await asyncpg.connect(server.database_url)
    await connection.execute("set gatehouse.scope = 'system'")
    before = await connection.fetchval(
        "select configuration::text from metadata where entity_name = 'adminBox'"
    )
    await connection.execute(
        "update metadata set configuration = configuration ||"
        """ '{"localizations": {"en": {"loginBox": {"login": {"submit": "Open the gate"}}}}}'"""
        " where entity_name = 'adminBox'"
    )
    yield
    await connection.execute(
        "update metadata set configuration = $1::jsonb where entity_name = 'adminBox'", before
    )
    await connection.close()


@pytest.mark.usefixtures("worded")
async def test_the_vendors_words_stand_on_its_pages(new_window: NewWindow, server: Server):
    page = (await new_window()).page
    with product(server.url, LOGIN, **EMBEDDED) as shop:
        for address in (f"{shop}/in", "/account/login"):
            await page.goto(address)
            await expect(page.get_by_role("button", name="Open the gate")).to_be_visible()
