"""The sign-in boxes of the hosted platform's earlier browser clients, as npm has them, in a product's own
page: people come back from a company's SAML provider, and from a social one.

As `test_published_clients.py`: no part of a run without `--published-clients FOLDER`.
"""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import uuid4

import pytest
from playwright.async_api import Page, Route, expect

from gatehouse.identity.oauth.clients import DEMO_CLIENT
from gatehouse.kit.crypto import Box
from gatehouse.vendor.social_providers import SECRETS
from tests.e2e.api import join, post
from tests.e2e.browser import Window
from tests.e2e.company_provider import SamlSite, saml_site
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor, add_app, app_code
from tests.e2e.published import Published, product
from tests.e2e.test_published_clients import OWN_FAULT, allow_being_nobody
from tests.federation.provider import CLIENT_ID, SECRET, FakeProvider, Person, served
from tests.process.server import Server

pytestmark = pytest.mark.browser

BOXES = ("3.0.21", "4.0.30")
OLDEST = "3.0.21"
CONNECTIONS = "/team/resources/sso/v1/configurations"
REFRESH = "/identity/resources/auth/v1/user/token/refresh"
PROVIDERS = "/identity/resources/sso/v1"
GOOGLE = "/identity/resources/auth/v2/user/sso/custom/google/prelogin"
OUTSIDE = re.compile("^https://")
OF_GOOGLE = re.compile("^https://accounts.google.com/")
ASKED = re.compile("6 digit code|Two-Factor authentication")
# What the box of 4.42 has for every failure; that of 5.79 shows what it is told.
FAILED = {
    OLDEST: "Failed to Login with SSO, try again later.",
    "4.0.30": "This single sign-on connection does not cover your email address",
}


@pytest.fixture
async def saml() -> AsyncIterator[SamlSite]:
    """Of another site than ours, so that the browser treats what it posts as it does a company's."""
    async with saml_site("127.0.0.1") as site:
        yield site


@pytest.fixture
async def domain(new_window: NewWindow, vendor: Vendor, saml: SamlSite) -> AsyncIterator[str]:
    """Whose people come in through the provider."""
    window = await new_window()
    _, token = await join(window)
    made = await post(window, CONNECTIONS, {
        "ssoEndpoint": saml.sign_in_url,
        "idpEntityId": saml.entity_id,
        "publicCertificate": saml.key.certificate_pem.decode(),
        "enabled": True,
    }, token)  # fmt: skip
    name = f"{uuid4().hex[:10]}.example"
    await post(window, f"{CONNECTIONS}/{made['id']}/domains", {"domain": name}, token)
    await vendor.database.execute(
        "update sso_domains set validated_at = now() where domain = $1", name
    )
    saml.email = f"ada@{name}"
    yield name
    # While there is a connection, sign-in pages ask for the address first.
    headers = {"authorization": f"Bearer {token}"}
    gone = await window.context.request.delete(f"{CONNECTIONS}/{made['id']}", headers=headers)
    await expect(gone).to_be_ok()


@pytest.fixture
def address(published: Published, server: Server, tmp_path: Path) -> Iterator[str]:
    script = published.bundle(tmp_path)
    with product(script, server.url, DEMO_CLIENT, has_box=True) as served_at:
        yield served_at


@pytest.fixture
async def google(server: Server, vendor: Vendor, address: str) -> AsyncIterator[FakeProvider]:
    """Offered under its name, at a provider on this machine."""
    async with served(FakeProvider(), "localhost") as running:
        running.person = Person(uuid4().hex, f"{uuid4().hex[:10]}@example.test")
        box = Box([(server.data_dir / "secret.key").read_text().strip()])
        await vendor.database.execute(
            "insert into social_providers (id, is_custom, display_name, is_active, scopes, client_id,"
            " sealed_secret, issuer, redirect_url, created_at, updated_at)"
            " values ('google', true, 'Google', true, '{openid,email,profile}', $1, $2, $3, $4,"
            " now(), now())",
            CLIENT_ID,
            SECRETS.seal(box, "google", SECRET.encode()),
            running.url,
            f"{address}/account/social/success",
        )
        await vendor.until(PROVIDERS, lambda answer: answer.json())
        yield running
        await vendor.database.execute("delete from social_providers where id = 'google'")
        await vendor.until(PROVIDERS, lambda answer: not answer.json())


