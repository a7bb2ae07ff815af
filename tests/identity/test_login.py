"""Signing in with a password."""

import asyncio
import unicodedata
from dataclasses import dataclass
from uuid import UUID

import httpx
import orjson
import pytest
from argon2 import PasswordHasher

from gatehouse.kit import hashing
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from tests.audit_log import audit_entries, audit_entries_by
from tests.identity.browser import REFRESH, later

LOGIN = "/identity/resources/auth/v1/user"
PASSWORD = "correct horse battery staple"
HOME, CAFE = "198.51.100.1", "203.0.113.9"


@dataclass
class Someone:
    id: UUID
    tenant_id: UUID
    email: str


@pytest.fixture
async def someone(world, db):
    tenant_id = await world.tenant()
    user_id, email = await world.member(tenant_id, "ReadOnly")
    await give_password(db, user_id, await hashing.hash_password(PASSWORD))
    return Someone(user_id, tenant_id, email)


async def give_password(db: Db, user_id: UUID, stored: str) -> None:
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, $2, now() - interval '1 day')",
        user_id,
        stored,
    )


@pytest.fixture
def at(asgi):
    """A browser at this network address."""

    def open_browser(ip: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(asgi, raise_app_exceptions=False, client=(ip, 1))
        return httpx.AsyncClient(transport=transport, base_url="http://localhost:8000")

    return open_browser


async def attempt(
    browser: httpx.AsyncClient,
    email: str,
    password: str = PASSWORD,
    path: str = LOGIN,
    **headers: str,
) -> httpx.Response:
    body = {"email": email, "password": password, "recaptchaToken": "", "invitationToken": ""}
    return await browser.post(path, json=body, headers=headers)


@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_the_right_password_opens_a_session(client, someone, db, version):
    answer = await attempt(
        client, someone.email.upper(), path=f"/identity/resources/auth/{version}/user"
    )
    assert answer.status_code == 200
    data = answer.json()
    assert (data["tokenType"], data["mfaRequired"], data["expiresIn"]) == ("bearer", False, 300)
    assert (data["userId"], data["userEmail"]) == (str(someone.id), someone.email)
    assert None not in data.values()
    assert len(data["accessToken"].split(".")) == 3
    cookie = answer.headers["set-cookie"]
    assert "fe_refresh_" in cookie
    assert "HttpOnly" in cookie
    mine = await client.get(
        "/identity/resources/users/sessions/v1/me",
        headers={"authorization": f"Bearer {data['accessToken']}"},
    )
    assert [session["current"] for session in mine.json()] == [True]
    assert (await client.post(REFRESH)).status_code == 201
    visit = await db.connection.fetchrow(
        "select u.last_login_at, m.last_seen_at from users u join memberships m on m.user_id = u.id"
        " where u.id = $1",
        someone.id,
    )
    assert all(visit.values())


async def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(client, world, someone):
    wrong = await attempt(client, someone.email, "wrong")
    unknown = await attempt(client, "nobody-at-all@example.test", "wrong")
    assert (wrong.status_code, wrong.content) == (401, unknown.content)
    assert wrong.json()["errorCode"] == "ER-01013"
    assert "set-cookie" not in wrong.headers
    [entry] = await audit_entries(world, someone.tenant_id, "user.failed_authentication")
    assert (entry["user"], entry["json"]["reason"]) == (str(someone.id), "wrong_password")


@pytest.mark.usefixtures("thorough_hashes")
async def test_an_unknown_address_costs_a_hash_too(client, monkeypatch):
    seen = []
    verify = hashing._verify_hash

    def note(stored: str, password: str) -> bool:
        seen.append((stored, password))
        return verify(stored, password)

    monkeypatch.setattr(hashing, "_verify_hash", note)
    await attempt(client, "not-here@example.test", "wrong")
    assert seen == [(hashing.NOBODYS_HASH, "wrong")]


async def test_a_user_without_a_password_cannot_guess_one(client, world):
    _, email = await world.member(await world.tenant())
    assert (await attempt(client, email, "wrong")).status_code == 401


@pytest.mark.parametrize("known", [True, False])
async def test_five_wrong_passwords_lock_and_time_unlocks(at, world, someone, known):
    browser = at(CAFE)
    email = someone.email if known else "still-nobody@example.test"
    for _ in range(5):
        assert (await attempt(browser, email, "wrong")).status_code == 401
    locked = await attempt(browser, email)
    assert (locked.status_code, locked.json()["errorCode"]) == (403, "ER-01034")
    later(minutes=15, seconds=1)
    assert (await attempt(browser, email, "wrong")).status_code == 401
    assert (await attempt(browser, email)).status_code == (200 if known else 401)
    assert len(await audit_entries_by(world, email, "user.locked_out")) == 1


async def test_a_stranger_cannot_lock_the_owner_out(at, someone):
    assert (await attempt(at(HOME), someone.email)).status_code == 200
    for _ in range(5):
        await attempt(at(CAFE), someone.email, "wrong")
    assert (await attempt(at(CAFE), someone.email)).json()["errorCode"] == "ER-01034"
    assert (await attempt(at(HOME), someone.email)).status_code == 200
    assert (await attempt(at(CAFE), someone.email)).json()["errorCode"] == "ER-01034"


async def test_guessing_from_a_known_place_locks_that_place_alone(at, someone):
    assert (await attempt(at(HOME), someone.email)).status_code == 200
    for _ in range(5):
        assert (await attempt(at(HOME), someone.email, "wrong")).status_code == 401
    assert (await attempt(at(HOME), someone.email)).json()["errorCode"] == "ER-01034"
    assert (await attempt(at(CAFE), someone.email)).status_code == 200


async def test_a_new_password_ends_the_lock_of_a_known_place(at, someone, db):
    await attempt(at(HOME), someone.email)
    for _ in range(5):
        await attempt(at(HOME), someone.email, "wrong")
    later(minutes=1)
    await db.connection.execute(
        "update passwords set changed_at = now() + interval '1 minute' where user_id = $1",
        someone.id,
    )
    assert (await attempt(at(HOME), someone.email)).status_code == 200


async def test_parallel_guesses_do_not_slip_past_the_lock(at, someone):
    guesses = [attempt(at(CAFE), someone.email, "wrong") for _ in range(20)]
    await asyncio.gather(*guesses)
    assert (await attempt(at(CAFE), someone.email)).json()["errorCode"] == "ER-01034"


async def test_a_right_guess_among_too_many_wrong_ones_is_refused(at, someone, db, monkeypatch):
    """The lock is asked again after the hash, when others have failed meanwhile."""
    verify = hashing._verify_hash

    def lock_meanwhile(stored: str, password: str) -> bool:
        asyncio.run_coroutine_threadsafe(
            db.connection.execute(
                "update passwords set failed_attempts = 5, locked_until = now() + interval '1 hour'"
                " where user_id = $1",
                someone.id,
            ),
            loop,
        ).result()
        return verify(stored, password)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(hashing, "_verify_hash", lock_meanwhile)
    assert (await attempt(at(CAFE), someone.email)).json()["errorCode"] == "ER-01034"


async def test_a_tenant_sets_how_many_attempts(at, someone, db):
    await db.connection.execute(
        "insert into lockout_policies (tenant_id, enabled, max_attempts, updated_at)"
        " values ($1, true, 3, now())",
        someone.tenant_id,
    )
    for _ in range(3):
        await attempt(at(CAFE), someone.email, "wrong")
    assert (await attempt(at(CAFE), someone.email)).json()["errorCode"] == "ER-01034"


async def test_a_tenant_may_switch_the_lockout_off(at, someone, db):
    await db.connection.execute(
        "insert into lockout_policies (tenant_id, enabled, max_attempts, updated_at)"
        " values ($1, false, 3, now())",
        someone.tenant_id,
    )
    for _ in range(8):
        await attempt(at(CAFE), someone.email, "wrong")
    assert (await attempt(at(CAFE), someone.email)).status_code == 200


async def test_attempts_on_one_account_are_limited_even_so(at, someone, db):
    await db.connection.execute(
        "insert into lockout_policies (tenant_id, enabled, max_attempts, updated_at)"
        " values ($1, false, 3, now())",
        someone.tenant_id,
    )
    answers = [
        (await attempt(at(f"203.0.113.{n}"), someone.email, "wrong")).status_code for n in range(31)
    ]
    assert answers == 30 * [401] + [429]


@pytest.mark.usefixtures("thorough_hashes")
async def test_an_old_hash_is_made_anew(client, world, db):
    user_id, email = await world.member(await world.tenant())
    weak = PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1).hash(PASSWORD)
    await give_password(db, user_id, weak)
    assert (await attempt(client, email)).status_code == 200
    stored = await db.connection.fetchval("select hash from passwords where user_id = $1", user_id)
    assert "m=19456,t=2,p=1" in stored
    assert (await attempt(client, email)).status_code == 200


