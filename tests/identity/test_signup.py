"""Sign-up: what it creates, and that it does not tell which users exist."""

import asyncio
from uuid import UUID

import pytest

from tests.audit_log import audit_entries
from tests.identity.signup_steps import (
    ACCEPT,
    ACTIVATE,
    GOOD,
    OTHER,
    SIGN_UP,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.vendor_view import (
    address_exists,
    get_user,
    get_user_by_email,
    password_fits,
    role_keys,
    tenant_names_of,
)


async def test_a_stranger_becomes_the_administrator_of_a_new_company(asgi, world, run_jobs):
    address = new_address()
    async with stranger(asgi) as browser:
        answer = await browser.post(
            SIGN_UP,
            json=form(
                address.upper(),
                phoneNumber="+49 30 1234",
                metadata='{"plan": "pro"}',
                roleIds=["x"],
            ),
        )
    assert answer.status_code == 201
    made = answer.json()
    assert made.keys() == {"shouldActivate", "userId", "tenantId"}
    assert made["shouldActivate"] is True
    user = await get_user_by_email(world, address)
    assert user["id"] == made["userId"]
    assert (user["name"], user["verified"], user["phoneNumber"]) == (
        "Kim Roe",
        False,
        "+49 30 1234",
    )
    assert user["metadata"] == '{"plan":"pro"}'
    assert (user["tenantIds"], user["activatedForTenant"]) == ([made["tenantId"]], False)
    assert await tenant_names_of(world, user) == ["Roe Works"]
    assert role_keys(user, made["tenantId"]) == ["Admin"]
    entries = await audit_entries(world, made["tenantId"])
    data = {entry["action"]: entry["json"] for entry in entries}
    assert sorted(data) == ["tenant.created", "user.signed_up"]
    assert data["user.signed_up"]["authentication_type"] == "PASSWORD"
    await run_jobs()
    link = world.link(world.mails(address)[0])
    assert str(link).startswith("http://localhost:8000/account/activate?userId=")
    assert link.params["userId"] == user["id"]


async def test_the_answer_does_not_tell_whether_an_address_is_known(asgi, world, run_jobs, db):
    known, unknown = new_address(), new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, known)
    counts = "select (select count(*) from tenants), (select count(*) from users)"
    before = await db.connection.fetchrow(counts)
    answers = []
    for address in (known, unknown):
        async with stranger(asgi) as browser:
            answers.append(await browser.post(SIGN_UP, json=form(address, password=OTHER)))
    after = await db.connection.fetchrow(counts)
    assert [n - m for n, m in zip(after, before, strict=True)] == [1, 1]
    assert answers[0].status_code == answers[1].status_code == 201
    first, second = (answer.json() for answer in answers)
    assert first.keys() == second.keys()
    assert first["shouldActivate"] is second["shouldActivate"] is True
    assert UUID(first["userId"]).version == UUID(second["userId"]).version
    assert first["userId"] != str(user_id)
    assert first["tenantId"] != str(tenant_id)
    assert {*answers[0].headers} == {*answers[1].headers}
    await run_jobs()
    mail = world.mails(known)[-1]
    assert mail["Subject"] == "You already have a Gatehouse account"
    assert "/account/login" in str(world.link(mail))
    assert len(world.mails(unknown)) == 1
    assert await password_fits(world, known, GOOD)


async def test_the_ids_of_the_answer_open_nothing(asgi, world, run_jobs):
    """The public settings of a tenant and the picture of a person would tell real ids from others."""
    known, unknown = new_address(), new_address()
    await sign_up_and_activate(asgi, world, run_jobs, known)
    seen = []
    for address in (known, unknown):
        async with stranger(asgi) as browser:
            made = (await browser.post(SIGN_UP, json=form(address))).json()
            settings = await browser.get(
                "/tenants/resources/account-settings/v1/public",
                headers={"frontegg-tenant-id": made["tenantId"]},
            )
            picture = await browser.get(f"/identity/resources/users/pictures/v1/{made['userId']}")
        seen.append((settings.status_code, settings.content, picture.status_code))
        assert (UUID(made["userId"]).version, UUID(made["tenantId"]).version) == (4, 7)
    assert seen[0] == seen[1]
    assert seen[0][0] == 404


