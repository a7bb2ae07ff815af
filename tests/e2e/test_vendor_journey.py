"""A vendor begins with an empty installation and sells to a first customer; then the same by one file."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from gatehouse_simulators.cards.fixtures import TEAM_MONTHLY_PRICE_ID
from tests.e2e.api import CHOSEN
from tests.e2e.browser import Window, window
from tests.e2e.factors import sent_code
from tests.e2e.outbox import follow_mail
from tests.e2e.sso_wizard import Wizard, comes_in
from tests.e2e.test_billing import add_card, card, choose, confirm
from tests.e2e.tour import titled
from tests.federation.provider import FakeProvider, Person, served
from tests.process.server import GATEHOUSE, Server, environment

pytestmark = pytest.mark.browser

OWNER, CUSTOMER = "ada@umbrella.test", "carla@customer.test"
DOMAIN, COLLEAGUE = "customer.test", "cosmo@customer.test"
SECRET = "GOCSPX-secret-of-umbrella"


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Server]:
    """It has no users yet; mail and cards are stand-ins, and the customer's provider is on this machine."""
    server = Server(tmp_path / "first", env="test", outgoing_networks='["127.0.0.0/8", "::1/128"]')
    try:
        server.start()
        yield server
    finally:
        server.clean_up()


def gatehouse(folder: Path, *words: str, url: str | None = None, status: int = 0) -> str:
    """What operators type."""
    settings = {"data_dir": str(folder), "env": "test"} | ({"database_url": url} if url else {})
    done = subprocess.run(
        [GATEHOUSE, *words],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


async def test_from_nothing_to_the_first_sale(browser: Browser, empty: Server, tmp_path: Path):
    async with (
        served(FakeProvider(), "localhost") as provider,
        window(browser, empty.url) as vendor,
        window(browser, empty.url) as customer,
        window(browser, empty.url) as colleague,
    ):
        await become_owner(vendor, empty)
        await left_to_do(vendor.page, 0)
        await set_up(vendor.page)
        await left_to_do(vendor.page, 4)
        await invite(vendor.page)
        await left_to_do(vendor.page, 5)
        await join(customer)
        await buy(customer.page)
        await connect(customer, provider)
        await comes_in(colleague, COLLEAGUE)
        assert [one for each in (vendor, customer, colleague) for one in each.complaints] == []

    document, second = tmp_path / "vendor.toml", tmp_path / "second"
    shown = gatehouse(empty.data_dir, "vendor", "show", url=empty.database_url)
    assert "allow_signups = false" in shown
    # What is sealed opens nothing elsewhere: it is given anew.
    document.write_text(re.sub(r'"sealed:[^"]*"', f'"{SECRET}"', shown))
    gatehouse(second, "vendor", "apply", str(document))
    assert gatehouse(second, "vendor", "diff", str(document)) == ""
    again = gatehouse(second, "vendor", "show")
    assert re.sub(r'"sealed:[^"]*"', "", again) == re.sub(r'"sealed:[^"]*"', "", shown)


async def become_owner(vendor: Window, server: Server) -> None:
    """By the address that the server has printed, and nothing else."""
    page = vendor.page
    # What the console hears of a session without a second factor, before it asks for one.
    vendor.allow("/vendor/resources/staff/v1/token", 403)
    await page.goto(printed_address(server))
    await titled(page, "Set up your installation")
    await page.get_by_label("Work email").fill(OWNER)
    await page.get_by_label("Full name").fill("Ada Owner")
    await page.get_by_label("Company").fill("Umbrella")
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.get_by_role("button", name="Create owner account").click()

    await page.get_by_role("link", name="Sign in and set up MFA").click()
    await page.get_by_label("Email").fill(OWNER)
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("button", name="Add MFA method").click()
    await page.get_by_role("menuitem", name="Codes by email").click()
    await page.get_by_label("Six-digit code").fill(await sent_code(vendor, OWNER))
    await page.get_by_role("button", name="Confirm").click()
    await page.get_by_role("button", name=re.compile("saved")).click()

    await page.goto("/console")
    await page.get_by_role("button", name="Continue").click()
    await page.get_by_label("Six-digit code").press_sequentially(await sent_code(vendor, OWNER, 2))
    await titled(page, "Overview")


def printed_address(server: Server) -> str:
    found: list[str] = re.findall(
        rf"^ *({server.url}/console/set-up#\S+)$", server.log.read_text(), re.M
    )
    [address] = found
    return address


async def left_to_do(page: Page, done: int) -> None:
    """How many of the first steps are done; when all are, the list is gone."""
    await page.goto("/console/overview")
    await titled(page, "Overview")
    steps = page.get_by_role("region", name="Get started")
    if done == 5:
        await expect(page.get_by_role("region", name="Incidents")).to_be_visible()
        await expect(steps).to_have_count(0)
    else:
        await expect(steps.get_by_text(f"{done} of 5 completed.")).to_be_visible()


async def go(page: Page, name: str) -> None:
    await page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
    await titled(page, name)


async def dialog_of(page: Page, button: str) -> Locator:
    """The dialog that the button opens, which is called like it."""
    await page.get_by_role("button", name=button).first.click()
    return page.get_by_role("dialog", name=button)


async def save(part: Locator) -> None:
    """Ends when there is nothing left to save."""
    button = part.get_by_role("button", name="Save changes")
    await button.click()
    await expect(button).to_have_count(0)


async def set_up(page: Page) -> None:
    """Each in its section."""
    await go(page, "Brand")
    await page.get_by_label("Product name").fill("Umbrella Cloud")
    await page.get_by_label("Accent color").fill("#7a1f5c")
    await page.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_text("Brand saved")).to_be_visible()

    await go(page, "Sign-in")
    newcomers = page.get_by_role("region", name="Sign-up")
    await newcomers.get_by_role("switch", name="Allow public sign-up").press("Space")
    await save(newcomers)
    await page.get_by_role("tab", name="Passwords").click()
    rules = page.get_by_role("region", name="Password policy")
    await rules.get_by_label("Minimum length").fill("14")
    await save(rules)
    await page.get_by_role("tab", name="Social providers").click()
    await page.get_by_role("button", name="Set up Google").click()
    google = page.get_by_role("dialog", name="Sign in with Google")
    await google.get_by_label("Client ID").fill("1234.apps.googleusercontent.com")
    await google.get_by_label("Client secret").fill(SECRET)
    await google.get_by_role("button", name="Save").click()
    await expect(page.get_by_text("Google saved")).to_be_visible()

    await go(page, "Roles")
    role = await dialog_of(page, "Create role")
    await role.get_by_label("Name", exact=True).fill("Analyst")
    await role.get_by_role("button", name="Create role").click()
    await expect(page.get_by_text("Analyst created")).to_be_visible()

    await go(page, "Applications")
    application = await dialog_of(page, "Create application")
    await application.get_by_label("Name", exact=True).fill("Workbench")
    await application.get_by_label("Redirect URIs").fill("https://app.umbrella.test/callback")
    await application.get_by_role("button", name="Create application").click()
    await expect(page.get_by_text("Workbench created")).to_be_visible()

    await go(page, "Messages")
    await page.get_by_role("button", name="Edit Invitation", exact=True).click()
    mail = page.get_by_role("dialog", name="Edit Invitation", exact=True)
    await mail.get_by_label("Subject").fill("Come to {{vendor}}")
    await mail.get_by_role("button", name="Save").click()
    await expect(page.get_by_text("Invitation saved")).to_be_visible()

    await go(page, "Plans")
    plan = await dialog_of(page, "Create plan")
    await plan.get_by_label("Name", exact=True).fill("Team")
    await plan.get_by_label("Price ID").fill(TEAM_MONTHLY_PRICE_ID)
    await plan.get_by_role("button", name="Create plan").click()
    await expect(page.get_by_text("Team created")).to_be_visible()

    # Customers connect their provider and pay in their portal, whose pages for it are hidden at first.
    await page.get_by_role("link", name="Show it in the portal").click()
    await titled(page, "Portal")
    for region, name in {"Organization": "Single sign-on", "Billing": "Subscription"}.items():
        part = page.get_by_role("region", name=region)
        await part.get_by_role("switch", name=name).press("Space")
        await save(part)


