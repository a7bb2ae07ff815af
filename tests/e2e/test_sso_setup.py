"""An administrator connects the company's provider in the wizard, from nothing to the first colleague who
comes in through it."""

import re
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.api import join
from tests.e2e.browser import Window
from tests.e2e.company_provider import SamlSite, saml_site
from tests.e2e.conftest import NewWindow, RunningServer
from tests.e2e.factors import mailed
from tests.e2e.tour import titled
from tests.federation.provider import CLIENT_ID, SECRET, FakeProvider, Person, served
from tests.federation.saml_idp import pair
from tests.process.server import Server

pytestmark = pytest.mark.browser

LOGIN = "/account/login?redirectUrl=/oauth/portal/profile"
CONNECTIONS = "/team/resources/sso/v1/configurations"
CODE = re.compile(r"\b[A-Z2-9]{10}\b")


@pytest.fixture
async def saml() -> AsyncIterator[SamlSite]:
    async with saml_site() as site:
        yield site


@pytest.fixture
async def provider(server: Server | RunningServer) -> AsyncIterator[FakeProvider]:
    if isinstance(server, RunningServer):
        pytest.skip("this server asks nobody on this machine")
    async with served(FakeProvider(), "localhost") as running:
        yield running


class Wizard:
    """`token` is of an administrator of a company of one, who has set nothing up."""

    def __init__(self, window: Window, token: str) -> None:
        self.window = window
        self.page = window.page
        self.token = token

    async def undo(self) -> None:
        """While there is a connection, the sign-in page asks for the address first."""
        headers = {"authorization": f"Bearer {self.token}"}
        http = self.window.context.request
        for one in await (await http.get(CONNECTIONS, headers=headers)).json():
            gone = await http.delete(f"{CONNECTIONS}/{one['id']}", headers=headers)
            await expect(gone).to_be_ok()

    async def add(self, kind: str) -> None:
        await self.page.goto("/oauth/portal/sso")
        await self.page.get_by_role("button", name="Add connection").first.click()
        dialog = self.dialog("Add a connection")
        await dialog.get_by_role("radio", name=kind).check()
        await dialog.get_by_role("button", name="Add connection").click()
        await self.at("At your provider")

    async def at(self, step: str) -> None:
        await expect(self.page.get_by_role("heading", name=step, level=2)).to_be_visible()

    async def go_on(self, step: str) -> None:
        await self.page.get_by_role("button", name="Continue").click()
        await self.at(step)

    async def back_to(self, step: str) -> None:
        steps = self.page.get_by_role("list", name="Steps")
        await steps.get_by_role("button", name=step).click()
        await self.at(step)

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name)

    async def fill(self, button: str, dialog: str, submit: str, **fields: str) -> None:
        await self.page.get_by_role("button", name=button).click()
        opened = self.dialog(dialog)
        for label, value in fields.items():
            await opened.get_by_label(label.replace("_", " "), exact=True).fill(value)
        await opened.get_by_role("button", name=submit).click()
        await expect(opened).to_have_count(0)

    async def own_domain(self, domain: str) -> None:
        """Proved by a code that is mailed to whoever runs it."""
        await self.fill("Add domain", "Add domain", "Add domain", Domain=domain)
        await self.page.get_by_role("button", name=f"Actions for {domain}").click()
        await self.page.get_by_role("menuitem", name="Validate by email").click()
        dialog = self.dialog(f"Validate {domain} by email")
        await dialog.get_by_role("button", name="Send code").click()
        await dialog.get_by_label("Code").fill(
            await mailed(self.window, f"postmaster@{domain}", CODE)
        )
        await dialog.get_by_role("button", name="Validate domain").click()
        await expect(self.page.get_by_text("Validated", exact=True)).to_be_visible()

    async def test(self) -> None:
        """In a tab that closes again; what came of it is in the wizard."""
        button = self.page.get_by_role("button", name=re.compile("Start test login|Test again"))
        async with self.window.context.expect_page() as opened:
            await button.click()
        await expect(self.page.get_by_role("list", name="What was checked")).to_be_visible()
        await (await opened.value).close()

    async def switch_on(self, domain: str) -> None:
        switch = self.page.get_by_role("switch", name="Single sign-on through this provider")
        await switch.press("Space")
        await expect(self.page.get_by_text(f"{domain} is on")).to_be_visible()


@pytest.fixture
async def wizard(new_window: NewWindow) -> AsyncIterator[Wizard]:
    window = await new_window()
    _, token = await join(window)
    made = Wizard(window, token)
    yield made
    await made.undo()


async def comes_in(page: Page, email: str) -> None:
    """Somebody who was never here, by their address alone."""
    await page.goto(LOGIN)
    await page.get_by_label("Email").fill(email)
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Go there now").click()
    await titled(page, "Profile")
    await expect(page.get_by_text(email).first).to_be_visible()


async def test_saml_with_a_wrong_certificate_first(
    new_window: NewWindow, wizard: Wizard, saml: SamlSite
):
    domain = f"{uuid4().hex[:10]}.example"
    saml.email = f"ada@{domain}"
    await wizard.add("Other SAML provider")
    await wizard.go_on("Your provider")
    by_hand = {"Sign-in_URL": saml.sign_in_url, "Entity_ID_of_the_provider": saml.entity_id}
    wrong, right = (one.certificate_pem.decode() for one in (pair("another"), saml.key))
    await wizard.fill(
        "Enter by hand", "Enter by hand", "Save changes", Certificate=wrong, **by_hand
    )
    await wizard.go_on("Domains")
    await wizard.own_domain(domain)
    await wizard.go_on("Roles")
    await wizard.go_on("Test login")
    await wizard.test()
    trace = wizard.page.get_by_role("list", name="What was checked")
    failed = trace.get_by_role("listitem").filter(has_text="Failed")
    await expect(failed).to_contain_text(["enter its current signing certificate"])

    await wizard.back_to("Your provider")
    await wizard.fill("Enter by hand", "Enter by hand", "Save changes", Certificate=right)
    await wizard.back_to("Test login")
    await wizard.test()
    await expect(wizard.page.get_by_text("The test login passed")).to_be_visible()
    await wizard.go_on("Switch on")
    await wizard.switch_on(domain)
    await comes_in((await new_window()).page, saml.email)


async def test_openid_connect(new_window: NewWindow, wizard: Wizard, provider: FakeProvider):
    domain = f"{uuid4().hex[:10]}.example"
    provider.person = Person(uuid4().hex, f"ada@{domain}")
    await wizard.add("OpenID Connect")
    await wizard.go_on("Your provider")
    await wizard.fill(
        "Enter issuer and client", "Your OpenID Connect provider", "Save changes",
        Issuer=provider.url, Client_ID=CLIENT_ID, Client_secret=SECRET,
    )  # fmt: skip
    await wizard.go_on("Domains")
    await wizard.own_domain(domain)
    await wizard.go_on("Roles")
    await wizard.go_on("Test login")
    await wizard.test()
    await expect(wizard.page.get_by_text("The test login passed")).to_be_visible()
    await wizard.go_on("Switch on")
    await wizard.switch_on(domain)
    await comes_in((await new_window()).page, f"ada@{domain}")
