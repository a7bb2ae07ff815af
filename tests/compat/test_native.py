"""A person's way through an app on a device: the system's browser, back by the app's scheme, and out
again."""

from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.compat.native_app import (
    ANDROID,
    APP_LINK,
    IOS,
    NativeApp,
    SystemBrowser,
    letters,
    query_of,
    refresh_token_of,
)
from tests.identity.second_factors import Somebody, Steps
from tests.identity.signup_steps import GOOD
from tests.world import World

ADD = (
    "insert into applications (id, client_id, key, name, redirect_uris)"
    " values ($1, $2, $1::uuid::text, 'Mobile', $3)"
)
NewApp = Callable[..., NativeApp]


@pytest.fixture
async def application(world: World) -> AsyncIterator[UUID]:
    """The vendor's app; its own id."""
    made = uuid4()
    await world.configure(ADD, made, uuid4(), [ANDROID, APP_LINK, IOS])
    yield made
    await world.configure("delete from applications where id = $1", made)


@pytest.fixture(params=["by application id", "by client id"])
def new_app(request, world: World, new_client, application: UUID) -> NewApp:
    """Both ways in which developers write down who their app is."""
    configuration = world.resources[VendorConfiguration].current
    own = configuration.find_application(str(application))
    assert own is not None

    def make(redirect_uri: str = ANDROID) -> NativeApp:
        if request.param == "by client id":
            return NativeApp(new_client(), str(own.client_id), redirect_uri)
        default = str(configuration.default.client_id)
        return NativeApp(new_client(), default, redirect_uri, str(application))

    return make


@pytest.fixture
async def somebody(world: World, asgi: Any, run_jobs, db) -> Somebody:
    return await Steps(world, asgi, run_jobs, db).somebody("Admin")


@pytest.fixture
def browser(asgi: Any) -> SystemBrowser:
    return SystemBrowser(asgi)


async def signed_in(app: NativeApp, browser: SystemBrowser, who: Somebody) -> None:
    page = await browser.visit(app.authorize_address())
    answer = await app.opened(await browser.sign_in(page, who.email, GOOD))
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("redirect_uri", "verifier_length"),
    [(ANDROID, 64), (APP_LINK, 64), (IOS, 16)],
    ids=["android", "link", "ios"],
)
async def test_in_by_the_browser_renewed_and_out(
    new_app: NewApp,
    browser: SystemBrowser,
    somebody: Somebody,
    redirect_uri: str,
    verifier_length: int,
):
    app = new_app(redirect_uri)
    app.verifier_length = verifier_length
    await signed_in(app, browser, somebody)
    assert set(app.tokens) >= {"access_token", "id_token", "refresh_token", "expires_in"}
    user = await app.user()
    assert (user["email"], user["activeTenant"]["tenantId"]) == (
        somebody.email,
        str(somebody.tenant_id),
    )
    before = app.tokens["refresh_token"]
    assert (await app.renew()).status_code == 200
    assert app.tokens["refresh_token"] != before
    assert (await app.user())["email"] == somebody.email

    assert (await app.log_out()).status_code == 200
    refused = await app.renew()
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert (await app.call("GET", "/identity/resources/users/v2/me")).status_code == 401


async def test_who_is_out_of_the_app_is_out_of_the_browser(
    new_app: NewApp, browser: SystemBrowser, somebody: Somebody
):
    app, other = new_app(), new_app()
    await signed_in(app, browser, somebody)
    place = await browser.visit(other.authorize_address(prompt=""))
    assert (await other.opened(place)).status_code == 200  # in at once
    await app.log_out()
    assert (await other.renew()).status_code == 400
    page = await browser.visit(other.authorize_address(prompt=""))
    assert page.startswith("/oauth/account/login?")


async def test_a_sign_in_of_its_own_gives_tokens_silently(new_app: NewApp, somebody: Somebody):
    """As after a passkey: the session's refresh token, sent as the cookie that the app names itself."""
    app = new_app()
    body = {"email": somebody.email, "password": GOOD}
    answer = await app.call("POST", "/identity/resources/auth/v1/user", body)
    assert answer.status_code == 200, answer.text
    assert (await app.silently(refresh_token_of(answer))).status_code == 200
    assert (await app.user())["email"] == somebody.email
    assert (await app.renew()).status_code == 200
    app.tokens = {}
    refused = await app.silently("nothing")
    assert (refused.status_code, refused.json()["error"]) == (401, "login_required")


async def test_a_code_that_another_app_caught_is_nothing_to_it(
    new_app: NewApp, browser: SystemBrowser, somebody: Somebody
):
    app, thief = new_app(), new_app()
    page = await browser.visit(app.authorize_address())
    caught = await browser.sign_in(page, somebody.email, GOOD)
    thief.authorize_address()
    thief.state = app.state
    assert (await thief.opened(caught)).status_code == 400
    assert not thief.tokens


async def test_an_app_asks_whether_its_address_is_known(new_app: NewApp, browser: SystemBrowser):
    """As the packages do when they start in debugging: any page is right, a refusal is not."""
    app = new_app()
    asked = {"client_id": app.application_id or app.client_id, "state": letters(16)}
    known = await browser.http.get("/oauth/prelogin", params={**asked, "redirect_uri": ANDROID})
    assert (known.status_code, known.headers["location"]) == (302, "/oauth/account/login")
    for change in ({"redirect_uri": f"{ANDROID}/more"}, {"client_id": str(uuid4())}):
        answer = await browser.http.get(
            "/oauth/prelogin", params={**asked, "redirect_uri": ANDROID, **change}
        )
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


async def test_a_login_page_in_the_apps_own_view(
    new_app: NewApp, browser: SystemBrowser, somebody: Somebody
):
    """The view signs in by itself, shows the token, and passes over the address that it is told."""
    app = new_app()
    page = await browser.visit(app.authorize_address("/oauth/prelogin"))
    assert page.startswith("/oauth/account/login?")
    hinted = await browser.visit(
        f"/oauth/prelogin?state={app.state}&email={somebody.email.replace('@', '%40')}"
    )
    assert query_of(hinted)["login_hint"] == somebody.email

    body = {"email": somebody.email, "password": GOOD}
    answer = await browser.http.post("/frontegg/identity/resources/auth/v1/user", json=body)
    shown: httpx.Response = await browser.http.post(
        "/oauth/postlogin", json={"state": app.state, "token": answer.json()["accessToken"]}
    )
    assert shown.status_code == 200, shown.text
    assert shown.json()["redirectUrl"].startswith(f"{ANDROID}?code=")
    place = await browser.visit(f"/oauth/postlogin/redirect?state={app.state}")
    assert (await app.opened(place)).status_code == 200
    assert (await app.user())["email"] == somebody.email
    # The first code went with the second.
    assert (await app.opened(shown.json()["redirectUrl"])).status_code == 400
