"""Signing out together with a company's provider of OpenID Connect, in both directions."""

import asyncio
import base64
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

import httpx
import orjson
import pytest
from joserfc.jwk import ECKey

from gatehouse.identity.sso.logout.queries import ID_TOKEN
from gatehouse.identity.sso.logout.sessions import delete_unneeded_id_tokens
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.audit_log import audit_entries
from tests.identity.browser import later
from tests.identity.oauth_steps import AUTHORIZE, asking, exchange
from tests.identity.sso.company import Company
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.steps import CONFIGURATIONS, Names
from tests.world import Db, World

OUT = "/oauth/logout"
BACK = "/auth/oidc/logout"
BACKCHANNEL = "/auth/oidc/backchannel-logout"
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"
PAGE = {"sec-fetch-mode": "navigate"}
# The application's own page asks with a user's id token, or the browser asks them first.
ASKED = {"post_logout_redirect_uri": "http://localhost:8000/", "state": "s"}
ME = "/identity/resources/users/v2/me"
TOKENS = "select sealed_id_token from openid_sessions where connection_id = $1"


class Somebody:
    """Signed in through the provider, in a browser of their own."""

    def __init__(self, world: World, company: Company) -> None:
        self.world = world
        self.http = world.new_client()
        self.company = company

    async def comes_in(self, name: str = "ada", **claims: Any) -> "Somebody":
        answer = await self.company.come(
            self.http, f"{name}@{self.company.domain}", **{"sub": f"id of {name}", **claims}
        )
        assert answer.status_code == 200, answer.text
        self.http.headers["authorization"] = f"Bearer {answer.json()['accessToken']}"
        return self

    async def is_in(self) -> bool:
        return (await self.http.get(ME)).status_code == 200


async def signed_out(person: Somebody) -> httpx.Response:
    hint = await our_id_token(person)
    query = {"id_token_hint": hint, **ASKED}
    return await person.http.get(OUT, params=query, headers=PAGE)


async def our_id_token(person: Somebody) -> str:
    answer = await person.http.get(AUTHORIZE, params=asking(person.world))
    code = parse_qs(urlsplit(answer.headers["location"]).query)["code"][0]
    return str((await exchange(person.world, code)).json()["id_token"])


# Here


async def test_the_provider_is_told_of_who_signs_out_here(
    company: Company, provider: CompanyProvider, world: World, db: Db
):
    await company.change(oidcLogout=True)
    ada = await Somebody(world, company).comes_in()
    theirs = provider.id_token
    answer = await signed_out(ada)
    assert answer.status_code == 303
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    address = urlsplit(answer.headers["location"])
    assert f"{address.scheme}://{address.netloc}{address.path}" == provider.end_session
    told = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert told["id_token_hint"] == theirs
    assert told["client_id"] == provider.client_id
    [shown] = (await company.admin.browser.get(CONFIGURATIONS)).json()
    assert told["post_logout_redirect_uri"] == shown["oidcLogoutUri"]
    assert not await ada.is_in()
    for row in await db.connection.fetch(TOKENS, UUID(company.connection_id)):
        assert row["sealed_id_token"] is None  # told: it is needed no more
    back = await ada.http.get(BACK, params={"state": told["state"]})
    assert back.headers["location"] == "http://localhost:8000/?state=s"
    again = await ada.http.get(BACK, params={"state": told["state"]})
    assert urlsplit(again.headers["location"]).path == "/oauth/account/login"


async def test_an_id_token_is_kept_sealed_and_only_where_it_is_wanted(
    company: Company, provider: CompanyProvider, world: World, db: Db, resources: Resources
):
    await Somebody(world, company).comes_in()
    connection = UUID(company.connection_id)
    [row] = await db.connection.fetch(TOKENS, connection)
    assert row["sealed_id_token"] is None
    await company.change(oidcLogout=True)
    await Somebody(world, company).comes_in("bob")
    kept = [
        row["sealed_id_token"]
        for row in await db.connection.fetch(TOKENS, connection)
        if row["sealed_id_token"]
    ]
    assert len(kept) == 1
    assert provider.id_token.encode() not in kept[0]
    assert kept[0].startswith(resources[Box].mark)
    # Without a sign-out it is deleted with the session that expired.
    context = JobContext(resources[Database], resources, 0, 1, last_attempt=False)
    await delete_unneeded_id_tokens(context)
    assert sum(bool(row[0]) for row in await db.connection.fetch(TOKENS, connection)) == 1
    later(days=400)
    await delete_unneeded_id_tokens(context)
    assert not any(row[0] for row in await db.connection.fetch(TOKENS, connection))