@pytest.fixture
async def strict(vendor: Vendor, google: FakeProvider) -> AsyncIterator[None]:
    await vendor.send_cookies("STRICT", GOOGLE)
    yield
    await vendor.send_cookies("LAX", GOOGLE)


@pytest.fixture
async def window(new_window: NewWindow, address: str) -> AsyncIterator[Window]:
    opened = await new_window()
    await allow_being_nobody(opened)
    # Older boxes ask for pictures from outside, which is not reached here.
    await opened.context.route(OUTSIDE, lambda route: route.fulfill(body=""))
    yield opened
    opened.complaints = [one for one in opened.complaints if OWN_FAULT not in one]


async def come_in(page: Page, address: str, email: str) -> None:
    """From the box to the company's provider, which sends people back at once."""
    await page.goto(f"{address}/account/login")
    await page.locator("input[name=email]").fill(email)
    await page.keyboard.press("Enter")


async def is_in(page: Page, address: str, email: str) -> None:
    """At the product, also after a reload."""
    await expect(page.locator("#person")).to_have_text(email)
    await page.wait_for_url(f"{address}/")
    await page.reload()
    await expect(page.locator("#person")).to_have_text(email)


async def is_asked(window: Window, secret: str, published: Published) -> None:
    """For the app's code, by the box itself."""
    page = window.page
    await expect(page.get_by_text(ASKED)).to_be_visible()
    code = await app_code(window, secret, steps=1)
    await page.get_by_role("textbox").first.press_sequentially(code)
    if published.version == OLDEST:  # later ones send the last digit along
        await page.keyboard.press("Enter")


async def enroll(window: Window, vendor: Vendor, server: Server, email: str) -> str:
    """The secret of an app that is asked for from now on; no session in the window."""
    token = (await post(window, REFRESH, {}))["accessToken"]
    secret = await add_app(window, vendor, server, email, token)
    await window.context.clear_cookies()
    return secret


@pytest.mark.parametrize("published", BOXES, indirect=True)
async def test_saml_a_second_factor_and_a_refusal(
    window: Window,
    address: str,
    domain: str,
    saml: SamlSite,
    vendor: Vendor,
    server: Server,
    published: Published,
):
    page, email = window.page, saml.email
    await come_in(page, address, email)
    await is_in(page, address, email)

    secret = await enroll(window, vendor, server, email)
    await come_in(page, address, email)
    await is_asked(window, secret, published)
    await is_in(page, address, email)

    await window.context.clear_cookies()
    saml.email = f"ada@other.{domain}"
    await come_in(page, address, email)
    await expect(page.get_by_text(FAILED[published.version])).to_be_visible()
    await page.get_by_text("Back to login").click()
    await expect(page.locator("input[name=email]")).to_be_visible()


@pytest.mark.parametrize("published", BOXES, indirect=True)
@pytest.mark.usefixtures("domain", "google", "strict")
async def test_saml_where_no_cookie_comes_with_what_other_sites_lead_to(
    window: Window, address: str, saml: SamlSite
):
    await come_in(window.page, address, saml.email)
    await is_in(window.page, address, saml.email)


@pytest.mark.parametrize("published", BOXES, indirect=True)
async def test_a_social_provider_and_a_second_factor(
    window: Window,
    address: str,
    google: FakeProvider,
    vendor: Vendor,
    server: Server,
    published: Published,
):
    page, email = window.page, google.person.email or ""
    if published.version == OLDEST:
        await window.context.route(OF_GOOGLE, lambda route: agree(route, address))
    await page.goto(f"{address}/account/login")
    await page.get_by_text(re.compile("Google")).click()
    await is_in(page, address, email)

    secret = await enroll(window, vendor, server, email)
    await page.goto(f"{address}/account/login")
    await page.get_by_text(re.compile("Google")).click()
    await is_asked(window, secret, published)
    await is_in(page, address, email)
    assert len(google.exchanges) == 2  # no code but those that came back over us


async def agree(route: Route, address: str) -> None:
    """As Google does with a signed-in user: back to the page that the box of 4.42 names."""
    asked = {
        name: values[0] for name, values in parse_qs(urlsplit(route.request.url).query).items()
    }
    assert asked["redirect_uri"] == f"{address}/account/social/success"
    answer = {"code": uuid4().hex, "state": asked["state"]}
    await route.fulfill(
        status=302, headers={"location": f"{asked['redirect_uri']}?{urlencode(answer)}"}
    )
