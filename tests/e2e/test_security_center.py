"""Each recommendation: it is there, one click changes the policy, and one more puts it back."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.api import CHOSEN, LOGIN, join, join_company, post
from tests.e2e.browser import Window
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor, mailed
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

CENTER = "/oauth/portal/security-center"
CONFIGURATIONS = "/identity/resources/configurations/v1"
MFA = f"{CONFIGURATIONS}/mfa-policy"
LOCKOUT = f"{CONFIGURATIONS}/lockout-policy"
HISTORY = f"{CONFIGURATIONS}/password-history-policy"
SESSIONS = "/identity/resources/configurations/sessions/v1"
BREACHED_PASSWORD = "1234567890"

# What is called so, under which weak rule it is there, and what the rule is after one click.
Rule = dict[str, Any]
MENDED: list[tuple[str, str, Rule, Rule]] = [
    ("Require multi-factor authentication (MFA)", MFA, {"enforceMFAType": "DontForce"},
     {"enforceMFAType": "Force"}),
    ("Lock account after failed attempts", LOCKOUT, {"enabled": False, "maxAttempts": 7},
     {"enabled": True, "maxAttempts": 5}),
    ("Lock accounts sooner", LOCKOUT, {"enabled": True, "maxAttempts": 7},
     {"enabled": True, "maxAttempts": 5}),
    ("Block password reuse", HISTORY, {"enabled": False, "historySize": 3},
     {"enabled": True, "historySize": 5}),
    ("Block more previous passwords", HISTORY, {"enabled": True, "historySize": 3},
     {"enabled": True, "historySize": 5}),
]  # fmt: skip
LIMITS: list[tuple[str, str, str, int, int]] = [
    ("Require periodic sign-in", "Shorten the maximum session length", "sessionTimeoutConfiguration",
     90_000, 86_400),
    ("Limit concurrent sessions", "Allow fewer concurrent sessions", "sessionConcurrentConfiguration",
     9, 5),
    ("Sign out inactive users", "Sign out inactive users sooner",
     "sessionIdleTimeoutConfiguration", 7200, 1800),
]  # fmt: skip
for _enable, _adjust, _name, _weak, _strong in LIMITS:
    _key = "maxSessions" if "Concurrent" in _name else "timeout"
    for _title, _active in ((_enable, False), (_adjust, True)):
        MENDED.append((
            _title, SESSIONS, {_name: {"isActive": _active, _key: _weak}},
            {_name: {"isActive": True, _key: _strong}},
        ))  # fmt: skip


async def read(window: Window, path: str, token: str) -> Any:
    headers = {"authorization": f"Bearer {token}"}
    answer = await window.context.request.get(path, headers=headers)
    await expect(answer).to_be_ok()
    return await answer.json()


def row(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.get_by_role("listitem").filter(has=heading)


def points(label: str | None) -> int:
    found = re.search(r"\d+", label or "")
    assert found
    return int(found.group())


async def score(page: Page) -> int:
    return points(await page.get_by_text(re.compile(r"^\d+ of 100$")).first.inner_text())


async def at_center(page: Page) -> None:
    await page.goto(CENTER)
    await titled(page, "Security center")


def says(found: Rule, wanted: Rule) -> bool:
    """All of it, whatever else there is."""
    return all(
        says(found.get(name, {}), value) if isinstance(value, dict) else found.get(name) == value
        for name, value in wanted.items()
    )


async def test_each_is_mended_by_one_click_and_put_back_by_another(new_window: NewWindow):
    window = await new_window()
    page = window.page
    _, token = await join(window)
    for title, path, weak, strong in MENDED:
        await post(window, path, weak, token)
        await at_center(page)
        await expect(row(page, title)).to_be_visible()
        before = await score(page)
        gained = points(
            await row(page, title).get_by_text(re.compile(r"^\+\d+ points$")).inner_text()
        )
        await (
            row(page, title)
            .get_by_role("button", name=re.compile(rf"^{re.escape(title)}: "))
            .click()
        )
        await expect(row(page, title)).to_have_count(0)
        await expect(page.get_by_text(f"{before + gained} of 100").first).to_be_visible()
        assert says(await read(window, path, token), strong), title
        await page.get_by_role("button", name="Undo").click()
        await expect(page.get_by_text("Change undone")).to_be_visible()
        await expect(row(page, title)).to_be_visible()
        assert says(await read(window, path, token), weak), title
        assert await score(page) == before


async def test_a_user_with_a_breached_password_is_mailed_a_link(
    new_window: NewWindow, vendor: Vendor
):
    window, colleague = await new_window(), await new_window()
    page = window.page
    _, token = await join(window)
    email, _, _ = await join_company(colleague, token)
    await vendor.set_password(email, BREACHED_PASSWORD)
    await colleague.context.request.post(
        LOGIN, data={"email": email, "password": BREACHED_PASSWORD}
    )
    await at_center(page)
    title = "Reset breached passwords"
    await row(page, title).get_by_role("link", name="Show users").click()
    await expect(page.get_by_role("row").filter(has_text=email)).to_be_visible()
    await at_center(page)
    await row(page, title).get_by_role("button", name=re.compile(rf"^{re.escape(title)}: ")).click()
    await expect(page.get_by_text("Reset links sent")).to_be_visible()
    await expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    link = await mailed(colleague, email, re.compile(r"https?://\S+reset-password\S+"))
    await colleague.page.goto(link)
    await colleague.page.get_by_label("New password", exact=True).fill(CHOSEN)
    await colleague.page.get_by_role("button", name=re.compile("password")).last.click()
    await expect(colleague.page.get_by_label("New password", exact=True)).to_have_count(0)
    await at_center(page)
    await expect(row(page, title)).to_have_count(0)


@pytest.mark.parametrize(
    ("title", "link", "address"),
    [
        ("Restrict IP addresses", "Open IP addresses", "/security/ip"),
        ("Restrict email domains", "Open email domains", "/security/domains"),
        ("Sign in through your identity provider", "Open single sign-on", "/sso"),
    ],
)
async def test_what_takes_a_list_of_their_own_leads_there(
    new_window: NewWindow, title: str, link: str, address: str
):
    window = await new_window()
    await join(window)
    await at_center(window.page)
    await row(window.page, title).get_by_role("link", name=link).click()
    await expect(window.page).to_have_url(re.compile(f"{address}$"))
