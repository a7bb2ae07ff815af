"""The packages of the browser in a product: each way to wire them, as their guide names the options."""

import re
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import asyncpg
import pytest
from playwright.async_api import Page, expect

from gatehouse.demo.people import ADMINISTRATOR, PASSWORD
from tests.e2e.api import CHOSEN, join, post, sign_in
from tests.e2e.conftest import NewWindow
from tests.e2e.entering import give_code, newcomer
from tests.e2e.factors import add_mail, sent_code
from tests.e2e.outbox import mailed_links
from tests.e2e.product import install
from tests.e2e.tour import titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

READ_ONLY = "readonly@acme.test"
GENERATE = "/identity/resources/auth/v1/user/step-up/generate"
OWN_PAGES = {
    "loginUrl": "/product/in",
    "signUpUrl": "/product/join",
    "activateUrl": "/product/activate",
    "stepUpUrl": "/product/again",
    "forgotPasswordUrl": "/product/forgot",
    "signUpSuccessUrl": "/product/welcome",
    "authenticatedUrl": "/product/home",
}
EMBEDDED = {"loginUrl": "/product/in", "stepUpUrl": "/product/again"}
HOSTED = {"mode": "hosted", "clientId": "gatehouse-demo"}


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
    page = await install(
        await new_window(), server.url, provider=EMBEDDED, login={"routes": OWN_PAGES}
    )
    await page.goto("/product/docs?tab=2#part")
    await page.get_by_role("button", name="Sign in here").click()
    await expect(page).to_have_url(re.compile(r"/product/in$"))
    await page.get_by_role("link", name="Forgot password?").click()
    await expect(page).to_have_url(re.compile(r"/product/forgot$"))
    await page.go_back()
    await give(page, ADMINISTRATOR)
    await expect(page).to_have_url(re.compile(r"/product/docs\?tab=2#part$"))
    await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
    await page.get_by_role("button", name="Sign out here").click()
    await expect(page.get_by_role("button", name="Sign in here")).to_be_visible()
    # Whoever comes from nowhere in particular.
    await page.goto("/product/in")
    await give(page, ADMINISTRATOR)
    await titled(page, "Product /product/home")


async def test_the_product_hears_of_whoever_is_new(new_window: NewWindow, server: Server):
    window = await new_window()
    page = await install(window, server.url, provider=EMBEDDED, login={"routes": OWN_PAGES})
    email = f"{uuid4().hex[:10]}@example.test"
    await page.goto("/product/join")
    await page.get_by_label("Work email").fill(email)
    await page.get_by_label("Full name").fill("Nora Newcomer")
    await page.get_by_label("Company").fill("Newcomers")
    await page.get_by_role("button", name="Create account").click()
    await titled(page, "Check your email")
    [heard] = await told(page)
    assert (heard["type"], heard["email"]) == ("sign-up-complete", email)
    assert {"userId", "tenantId"} <= set(heard)
    [link] = await mailed_links(window, email, "Activate your")
    await page.goto(f"/product/activate?{urlsplit(link).query}")
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.get_by_role("button", name="Activate account").click()
    await titled(page, "Your account is active")
    user_id = parse_qs(urlsplit(link).query)["userId"][0]
    assert await told(page) == [{"type": "user-verified", "email": email, "userId": user_id}]
    await titled(page, "Product /product/home")


@pytest.mark.parametrize(
    ("strategy", "path"), [("path", "/product/docs?tab=2"), ("hash", "/#/product/docs?tab=2")]
)
async def test_the_hosted_pages_lead_back_by_path_and_behind_a_hash(
    new_window: NewWindow, server: Server, strategy: str, path: str
):
    provider = HOSTED | {"urlStrategy": strategy}
    page = await install(
        await new_window(), server.url, provider=provider, at=r"/|/product/.*|/oauth/callback"
    )
    await page.goto(path)
    await page.get_by_role("button", name="Sign in here").click()
    await expect(page).to_have_url(re.compile(r"/oauth/account/login\?"))
    await give(page, ADMINISTRATOR)
    await expect(page).to_have_url(f"{server.url}{path}")
    await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
    # A reload asks silently, and leads nowhere else.
    await page.reload()
    await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
    await expect(page).to_have_url(f"{server.url}{path}")
    await page.get_by_role("button", name="Sign out here").click()
    await expect(page.get_by_role("button", name="Sign in here")).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("button", name="Sign in here")).to_be_visible()


