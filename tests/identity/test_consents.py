"""Other companies' applications: people say what they may know, and take it back."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.kit.db import Database
from tests.audit_log import audit_entries
from tests.identity.browser import ME, Browser, later, new_browser, sign_in
from tests.identity.oauth_steps import AUTHORIZE, TOKEN, asking, challenge, claims_of, exchange
from tests.security.test_session_locks import until_waiting
from tests.world import Db, World

CONSENTS = "/identity/resources/oauth/consents/v1/me"
CALLBACK = "https://ledgerly.test/callback"
ADD = (
    "insert into applications (id, client_id, key, name, type, redirect_uris)"
    " values ($1, $2, $1::uuid::text, 'Ledgerly', 'oauth', $3)"
)


@dataclass(frozen=True)
class Ledgerly:
    """Another company's application."""

    world: World
    id: UUID
    client_id: UUID

    async def ask(self, browser: Browser, **changes: str | None) -> str:
        """Where the browser is sent."""
        mine = {"client_id": str(self.client_id), "redirect_uri": CALLBACK, **changes}
        answer = await browser.http.get(AUTHORIZE, params=asking(self.world, **mine))
        assert answer.status_code == 302, answer.text
        place: str = answer.headers["location"]
        return place

    async def ask_pushed(self, browser: Browser, **changes: str | None) -> str:
        """The same by a request that the browser only names."""
        mine = {"client_id": str(self.client_id), "redirect_uri": CALLBACK, **changes}
        request = asking(self.world, **mine)
        pushed = await self.world.new_client().post("/oauth/par", data=request)
        assert pushed.status_code == 201, pushed.text
        named = {"client_id": mine["client_id"], "request_uri": pushed.json()["request_uri"]}
        answer = await browser.http.get(AUTHORIZE, params=named)
        assert answer.status_code == 302, answer.text
        place: str = answer.headers["location"]
        return place

    async def tokens(self, place: str) -> dict[str, Any]:
        answer = await exchange(
            self.world,
            told(place)["code"],
            client_id=str(self.client_id),
            redirect_uri=CALLBACK,
        )
        assert answer.status_code == 200, answer.text
        tokens: dict[str, Any] = answer.json()
        return tokens

    async def allowed(self, browser: Browser, *scopes: str) -> httpx.Response:
        return await browser.http.put(
            f"{CONSENTS}/{self.client_id}", json={"scopes": scopes or ["openid"]}
        )


@pytest.fixture
async def ledgerly(world: World) -> AsyncIterator[Ledgerly]:
    made = Ledgerly(world, uuid4(), uuid4())
    await world.configure(ADD, made.id, made.client_id, [CALLBACK])
    yield made
    await world.configure("delete from applications where id = $1", made.id)


def told(place: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(place).query).items()}


def is_asked(place: str) -> bool:
    return urlsplit(place).path == "/oauth/account/consent"


async def question(browser: Browser, page: dict[str, str]) -> httpx.Response:
    """What the page asks: it hands on the request that it goes back to."""
    request = urlsplit(page["redirectUrl"]).query
    return await browser.http.post(f"{CONSENTS}/requests", json={"request": request})


async def opens(world: World, token: str, path: str) -> httpx.Response:
    return await world.new_client().get(path, headers={"authorization": f"Bearer {token}"})


async def test_people_are_asked_once_for_what_is_asked(world: World, ledgerly: Ledgerly):
    browser = await new_browser(world)
    place = await ledgerly.ask(browser, scope="openid email")
    assert is_asked(place)
    page = told(place)
    asked = (await question(browser, page)).json()
    assert (asked["clientId"], asked["scopes"]) == (str(ledgerly.client_id), ["openid", "email"])
    shown = (await browser.http.get(f"{CONSENTS}/{ledgerly.client_id}")).json()
    assert (shown["name"], shown["scopes"]) == ("Ledgerly", [])
    assert (await ledgerly.allowed(browser, "openid", "email")).status_code == 200
    back = await browser.http.get(page["redirectUrl"])
    assert back.headers["location"].startswith(f"{CALLBACK}?code=")
    assert (await ledgerly.ask(browser, scope="openid email")).startswith(CALLBACK)
    assert (await ledgerly.ask(browser, scope="openid")).startswith(CALLBACK)
    assert is_asked(await ledgerly.ask(browser, scope="openid email profile"))
    # What one person allows is theirs alone.
    assert is_asked(await ledgerly.ask(await new_browser(world), scope="openid"))