async def test_who_is_asked_for_a_second_factor_comes_as_often_as_they_like(
    company: Company, provider: CompanyProvider, world: World, db: Db
):
    """Of each sign-in that waits the token is kept; of several the newest."""
    await company.change(oidcLogout=True)
    user_id, address = await world.member(company.admin.tenant_id, address=f"ann@{company.domain}")
    await db.connection.execute(
        "insert into mfa_emails (user_id, created_at) values ($1, now())", user_id
    )
    for sid in ("first", "second"):
        answer = await company.come(world.new_client(), address, sid=sid)
        assert (answer.status_code, answer.json()["mfaRequired"]) == (200, True)
    row = await db.connection.fetchrow("select * from openid_sessions where user_id = $1", user_id)
    assert (row["session_id"], row["sid"]) == (None, "second")
    kept = ID_TOKEN.open(world.resources[Box], row["id"], row["sealed_id_token"])
    assert kept.count(b".") == 2


async def test_a_long_token_is_posted(company: Company, provider: CompanyProvider, world: World):
    await company.change(oidcLogout=True)
    ada = await Somebody(world, company).comes_in(groups=["x" * 500] * 12)
    answer = await signed_out(ada)
    assert answer.status_code == 200
    assert provider.id_token in answer.text
    assert f'action="{provider.end_session}"' in answer.text


@pytest.mark.parametrize("why", ["off", "no endpoint", "away"])
async def test_a_provider_that_is_not_told(
    company: Company, provider: CompanyProvider, world: World, why: str
):
    if why == "no endpoint":
        provider.end_session = None
    if why != "off":
        await company.change(oidcLogout=True)
    ada = await Somebody(world, company).comes_in()
    if why == "away":
        provider.away = True
        later(hours=2)
        ada = await back_with_their_cookie(ada)
    answer = await signed_out(ada)
    assert answer.headers["location"] == "http://localhost:8000/?state=s"
    assert not await ada.is_in()


async def back_with_their_cookie(person: Somebody) -> Somebody:
    answer = await person.http.post("/identity/resources/auth/v1/user/token/refresh")
    assert answer.status_code == 201, answer.text
    person.http.headers["authorization"] = f"Bearer {answer.json()['accessToken']}"
    return person


# Here, by a script that does not leave its page

BACKGROUND = "/identity/resources/auth/v1/logout"
ON = {"page": "http://localhost:8000/oauth/portal/profile"}


@pytest.mark.parametrize("how", ["logout call", "end session"])
async def test_who_signs_out_in_the_background_is_told_the_way_to_the_provider(
    company: Company, provider: CompanyProvider, world: World, db: Db, how: str
):
    await company.change(oidcLogout=True)
    ada = await Somebody(world, company).comes_in()
    theirs = provider.id_token
    if how == "logout call":
        answer = await ada.http.post(BACKGROUND, params=ON)
    else:
        answer = await ada.http.get(OUT, params=ON, headers={"sec-fetch-mode": "cors"})
    assert answer.is_success, answer.text
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    assert not await ada.is_in()  # at once, whether they go there or not
    way = answer.json()["redirectUrl"]
    assert way.startswith("http://localhost:8000/oauth/logout/provider?state=")
    gone = await ada.http.get(way, headers=PAGE)
    assert (gone.status_code, gone.headers["cache-control"]) == (303, "no-store")
    address = urlsplit(gone.headers["location"])
    told = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert f"{address.scheme}://{address.netloc}{address.path}" == provider.end_session
    assert (told["id_token_hint"], told["client_id"]) == (theirs, provider.client_id)
    for row in await db.connection.fetch(TOKENS, UUID(company.connection_id)):
        assert row["sealed_id_token"] is None
    back = await ada.http.get(BACK, params={"state": told["state"]})
    assert back.headers["location"] == ON["page"]
    again = await ada.http.get(way, headers=PAGE)
    assert urlsplit(again.headers["location"]).path == "/oauth/account/login"


async def test_clients_that_do_not_ask_are_told_nothing(
    company: Company, provider: CompanyProvider, world: World, db: Db
):
    """As the wire says: an empty answer. And no redirect where the provider is not told."""
    await company.change(oidcLogout=True)
    ada = await Somebody(world, company).comes_in()
    answer = await ada.http.post(BACKGROUND)
    assert (answer.status_code, answer.content) == (201, b"")
    for row in await db.connection.fetch(TOKENS, UUID(company.connection_id)):
        assert row["sealed_id_token"] is None
    await company.change(oidcLogout=False)
    bob = await Somebody(world, company).comes_in("bob")
    answer = await bob.http.post(BACKGROUND, params=ON)
    assert (answer.status_code, answer.content) == (201, b"")
    nobody = await world.new_client().post(BACKGROUND, params=ON)
    assert (nobody.status_code, nobody.content) == (201, b"")


