"""Sessions that must be over, and limits that must hold however a token is asked for."""

import asyncio
import base64
import hmac

import orjson
import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.identity.browser import LOGOUT, ME, REFRESH, copy_of, later, new_browser, sign_in
from tests.identity.test_login import CAFE, HOME, PASSWORD, at, attempt, someone  # noqa: F401  fixtures

TENANT_TOKEN = "/identity/resources/users/v3/me/token"
SESSION_POLICY = "/identity/resources/configurations/sessions/v1"


async def test_signing_out_ends_every_session_that_the_browser_holds(world, resources):
    """Server-side SDKs keep the cookie under other spellings of the client id."""
    first, second = await new_browser(world), await new_browser(world)
    vendor = resources[VendorConfiguration].current.default
    both = world.new_client()
    both.headers["cookie"] = (
        f"fe_refresh_{vendor.cookie_suffix}={first.token}; fe_refresh_{vendor.client_id}={second.token}"
    )
    answer = await both.post(LOGOUT)
    cleared = answer.headers.get_list("set-cookie")
    assert {one.partition("=")[0] for one in cleared} == {
        f"fe_refresh_{suffix}" for suffix in vendor.cookie_suffixes
    }
    for one in cleared:
        assert "Max-Age=0; Path=/; HttpOnly; SameSite=" in one
    for browser in (first, second):
        assert (await browser.http.get(ME)).status_code == 401
        assert (await browser.http.post(REFRESH)).status_code == 401


@pytest.mark.parametrize("end", ["logout", "revoke"])
async def test_no_refresh_outruns_an_end(world, end):
    admin = await world.person("Admin")
    for _ in range(5):
        user_id, _ = await world.member(admin.tenant_id, "ReadOnly")
        browser = await sign_in(world, user_id, admin.tenant_id)
        ending = (
            copy_of(world, browser, browser.token).post(LOGOUT)
            if end == "logout"
            else admin.browser.post(
                "/identity/resources/users/sessions/v1/revoke", json={"userId": str(user_id)}
            )
        )
        tabs = [copy_of(world, browser, browser.token) for _ in range(8)]
        *answers, _ = await asyncio.gather(*(tab.post(REFRESH) for tab in tabs), ending)
        won = [answer for answer in answers if answer.status_code == 201]
        for answer, tab in zip(answers, tabs, strict=True):
            assert answer.status_code in (201, 401)
            assert (await tab.post(REFRESH)).status_code == 401
        for answer in won:
            bearer = {"authorization": f"Bearer {answer.json()['accessToken']}"}
            assert (await world.new_client().get(ME, headers=bearer)).status_code == 401


async def test_a_token_for_another_tenant_keeps_to_that_tenants_limits(world):
    strict_admin = await world.person("Admin")
    browser = await new_browser(world, "Admin")
    join = "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, now())"
    async with world._system() as db:
        await db.connection.execute(join, strict_admin.tenant_id, browser.session.user_id)
    limit = {"sessionTimeoutConfiguration": {"isActive": True, "timeout": 600}}
    assert (await strict_admin.browser.post(SESSION_POLICY, json=limit)).status_code == 201
    body = {"tenantId": str(strict_admin.tenant_id)}
    later(seconds=420)
    fresh = (await browser.http.post(REFRESH)).json()["accessToken"]
    browser.http.headers["authorization"] = f"Bearer {fresh}"
    given = await browser.http.post(TENANT_TOKEN, json=body)
    assert given.status_code < 300
    assert given.json()["expiresIn"] <= 180
    later(seconds=200)
    refused = await browser.http.post(TENANT_TOKEN, json=body)
    assert refused.status_code == 401
    assert (await browser.http.get(ME)).status_code == 200  # where the session belongs


async def test_a_flood_of_wrong_passwords_keeps_the_owner_out_of_no_known_place(at, someone):  # noqa: F811
    assert (await attempt(at(HOME), someone.email)).status_code == 200
    for number in range(40):
        assert (await attempt(at(f"203.0.113.{number}"), someone.email, "wrong")).status_code in (
            401,
            403,
            429,
        )
    assert (await attempt(at(CAFE), someone.email)).status_code in (403, 429)
    assert (await attempt(at(HOME), someone.email)).status_code == 200


