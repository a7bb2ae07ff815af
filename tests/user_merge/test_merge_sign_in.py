"""How a user signs in after their accounts were merged, and what no longer signs in."""

from datetime import timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.outbound import Outbound
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import GOOD, LOGIN, OTHER, SIGN_UP, form, stranger
from tests.identity.test_backchannel_logout import ADD, CALLBACK, URI, Receiver
from tests.user_merge.merging import Merging, with_social
from tests.vendor_view import emails_of, phone_numbers_of
from tests.world import Db, Person, World

USERS = "/identity/resources/users/v1"
ONE = "/identity/resources/vendor-only/users/v1"


@pytest.fixture
async def pair(pair: tuple[Person, Person], db: Db) -> tuple[Person, Person]:
    """Who goes, with the password `OTHER`; and who stays, with `GOOD`."""
    for one, password in zip(pair, (OTHER, GOOD), strict=True):
        await db.connection.execute(
            "insert into passwords (user_id, hash, changed_at) values ($1, $2, $3)",
            one.id, await hash_password(password), clock.now() - timedelta(days=1),
        )  # fmt: skip
    return pair


async def signs_in(asgi, address: str, password: str) -> int:
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": address, "password": password})
    return answer.status_code


async def test_either_address_signs_in_and_only_with_the_password_of_who_stays(
    merging: Merging, pair, asgi, world: World
):
    goes, stays = pair
    await merging.merge(goes, stays)
    assert await signs_in(asgi, goes.email, GOOD) == 200
    assert await signs_in(asgi, stays.email, GOOD) == 200
    assert await signs_in(asgi, goes.email, OTHER) == 401
    shown = (await merging.backend.get(f"{ONE}/{stays.id}")).json()
    assert set(shown["tenantIds"]) == {str(goes.tenant_id), str(stays.tenant_id)}
    assert shown["email"] == stays.email
    known = (await merging.backend.get(f"{USERS}/email", params={"email": goes.email})).json()
    assert known["id"] == str(stays.id)
    assert refusal(await merging.backend.get(f"{ONE}/{goes.id}")) == (404, "users.not_found")
    # The one who goes is signed out, the other one is not.
    assert (await goes.browser.get(ME)).status_code == 401
    assert (await stays.browser.get(ME)).status_code == 200


async def test_both_mailboxes_hear_that_it_is_done(merging: Merging, pair, world: World, run_jobs):
    goes, stays = pair
    await merging.merge(goes, stays)
    await run_jobs()
    for one in pair:
        mail = world.mails(one.email)[-1]
        body = mail.get_body(("plain",))
        assert mail["Subject"] == "Your Gatehouse accounts have been merged"
        assert body is not None
        assert goes.email in body.get_content()
        assert stays.email in body.get_content()


async def test_proved_addresses_and_numbers_come_along_and_others_do_not(
    merging: Merging, pair, world: World, db: Db
):
    goes, stays = pair
    for address, verified in (("second", True), ("typed", False)):
        await db.connection.execute(
            "insert into user_emails (id, user_id, email, verified_at, created_at, updated_at)"
            " values ($1, $2, $3, case when $4 then now() end, now(), now())",
            new_id(), goes.id, f"{address}-{goes.email}", verified,
        )  # fmt: skip
    numbers = [f"+1555{new_id().int % 10**7:07}" for _ in range(3)]
    for owner, number, verified in (
        (goes, numbers[0], True),
        (goes, numbers[1], False),
        (stays, numbers[0], False),
        (stays, numbers[2], True),
    ):
        await db.connection.execute(
            "insert into phone_numbers (id, user_id, phone_number, verified_at, created_at, updated_at)"
            " values ($1, $2, $3, case when $4 then now() end, now(), now())",
            new_id(), owner.id, number, verified,
        )  # fmt: skip
    await merging.merge(goes, stays)
    emails = {one["email"]: one["verified"] for one in await emails_of(world, stays.id)}
    assert emails == dict.fromkeys([stays.email, goes.email, f"second-{goes.email}"], True)
    own_numbers = await phone_numbers_of(world, stays.id)
    usable = {one["phoneNumber"] for one in own_numbers if one["verified"]}
    assert usable == {numbers[0], numbers[2]}