async def test_the_time_does_not_tell_either(asgi, world, run_jobs, database, db):
    """A known address costs the same statements; only their undoing is added. So does that of
    a user who was removed from every tenant."""
    known, removed = new_address(), new_address()
    await sign_up_and_activate(asgi, world, run_jobs, known)
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, removed)
    seen: dict[str, list[str]] = {}

    def record(statement) -> None:
        statements.append(statement.query)

    async with database.pool.acquire() as connection:  # the next request gets the same one
        connection.add_query_logger(record)
    # The first of each kind also teaches a fresh connection its types.
    addresses = {"known": known, "removed": removed}
    for name in 2 * ("known", "removed", "unknown"):
        address = addresses.get(name) or new_address()
        await db.connection.execute("delete from memberships where user_id = $1", user_id)
        statements = seen[name] = []
        async with stranger(asgi) as browser:
            await browser.post(SIGN_UP, json=form(address, password=OTHER))
        await asyncio.sleep(0)  # the last statement is recorded in the loop's next turn
    async with database.pool.acquire() as connection:
        connection.remove_query_logger(record)
    assert len(seen["unknown"]) > 5
    for name in addresses:
        undone = [sql for sql in seen[name] if not sql.startswith("rollback to savepoint")]
        assert undone == seen["unknown"]
        assert len(seen[name]) == len(undone) + 1


async def test_a_refused_password_does_not_tell_either(asgi, world, run_jobs):
    known, unknown = f"harborlamps.{new_address()}", f"harborlamps.{new_address()}"
    await sign_up_and_activate(asgi, world, run_jobs, known)
    for password in ("short", "harborlampsharborlamps1"):
        answers = []
        for address in (known, unknown):
            async with stranger(asgi) as browser:
                answers.append(await browser.post(SIGN_UP, json=form(address, password=password)))
        assert answers[0].status_code == answers[1].status_code == 400
        assert answers[0].content == answers[1].content


@pytest.mark.parametrize(("opens", "kept"), [
    ("who signed up", {"plan": "pro"}), ("the owner", {}), ("the owner, who signed up as well", {}),
])  # fmt: skip
async def test_data_from_a_strangers_sign_up_is_removed(asgi, world, run_jobs, db, opens, kept):
    address = new_address()
    async with stranger(asgi) as first, stranger(asgi) as owner:
        await first.post(SIGN_UP, json=form(address, metadata='{"plan": "pro"}'))
        await run_jobs()
        if "as well" in opens:
            await owner.post(SIGN_UP, json=form(address, metadata='{"plan": "free"}'))
        browser = first if opens == "who signed up" else owner
        link = {**credentials(world, address), "password": GOOD}
        assert (await browser.post(ACTIVATE, json=link)).status_code == 200
    look = "select metadata, metadata_claimed from users where email = $1"
    assert tuple(await db.connection.fetchrow(look, address)) == (kept, False)


async def test_a_user_removed_from_every_tenant_comes_back_with_a_new_company(
    asgi, world, run_jobs, db
):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    await db.connection.execute("delete from memberships where user_id = $1", user_id)
    async with stranger(asgi, "192.0.2.77") as browser:
        made = (await browser.post(SIGN_UP, json=form(address, companyName="Second Try"))).json()
        assert made["userId"] != str(user_id)  # an id is as old as its person: it would tell
        await run_jobs()
        assert world.link(world.mails(address)[-1]).path == "/account/invitation/accept"
        answer = await browser.post(ACCEPT, json=credentials(world, address))
    assert answer.status_code == 200
    user = await get_user(world, user_id)
    assert await tenant_names_of(world, user) == ["Second Try"]
    assert user["activatedForTenant"] is True
    assert await password_fits(world, address, GOOD)
    [signed_up] = await audit_entries(world, user["tenantId"], "user.signed_up")
    assert (signed_up["ip"], signed_up["email"]) == ("192.0.2.77", address)


async def test_a_removed_user_who_signs_up_twice_gets_one_company(asgi, world, run_jobs, db):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    await db.connection.execute("delete from memberships where user_id = $1", user_id)
    for _ in range(3):
        async with stranger(asgi) as browser:
            await browser.post(SIGN_UP, json=form(address))
    await run_jobs()
    assert len((await get_user(world, user_id))["tenantIds"]) == 1


async def test_racing_sign_ups_make_one_person_and_look_alike(asgi, world, run_jobs):
    address = new_address()
    browsers = [stranger(asgi) for _ in range(5)]
    answers = await asyncio.gather(*[b.post(SIGN_UP, json=form(address)) for b in browsers])
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["userId"] for answer in answers}) == 5
    assert len((await get_user_by_email(world, address))["tenantIds"]) == 1
    await run_jobs()
    link = credentials(world, address)
    assert (await browsers[0].post(ACTIVATE, json={**link, "password": GOOD})).status_code == 200


async def test_an_unknown_invitation_makes_no_company(asgi, world):
    address = new_address()
    async with stranger(asgi) as browser:
        refused = await browser.post(SIGN_UP, json=form(address, invitationToken="abc"))
        assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01061")
        assert not await address_exists(world, address)
        none = await browser.post(SIGN_UP, json=form(address, invitationToken=""))
        assert none.status_code == 201
    assert len((await get_user_by_email(world, address))["tenantIds"]) == 1