async def test_pages_behind_a_hash_go_one_step_back_and_keep_what_was_typed(
    new_window: NewWindow, server: Server
):
    page = await install(await new_window(), server.url, provider={"urlStrategy": "hash"}, at="/")
    await page.goto("/#/docs?tab=2")
    await page.get_by_role("button", name="Sign in here").click()
    await expect(page).to_have_url(re.compile(r"/#/account/login$"))
    await page.get_by_role("link", name="Create an account").click()
    await expect(page).to_have_url(re.compile(r"/#/account/sign-up$"))
    await page.get_by_label("Full name").fill("Nora Newcomer")
    await page.reload()
    await expect(page.get_by_label("Full name")).to_have_value("Nora Newcomer")
    await page.go_back()
    await give(page, ADMINISTRATOR)
    await expect(page).to_have_url(f"{server.url}/#/docs?tab=2")
    await expect(page.get_by_text(f"{ADMINISTRATOR} in Acme")).to_be_visible()
    await page.get_by_role("button", name="Sign out here").click()
    await page.goto("/#/account/login?redirectUrl=%2F%23%2Fbilling")
    await page.reload()
    await give(page, ADMINISTRATOR)
    await expect(page).to_have_url(f"{server.url}/#/billing")


@pytest.mark.parametrize(
    ("person", "sees"),
    [
        (ADMINISTRATOR, ["May invite people", "An administrator"]),
        (READ_ONLY, ["May invite nobody", "No administrator"]),
    ],
)
async def test_content_is_shown_to_whom_it_is_for(
    new_window: NewWindow, server: Server, person: str, sees: list[str]
):
    window = await new_window(person)
    page = await install(window, server.url, provider=EMBEDDED)
    await page.goto("/product/docs")
    for text in sees:
        await expect(page.get_by_text(text, exact=True)).to_be_visible()


async def test_what_is_sensitive_asks_for_a_second_factor_and_leads_back(
    new_window: NewWindow, server: Server
):
    window = await new_window()
    email, token = await join(window)
    await add_mail(window, email, token)
    page = await install(window, server.url, provider=EMBEDDED, login={"routes": OWN_PAGES})
    await page.goto("/product/docs")
    await page.evaluate("history.pushState({}, '', '/product/secret?from=docs')")
    await page.reload()
    await titled(page, "Confirm it’s you")
    await expect(page).to_have_url(re.compile(r"/product/again\?maxAge=600$"))
    await give_code(page, await sent_code(window, email, 2))
    await expect(page.get_by_text("The secret")).to_be_visible()
    await expect(page).to_have_url(re.compile(r"/product/secret\?from=docs$"))


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
    [link, *_] = await mailed_links(window, email, "You are invited")
    await window.page.goto(link)
    await window.page.get_by_role("button", name="Accept invitation").click()
    await expect(window.page.get_by_label("Email")).to_be_visible()
    await sign_in(window, email, CHOSEN)
    page = await install(window, server.url, provider=EMBEDDED, login={"routes": OWN_PAGES})
    await page.goto("/product/one")
    second = await window.context.new_page()
    await second.goto("/product/two")
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
    window = await new_window()
    page = await install(window, server.url, provider=EMBEDDED, login={"routes": OWN_PAGES})
    for address in ("/product/in", "/account/login"):
        await page.goto(address)
        await expect(page.get_by_role("button", name="Open the gate")).to_be_visible()