PLACES = [
    (CALLBACK, "site", "ledgerly.test"),
    ("https://Ledgerly.test:443/a?b=c", "site", "ledgerly.test"),
    ("https://ledgerly.test:8443/a", "site", "ledgerly.test:8443"),
    ("https://xn--ldgerly-cxa.test/", "site", "xn--ldgerly-cxa.test"),
    # Kept before such addresses were refused; browsers end the host at the backslash.
    ("https://evil.test\\.ledgerly.test/", "site", "evil.test"),
    ("http://localhost:3000/callback", "device", "localhost:3000"),
    ("http://127.0.0.1/callback", "device", "127.0.0.1"),
    ("http://[::1]:3000/callback", "device", "[::1]:3000"),
    ("https://app.localhost/callback", "device", "app.localhost"),
    ("com.ledgerly.app:/callback", "app", "com.ledgerly.app"),
    ("com.ledgerly.app://accounts.google.com/callback", "app", "com.ledgerly.app"),
]


@pytest.mark.parametrize(("address", "kind", "name"), PLACES, ids=[one[0] for one in PLACES])
@pytest.mark.parametrize("how", ["in the browser", "pushed"])
async def test_people_are_told_where_the_answer_goes(
    world: World, ledgerly: Ledgerly, how: str, address: str, kind: str, name: str
):
    await world.configure(
        "update applications set redirect_uris = $2 where id = $1", ledgerly.id, [address]
    )
    browser = await new_browser(world)
    if how == "pushed":
        place = await ledgerly.ask_pushed(browser, redirect_uri=address)
        assert name not in place
    else:
        place = await ledgerly.ask(browser, redirect_uri=address)
    asked = await question(browser, told(place))
    assert asked.json()["returnsTo"] == {"kind": kind, "name": name}, asked.text


@pytest.mark.parametrize("how", ["in the browser", "pushed"])
async def test_a_device_or_an_app_is_asked_for_by_itself(
    world: World, ledgerly: Ledgerly, how: str
):
    """What a site was allowed, any program on the device might else fetch in its name (RFC 8252 §8.6)."""
    loopback, scheme = "http://127.0.0.1/callback", "com.ledgerly.app:/callback"
    other = "http://127.0.0.1/other"
    await world.configure(
        "update applications set redirect_uris = $2 where id = $1",
        ledgerly.id,
        [CALLBACK, loopback, other, scheme],
    )
    ask = ledgerly.ask_pushed if how == "pushed" else ledgerly.ask
    browser = await new_browser(world)
    page = told(await ask(browser, scope="openid"))
    await allowed_there(browser, ledgerly, page)
    assert (await ask(browser, scope="openid")).startswith(CALLBACK)
    # The consent for the site, and one that names no request, are none for the device.
    await ledgerly.allowed(browser, "openid")
    port = "http://127.0.0.1:33418/callback"
    page = told(await ask(browser, scope="openid", redirect_uri=port))
    assert "redirectUrl" in page
    quiet = await ask(browser, scope="openid", redirect_uri=port, prompt="none")
    assert told(quiet)["error"] == "consent_required"
    await allowed_there(browser, ledgerly, page)
    # Its port is another each time; its path is not.
    again = await ask(browser, scope="openid", redirect_uri=port.replace("33418", "40001"))
    assert again.startswith("http://127.0.0.1:40001/callback?code=")
    assert is_asked(await ask(browser, scope="openid", redirect_uri=other))
    page = told(await ask(browser, scope="openid", redirect_uri=scheme))
    await allowed_there(browser, ledgerly, page)
    assert (await ask(browser, scope="openid", redirect_uri=scheme)).startswith(scheme)
    assert is_asked(await ask(browser, scope="openid", redirect_uri=other))
    assert (await ask(browser, scope="openid")).startswith(CALLBACK)


