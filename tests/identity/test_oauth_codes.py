"""A code is exchanged for tokens: once, by its own client, and while its session lives (RFC 6749 §4.1.3,
RFC 9700 §4.5)."""

import asyncio
from uuid import uuid4

import pytest

from gatehouse.identity.oauth.authorize import EXPIRED_CODES
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Command, Query, Scope
from gatehouse.kit.jobs import JobContext
from tests.backend import new_backend
from tests.directory.waiting import somebody_waits
from tests.erasure.erasing import erase
from tests.identity.browser import ME, later, new_browser
from tests.identity.oauth_steps import (
    CALLBACK,
    TOKEN,
    VERIFIER,
    authorize,
    code_for,
    exchange,
    named_or_not,
    who,
)

AS_FORM = {"content-type": "application/x-www-form-urlencoded"}
USE = Command("update authorization_codes set used_at = $2 where code_hash = $1")
WAITING = Query(int, "select pid from pg_locks where not granted")
END_SESSIONS = Command("update sessions set ended_at = $2 where user_id = $1 and ended_at is null")
END_RIGHTS = Command(
    "update session_tenants set ended_at = $2 where user_id = $1 and ended_at is null"
)
HOLD_PERSON = Command("select from users where id = $1 for update")
IS_STORED = "select exists (select from authorization_codes where code_hash = $1)"
TENANTS = "/tenants/resources/tenants/v1"
REVOKE = "/identity/resources/users/sessions/v1/revoke"


async def test_a_form_is_read_as_well(world):
    code = await code_for(world, await new_browser(world))
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": CALLBACK,
        "code_verifier": VERIFIER,
    }
    assert (await world.new_client().post(TOKEN, data=form)).status_code == 200


async def test_a_form_may_escape_whatever_it_wants_to(world):
    code = await code_for(world, await new_browser(world))
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": CALLBACK,
        "code_verifier": VERIFIER,
        "more": "a b+c=d",
    }
    escaped = [
        "=".join("".join(f"%{byte:02x}" for byte in text.encode()) for text in pair)
        for pair in form.items()
    ]
    answer = await world.new_client().post(
        TOKEN, content=f"&{'&'.join(escaped)}&&more+or+less&empty=", headers=AS_FORM
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("body", [b"grant_type=\xff", b"&".join([b"a=b"] * 51), b"a=b&%61=c"])
async def test_a_form_that_is_none_is_refused(world, body: bytes):
    answer = await world.new_client().post(TOKEN, content=body, headers=AS_FORM)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


@named_or_not
@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": "w" * 43},
        {"code_verifier": ""},
        {"redirect_uri": "http://localhost:3001/oauth/callback"},
        {"client_id": "somebody-else"},
        {"code": "x" * 43},
    ],
)
async def test_a_code_counts_only_with_what_it_is_bound_to_and_a_wrong_try_uses_it_up(
    world, changes, is_named
):
    code = await code_for(world, await new_browser(world))
    wrong = await exchange(world, code, **{**who(world, is_named), **changes})
    assert (wrong.status_code, wrong.json()["error"]) == (400, "invalid_grant")
    if "code" not in changes:
        assert (await exchange(world, code, **who(world, is_named))).status_code == 400


@named_or_not
async def test_a_code_is_over_after_a_minute(world, is_named):
    code = await code_for(world, await new_browser(world))
    later(seconds=61)
    assert (await exchange(world, code, **who(world, is_named))).status_code == 400


