"""What becomes of two accounts that are one now."""

from datetime import timedelta
from uuid import UUID

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.outbound import Outbound
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import GOOD, LOGIN, OTHER, SIGN_UP, form, stranger
from tests.identity.test_backchannel_logout import ADD, CALLBACK, URI, Receiver
from tests.usage.test_usage import ADD_LICENSE
from tests.vendor.caller import new_backend
from tests.vendor.merging import (
    Merging,
    change_membership,
    membership,
    roles,
    seat,
    with_social,
)
from tests.world import Db, Person, World

USERS = "/identity/resources/users/v1"
ONE = "/identity/resources/vendor-only/users/v1"


@pytest.fixture
async def merging(world: World, asgi, run_jobs):
    async with stranger(asgi) as nobody:
        yield Merging(world, (await new_backend(world)).http, nobody, run_jobs)


@pytest.fixture
async def pair(world: World, db: Db) -> tuple[Person, Person]:
    """Who goes, with the password `OTHER`; and who stays, with `GOOD`."""
    goes, stays = await world.person("ReadOnly"), await world.person("ReadOnly")
    for one, password in ((goes, OTHER), (stays, GOOD)):
        await db.connection.execute(
            "insert into passwords (user_id, hash, changed_at) values ($1, $2, $3)",
            one.id, await hash_password(password), clock.now() - timedelta(days=1),
        )  # fmt: skip
    return goes, stays


async def signs_in(asgi, address: str, password: str) -> int:
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": address, "password": password})
    return answer.status_code


async def three_licenses(db: Db, tenant_id: UUID) -> list[UUID]:
    first, *others = ids = [new_id() for _ in range(3)]
    await db.connection.execute(ADD_LICENSE, tenant_id, new_id(), first, first.hex)
    for one in others:
        await db.connection.execute(
            "insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,"
            " key, fingerprint, created_at, updated_at)"
            " select $2, tenant_id, organization_id, name, license_type, is_trial, max_seats, $3, $3,"
            " created_at, updated_at from licenses where id = $1",
            first, one, one.hex,
        )  # fmt: skip
    return ids


async def shared(world: World, goes: Person, stays: Person) -> UUID:
    """An account of both."""
    tenant_id = await world.tenant("Shared")
    for one in (goes, stays):
        await world.member_of(tenant_id, one.id)
    return tenant_id


