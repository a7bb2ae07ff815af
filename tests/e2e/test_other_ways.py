"""Sign-in methods that others open or close: a leak, a link for all, an administrator, an account."""

import re
import subprocess
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.async_api import Page, expect

from tests.e2e.api import CHOSEN, join, join_company, post
from tests.e2e.browser import Window
from tests.e2e.conftest import NewWindow
from tests.e2e.entering import MFA_POLICY, give_code, give_password, newcomer
from tests.e2e.factors import Vendor, sent_code
from tests.e2e.outbox import follow_mail, mailed_links
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

WEB = Path(__file__).parents[2] / "web"
LEAKED = "1234567890"
ANOTHER = "Eighteen-quiet-herons"
INVITE_LINK = "/identity/resources/tenants/invites/v1/user"
TENANTS = "/identity/resources/users/v2/me/tenants"
ACTOR_TOKENS = "/identity/resources/impersonation/v1/actor-tokens"
CHANGE = "/identity/resources/users/v1/passwords/change"
REFRESH = "/identity/resources/auth/v1/user/token/refresh"


async def test_a_password_from_a_leak_leads_to_a_mailed_link_and_nowhere_else(
    new_window: NewWindow, vendor: Vendor
):
    window = await new_window()
    email, _ = await newcomer(window)
    await vendor.set_password(email, LEAKED)
    page = window.page
    await give_password(page, email, password=LEAKED)
    await titled(page, "This password was found in a data breach")
    await page.get_by_role("button", name="Send link").click()
    await titled(page, "Check your email")
    mailed = await follow_mail(window, email, "Reset your")
    await mailed.get_by_label("New password").fill(ANOTHER)
    await mailed.get_by_role("button", name="Change password").click()
    await expect(mailed.get_by_text("Your password has been changed.")).to_be_visible()
    await give_password(mailed, email, password=ANOTHER)
    await titled(mailed, "Profile")


async def tenants_of(window: Window) -> list[str]:
    """Names of the accounts of the signed-in user."""
    answer = await post(window, REFRESH, {})
    headers = {"authorization": f"Bearer {answer['accessToken']}"}
    told = await (await window.context.request.get(TENANTS, headers=headers)).json()
    return sorted(one["name"] for one in told)


async def company(window: Window, name: str) -> str:
    """An account of this name, whose administrator is signed in in the window; the token."""
    _, token = await join(window)
    headers = {"authorization": f"Bearer {token}"}
    settings = "/tenants/resources/account-settings/v1"
    answer = await window.context.request.put(settings, data={"name": name}, headers=headers)
    await expect(answer).to_be_ok()
    return token


async def test_an_invite_link_adds_new_and_known_users(new_window: NewWindow):
    name = f"Herons {uuid4().hex[:6]}"
    token = await company(await new_window(), name)
    link = (await post(await new_window(), INVITE_LINK, {}, token))["url"]

    new = await new_window()
    email = f"{uuid4().hex[:10]}@example.test"
    await new.page.goto(link)
    await titled(new.page, f"Join {name}")
    await new.page.get_by_label("Work email").fill(email)
    await new.page.get_by_label("Full name").fill("Nina Newcomer")
    await new.page.get_by_role("button", name="Create account").click()
    page = await follow_mail(new, email, "You have been invited")
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.get_by_role("button", name="Activate account").click()
    await page.wait_for_url(re.compile(r"^[^?]*(?<!activate)$"))
    assert await tenants_of(new) == [name]

    known = await new_window()
    email, _ = await newcomer(known)
    await known.page.goto(link)
    await known.page.get_by_role("link", name="Sign in").click()
    await titled(known.page, f"Sign in to join {name}")
    await known.page.get_by_label("Email").fill(email)
    await known.page.get_by_label("Password", exact=True).fill(CHOSEN)
    async with known.page.expect_navigation():
        await known.page.keyboard.press("Enter")
    assert await tenants_of(known) == [name, "Newcomers"]


