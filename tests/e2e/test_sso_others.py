"""The wizard against providers that others have written, from nothing to the first colleague who comes in."""

import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from playwright.async_api import expect

from tests.e2e.api import join
from tests.e2e.company_provider import pysaml2_site
from tests.e2e.conftest import NewWindow
from tests.e2e.sso_wizard import Wizard, comes_in
from tests.e2e.tour import titled
from tests.federation.node_provider import NodeProvider, running_provider
from tests.federation.provider import CLIENT_ID, SECRET
from tests.federation.saml_idp import Pair, pair
from tests.identity.sso.test_samlify import pems
from tests.process.server import Server

pytestmark = pytest.mark.browser

SamlSite = Callable[[Pair, Path, str], AbstractAsyncContextManager[tuple[str, str]]]
CONNECTIONS = "/team/resources/sso/v1/configurations"


@pytest.fixture
def mock_server() -> Iterator[NodeProvider]:
    with running_provider(
        "oauth2-mock-server.mjs", "oauth2-mock-server", host="localhost"
    ) as running:
        yield running


@pytest.fixture
def oidc_provider(server: Server) -> Iterator[NodeProvider]:
    given = {
        "client": CLIENT_ID,
        "secret": SECRET,
        "callback": f"{server.url}/account/oidc/callback",
        "afterLogout": f"{server.url}/auth/oidc/logout",
    }
    with running_provider("oidc-provider.mjs", "oidc-provider", host="localhost", **given) as one:
        yield one


@asynccontextmanager
async def samlify_site(key: Pair, folder: Path, email: str) -> AsyncIterator[tuple[str, str]]:
    """As `pysaml2_site`."""
    keys = {"pair": pems(key), "otherPair": pems(pair("samlify, another"))}
    with running_provider("samlify-idp.mjs", "samlify", host="localhost", **keys) as running:
        yield running.url, f"{running.url}/sso?email={email}"


async def clean(window_token: str, wizard: Wizard) -> None:
    """While there is a connection, the sign-in page asks for the address first."""
    headers = {"authorization": f"Bearer {window_token}"}
    http = wizard.window.context.request
    for one in await (await http.get(CONNECTIONS, headers=headers)).json():
        await expect(await http.delete(f"{CONNECTIONS}/{one['id']}", headers=headers)).to_be_ok()


async def test_oauth2_mock_server(new_window: NewWindow, mock_server: NodeProvider):
    window = await new_window()
    _, token = await join(window)
    wizard = Wizard(window)
    domain = f"{uuid4().hex[:10]}.example"
    mock_server.tell(person={"sub": uuid4().hex, "email": f"ada@{domain}", "name": "Ada Example"})
    await wizard.add("OpenID Connect")
    await wizard.go_on("Provider details")
    await wizard.fill_in_openid(mock_server.url)
    await wizard.own_and_test(domain)
    await wizard.switch_on(domain)
    await comes_in(await new_window(), f"ada@{domain}")
    await clean(token, wizard)


async def test_oidc_provider_and_out_of_it_again(
    new_window: NewWindow, oidc_provider: NodeProvider
):
    """At sign-out in the portal the user is asked whether to sign out at the provider, too."""
    window = await new_window()
    _, token = await join(window)
    wizard = Wizard(window)
    email = f"ada@{uuid4().hex[:10]}.example"
    oidc_provider.tell(person={"sub": uuid4().hex, "email": email, "name": "Ada Example"})
    await wizard.add("OpenID Connect")
    await wizard.go_on("Provider details")
    await wizard.fill_in_openid(oidc_provider.url)
    switch = wizard.page.get_by_role("switch", name="Also sign out at the provider")
    await switch.press("Space")
    await expect(
        wizard.page.get_by_text("Users are also signed out at the provider")
    ).to_be_visible()
    await wizard.own_and_test(email.partition("@")[2])
    await wizard.switch_on(email.partition("@")[2])
    ada = await new_window()
    await comes_in(ada, email)
    await ada.page.get_by_role("button", name="Account of Ada Example").click()
    await ada.page.get_by_role("menuitem", name="Sign out").click()
    await ada.page.get_by_role("button", name="Yes, sign me out").click()
    await expect(ada.page).to_have_url(re.compile("/account/login"))
    # At the provider the session has ended; our own pages have none either.
    await titled(ada.page, "Sign in")
    await clean(token, wizard)


@pytest.mark.parametrize("site", [samlify_site, pysaml2_site], ids=["samlify", "pysaml2"])
async def test_saml_with_a_wrong_certificate_first(
    new_window: NewWindow, tmp_path: Path, site: SamlSite
):
    email = f"ada@{uuid4().hex[:10]}.example"
    async with site(pair("saml of others"), tmp_path, email) as (url, sign_in_url):
        await walk_saml(new_window, url, sign_in_url, email)


async def walk_saml(new_window: NewWindow, url: str, sign_in_url: str, email: str) -> None:
    window = await new_window()
    _, token = await join(window)
    wizard = Wizard(window)
    await wizard.add("Other SAML provider")
    await wizard.go_on("Provider details")
    by_hand = {
        "Sign-in_URL": sign_in_url,
        "Entity_ID_of_the_provider": f"{url}/metadata",
    }
    wrong, right = (pair(one).certificate_pem.decode() for one in ("another", "saml of others"))
    await wizard.fill(
        "Enter manually", "Enter manually", "Save changes", Certificate=wrong, **by_hand
    )
    # It takes signed requests only, as our metadata lets it ask.
    switch = wizard.page.get_by_role("switch", name="Sign requests")
    await switch.press("Space")
    await expect(wizard.page.get_by_text("Requests are signed", exact=True)).to_be_visible()
    # The provider is told of this side by its metadata.
    http, headers = window.context.request, {"authorization": f"Bearer {token}"}
    [made] = await (await http.get(CONNECTIONS, headers=headers)).json()
    ours = await http.get(f"{CONNECTIONS}/{made['id']}/sp-metadata", headers=headers)
    async with httpx.AsyncClient() as there:
        (await there.put(f"{url}/trust", content=await ours.body())).raise_for_status()

    await wizard.go_on("Domains")
    await wizard.own_domain(email.partition("@")[2])
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
    await wizard.switch_on(email.partition("@")[2])
    await comes_in(await new_window(), email)
    await clean(token, wizard)
