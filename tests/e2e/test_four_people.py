"""What four users may do: an administrator, a member, a reader, and a reseller's administrator.

The table says which permission opens a section of the portal, and which makes its first button appear.
What a screen hides from a user, the server refuses them.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.api import CHOSEN, join, post, sign_in, signed_in
from tests.e2e.browser import Window
from tests.e2e.conftest import NewWindow
from tests.e2e.outbox import mailed_links
from tests.e2e.tour import titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

IDENTITY = "/identity/resources"
PORTAL = "/oauth/portal"


@dataclass(frozen=True)
class Section:
    """`reads`: one of these opens it, or nothing is needed; `writes`: what its button needs."""

    label: str
    path: str
    call: str
    reads: tuple[str, ...] = ()
    button: str | None = None
    writes: tuple[str, ...] = ()


SECTIONS = [
    Section("Profile", "profile", f"{IDENTITY}/users/v2/me"),
    Section("Privacy and sign-in", "privacy", f"{IDENTITY}/users/sessions/v1/me"),
    Section("Personal tokens", "personal-tokens", f"{IDENTITY}/users/api-tokens/v1",
            ("fe.secure.read.userApiTokens",), "Create token", ("fe.secure.write.userApiTokens",)),
    Section("Account", "account", "/tenants/resources/account-settings/v1",
            ("fe.secure.read.accountSettings",)),
    Section("Users", "users", f"{IDENTITY}/users/v2",
            ("fe.secure.read.users",), "Invite users", ("fe.secure.write.users",)),
    Section("Groups", "groups", f"{IDENTITY}/groups/v2",
            ("fe.secure.read.groups",), "Create group", ("fe.secure.write.groups",)),
    Section("Roles", "roles", "/team/resources/roles/v1",
            ("fe.secure.read.roles",), "Create role",
            ("fe.secure.write.roles", "fe.secure.read.permissions")),
    Section("All accounts", "accounts", "/tenants/resources/hierarchy/v2",
            ("fe.account-hierarchy.read.subAccount",), "Create account",
            ("fe.account-hierarchy.write.subAccount",)),
    # Its own call tells people of one account too, which has none below.
    Section("All users", "all-users", "/tenants/resources/hierarchy/v2",
            ("fe.account-hierarchy.read.subAccount",)),
    Section("Single sign-on", "sso", "/team/resources/sso/v1/configurations",
            ("fe.secure.read.samlConfiguration",), "Add connection",
            ("fe.secure.write.samlConfiguration",)),
    Section("Provisioning", "provisioning", "/directory/resources/v1/configurations/scim2",
            ("fe.secure.read.provisioningConfiguration",), "Connect directory",
            ("fe.secure.write.provisioningConfiguration",)),
    Section("Security center", "security-center", "/security-center/resources/recommendations/v1",
            ("fe.secure.read.securityPolicy",)),
    Section("Security", "security", "/security-center/resources/insights/v1",
            ("fe.secure.read.securityPolicy",)),
    Section("Audit log", "audits", "/audits", ("fe.secure.read.audits",)),
    Section("Reports", "reports", "/reports/resources/reports/v2/tenant-reports",
            ("fe.secure.read.audits",), "Schedule Account activity",
            ("fe.secure.write.accountSettings",)),
    Section("API tokens", "api-tokens", f"{IDENTITY}/tenants/api-tokens/v1",
            ("fe.secure.read.tenantApiTokens",), "Create token",
            ("fe.secure.write.tenantApiTokens",)),
    Section("Webhooks", "webhooks", "/webhook",
            ("fe.connectivity.read.webhooks",), "Add webhook", ("fe.connectivity.write.webhook",)),
    Section("Connectivity", "connectivity", "/event/resources/configurations/v1?channels=email",
            ("fe.connectivity.read.emailConfig", "fe.connectivity.read.smsConfig",
             "fe.connectivity.read.slackSubscriptions")),
    Section("Subscription", "subscriptions", "/subscriptions/resources/subscriptions/v1",
            ("fe.subscriptions.read.billing",)),
    Section("Usage", "usage", "/usage/resources/v1", ("fe.usage.read",)),
]  # fmt: skip
EVERYTHING = [one.label for one in SECTIONS]
OF_MEMBERS = ("fe.secure.read.users", "fe.secure.read.groups", "fe.secure.write.groups")


@dataclass(frozen=True)
class Person:
    """`presses`: the sections with their button."""

    email: str
    password: str | None
    sees: list[str]
    presses: list[str]


WITH_BUTTONS = [one.label for one in SECTIONS if one.button]


async def administrator(window: Window) -> Person:
    return Person(ADMINISTRATOR, None, EVERYTHING, WITH_BUTTONS)


async def reader(window: Window) -> Person:
    return Person("readonly@acme.test", None, EVERYTHING, [])


async def member(window: Window) -> Person:
    """Of a company of its own, with a role that opens little."""
    _, token = await join(window)
    known = await get(window, f"{IDENTITY}/permissions/v1", token)
    ids = [one["id"] for one in known if one["key"] in OF_MEMBERS]
    role = await post(
        window, f"{IDENTITY}/roles/v1", {"name": "Member", "permissionIds": ids}, token
    )
    email = f"{uuid4().hex[:10]}@example.test"
    await post(window, f"{IDENTITY}/users/v2", {"email": email, "roleIds": [role["id"]]}, token)
    await activate(window, email)
    return Person(email, CHOSEN, ["Profile", "Privacy and sign-in", "Users", "Groups"], ["Groups"])


async def reseller(window: Window) -> Person:
    """Administrator of an account that has accounts below it, and is below another."""
    token = await sign_in(window, ADMINISTRATOR)
    below = await get(window, "/tenants/resources/hierarchy/v2?_filter=Acme Europe", token)
    [europe] = [one["tenantId"] for one in below["items"] if one["name"] == "Acme Europe"]
    roles = await get(window, f"{IDENTITY}/roles/v1", token)
    [admin] = [one["id"] for one in roles if one["key"] == "Admin"]
    email = f"{uuid4().hex[:10]}@acme-europe.test"
    invitation = {
        "users": [{"email": email}],
        "tenantId": europe,
        "roleIds": [admin],
        "allowSubAccountAccess": True,
    }
    await post(window, f"{IDENTITY}/sub-tenants/users/v2", invitation, token)
    await activate(window, email)
    return Person(email, CHOSEN, EVERYTHING, WITH_BUTTONS)


async def get(window: Window, path: str, token: str):
    answer = await window.context.request.get(path, headers={"authorization": f"Bearer {token}"})
    await expect(answer).to_be_ok()
    return await answer.json()


async def activate(window: Window, email: str) -> None:
    """As the user who follows the invitation; no session before and after."""
    await window.context.clear_cookies()
    links = await mailed_links(window, email, "You have been invited")
    query = parse_qs(urlsplit(links[0]).query)
    body = {"userId": query["userId"][0], "token": query["token"][0], "password": CHOSEN}
    await post(window, f"{IDENTITY}/users/v1/activate", body)
    await window.context.clear_cookies()


MAKERS: dict[str, Callable[[Window], Awaitable[Person]]] = {
    "administrator": administrator,
    "member": member,
    "reader": reader,
    "reseller": reseller,
}


def grants(held: list[str], wanted: str) -> bool:
    """A star is anything, as the portal and the server read it."""
    return any(
        re.fullmatch(re.escape(one).replace(r"\*", ".*"), wanted) is not None for one in held
    )


@pytest.mark.parametrize("kind", MAKERS)
async def test_each_sees_and_may_what_the_permission_table_says(
    kind: str, new_window: NewWindow, server: Server
):
    person = await MAKERS[kind](await new_window())
    password = {"password": person.password} if person.password else {}
    async with signed_in(server.url, person.email, **password) as client:
        me = (await client.get(f"{IDENTITY}/users/v2/me")).json()
        held = [one["key"] for one in me["permissions"]]
        by_table = [
            one.label
            for one in SECTIONS
            if not one.reads or any(grants(held, key) for key in one.reads)
        ]
        assert by_table == person.sees
        answers = {one.label: (await client.get(one.call)).status_code for one in SECTIONS}
    assert answers == {one.label: 200 if one.label in person.sees else 403 for one in SECTIONS}

    window = await new_window()
    await sign_in(window, person.email, **password)
    page = window.page
    await page.goto(f"{PORTAL}/profile")
    await titled(page, "Profile")
    links = page.get_by_role("navigation", name="Portal").get_by_role("link")
    assert await links.all_inner_texts() == person.sees

    pressed = []
    for section in SECTIONS:
        if section.label not in person.sees:
            await page.goto(f"{PORTAL}/{section.path}")
            await titled(page, "Profile")
            continue
        await links.filter(has_text=re.compile(f"^{section.label}$")).click()
        await expect(page).to_have_url(re.compile(f"{PORTAL}/{section.path}(/|\\?|$)"))
        await page.wait_for_load_state("networkidle")
        await titled(page, section.label)
        if section.button is None:
            continue
        button = page.get_by_role("button", name=section.button, exact=True)
        if all(grants(held, key) for key in section.writes):
            await expect(button.first).to_be_visible()
            pressed.append(section.label)
        else:
            await expect(button).to_have_count(0)
    assert pressed == person.presses


async def test_a_resellers_administrator_sees_what_is_below_and_nothing_above(
    new_window: NewWindow,
):
    window = await new_window()
    person = await reseller(window)
    assert person.password
    token = await sign_in(window, person.email, person.password)
    page = window.page
    await page.goto(f"{PORTAL}/accounts")
    await titled(page, "All accounts")
    for name in ("Acme Germany", "Acme France", "Acme Nordics"):
        await expect(page.get_by_role("link", name=name)).to_be_visible()
    for name in ("Acme Labs", "Acme North America", "Acme Canada"):
        await expect(page.get_by_role("link", name=name)).to_have_count(0)
    await page.get_by_role("link", name="Acme Germany").click()
    await titled(page, "Acme Germany")
    await expect(page.get_by_text("@acme-germany.test").first).to_be_visible()

    above = await new_window()
    owner = await sign_in(above, ADMINISTRATOR)
    labs = await get(above, "/tenants/resources/hierarchy/v2?_filter=Acme Labs", owner)
    [sibling] = [one["tenantId"] for one in labs["items"]]
    answer = await window.context.request.get(
        f"{IDENTITY}/users/v3?_tenantId={sibling}",
        headers={"authorization": f"Bearer {token}", "frontegg-tenant-id": sibling},
    )
    assert answer.status in (403, 404)
