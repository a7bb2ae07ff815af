"""An administrator connects the company's provider in the wizard, from nothing to the first colleague who
comes in through it."""

from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from playwright.async_api import expect

from tests.e2e.api import CHOSEN, join
from tests.e2e.api import LOGIN as PASSWORD_LOGIN
from tests.e2e.company_provider import SamlSite, saml_site
from tests.e2e.conftest import NewWindow, RunningServer
from tests.e2e.entering import give_email, newcomer
from tests.e2e.factors import Vendor
from tests.e2e.sso_wizard import Wizard, comes_in
from tests.e2e.tour import titled
from tests.federation.provider import FakeProvider, Person, served
from tests.federation.saml_idp import pair
from tests.process.server import Server

pytestmark = pytest.mark.browser

CONNECTIONS = "/team/resources/sso/v1/configurations"


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


@pytest.fixture
async def wizard(new_window: NewWindow) -> AsyncIterator[Wizard]:
    """Of the administrator of a company of one, who has set nothing up."""
    window = await new_window()
    _, token = await join(window)
    yield Wizard(window)
    # While there is a connection, the sign-in page asks for the address first.
    headers = {"authorization": f"Bearer {token}"}
    http = window.context.request
    for one in await (await http.get(CONNECTIONS, headers=headers)).json():
        gone = await http.delete(f"{CONNECTIONS}/{one['id']}", headers=headers)
        await expect(gone).to_be_ok()


async def test_saml_with_a_wrong_certificate_first(
    new_window: NewWindow, wizard: Wizard, saml: SamlSite
):
    domain = f"{uuid4().hex[:10]}.example"
    saml.email = f"ada@{domain}"
    await wizard.add("Other SAML provider")
    await wizard.go_on("Provider details")
    by_hand = {"Sign-in_URL": saml.sign_in_url, "Entity_ID_of_the_provider": saml.entity_id}
    wrong, right = (one.certificate_pem.decode() for one in (pair("another"), saml.key))
    await wizard.fill(
        "Enter manually", "Enter manually", "Save changes", Certificate=wrong, **by_hand
    )
    await wizard.go_on("Domains")
    await wizard.own_domain(domain)
    await wizard.go_on("Roles")
    await wizard.go_on("Test sign-in")
    await wizard.test()
    trace = wizard.page.get_by_role("list", name="Checks")
    failed = trace.get_by_role("listitem").filter(has_text="Failed")
    await expect(failed).to_contain_text(["enter its current signing certificate"])

    await wizard.back_to("Provider details")
    await wizard.fill("Enter manually", "Enter manually", "Save changes", Certificate=right)
    await wizard.back_to("Test sign-in")
    await wizard.test()
    await expect(wizard.page.get_by_text("Test sign-in passed")).to_be_visible()
    await wizard.go_on("Turn on")
    await wizard.switch_on(domain)
    await comes_in(await new_window(), saml.email)


async def test_openid_connect(new_window: NewWindow, wizard: Wizard, provider: FakeProvider):
    domain = f"{uuid4().hex[:10]}.example"
    provider.person = Person(uuid4().hex, f"ada@{domain}")
    await wizard.add("OpenID Connect")
    await wizard.go_on("Provider details")
    await wizard.fill_in_openid(provider.url)
    await wizard.own_and_test(domain)
    await wizard.switch_on(domain)
    await comes_in(await new_window(), f"ada@{domain}")


async def test_where_no_user_has_a_password_the_company_signs_in(
    new_window: NewWindow, wizard: Wizard, provider: FakeProvider, vendor: Vendor
):
    domain = f"{uuid4().hex[:10]}.example"
    provider.person = Person(uuid4().hex, f"ada@{domain}")
    await wizard.add("OpenID Connect")
    await wizard.go_on("Provider details")
    await wizard.fill_in_openid(provider.url)
    await wizard.own_and_test(domain)
    await wizard.switch_on(domain)
    email, _ = await newcomer(stranger := await new_window())
    await vendor.offer("NoLocalAuthentication")
    await comes_in(await new_window(), f"ada@{domain}")
    await give_email(stranger, email)
    await titled(stranger.page, "Sign in with single sign-on")
    answer = await stranger.context.request.post(
        PASSWORD_LOGIN, data={"email": email, "password": CHOSEN}
    )
    assert answer.status == 403