async def test_either_address_signs_in_and_only_with_the_password_of_who_stays(
    merging: Merging, pair, asgi, world: World, db: Db
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
        assert mail["Subject"] == "Your two accounts in Gatehouse are one"
        assert body is not None
        assert goes.email in body.get_content()
        assert stays.email in body.get_content()


async def test_proved_addresses_and_numbers_come_along_and_others_do_not(
    merging: Merging, pair, db: Db
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
    rows = await db.connection.fetch(
        "select email from user_emails where user_id = $1 and verified_at is not null", stays.id
    )
    assert {row["email"] for row in rows} == {goes.email, f"second-{goes.email}"}
    rows = await db.connection.fetch(
        "select phone_number from phone_numbers where user_id = $1 and verified_at is not null",
        stays.id,
    )
    assert {row["phone_number"] for row in rows} == {numbers[0], numbers[2]}
    everything = "select count(*) from user_emails where email = $1"
    assert await db.connection.fetchval(everything, f"typed-{goes.email}") == 0


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
    # While one counts, nobody is merged.
    await db.connection.execute("update users set mfa_enrolled = false where id = $1", goes.id)
    await merging.merge(goes, stays)
    listed = (await merging.backend.get(f"{ONE}/{stays.id}/identities")).json()
    assert [one["provider"] for one in listed] == ["google"]
    assert (await merging.backend.get(f"{ONE}/{stays.id}/factors")).json() == []
    for table in ("authenticators", "webauthn_credentials", "recovery_codes", "mfa_phones"):
        count = f"select count(*) from {table} where user_id = any ($1::uuid[])"
        assert await db.connection.fetchval(count, [goes.id, stays.id]) == 0


async def test_roles_and_groups_of_an_account_of_both_are_joined(
    merging: Merging, pair, world: World, db: Db
):
    goes, stays = pair
    tenant_id = await shared(world, goes, stays)
    await world.grant(tenant_id, goes.id, "fe.secure.read.users")
    await world.grant(tenant_id, stays.id, "fe.secure.read.groups")
    group_id = new_id()
    await db.connection.execute(
        "insert into groups (id, tenant_id, name, created_at, updated_at) values ($1, $2, 'G', now(), now())",
        group_id, tenant_id,
    )  # fmt: skip
    await db.connection.execute(
        "insert into group_members (tenant_id, group_id, user_id) values ($1, $2, $3)",
        tenant_id, group_id, goes.id,
    )  # fmt: skip
    both = await roles(db, tenant_id, goes.id) | await roles(db, tenant_id, stays.id)
    await merging.merge(goes, stays)
    assert await roles(db, tenant_id, stays.id) == both
    assert await db.connection.fetchval(
        "select user_id from group_members where group_id = $1", group_id
    ) == (stays.id)
    assert await membership(db, tenant_id, goes.id) is None
    told = await db.connection.fetch(
        "select action from audits where tenant_id = $1 and action like 'user.%' order by action",
        tenant_id,
    )
    assert [row["action"] for row in told] == ["user.removed", "user.roles_changed"]


async def test_what_was_disabled_stays_so(merging: Merging, pair, world: World, db: Db):
    """Alone, or beside a membership of the other; in either role."""
    goes, stays = pair
    alone, mine, theirs = await world.tenant(), *[await shared(world, goes, stays) for _ in "ab"]
    await world.member_of(alone, goes.id)
    for tenant_id in (alone, mine, theirs):
        await world.grant(tenant_id, goes.id, "fe.secure.read.users")
    before = {one: await roles(db, one, stays.id) for one in (mine, theirs)}
    await change_membership(db, alone, goes.id, "is_disabled = true")
    await change_membership(db, mine, goes.id, "is_disabled = true")
    await change_membership(db, theirs, stays.id, "is_disabled = true")
    held = await roles(db, alone, goes.id)
    await merging.merge(goes, stays)
    found = {one: await membership(db, one, stays.id) for one in (alone, mine, theirs)}
    assert {one: row and row["is_disabled"] for one, row in found.items()} == {
        alone: True, mine: False, theirs: True,
    }  # fmt: skip
    assert await roles(db, alone, stays.id) == held
    # What was taken from the one is not given to the other, nor the other way round.
    assert {one: await roles(db, one, stays.id) for one in (mine, theirs)} == before


async def test_what_ends_by_itself_still_does(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    alone, sooner, later, lasting = (
        await world.tenant(), *[await shared(world, goes, stays) for _ in "abc"],
    )  # fmt: skip
    await world.member_of(alone, goes.id)
    for tenant_id in (sooner, later, lasting):
        await world.grant(tenant_id, goes.id, "fe.secure.read.users")
    ends = clock.now() + timedelta(days=3)
    for tenant_id in (alone, sooner, lasting):
        await db.connection.execute(
            "update memberships set temporary_expires_at = $3 where tenant_id = $1 and user_id = $2",
            tenant_id, goes.id, ends,
        )  # fmt: skip
    own = ends + timedelta(days=1)
    for tenant_id, at in ((sooner, own), (later, own)):
        await db.connection.execute(
            "update memberships set temporary_expires_at = $3 where tenant_id = $1 and user_id = $2",
            tenant_id, stays.id, at,
        )  # fmt: skip
    await merging.merge(goes, stays)
    rows = {one: await membership(db, one, stays.id) for one in (alone, sooner, later, lasting)}
    assert {one: row and row["temporary_expires_at"] for one, row in rows.items()} == {
        alone: ends, sooner: own, later: own, lasting: None,
    }  # fmt: skip
    # Roles that were for a while do not outlast it.
    assert await roles(db, sooner, stays.id) == set()
    assert await roles(db, lasting, stays.id) == set()
    assert len(await roles(db, later, stays.id)) == 1


async def test_an_invitation_that_one_accepted_is_accepted(
    merging: Merging, pair, world: World, db: Db
):
    goes, stays = pair
    first, second, waiting = (
        *[await shared(world, goes, stays) for _ in "ab"], await world.tenant(),
    )  # fmt: skip
    await world.member_of(waiting, goes.id)
    await change_membership(db, first, goes.id, "activated = false")
    await change_membership(db, second, stays.id, "activated = false")
    await change_membership(db, waiting, goes.id, "activated = false")
    await merging.merge(goes, stays)
    rows = {one: await membership(db, one, stays.id) for one in (first, second, waiting)}
    assert {one: row and row["activated"] for one, row in rows.items()} == {
        first: True, second: True, waiting: False,
    }  # fmt: skip


async def test_who_was_removed_comes_back_with_no_old_session(
    merging: Merging, pair, world: World, db: Db
):
    goes, stays = pair
    tenant_id = await world.tenant()
    await world.member_of(tenant_id, goes.id)
    ended = clock.now()
    await db.connection.execute(
        "insert into ended_memberships (tenant_id, user_id, ended_at) values ($1, $2, $3)",
        tenant_id, stays.id, ended,
    )  # fmt: skip
    await merging.merge(goes, stays)
    assert await db.connection.fetchval(
        "select sessions_from from memberships where tenant_id = $1 and user_id = $2",
        tenant_id, stays.id,
    ) == ended  # fmt: skip


async def test_rights_from_above_come_again_from_above(
    merging: Merging, pair, world: World, db: Db
):
    """A membership that follows from an account above is nobody's to keep."""
    goes, stays = pair
    above = await shared(world, goes, stays)
    followed, own = await world.tenant(parent=above), await world.tenant(parent=above)
    await world.member_of(followed, goes.id)
    await world.member_of(own, goes.id)
    await world.member_of(own, stays.id)
    await world.grant(own, goes.id, "fe.secure.read.users")
    for tenant_id, who in ((followed, goes), (own, stays)):
        await db.connection.execute(
            "update memberships set inherited_from = $3 where tenant_id = $1 and user_id = $2",
            tenant_id, who.id, above,
        )  # fmt: skip
    held = await roles(db, own, goes.id)
    await merging.merge(goes, stays)
    assert await membership(db, followed, stays.id) is None
    found = await membership(db, own, stays.id)
    assert found is not None
    assert found["inherited_from"] is None
    assert await roles(db, own, stays.id) == held


async def test_an_account_keeps_an_administrator(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    tenant_id = await shared(world, goes, stays)
    await db.connection.execute(
        "insert into membership_roles select $1, $2, id from roles where key = 'Admin' and tenant_id is null",
        tenant_id, goes.id,
    )  # fmt: skip
    await change_membership(db, tenant_id, stays.id, "is_disabled = true")
    assert refusal(await merging.ask(goes, stays)) == (409, "merges.last_administrator")
    await change_membership(
        db,
        tenant_id,
        stays.id,
        "is_disabled = false, temporary_expires_at = now() + interval '1 d'",
    )
    assert refusal(await merging.ask(goes, stays)) == (409, "merges.last_administrator")
    await world.member(tenant_id, "Admin")
    assert (await merging.ask(goes, stays)).status_code == 201


async def test_plans_come_along_once_and_last_as_long_as_either(
    merging: Merging, pair, world: World, db: Db
):
    goes, stays = pair
    tenant_id = await shared(world, goes, stays)
    key = str(new_id())
    plan_id = await db.connection.fetchval(
        "insert into plans (key, name, created_at, updated_at) values ($1, 'Plan', now(), now())"
        " returning id",
        key,
    )
    sooner, later = clock.now() + timedelta(days=1), clock.now() + timedelta(days=9)
    for who, tenant, until in (
        (goes, tenant_id, later),
        (stays, tenant_id, sooner),
        (goes, goes.tenant_id, None),
    ):
        await db.connection.execute(
            "insert into entitlements (id, tenant_id, user_id, plan_id, expires_at, created_at, updated_at)"
            " values ($1, $2, $3, $4, $5, now(), now())",
            new_id(), tenant, who.id, plan_id, until,
        )  # fmt: skip
    await merging.merge(goes, stays)
    rows = await db.connection.fetch(
        "select tenant_id, user_id, expires_at from entitlements where plan_id = $1", plan_id
    )
    assert {(row["tenant_id"], row["user_id"], row["expires_at"]) for row in rows} == {
        (tenant_id, stays.id, later),
        (goes.tenant_id, stays.id, None),
    }
    await db.connection.execute("delete from plans where id = $1", plan_id)


async def test_one_person_has_one_seat_of_a_license(merging: Merging, pair, world: World, db: Db):
    goes, stays = pair
    by_address, by_id, only = await three_licenses(db, goes.tenant_id)
    kept = await seat(db, goes.tenant_id, by_address, goes.email.upper(), minutes=30)
    await seat(db, goes.tenant_id, by_address, stays.email)
    await seat(db, goes.tenant_id, by_id, str(goes.id))
    longer = await seat(db, goes.tenant_id, by_id, str(stays.id), minutes=30)
    moved = await seat(db, goes.tenant_id, only, goes.email)
    stranger_id = await seat(db, goes.tenant_id, only, "somebody else")
    await merging.merge(goes, stays)
    rows = await db.connection.fetch(
        "select id, holder from license_seats where tenant_id = $1", goes.tenant_id
    )
    assert {row["id"]: row["holder"] for row in rows} == {
        kept: stays.email,
        longer: str(stays.id),
        moved: stays.email,
        stranger_id: "somebody else",
    }
    freed = await db.connection.fetchval(
        "select count(*) from audits where tenant_id = $1 and action = 'license.seat_freed'",
        goes.tenant_id,
    )
    assert freed == 2


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


async def test_entries_of_the_audit_stay_as_they_are(merging: Merging, pair, db: Db):
    goes, stays = pair
    await goes.browser.post("/identity/resources/auth/v1/logout")
    mine = "select count(*) from audits where actor_user_id = $1"
    before = await db.connection.fetchval(mine, goes.id)
    assert before > 0
    await merging.merge(goes, stays)
    assert await db.connection.fetchval(mine, goes.id) >= before


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


async def test_an_old_id_is_nobodys_again(merging: Merging, pair, world: World, db: Db, asgi):
    """An id is made of the address; whoever gets the address one day gets another one."""
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


async def test_who_stays_may_be_merged_in_turn_and_old_requests_follow(
    merging: Merging, pair, world: World
):
    goes, stays = pair
    links = await merging.asked(goes, stays)
    await merging.outcome(links.goes)
    await merging.outcome(links.stays)
    last = await world.person("ReadOnly")
    await merging.merge(stays, last)
    shown = await merging.shown(links.id)
    assert (shown["state"], shown["stays"]["id"]) == ("done", str(last.id))
    known = await merging.backend.get(f"{USERS}/email", params={"email": goes.email})
    assert known.json()["id"] == str(last.id)


async def test_where_two_factors_are_asked_for_they_still_are(
    merging: Merging, pair, db: Db, world: World
):
    """Whoever was signed in with one does not enter the other's account with it."""
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
    assert "second factor" in answer.text
