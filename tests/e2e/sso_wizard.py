"""The portal's way to single sign-on, as an administrator walks it."""

import re

from playwright.async_api import Locator, expect

from tests.e2e.browser import Window
from tests.e2e.factors import mailed
from tests.e2e.tour import titled
from tests.federation.provider import CLIENT_ID, SECRET

LOGIN = "/account/login?redirectUrl=/oauth/portal/profile"
CODE = re.compile(r"\b[A-Z2-9]{10}\b")


class Wizard:
    """A page of an administrator who may set it up."""

    def __init__(self, window: Window) -> None:
        # A test login starts no session, which is a refusal.
        for path in ("v1/user/saml", "v2/user/oidc"):
            window.allow(f"/identity/resources/auth/{path}/postlogin", 409)
        self.window = window
        self.page = window.page

    async def add(self, kind: str) -> None:
        await self.page.goto("/oauth/portal/sso")
        await self.page.get_by_role("button", name="Add connection").first.click()
        dialog = self.dialog("Add connection")
        await dialog.get_by_role("radio", name=kind).check()
        await dialog.get_by_role("button", name="Add connection").click()
        await self.at("Set up your provider")

    async def at(self, step: str) -> None:
        await expect(self.page.get_by_role("heading", name=step, level=2)).to_be_visible()

    async def go_on(self, step: str) -> None:
        await self.page.get_by_role("button", name="Continue").click()
        await self.at(step)

    async def back_to(self, step: str) -> None:
        steps = self.page.get_by_role("list", name="Steps")
        await steps.get_by_role("button", name=re.compile(f"^(\\d )?{step}")).click()
        await self.at(step)

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name)

    async def fill(self, button: str, dialog: str, submit: str, **fields: str) -> None:
        await self.page.get_by_role("button", name=button).click()
        opened = self.dialog(dialog)
        for label, value in fields.items():
            await opened.get_by_label(re.compile(f"^{label.replace('_', ' ')}")).fill(value)
        await opened.get_by_role("button", name=submit).click()
        await expect(opened).to_have_count(0)

    async def own_domain(self, domain: str) -> None:
        """Verified by a code that is mailed to the administrator."""
        await self.fill("Add domain", "Add domain", "Add domain", Domain=domain)
        await self.page.get_by_role("button", name="Validate by email").click()
        dialog = self.dialog(f"Validate {domain} by email")
        await dialog.get_by_role("button", name="Send code").click()
        await dialog.get_by_label("Code").fill(
            await mailed(self.window, f"postmaster@{domain}", CODE)
        )
        await dialog.get_by_role("button", name="Validate domain").click()
        await expect(self.page.get_by_text("Validated", exact=True)).to_be_visible()

    async def fill_in_openid(self, issuer: str) -> None:
        await self.fill(
            "Enter the issuer and client", "Your OpenID Connect provider", "Save changes",
            Issuer=issuer, Client_ID=CLIENT_ID, Client_secret=SECRET,
        )  # fmt: skip

    async def own_and_test(self, domain: str) -> None:
        """All that is left after the provider is known, up to the last step."""
        await self.go_on("Domains")
        await self.own_domain(domain)
        await self.go_on("Roles")
        await self.go_on("Test sign-in")
        await self.test()
        await expect(self.page.get_by_text("Test sign-in passed")).to_be_visible()
        await self.go_on("Turn on")

    async def test(self) -> None:
        """In a tab that closes again; what came of it is in the wizard."""
        button = self.page.get_by_role("button", name=re.compile("Start test sign-in|Test again"))
        async with self.window.context.expect_page() as opened:
            await button.click()
        tab = await opened.value
        await expect(tab.get_by_text("Test sign-in completed")).to_be_visible()
        await tab.close()
        await expect(self.page.get_by_role("list", name="Checks")).to_be_visible()

    async def switch_on(self, domain: str) -> None:
        switch = self.page.get_by_role("switch", name="Single sign-on through this provider")
        await switch.press("Space")
        await expect(self.page.get_by_text(f"{domain} turned on")).to_be_visible()


async def comes_in(window: Window, email: str) -> None:
    """A new user signs in, by their address alone."""
    page = window.page
    await page.goto(LOGIN)
    await page.get_by_label("Email").fill(email)
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Continue now").click()
    await titled(page, "Profile")
    await expect(page.get_by_label("Email")).to_have_value(email)