@pytest.mark.parametrize(
    "spelling", [str.upper, str.title, lambda a: f" {a}\t", lambda a: a.replace("e", "\uff45")]
)
async def test_every_spelling_of_an_address_is_counted_together(at, someone, spelling):  # noqa: F811
    for number in range(5):
        email = spelling(someone.email) if number % 2 else someone.email
        assert (await attempt(at(CAFE), email, "wrong")).status_code == 401
    for email in (someone.email, spelling(someone.email)):
        locked = await attempt(at(CAFE), email, PASSWORD)
        assert (locked.status_code, locked.json()["errorCode"]) == (403, "ER-01034")


async def test_a_forged_forwarded_address_is_no_known_place(at, someone):  # noqa: F811
    assert (await attempt(at(HOME), someone.email)).status_code == 200
    forged = at(CAFE)
    for name in (
        "x-forwarded-for",
        "x-real-ip",
        "forwarded",
        "x-frontegg-forwarded-for",
        "cf-connecting-ip",
    ):
        forged.headers[name] = f"for={HOME}" if name == "forwarded" else HOME
    for _ in range(5):
        assert (await attempt(forged, someone.email, "wrong")).status_code == 401
    assert (await attempt(forged, someone.email)).status_code == 403


async def test_a_planted_cookie_starts_no_session(at, someone, resources):  # noqa: F811
    planted = "planted-by-somebody-else-0123456789abcdefghij"
    suffixes = resources[VendorConfiguration].current.default.cookie_suffixes
    victim = at(CAFE)
    victim.headers["cookie"] = "; ".join(f"fe_refresh_{suffix}={planted}" for suffix in suffixes)
    signed_in = await attempt(victim, someone.email)
    assert signed_in.status_code == 200
    assert planted not in signed_in.headers["set-cookie"]
    assert (await victim.post(REFRESH)).status_code == 401


@pytest.mark.parametrize("mark", ["header", "payload"])
async def test_a_token_of_ones_own_making_opens_nothing(world, mark):
    """No `none`, no HMAC with the public key, no key that the token brings along (RFC 8725 §3)."""
    who = await world.person("Admin")
    header, payload, signature = who.browser.headers["authorization"].split()[1].split(".")
    public = await who.browser.get("/.well-known/jwks.json")
    key = public.json()["keys"][0]
    claims = orjson.loads(_bytes(payload))
    forged: list[bytes] = []
    if mark == "payload":
        head = orjson.loads(_bytes(header))
        for lie in ({"sub": str(who.tenant_id)}, {"exp": 2**62}, {"tenantId": str(who.id)}):
            forged.append(_forge(head, {**claims, **lie}, _bytes(signature)))
    else:
        for change in ({"alg": "none"}, {"alg": "None"}, {"alg": "HS256"}, {"kid": "../../dev/null"},
                       {"jwk": key, "kid": "mine"}, {"jku": "https://evil.test/jwks.json", "kid": "mine"},
                       {"kid": ["x"]}, {"kid": None}, {"typ": "at+jwt"}):  # fmt: skip
            head = {**orjson.loads(_bytes(header)), **change}
            made = hmac.digest(public.content, _signed(head, claims), "sha256")
            forged += [
                _forge(head, claims, sign) for sign in (b"", _bytes(signature), made, made * 2)
            ]
    for token in forged:
        bearer = {"authorization": f"Bearer {token.decode()}"}
        assert (await world.new_client().get(ME, headers=bearer)).status_code == 401


def _bytes(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def _signed(*parts: dict[str, object]) -> bytes:
    return b".".join(base64.urlsafe_b64encode(orjson.dumps(part)).rstrip(b"=") for part in parts)


def _forge(header: dict[str, object], claims: dict[str, object], signature: bytes) -> bytes:
    return _signed(header, claims) + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")