async def test_an_unverified_address_is_refused_unless_the_vendor_allows_it(
    client, someone, db, world
):
    await db.connection.execute("update users set verified = false where id = $1", someone.id)
    refused = await attempt(client, someone.email)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "ER-01060")
    assert (await attempt(client, someone.email, "wrong")).json()["errorCode"] == "ER-01013"
    await world.configure("update vendor set allow_not_verified_users_login = true")
    try:
        assert (await attempt(client, someone.email)).status_code == 200
    finally:
        await world.configure("update vendor set allow_not_verified_users_login = false")


@pytest.mark.parametrize(
    "change",
    [
        "update memberships set is_disabled = true where user_id = $1",
        "update memberships set activated = false where user_id = $1",
        "update memberships set temporary_expires_at = '2020-01-01' where user_id = $1",
        "delete from memberships where user_id = $1",
    ],
)
async def test_without_an_active_membership_no_user_signs_in(client, someone, db, change):
    await db.connection.execute(change, someone.id)
    answer = await attempt(client, someone.email)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "login.no_access")
    assert "set-cookie" not in answer.headers


async def test_a_user_without_tenants_is_locked_out_alike(at, someone, db):
    """Otherwise a lock that never comes would tell that there is such an account."""
    await db.connection.execute("delete from memberships where user_id = $1", someone.id)
    for _ in range(5):
        assert (await attempt(at(CAFE), someone.email, "wrong")).status_code == 401
    assert (await attempt(at(CAFE), someone.email)).json()["errorCode"] == "ER-01034"