async def test_closed_sign_ups_are_refused(asgi, run_jobs, world):
    address = new_address()
    await world.configure("update vendor set allow_signups = false")
    try:
        async with stranger(asgi) as browser:
            answer = await browser.post(SIGN_UP, json=form(address))
    finally:
        await world.configure("update vendor set allow_signups = true")
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "sign_up.closed")
    await run_jobs()
    assert world.mails(address) == []


async def test_a_vendor_may_let_people_in_before_the_address_is_proved(asgi, run_jobs, world):
    address = new_address()
    await world.configure("update vendor set allow_not_verified_users_login = true")
    try:
        async with stranger(asgi) as browser:
            answer = (await browser.post(SIGN_UP, json=form(address, password=GOOD))).json()
            assert answer["shouldActivate"] is False
            token = answer["authResponse"]["accessToken"]
            sessions = await browser.get(
                "/identity/resources/users/sessions/v1/me", headers={"authorization": token}
            )
            assert sessions.status_code == 200
            assert any(name.startswith("fe_refresh_") for name in browser.cookies)
            again = (await browser.post(SIGN_UP, json=form(address, password=GOOD))).json()
            assert again.keys() == {"shouldActivate", "userId", "tenantId"}
            await run_jobs()
            link = credentials(world, address, 0)
            async with stranger(asgi) as owner:
                activated = await owner.post(ACTIVATE, json={**link, "password": OTHER})
            assert activated.status_code == 200
            sessions = await browser.get(
                "/identity/resources/users/sessions/v1/me", headers={"authorization": token}
            )
            assert sessions.status_code == 401
    finally:
        await world.configure("update vendor set allow_not_verified_users_login = false")


@pytest.mark.parametrize(
    "change",
    [
        {"email": ""}, {"email": "nobody"}, {"email": "a＠example.test"}, {"email": None},
        {"email": "a\u0000@example.test"}, {"email": "x" * 400 + "@example.test"}, {"email": 7},
        {"companyName": ""}, {"companyName": "   "}, {"companyName": None}, {"companyName": "x" * 201},
        {"companyName": "Win at https://evil.test"}, {"name": "see www.evil.test"},
        {"name": "a\u0000b"}, {"name": {"a": 1}}, {"password": "x" * 2000}, {"password": 12345678},
        {"metadata": "{"}, {"metadata": "[1]"}, {"metadata": '{"a": "\\u0000"}'},
        {"metadata": '{"a": "' + "x" * 10_000 + '"}'}, {"metadata": {"a": "\u0000"}},
        {"metadata": {"a": 10**30}},
        {"phoneNumber": "call me"},
    ],
)  # fmt: skip
async def test_bad_input_is_refused_and_stores_nothing(asgi, db, change):
    before = await db.connection.fetchval("select count(*) from tenants")
    async with stranger(asgi) as browser:
        answer = await browser.post(SIGN_UP, json=form(new_address(), **change))
    assert answer.status_code == 400, answer.text
    assert answer.json()["errors"]
    assert await db.connection.fetchval("select count(*) from tenants") == before


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{}", b'{"email": "\\ud800@example.test"}'])
async def test_a_malformed_body_is_refused(asgi, body):
    async with stranger(asgi) as browser:
        for path in (SIGN_UP, ACTIVATE):
            answer = await browser.post(
                path, content=body, headers={"content-type": "application/json"}
            )
            assert answer.status_code == 400
            assert answer.json()["errors"]


async def test_sign_ups_are_limited_for_an_address(asgi):
    address = new_address()
    statuses = []
    for _ in range(6):
        async with stranger(asgi) as browser:
            statuses.append((await browser.post(SIGN_UP, json=form(address))).status_code)
    assert statuses == [201] * 5 + [429]


async def test_tagging_an_address_does_not_fill_its_mailbox(asgi):
    """`kim+1@…`, `kim+2@…`: to many mail servers, all of them are Kim."""
    name, _, domain = new_address().partition("@")
    statuses = []
    for number in range(21):
        async with stranger(asgi) as browser:
            answer = await browser.post(SIGN_UP, json=form(f"{name}+{number}@{domain}"))
            statuses.append(answer.status_code)
    assert statuses == [201] * 20 + [429]


async def test_sign_ups_are_limited_for_a_network(asgi):
    statuses = []
    for host in range(61):
        async with stranger(asgi, f"2001:db8:f00d:cafe::{host:x}") as browser:
            answer = await browser.post(SIGN_UP, json=form(new_address(), password="short"))
            statuses.append(answer.status_code)
    assert statuses == [400] * 60 + [429]
    assert int(answer.headers["retry-after"]) > 0