async def invite(page: Page) -> None:
    await go(page, "Tenants")
    tenant = await dialog_of(page, "Create tenant")
    await tenant.get_by_label("Name", exact=True).fill("First Customer")
    await tenant.get_by_role("button", name="Create tenant").click()
    await page.get_by_role("button", name=re.compile("^First Customer")).click()
    details = page.get_by_role("dialog", name="First Customer")
    await details.get_by_role("button", name="Invite user").click()
    form = page.get_by_role("dialog", name="Invite a user to First Customer")
    await form.get_by_label("Email").fill(CUSTOMER)
    await form.get_by_role("combobox", name=re.compile("Role")).click()
    await page.get_by_role("option", name="Admin", exact=True).click()
    await form.get_by_role("button", name="Send invitation").click()
    await expect(page.get_by_text(f"Invitation sent to {CUSTOMER}")).to_be_visible()


async def join(customer: Window) -> None:
    """In the vendor's name, with the mail that the vendor wrote."""
    page = customer.page = await follow_mail(customer, CUSTOMER, "Come to Umbrella Cloud")
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.get_by_role("button", name="Activate account").click()
    await titled(page, "Create your organization")


async def buy(page: Page) -> None:
    await page.goto("/oauth/portal/subscriptions")
    await titled(page, "Subscription")
    await add_card(page)
    await choose(page, "Choose a plan", "Team")
    await confirm(page, "Team")
    await expect(card(page, "Current plan")).to_contain_text("Active")


async def connect(customer: Window, provider: FakeProvider) -> None:
    """The customer's own provider, for all users with an address of the customer's."""
    provider.person = Person("colleague", COLLEAGUE)
    wizard = Wizard(customer)
    await wizard.add("OpenID Connect")
    await wizard.go_on("Provider details")
    await wizard.fill_in_openid(provider.url)
    await wizard.own_and_test(DOMAIN)
    await wizard.switch_on(DOMAIN)