@named_or_not
async def test_of_many_uses_of_one_code_one_succeeds_and_the_others_end_its_session(
    world, is_named
):
    code = await code_for(world, await new_browser(world))
    answers = await asyncio.gather(
        *(exchange(world, code, **who(world, is_named)) for _ in range(50))
    )
    given = [answer.json() for answer in answers if answer.status_code == 200]
    assert len(given) == 1
    headers = {"authorization": f"Bearer {given[0]['access_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401


async def test_a_code_that_is_used_while_another_use_waits_gives_nothing_more(world, database):
    code = await code_for(world, await new_browser(world))
    async with database.transaction(Scope.system()) as db:
        await USE.run(db, token_hash(code), clock.now())
        waiting = asyncio.create_task(exchange(world, code, **who(world, is_named=True)))
        async with asyncio.timeout(20):
            while not await WAITING.first(db):  # noqa: ASYNC110  no event tells
                await asyncio.sleep(0.01)
    answer = await waiting
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


@named_or_not
@pytest.mark.parametrize("ended", [END_SESSIONS, END_RIGHTS], ids=["session", "right"])
async def test_a_session_that_ends_while_its_code_is_exchanged_gives_nothing(
    world, database, is_named, ended
):
    browser = await new_browser(world)
    code = await code_for(world, browser)
    async with database.transaction(Scope.system()) as db:
        await ended.run(db, browser.session.user_id, clock.now())
        waiting = asyncio.create_task(exchange(world, code, **who(world, is_named)))
        await somebody_waits(db)
    assert (await waiting).status_code == 400


@named_or_not
async def test_what_a_code_gives_while_an_administrator_ends_sessions_ends_too(
    world, database, is_named
):
    """Although the session in the browser goes on in another account."""
    browser = await new_browser(world)
    person, elsewhere = browser.session.user_id, await world.tenant()
    await world.member_of(elsewhere, person)
    admin = await world.person("Admin", tenant_id=browser.session.tenant_id)
    await authorize(world, browser, tenantId=str(elsewhere))
    code = await code_for(world, browser)
    async with database.transaction(Scope.system()) as db:
        await HOLD_PERSON.run(db, person)
        waiting = asyncio.create_task(exchange(world, code, **who(world, is_named)))
        await somebody_waits(db)
        revoking = asyncio.create_task(admin.browser.post(REVOKE, json={"userId": str(person)}))
        async with asyncio.timeout(20):
            while len(await WAITING.all(db)) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert (await revoking).status_code == 200
    tokens = (await waiting).json()
    headers = {"authorization": f"Bearer {tokens['access_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401


@named_or_not
async def test_what_a_code_gives_while_the_vendor_ends_sessions_ends_too(world, database, is_named):
    """Although the session in the browser goes on in another account."""
    browser = await new_browser(world)
    person, elsewhere = browser.session.user_id, await world.tenant()
    await world.member_of(elsewhere, person)
    backend = (await new_backend(world)).http
    await authorize(world, browser, tenantId=str(elsewhere))
    code = await code_for(world, browser)
    async with database.transaction(Scope.system()) as db:
        await HOLD_PERSON.run(db, person)
        waiting = asyncio.create_task(exchange(world, code, **who(world, is_named)))
        await somebody_waits(db)
        path = f"/tenants/resources/tenants/v1/{browser.session.tenant_id}/end-sessions"
        ending = asyncio.create_task(backend.post(path))
        async with asyncio.timeout(20):
            while len(await WAITING.all(db)) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert (await ending).status_code == 200
    tokens = (await waiting).json()
    headers = {"authorization": f"Bearer {tokens['access_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401


async def test_a_code_is_exchanged_by_no_other_application(world):
    code = await code_for(world, await new_browser(world))
    other, client_id = uuid4(), uuid4()
    await world.configure(
        "insert into applications (id, client_id, key, name, redirect_uris)"
        " values ($1, $2, $3, 'Other', $4)",
        other, client_id, f"other-{other}", [CALLBACK],
    )  # fmt: skip
    try:
        stolen = await exchange(world, code, client_id=str(client_id))
    finally:
        await world.configure("delete from applications where id = $1", other)
    assert (stolen.status_code, stolen.json()["error"]) == (400, "invalid_grant")


@pytest.fixture
def is_stored(db):
    async def look(code: str) -> bool:
        found: bool = await db.connection.fetchval(IS_STORED, token_hash(code))
        return found

    return look


@pytest.fixture
def purge_codes(database, resources):
    """Two days later."""

    async def purge() -> None:
        later(days=2)
        await EXPIRED_CODES.run(JobContext(database, resources, 0, 1, last_attempt=True))

    return purge


@named_or_not
async def test_the_code_of_an_erased_user_gives_nothing_and_is_gone(world, is_named, is_stored):
    backend = await new_backend(world, ["vendor.read.users", "vendor.write.users"])
    browser = await new_browser(world)
    code = await code_for(world, browser)
    assert await is_stored(code)
    assert (await erase(backend.http, browser.session.user_id)).status_code == 202
    assert not await is_stored(code)
    refused = await exchange(world, code, **who(world, is_named))
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")


@named_or_not
async def test_a_code_for_a_deleted_tenant_gives_nothing_and_is_purged(
    world, is_named, is_stored, purge_codes
):
    """Although the session in the browser goes on in another account."""
    browser = await new_browser(world)
    deleted = await world.tenant()
    await world.member_of(deleted, browser.session.user_id)
    _, told = await authorize(world, browser, tenantId=str(deleted))
    backend = await new_backend(world, ["*"])
    assert (await backend.http.delete(f"{TENANTS}/{deleted}")).status_code == 200
    refused = await exchange(world, told["code"], **who(world, is_named))
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert (await browser.http.get(ME)).status_code == 200
    await purge_codes()
    assert not await is_stored(told["code"])


@named_or_not
async def test_a_code_of_a_deleted_application_gives_nothing_and_is_purged(
    world, is_named, is_stored, purge_codes
):
    application, client_id = uuid4(), uuid4()
    await world.configure(
        "insert into applications (id, client_id, key, name, redirect_uris)"
        " values ($1, $2, $3, 'Deleted', $4)",
        application, client_id, f"deleted-{application}", [CALLBACK],
    )  # fmt: skip
    code = await code_for(world, await new_browser(world), client_id=str(client_id))
    await world.configure("delete from applications where id = $1", application)
    named = {"client_id": str(client_id)} if is_named else {}
    refused = await exchange(world, code, **named)
    assert refused.status_code in (400, 401), refused.text
    assert refused.json()["error"] in ("invalid_grant", "invalid_client")
    await purge_codes()
    assert not await is_stored(code)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "invalid_request"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "refresh_token", "refresh_token": "x"}, "invalid_grant"),
        ({"grant_type": "authorization_code"}, "invalid_grant"),
        ({"grant_type": "authorization_code", "code": ["x"]}, "invalid_request"),
        ([], "invalid_request"),
    ],
)
async def test_the_token_endpoint_refuses_in_the_protocols_words(world, body, error):
    answer = await world.new_client().post(TOKEN, json=body)
    assert (answer.status_code, answer.json()["error"]) == (400, error)
