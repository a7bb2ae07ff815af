"""People of one company, each with what their role permits."""

import re
from uuid import uuid4

import httpx
import pytest
from playwright.async_api import Page, expect

from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from tests.e2e.api import CHOSEN, signed_in
from tests.e2e.browser import PHONE, Window
from tests.e2e.conftest import NewWindow
from tests.e2e.outbox import follow_mail
from tests.e2e.tour import titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

READER = "readonly@acme.test"
USERS = "/oauth/portal/users"


async def test_a_colleague_is_invited_and_joins(new_window: NewWindow):
    administrator = await new_window()
    await log_in(administrator.page, USERS)
    email = f"{uuid4().hex[:10]}@example.test"
    await invite(administrator.page, email, "Cleo Colleague")
    row = await find(administrator.page, email)
    await expect(row.get_by_text("Pending invitation")).to_be_visible()

    colleague = await new_window()
    page = await follow_mail(colleague, email, "You have been invited")
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.get_by_role("button", name="Activate account").click()
    await titled(page, "General")
    await page.get_by_role("button", name="Account of Cleo Colleague").click()
    await page.get_by_role("menuitem", name="My Account").click()
    await titled(page, "Profile")

    for seen_by in (page, administrator.page):
        await seen_by.goto(USERS)
        row = await find(seen_by, email)
        await expect(row.get_by_text("Active", exact=True)).to_be_visible()
        row = await find(seen_by, ADMINISTRATOR)
        await expect(row.get_by_text("Ada Admin")).to_be_visible()


async def log_in(page: Page, target: str) -> None:
    """By hand, from the page that they wanted and back to it."""
    await page.goto(target)
    await page.get_by_label("Email").fill(ADMINISTRATOR)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page).to_have_url(re.compile(f"{target}($|\\?)"))


async def invite(page: Page, email: str, name: str) -> None:
    await page.get_by_role("button", name="Invite users").click()
    dialog = page.get_by_role("dialog", name="Invite users")
    await dialog.get_by_label("Email addresses").fill(email)
    await dialog.get_by_label("Name").fill(name)
    await dialog.get_by_role("button", name="Send invitation").click()
    await expect(page.get_by_text(f"Invitation sent to {email}").first).to_be_visible()
    await expect(dialog).to_have_count(0)


async def find(page: Page, email: str):
    await titled(page, "Users")
    await page.get_by_label("Search by name or email").fill(email)
    rows = page.get_by_role("row", name=email)
    await expect(rows).to_have_count(1)
    return rows


async def test_a_reader_sees_the_users_without_actions(new_window: NewWindow):
    window = await new_window(READER)
    await window.page.goto(USERS)
    row = await find(window.page, ADMINISTRATOR)
    await expect(window.page.get_by_role("button", name="Invite users")).to_have_count(0)
    await expect(window.page.get_by_role("checkbox")).to_have_count(0)
    await row.get_by_role("button", name="Actions for Ada Admin").click()
    assert await window.page.get_by_role("menuitem").all_inner_texts() == ["Copy email"]


@pytest.mark.parametrize("look", [{}, {"size": PHONE}], ids=["desktop", "phone"])
async def test_a_reader_sees_licenses_without_keys_or_buttons(new_window: NewWindow, look):
    reader, administrator = (
        await new_window(READER, **look),
        await new_window(ADMINISTRATOR, **look),
    )
    seen = await licenses_page(administrator)
    assert await seen.get_by_role("link", name="Buy seats").count() == 1
    assert await seen.get_by_text("License key").count() == 2
    hidden = await licenses_page(reader)
    assert await hidden.get_by_role("link", name="Buy seats").count() == 0
    assert await hidden.get_by_text("License key").count() == 0
    assert await hidden.get_by_role("article").get_by_role("button").all_inner_texts() == ["", ""]


async def licenses_page(window: Window) -> Page:
    """With both licenses of the demo: the paid one arrives a moment after the start. The page looks again
    every half a minute."""
    await window.page.goto("/billing")
    await expect(window.page.get_by_role("article")).to_have_count(2, timeout=60_000)
    return window.page


async def test_the_server_refuses_what_a_reader_does_not_see(server: Server):
    async with signed_in(server.url, ADMINISTRATOR) as administrator:
        people = (await administrator.get("/identity/resources/users/v3")).json()["items"]
        somebody = next(person["id"] for person in people if person["email"] == "member@acme.test")
        licenses = (await administrator.get("/api/v1/licenses")).json()
    async with signed_in(server.url, READER) as reader:
        seen = (await reader.get("/api/v1/licenses")).json()
        assert [one["fingerprint"] for one in seen] == [one["fingerprint"] for one in licenses]
        assert licenses
        assert all("key" in one for one in licenses)
        assert not any("key" in one for one in seen)
        for answer in await attempts(reader, somebody):
            assert answer.status_code == 403, answer.url


async def attempts(client: httpx.AsyncClient, somebody: str) -> list[httpx.Response]:
    """Each button that readers do not have, pressed anyway."""
    identity, team = "/identity/resources", "/team/resources"
    return [
        await client.post(f"{identity}/users/v2", json={"email": "new@example.test"}),
        await client.put(f"{team}/members/v1", json={"id": somebody, "roleIds": []}),
        await client.delete(f"{team}/members/v1/{somebody}"),
        await client.post(f"{team}/members/v1/{somebody}/resendActivationEmail", json={}),
        await client.post(f"{identity}/tenants/users/v1/{somebody}/disable"),
        await client.get("/api/v1/paddle/checkout-config"),
        await client.post("/api/v1/organization", json={"name": "Another"}),
    ]