async def allowed_there(browser: Browser, ledgerly: Ledgerly, page: dict[str, str]) -> None:
    body = {"scopes": ["openid"], "request": urlsplit(page["redirectUrl"]).query}
    answer = await browser.http.put(f"{CONSENTS}/{ledgerly.client_id}", json=body)
    assert answer.status_code == 200, answer.text


async def test_another_applications_request_allows_nothing(world: World, ledgerly: Ledgerly):
    browser = await new_browser(world)
    page = told(await ledgerly.ask(browser, scope="openid"))
    request = urlsplit(page["redirectUrl"]).query
    for wrong in (urlencode(asking(world)), "client_id=x", f"{request}&client_id={uuid4()}"):
        answer = await browser.http.put(
            f"{CONSENTS}/{ledgerly.client_id}", json={"scopes": ["openid"], "request": wrong}
        )
        assert answer.status_code in (400, 404)
    assert is_asked(await ledgerly.ask(browser, scope="openid"))


async def test_the_port_that_is_asked_for_is_the_one_told(world: World, ledgerly: Ledgerly):
    await world.configure(
        "update applications set redirect_uris = $2 where id = $1",
        ledgerly.id,
        ["http://127.0.0.1/callback"],
    )
    browser = await new_browser(world)
    place = await ledgerly.ask(browser, redirect_uri="http://127.0.0.1:33418/callback")
    asked = (await question(browser, told(place))).json()
    assert asked["returnsTo"] == {"kind": "device", "name": "127.0.0.1:33418"}


async def test_nothing_beside_the_request_changes_what_people_are_told(
    world: World, ledgerly: Ledgerly
):
    """A caller who makes up the page's address, or adds to what was pushed."""
    browser = await new_browser(world)
    lie = {"redirect_uri": "https://bank.test/", "client_id": str(asking(world)["client_id"])}
    pushed = told(await ledgerly.ask_pushed(browser, scope="openid email"))
    honest = (await question(browser, pushed)).json()
    told_more = {"redirectUrl": f"{pushed['redirectUrl']}&scope=openid&redirect_uri={CALLBACK}x"}
    assert (await question(browser, told_more)).json() == honest
    plain = told(await ledgerly.ask(browser))["redirectUrl"]
    for name, value in lie.items():
        # Twice the same parameter is no request; another client's is none either.
        twice = await question(browser, {"redirectUrl": f"{plain}&{name}={value}"})
        assert (twice.status_code, twice.json()["errorCode"]) == (400, "oauth.unknown_request")
        for of in (plain, pushed["redirectUrl"]):
            values = told(of) | {name: value}
            changed = await question(
                browser, {"redirectUrl": f"/oauth/authorize?{urlencode(values)}"}
            )
            assert changed.json() == honest or changed.status_code == 400, changed.text


@pytest.mark.parametrize(
    "request_", ["", "client_id=x", "request_uri=urn:ietf:params:oauth:request_uri:x", "%", "=&=&"]
)
async def test_what_is_no_request_is_said_to_be_over(
    world: World, ledgerly: Ledgerly, request_: str
):
    browser = await new_browser(world)
    body = {"request": request_}
    answer = await browser.http.post(f"{CONSENTS}/requests", json=body)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "oauth.unknown_request")
    stranger = await world.new_client().post(f"{CONSENTS}/requests", json=body)
    assert stranger.status_code == 401


async def test_the_vendors_own_are_no_question(world: World, ledgerly: Ledgerly):
    request = f"/oauth/authorize?{urlencode(asking(world))}"
    answer = await question(await new_browser(world), {"redirectUrl": request})
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "oauth.unknown_application")


