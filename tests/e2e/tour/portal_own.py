"""Pages of the admin portal about the signed-in user."""

import re

from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.browser import Window
from tests.e2e.tour.stops import stop, titled


@stop("portal-profile", ADMINISTRATOR)
async def _portal_profile(window: Window) -> None:
    await window.page.goto("/oauth/portal/profile")
    await titled(window.page, "Profile")
    await expect(window.page.get_by_label("Name", exact=True)).to_have_value("Ada Admin")


@stop("portal-privacy", "member@acme.test")
async def _portal_privacy(window: Window) -> None:
    await window.page.goto("/oauth/portal/privacy")
    await titled(window.page, "Privacy and sign-in")
    await expect(window.page.get_by_text("This device", exact=True)).to_be_visible()
    await expect(window.page.get_by_text("Ledgerly", exact=True)).to_be_visible()


@stop("portal-consent", "member@acme.test")
async def _portal_consent(window: Window) -> None:
    await _portal_privacy(window)
    await window.page.get_by_role("button", name="Revoke access for Ledgerly").click()
    await expect(
        window.page.get_by_role("dialog", name="Revoke access for Ledgerly")
    ).to_be_visible()


@stop("portal-notifications", "member@acme.test")
async def _portal_notifications(window: Window) -> None:
    await _portal_privacy(window)
    await window.page.get_by_role("button", name=re.compile("^Notifications")).click()
    panel = window.page.get_by_role("dialog", name="Notifications")
    await expect(panel.get_by_text("Maintenance on Sunday")).to_be_visible()


@stop("portal-personal-tokens", ADMINISTRATOR)
async def _portal_personal_tokens(window: Window) -> None:
    await window.page.goto("/oauth/portal/personal-tokens")
    await titled(window.page, "Personal tokens")
    await expect(window.page.get_by_role("row", name="Command line")).to_be_visible()


@stop("portal-secret", ADMINISTRATOR)
async def _portal_secret(window: Window) -> None:
    await _portal_personal_tokens(window)
    await window.page.get_by_role("button", name="Create token").click()
    form = window.page.get_by_role("dialog")
    await form.get_by_label("Description").fill("Backup of my files")
    await form.get_by_role("button", name="Create token").click()
    kept = window.page.get_by_role("dialog", name="Save your token")
    await expect(kept.get_by_role("button", name="I have saved it")).to_be_visible()