async def test_the_page_may_name_the_tenant(client, world, someone, db):
    second = await world.tenant("Second")
    await db.connection.execute("update tenants set alias = $2 where id = $1", second, str(second))
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at)"
        " values ($1, $2, true, now())",
        second,
        someone.id,
    )

    async def entered(**headers: str) -> str:
        answer = await attempt(client, someone.email, **headers)
        token = answer.json()["accessToken"]
        mine = await client.get("/identity/resources/users/v2/me", headers={"authorization": token})
        return str(mine.json()["tenantId"])

    foreign = await world.tenant("Foreign")
    assert await entered() == str(someone.tenant_id)
    assert await entered(**{"frontegg-scoped-tenant": str(second)}) == str(second)
    assert await entered(**{"frontegg-login-alias": str(second)}) == str(second)
    for hint in (str(foreign), "nonsense"):
        assert await entered(**{"frontegg-scoped-tenant": hint}) == str(someone.tenant_id)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"{}",
        b'{"email": "a@example.test"}',
        b'{"email": "a@example.test", "password": ""}',
        b'{"email": "a@example.test", "password": 5}',
        b'{"email": {"$gt": ""}, "password": "x"}',
        b'{"email": "", "password": "x"}',
        b'{"email": "no address", "password": "x"}',
        b'{"email": "a\\u0000@example.test", "password": "x"}',
        b'{"email": "a@example.test", "password": "\\ud800"}',
        orjson.dumps({"email": "a@example.test", "password": "x" * 1001}),
        '{"email": "a\uff20example.test", "password": "x"}'.encode(),
    ],
)
async def test_a_malformed_body_starts_no_session(client, body):
    answer = await client.post(LOGIN, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["errors"]
    assert "set-cookie" not in answer.headers


async def test_long_and_odd_passwords_are_taken_as_they_are(client, world, db):
    for password in ("x" * 1000, "pässwörd ünd 🐎", " spaces around "):
        user_id, email = await world.member(await world.tenant())
        await give_password(db, user_id, await hashing.hash_password(password))
        assert (await attempt(client, email, password)).status_code == 200
        assert (await attempt(client, email, password.strip()[:-1])).status_code == 401


async def test_the_place_of_an_ipv6_customer_is_the_whole_network(at, someone, db):
    await attempt(at("2001:db8:1:2::5"), someone.email)
    places = await db.connection.fetch(
        "select address from sign_in_attempts where subject = $1",
        token_hash(someone.email),
    )
    assert [row["address"] for row in places] == ["2001:db8:1:2::/64"]


@pytest.mark.parametrize("path", ["v2/user/sso/prelogin", "v1/user/saml/prelogin"])
async def test_no_address_has_single_sign_on(client, path):
    answer = await client.post(f"/identity/resources/auth/{path}", json={"email": "a@example.test"})
    assert (answer.status_code, answer.json()["errors"]) == (404, ["SSO domain was not found"])


async def test_a_sign_in_is_refused_like_any_body_unless_it_is_json(asgi, at, someone):
    good = orjson.dumps({"email": someone.email, "password": PASSWORD})
    for body, media_type in (
        (good, "text/plain"),
        (good, ""),
        (good[:-1], "application/json"),
        (b"", "application/json"),
        (b"[]", "application/json"),
        (b'{"email": "a@b.test"}', "application/json"),
        (b'{"email": "a@b.test", "password": "\\ud800"}', "application/json"),
    ):
        answer = await at(HOME).post(LOGIN, content=body, headers={"content-type": media_type})
        assert answer.status_code == 400, body
        assert answer.json()["errorCode"].startswith("ER-")
    for media_type in ("Application/JSON; charset=utf-8", "application/vnd.api+json"):
        answer = await at(HOME).post(LOGIN, content=good, headers={"content-type": media_type})
        assert answer.status_code == 200


@pytest.mark.parametrize("set_as", ["NFC", "NFD"])
async def test_a_password_fits_in_either_form_of_its_letters(client, world, db, set_as):
    """As an account had it before passwords were normalized; the hash is then made of the normalized form."""
    composed = "Brücke-Käse-Öl-zürich-47"
    typed = {form: unicodedata.normalize(form, composed) for form in ("NFC", "NFD")}
    tenant_id = await world.tenant()
    user_id, address = await world.member(tenant_id, "Admin")
    before = hashing._hasher.hash(typed[set_as])
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, $2, now())", user_id, before
    )
    for form in ("NFD", "NFC", "NFD"):
        answer = await client.post(LOGIN, json={"email": address, "password": typed[form]})
        assert answer.status_code == 200, form
    stored = await db.connection.fetchval("select hash from passwords where user_id = $1", user_id)
    assert hashing._verify_hash(stored, typed["NFC"])
    assert not hashing._verify_hash(stored, typed["NFD"])
    wrong = await client.post(
        LOGIN, json={"email": address, "password": "Brucke-Kase-Ol-zurich-47"}
    )
    assert wrong.status_code == 401