async def test_impersonation_by_support_is_visible_and_can_be_ended(
    new_window: NewWindow, vendor: Vendor
):
    window, theirs = await new_window(), await new_window()
    email, administrator = await join(window)
    _, _, cleo = await join_company(theirs, administrator)
    await vendor.let(email, "support.impersonate.users")
    asked = {"impersonatedUserId": cleo, "reason": "Ticket 4711"}
    permit = (await post(window, ACTOR_TOKENS, asked, administrator))["actorToken"]

    page = window.page
    await page.goto(
        f"/account/impersonate?impersonatedUserId={cleo}&actorToken={permit}"
        "&redirectUrl=/oauth/portal/profile"
    )
    await titled(page, "Start impersonation")
    await page.get_by_role("button", name="Start").click()
    await titled(page, "Profile")
    bar = page.get_by_role("region", name="Impersonation")
    await expect(bar).to_contain_text("You are impersonating Cleo Colleague")
    await expect(bar).to_contain_text("Ends at")
    acting = (await post(window, REFRESH, {}))["accessToken"]
    refused = await window.context.request.post(
        CHANGE,
        data={"password": CHOSEN, "newPassword": ANOTHER},
        headers={"authorization": f"Bearer {acting}"},
    )
    assert refused.status == 403
    await bar.get_by_role("button", name="End").click()
    await expect(page.get_by_label("Email")).to_be_visible()
    # The permit counted once.
    window.allow("/identity/resources/impersonation/v1", 401)
    await page.goto(f"/account/impersonate?impersonatedUserId={cleo}&actorToken={permit}")
    await page.get_by_role("button", name="Start").click()
    await titled(page, "This request has expired")


SDK_PAGE = """<!doctype html><title>Product</title><link rel="icon" href="data:,"><script type="module">
import { createSession } from '/product/sdk.js'
window.session = createSession({ tenantPerTab: true })
await session.start()
document.title = 'Started'
</script>"""


async def product_tab(window: Window) -> Page:
    """A tab with a product that lets each tab have its own account."""
    page = await window.context.new_page()
    await page.goto("/product/")
    await expect(page).to_have_title("Started")
    return page


async def in_account(page: Page) -> str | None:
    found: str | None = await page.evaluate("session.getSnapshot().user?.tenantId")
    return found


async def switch(page: Page, tenant_id: str) -> str:
    """What is said to it; nothing where it worked."""
    said: str = await page.evaluate(
        "async (id) => { try { await session.switchTenant(id); return '' } catch (e) { return e.message } }",
        tenant_id,
    )
    return said


async def test_two_tabs_with_two_accounts_of_different_rules(new_window: NewWindow):
    window = await new_window()
    email, token = await join(window)
    strict = await new_window()
    administrator = await company(strict, "Strict")
    await post(strict, "/identity/resources/users/v2", {"email": email}, administrator)
    [link, *_] = await mailed_links(window, email, "You have been invited")
    await window.page.goto(link)
    await window.page.get_by_role("button", name="Accept invitation").click()
    await window.page.wait_for_url(re.compile("^((?!accept).)*$"))
    await post(strict, MFA_POLICY, {"enforceMFAType": "Force"}, administrator)
    ids = {
        one["name"]: one["tenantId"]
        for one in await (
            await window.context.request.get(TENANTS, headers={"authorization": f"Bearer {token}"})
        ).json()
    }

    bundle = subprocess.run(  # noqa: ASYNC221
        [WEB / "node_modules/.bin/esbuild", "packages/sdk/src/index.ts", "--bundle", "--format=esm"],
        cwd=WEB, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    await window.context.route(
        "**/product/", lambda route: route.fulfill(body=SDK_PAGE, content_type="text/html")
    )
    await window.context.route(
        "**/product/sdk.js",
        lambda route: route.fulfill(body=bundle, content_type="text/javascript"),
    )
    one, other = await product_tab(window), await product_tab(window)
    window.allow("/identity/resources/users/v3/me/token", 403)
    assert await in_account(one) == await in_account(other) == ids["Newcomers"]
    assert "requires MFA" in await switch(other, ids["Strict"])
    assert await in_account(other) == ids["Newcomers"]

    # A user who shows two factors is signed in, and the first tab stays where it is.
    await window.context.clear_cookies()
    await give_password(
        window.page,
        email,
        f"/account/login?tenantId={ids['Strict']}&redirectUrl=/oauth/portal/profile",
    )
    await window.page.get_by_role("button", name="Email code").click()
    await give_code(window.page, await sent_code(window, email))
    await window.page.get_by_role("button", name="I have saved").click()
    await titled(window.page, "Profile")
    assert await switch(one, ids["Newcomers"]) == ""
    assert await switch(other, ids["Strict"]) == ""
    for tab in (one, other):
        await tab.reload()
        await expect(tab).to_have_title("Started")
    assert await in_account(one) == ids["Newcomers"]
    assert await in_account(other) == ids["Strict"]