@pytest.mark.parametrize(
    "page",
    ["https://evil.test/", "//evil.test/", "javascript:alert(1)", "/oauth/portal",
     "http://localhost:8000\\@evil.test/", "http://localhost:8000@evil.test/", "http://[evil.test/",
     "http://localhost:8000/\0", f"http://localhost:8000/{'x' * 2000}"],
)  # fmt: skip
async def test_no_redirect_to_an_unregistered_page(
    company: Company, provider: CompanyProvider, world: World, page: str
):
    await company.change(oidcLogout=True)
    ada = await Somebody(world, company).comes_in()
    answer = await ada.http.post(BACKGROUND, params={"page": page})
    gone = await ada.http.get(answer.json()["redirectUrl"], headers=PAGE)
    [state] = parse_qs(urlsplit(gone.headers["location"]).query)["state"]
    back = await ada.http.get(BACK, params={"state": state})
    assert back.headers["location"] == "http://localhost:8000/oauth/account/login"


async def test_an_id_token_of_an_unfinished_logout_is_deleted(
    company: Company, provider: CompanyProvider, world: World, db: Db, resources: Resources
):
    await company.change(oidcLogout=True)
    ada = await Somebody(world, company).comes_in()
    way = (await ada.http.post(BACKGROUND, params=ON)).json()["redirectUrl"]
    later(minutes=20)
    await delete_unneeded_id_tokens(
        JobContext(resources[Database], resources, 0, 1, last_attempt=False)
    )
    for row in await db.connection.fetch(TOKENS, UUID(company.connection_id)):
        assert row["sealed_id_token"] is None
    gone = await ada.http.get(way, headers=PAGE)
    assert urlsplit(gone.headers["location"]).path == "/oauth/account/login"


async def test_a_switch_that_is_off_by_then_leads_on_at_once(
    company: Company, provider: CompanyProvider, world: World
):
    await company.change(oidcLogout=True)
    ada = await Somebody(world, company).comes_in()
    way = (await ada.http.post(BACKGROUND, params=ON)).json()["redirectUrl"]
    await company.change(oidcLogout=False)
    gone = await ada.http.get(way, headers=PAGE)
    assert gone.headers["location"] == ON["page"]


# At the provider


def claims(provider: CompanyProvider, **changed: Any) -> dict[str, Any]:
    """Of a logout token; what is None is left out."""
    now = int(clock.now().timestamp())
    said = {
        "iss": provider.issuer, "aud": provider.client_id, "iat": now, "exp": now + 120,
        "jti": uuid4().hex, "sub": "id of ada", "events": {LOGOUT_EVENT: {}}, **changed,
    }  # fmt: skip
    return {name: value for name, value in said.items() if value is not None}


async def told(world: World, token: str) -> httpx.Response:
    return await world.new_client().post(BACKCHANNEL, data={"logout_token": token})


@pytest.mark.parametrize("kind", ["logout+jwt", None])
async def test_signed_out_at_the_provider(
    company: Company, provider: CompanyProvider, world: World, kind: str | None
):
    ada = await Somebody(world, company).comes_in("ada")
    bob = await Somebody(world, company).comes_in("bob")
    said = claims(provider)
    token = provider.signed(said, typ=kind) if kind else provider.signed(said)
    answer = await told(world, token)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert not await ada.is_in()
    assert await bob.is_in()
    noted = len(await audit_entries(world, company.admin.tenant_id, "user.signed_out_by_provider"))
    assert noted == 1
    # No session is left: done all the same.
    assert (await told(world, provider.signed(claims(provider)))).status_code == 200


async def test_only_the_session_that_is_named_ends(
    company: Company, provider: CompanyProvider, world: World
):
    work = await Somebody(world, company).comes_in(sid="work")
    home = await Somebody(world, company).comes_in(sid="home")
    other = await Somebody(world, company).comes_in("bob", sid="bob's")
    await told(world, provider.signed(claims(provider, sid="work")))
    assert not await work.is_in()
    assert await home.is_in()
    # By the session alone.
    await told(world, provider.signed(claims(provider, sub=None, sid="home")))
    assert not await home.is_in()
    # Another user's session is not that person's.
    await told(world, provider.signed(claims(provider, sid="bob's")))
    assert await other.is_in()


async def test_another_way_in_is_not_the_providers_to_end(
    company: Company, provider: CompanyProvider, world: World
):
    ada = await Somebody(world, company).comes_in()
    user_id = UUID((await ada.http.get(ME)).json()["id"])
    other = await world.sign_in(user_id, company.admin.tenant_id, f"ada@{company.domain}")
    assert (await told(world, provider.signed(claims(provider)))).status_code == 200
    assert not await ada.is_in()
    assert (await other.browser.get(ME)).status_code == 200