async def test_what_was_allowed_before_stays(world: World, ledgerly: Ledgerly):
    browser = await new_browser(world)
    await ledgerly.allowed(browser, "openid", "email")
    second = await ledgerly.allowed(browser, "openid", "profile")
    assert second.json()["scopes"] == ["email", "openid", "profile"]
    assert (await ledgerly.ask(browser, scope="openid email profile")).startswith(CALLBACK)


async def test_its_tokens_say_what_was_allowed_and_open_nothing_else(
    world: World, ledgerly: Ledgerly
):
    browser = await new_browser(world, "Admin")
    await ledgerly.allowed(browser, "openid", "email")
    tokens = await ledgerly.tokens(await ledgerly.ask(browser, scope="openid email made-up"))
    assert tokens["scope"] == "openid email"
    body = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    refreshed = (await world.new_client().post(TOKEN, data=body)).json()
    for token in (tokens["access_token"], tokens["id_token"], refreshed["access_token"]):
        claims = claims_of(token)
        assert claims["email"] == browser.session.email
        assert not {"name", "roles", "permissions", "metadata", "tenantIds"} & claims.keys()
        for path in (ME, "/identity/resources/roles/v1", CONSENTS):
            answer = await opens(world, token, path)
            assert answer.status_code == 403, path
            assert answer.json()["errorCode"] == "access.missing_scope"
        info = (await opens(world, token, "/oauth/userinfo")).json()
        assert info.keys() == {"sub", "email", "email_verified", "tenantId"}


async def test_who_may_only_not_be_asked_is_refused(world: World, ledgerly: Ledgerly):
    browser = await new_browser(world)
    back = told(await ledgerly.ask(browser, prompt="none"))
    assert (back["error"], back["state"]) == ("consent_required", "s t&te")
    await ledgerly.allowed(browser, "openid", "email", "profile")
    assert "code" in told(await ledgerly.ask(browser, prompt="none"))


async def test_who_declines_goes_back_without(world: World, ledgerly: Ledgerly):
    browser = await new_browser(world)
    page = told(await ledgerly.ask(browser))
    back = await browser.http.get(f"{page['redirectUrl']}&declined=1")
    assert told(back.headers["location"])["error"] == "access_denied"


async def test_people_can_be_asked_again(world: World, ledgerly: Ledgerly):
    browser = await new_browser(world)
    await ledgerly.allowed(browser, "openid", "email", "profile")
    later(seconds=5)
    place = await ledgerly.ask(browser, prompt="consent")
    assert is_asked(place)
    # Coming back without having answered leads to the same page.
    back = told(place)["redirectUrl"]
    assert is_asked((await browser.http.get(back)).headers["location"])
    await ledgerly.allowed(browser, "openid")
    assert (await browser.http.get(back)).headers["location"].startswith(CALLBACK)


async def test_the_vendors_own_never_ask(world: World):
    answer = await (await new_browser(world)).http.get(
        AUTHORIZE, params=asking(world, prompt="consent")
    )
    assert "code=" in answer.headers["location"]


async def test_what_was_allowed_is_listed_and_taken_back(world: World, ledgerly: Ledgerly):
    browser = await new_browser(world)
    await ledgerly.allowed(browser, "openid", "email", "profile")
    listed = (await browser.http.get(CONSENTS)).json()
    assert [(one["name"], one["scopes"]) for one in listed] == [
        ("Ledgerly", ["email", "openid", "profile"])
    ]
    waiting = told(await ledgerly.ask(browser))["code"]
    tokens = await ledgerly.tokens(await ledgerly.ask(browser))
    assert (await browser.http.delete(f"{CONSENTS}/{ledgerly.client_id}")).status_code == 204
    assert (await browser.http.get(CONSENTS)).json() == []
    gone = await opens(world, tokens["access_token"], "/oauth/userinfo")
    assert gone.status_code == 401
    body = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    assert (await world.new_client().post(TOKEN, data=body)).status_code == 400
    unused = await exchange(
        world, waiting, client_id=str(ledgerly.client_id), redirect_uri=CALLBACK
    )
    assert unused.status_code == 400
    assert is_asked(await ledgerly.ask(browser))
    again = await browser.http.delete(f"{CONSENTS}/{ledgerly.client_id}")
    assert (again.status_code, again.json()["errorCode"]) == (404, "oauth.unknown_application")
    actions = await audit_entries(world, browser.session.tenant_id, "oauth.*")
    assert [row["action"] for row in actions] == ["oauth.consent_given", "oauth.consent_revoked"]