async def test_accounts_elsewhere_move_and_what_opens_an_account_by_itself_does_not(
    merging: Merging, pair, db: Db
):
    goes, stays = pair
    await with_social(db, goes)
    for statement in (
        "insert into authenticators (id, user_id, sealed_secret, created_at, confirmed_at)"
        " values (gen_random_uuid(), $1, '', now(), now())",
        "insert into webauthn_credentials (id, user_id, credential_id, public_key, sign_count, device_type,"
        " name, is_passkey, is_second_factor, is_backed_up, created_at, last_used_at)"
        " values (gen_random_uuid(), $1, uuid_send(gen_random_uuid()), '', 0, 'Platform', 'Key', true, true,"
        " false, now(), now())",
        "insert into recovery_codes (user_id, code_hash, created_at) values ($1, '', now())",
        "insert into mfa_phones (id, user_id, phone_number, created_at)"
        " values (gen_random_uuid(), $1, '+15550100123', now())",
    ):
        await db.connection.execute(statement, goes.id)
    # While one counts, the accounts are not merged.
    await db.connection.execute("update users set mfa_enrolled = false where id = $1", goes.id)
    await merging.merge(goes, stays)
    listed = (await merging.backend.get(f"{ONE}/{stays.id}/identities")).json()
    assert [one["provider"] for one in listed] == ["google"]
    assert (await merging.backend.get(f"{ONE}/{stays.id}/factors")).json() == []
    for table in ("authenticators", "webauthn_credentials", "recovery_codes", "mfa_phones"):
        count = f"select count(*) from {table} where user_id = any ($1::uuid[])"
        assert await db.connection.fetchval(count, [goes.id, stays.id]) == 0


async def test_own_tokens_end_and_those_of_an_account_stay(merging: Merging, pair, db: Db):
    goes, stays = pair
    own, of_account = new_id(), new_id()
    await db.connection.execute(
        "insert into api_tokens (id, tenant_id, owner_id, kind, description, secret_hash, created_at)"
        " values ($1, $2, $3, 'access_token', 'Mine', $1::uuid::text::bytea, now())",
        own, goes.tenant_id, goes.id,
    )  # fmt: skip
    await db.connection.execute(
        "insert into api_tokens (id, tenant_id, created_by, kind, description, secret_hash, created_at)"
        " values ($1, $2, $3, 'client_credentials', 'Import', $1::uuid::text::bytea, now())",
        of_account, goes.tenant_id, goes.id,
    )  # fmt: skip
    await merging.merge(goes, stays)
    rows = await db.connection.fetch(
        "select id, created_by from api_tokens where tenant_id = $1", goes.tenant_id
    )
    assert [(row["id"], row["created_by"]) for row in rows] == [(of_account, stays.id)]


async def test_applications_hear_that_the_session_is_over(
    merging: Merging, pair, world: World, db: Db, resources, run_jobs
):
    goes, stays = pair
    application_id, before, receiver = new_id(), resources[Outbound], Receiver()
    await world.configure(ADD, application_id, new_id(), [CALLBACK], "ES256", URI)
    await db.connection.execute(
        "insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, auth_time, amr,"
        " parent_id, application_id) select $1, user_id, tenant_id, created_at, last_used_at, expires_at,"
        " auth_time, amr, id, $2 from sessions where id = $3",
        new_id(), application_id, goes.session_id,
    )  # fmt: skip
    resources.add(Outbound, receiver)
    try:
        await merging.merge(goes, stays)
        await run_jobs()
    finally:
        resources.add(Outbound, before)
    assert [url for url, _ in receiver.got] == [URI]


async def test_the_id_of_a_merged_user_is_not_given_again(
    merging: Merging, pair, world: World, db: Db, asgi
):
    """An id is derived from the address; the next owner of the address gets a different one."""
    goes, stays = pair
    id_of = "select gatehouse_person_id($1)"
    address = f"again-{goes.email}"
    await db.connection.execute(
        "update users set id = id, email = $2 where id = $1", goes.id, address
    )
    usual = await db.connection.fetchval(id_of, address)
    await db.connection.execute(
        "insert into users (id, email, name, verified, created_at, updated_at)"
        " values ($1, $2, 'Was', true, now(), now())",
        usual, f"was-{address}",
    )  # fmt: skip
    await db.connection.execute("update users set email = $2 where id = $1", goes.id, goes.email)
    await db.connection.execute("update users set email = $2 where id = $1", usual, address)
    first = Person(usual, goes.tenant_id, goes.session_id, address, goes.browser)
    await merging.merge(first, stays)
    await db.connection.execute("delete from user_emails where user_id = $1", stays.id)
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address))
    known = (await merging.backend.get(f"{USERS}/email", params={"email": address})).json()
    assert known["id"] != str(usual)
    assert known["id"] != str(stays.id)


async def test_where_two_factors_are_asked_for_they_still_are(
    merging: Merging, pair, db: Db, world: World
):
    """A session of one account does not sign in to the other."""
    goes, stays = pair
    await db.connection.execute(
        "insert into mfa_policies (tenant_id, enforce_mfa_type, allow_remember_my_device,"
        " mfa_device_expiration, created_at, updated_at) values ($1, 'Force', false, 3600, now(), now())",
        goes.tenant_id,
    )  # fmt: skip
    await merging.merge(goes, stays)
    answer = await stays.browser.put(
        "/identity/resources/users/v1/tenant", json={"tenantId": str(goes.tenant_id)}
    )
    assert answer.status_code == 403, answer.text
    assert "requires MFA" in answer.text