MANY_WITH_ONE_CLIENT = """
insert into sso_connections
select (jsonb_populate_record(c, jsonb_build_object(
  'id', gen_random_uuid(), 'created_at', '2000-01-01', 'sealed_oidc_secret', null))).*
from sso_connections c, generate_series(1, 25) where c.id = $1
"""


async def test_however_many_companies_call_their_client_the_same(
    company: Company, provider: CompanyProvider, world: World, db: Db
):
    ada = await Somebody(world, company).comes_in()
    await db.connection.execute(MANY_WITH_ONE_CLIENT, UUID(company.connection_id))
    assert (await told(world, provider.signed(claims(provider)))).status_code == 200
    assert not await ada.is_in()


async def test_a_token_counts_once(company: Company, provider: CompanyProvider, world: World):
    await Somebody(world, company).comes_in()
    token = provider.signed(claims(provider))
    answers = await asyncio.gather(*(told(world, token) for _ in range(5)))
    assert sorted(one.status_code for one in answers) == [200, 400, 400, 400, 400]
    again = await Somebody(world, company).comes_in()
    assert (await told(world, token)).status_code == 400
    assert await again.is_in()


async def test_of_two_companies_with_one_client_only_the_right_people_go(
    company: Company, provider: CompanyProvider, world: World, names: Names
):
    """A vendor's directory may serve several of its customers by one client."""
    second = await Company.set_up(await world.person("Admin"), names, provider)
    here = await Somebody(world, company).comes_in(sub="one")
    there = await Somebody(world, second).comes_in(sub="two")
    assert (await told(world, provider.signed(claims(provider, sub="two")))).status_code == 200
    assert await here.is_in()
    assert not await there.is_in()


def forged(provider: CompanyProvider) -> Mapping[str, str]:
    now = int(clock.now().timestamp())
    said = claims(provider)
    parts = [base64.urlsafe_b64encode(orjson.dumps(one)).rstrip(b"=").decode() for one in (
        {"alg": "none", "typ": "logout+jwt"}, said)]  # fmt: skip
    right = provider.signed(said)
    return {
        "another issuer": provider.signed(claims(provider, iss="https://elsewhere.example")),
        "another audience": provider.signed(claims(provider, aud="somebody else")),
        "others too": provider.signed(claims(provider, aud=[provider.client_id, "another"])),
        "over": provider.signed(claims(provider, iat=now - 500, exp=now - 100)),
        "old": provider.signed(claims(provider, iat=now - 700)),
        "of tomorrow": provider.signed(claims(provider, iat=now + 86_400, exp=now + 86_500)),
        "without its time": provider.signed(claims(provider, iat=None)),
        "without an end": provider.signed(claims(provider, exp=None)),
        "with a nonce": provider.signed(claims(provider, nonce="x")),
        "no event": provider.signed(claims(provider, events=None)),
        "another event": provider.signed(claims(provider, events={"x": {}})),
        "an event that is no object": provider.signed(claims(provider, events={LOGOUT_EVENT: 1})),
        "no id": provider.signed(claims(provider, jti=None)),
        "nobody": provider.signed(claims(provider, sub=None)),
        "a number": provider.signed(claims(provider, sub=7)),
        "an empty name": provider.signed(claims(provider, sub="")),
        "NUL": provider.signed(claims(provider, sub="id of ada\x00")),
        "an access token": provider.signed(said, typ="at+jwt"),
        "another key": provider.signed(said, ECKey.generate_key("P-256")),
        "an unknown key": provider.signed(said, ECKey.generate_key("P-256"), kid="two"),
        "no signature": f"{parts[0]}.{parts[1]}.",
        "another's signature": f"{right.rsplit('.', 1)[0]}.{'A' * 86}",
        "an id token": provider.id_token,
        "no token": "x",
        "two dots": "..",
        "a NUL audience": provider.signed(claims(provider, aud="\x00")),
    }


async def test_what_the_provider_has_not_said_ends_nothing(
    company: Company, provider: CompanyProvider, world: World
):
    ada = await Somebody(world, company).comes_in()
    for name, token in forged(provider).items():
        answer = await told(world, token)
        assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.logout_refused"), name
        assert await ada.is_in(), name
    for form in ({}, {"logout_token": ""}, {"logout_token": "x" * 20_000}):
        assert (await world.new_client().post(BACKCHANNEL, data=form)).status_code == 400
    assert (await told(world, provider.signed(claims(provider)))).status_code == 200
    assert not await ada.is_in()