async def test_a_code_that_is_made_while_it_is_taken_back_gives_nothing(
    world: World, ledgerly: Ledgerly, db: Db, database: Database
):
    browser = await new_browser(world)
    other = await sign_in(world, browser.session.user_id, browser.session.tenant_id)
    await ledgerly.allowed(browser, "openid", "email", "profile")
    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(
            "select from sessions where id = $1 for update", browser.session.session_id
        )
        asking_now = asyncio.create_task(ledgerly.ask(browser))
        await until_waiting(db, 1)
        revoked = await other.http.delete(f"{CONSENTS}/{ledgerly.client_id}")
        assert revoked.status_code == 204
        await connection.execute("commit")
    code = told(await asking_now)["code"]
    late = await exchange(world, code, client_id=str(ledgerly.client_id), redirect_uri=CALLBACK)
    assert (late.status_code, late.json()["error"]) == (400, "invalid_grant")
    assert is_asked(await ledgerly.ask(browser))


@pytest.mark.parametrize("scopes", [[], ["everything"], ["openid"] * 4, "openid", None])
async def test_only_known_scopes_are_allowed(world: World, ledgerly: Ledgerly, scopes: object):
    browser = await new_browser(world)
    answer = await browser.http.put(f"{CONSENTS}/{ledgerly.client_id}", json={"scopes": scopes})
    assert answer.status_code == 400


async def test_only_other_companies_applications_ask(world: World, ledgerly: Ledgerly):
    browser = await new_browser(world)
    own = asking(world)["client_id"]
    for client_id in (own, str(uuid4())):
        for method, body in (("GET", None), ("PUT", {"scopes": ["openid"]}), ("DELETE", None)):
            answer = await browser.http.request(method, f"{CONSENTS}/{client_id}", json=body)
            assert answer.status_code == 404


async def test_one_that_was_the_vendors_own_knows_no_more_than_who(
    world: World, ledgerly: Ledgerly
):
    await world.configure("update applications set type = 'first-party' where id = $1", ledgerly.id)
    tokens = await ledgerly.tokens(await ledgerly.ask(await new_browser(world)))
    await world.configure("update applications set type = 'oauth' where id = $1", ledgerly.id)
    body = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    refreshed = (await world.new_client().post(TOKEN, data=body)).json()
    assert claims_of(refreshed["access_token"])["scope"] == "openid"


async def test_its_verifier_is_as_long_as_the_standard_asks(world: World, ledgerly: Ledgerly):
    """Those of the vendor's own clients may be shorter."""
    browser = await new_browser(world)
    await ledgerly.allowed(browser)
    for length, status in ((42, 400), (43, 200)):
        verifier = "w" * length
        place = await ledgerly.ask(browser, scope="openid", code_challenge=challenge(verifier))
        answer = await exchange(
            world,
            told(place)["code"],
            client_id=str(ledgerly.client_id),
            redirect_uri=CALLBACK,
            code_verifier=verifier,
        )
        assert answer.status_code == status, answer.text


async def test_after_signing_out_it_names_an_address_of_its_own_letter_by_letter(
    world: World, ledgerly: Ledgerly
):
    await world.configure(
        "update applications set allowed_origins = '{https://ledgerly.test}' where id = $1",
        ledgerly.id,
    )
    for page, status in (
        (CALLBACK, 303),
        ("https://ledgerly.test/", 303),
        ("https://ledgerly.test/reports", 400),
        ("http://localhost:3000/", 400),
    ):
        query = {"client_id": str(ledgerly.client_id), "post_logout_redirect_uri": page}
        answer = await world.new_client().get("/oauth/logout", params=query)
        assert answer.status_code == status, page
