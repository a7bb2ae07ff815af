"""Sessions and factors of a user, as the vendor's support sees and ends them."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database
from tests.audit_log import audit_entries
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.staff import Staff, dismiss_all, hire
from tests.world import Db, Person, World

USERS = "/identity/resources/vendor-only/users/v1"
REASON = {"reason": "Ticket 4711: the phone was stolen"}


@pytest.fixture
async def support(world: World, database: Database) -> AsyncIterator[Staff]:
    await dismiss_all(database)
    yield await hire(world, StaffRole.SUPPORT)
    await dismiss_all(database)


async def with_phone(db: Db, person: Person) -> UUID:
    phone_id = new_id()
    await db.connection.execute(
        "insert into mfa_phones (id, user_id, phone_number, created_at)"
        " values ($1, $2, '+15550100123', now())",
        phone_id, person.id,
    )  # fmt: skip
    return phone_id


async def with_app(db: Db, person: Person, last_step: int) -> UUID:
    app_id = new_id()
    await db.connection.execute(
        "insert into authenticators (id, user_id, sealed_secret, last_step, created_at, confirmed_at)"
        " values ($1, $2, '', $3, now(), now())",
        app_id, person.id, last_step,
    )  # fmt: skip
    return app_id


async def with_key(db: Db, person: Person, *, also_factor: bool) -> UUID:
    key_id = new_id()
    await db.connection.execute(
        "insert into webauthn_credentials (id, user_id, credential_id, public_key, sign_count, device_type,"
        " name, is_passkey, is_second_factor, is_backed_up, created_at, last_used_at)"
        " values ($1, $2, $3, '', 0, 'Platform', 'Her laptop', true, $4, false, now(), now())",
        key_id, person.id, key_id.bytes, also_factor,
    )  # fmt: skip
    return key_id


async def audit_descriptions(world: World, person: Person, action: str) -> list[str]:
    """Of entries about the person, in their tenant."""
    entries = await audit_entries(world, person.tenant_id, action)
    return [one["description"] for one in entries if one["json"].get("user_id") == str(person.id)]


async def test_sessions_are_listed_and_end_one_by_one_or_all(support: Staff, world: World):
    person = await world.person()
    again = await world.sign_in(person.id, person.tenant_id, person.email)
    listed = (await support.browser.get(f"{USERS}/{person.id}/sessions")).json()
    assert {one["id"] for one in listed} == {str(person.session_id), str(again.session_id)}
    assert {one["tenantId"] for one in listed} == {str(person.tenant_id)}
    assert not any(one["impersonated"] for one in listed)
    path = f"{USERS}/{person.id}/sessions/{again.session_id}"
    assert (await support.browser.delete(path)).status_code == 204
    assert (await again.browser.get(ME)).status_code == 401
    assert (await person.browser.get(ME)).status_code == 200
    assert refusal(await support.browser.delete(path)) == (404, "session.unknown")
    assert (await support.browser.delete(f"{USERS}/{person.id}/sessions")).status_code == 204
    assert (await person.browser.get(ME)).status_code == 401
    assert (await support.browser.get(f"{USERS}/{person.id}/sessions")).json() == []
    assert len(await audit_descriptions(world, person, "session.ended")) == 2


async def test_a_session_ends_only_by_its_own_person(support: Staff, world: World):
    person, other = await world.person(), await world.person()
    path = f"{USERS}/{other.id}/sessions/{person.session_id}"
    assert refusal(await support.browser.delete(path)) == (404, "session.unknown")
    assert (await person.browser.get(ME)).status_code == 200


async def test_ways_in_are_listed_with_their_last_use(support: Staff, world: World, db: Db):
    person = await world.person()
    used_at = clock.now().replace(microsecond=0, second=30)
    app_id = await with_app(db, person, int(used_at.timestamp()) // 30)
    phone_id = await with_phone(db, person)
    key_id = await with_key(db, person, also_factor=True)
    listed = (await support.browser.get(f"{USERS}/{person.id}/factors")).json()
    found = {one["id"]: one for one in listed}
    assert {one["kind"] for one in listed} == {"authenticator", "phone", "passkey"}
    assert datetime.fromisoformat(found[str(app_id)]["lastUsedAt"]) == used_at
    assert found[str(phone_id)]["label"] == "+1*******123"
    assert "lastUsedAt" not in found[str(phone_id)]
    assert found[str(key_id)]["label"] == "Her laptop"
    assert found[str(key_id)]["isSecondFactor"] is True


async def test_one_sign_in_method_is_removed_with_a_reason(
    support: Staff, world: World, db: Db, run_jobs
):
    person = await world.person()
    phone_id, app_id = await with_phone(db, person), await with_app(db, person, 0)
    one = f"{USERS}/{person.id}/factors"
    for wrong in ({}, {"reason": " "}, {"reason": "x"}, {"reason": "x" * 501}):
        assert (
            await support.browser.post(f"{one}/{phone_id}/remove", json=wrong)
        ).status_code == 400
    answer = await support.browser.post(f"{one}/{phone_id}/remove", json=REASON)
    assert answer.status_code == 204, answer.text
    assert [shown["id"] for shown in (await support.browser.get(one)).json()] == [str(app_id)]
    assert (await person.browser.get(ME)).status_code == 401
    await run_jobs()
    assert any("MFA" in mail["Subject"] for mail in world.mails(person.email))
    said = await audit_descriptions(world, person, "user.way_in_removed")
    assert said == [f"Removed a sign-in method of {person.email} (phone): {REASON['reason']}"]
    again = await support.browser.post(f"{one}/{phone_id}/remove", json=REASON)
    assert refusal(again) == (404, "mfa.unknown_device")
    other = await world.person()
    foreign = f"{USERS}/{other.id}/factors/{app_id}/remove"
    assert refusal(await support.browser.post(foreign, json=REASON))[0] == 404


@pytest.mark.parametrize("also_factor", [True, False])
async def test_a_passkey_is_gone_whatever_it_was_for(
    support: Staff, world: World, db: Db, run_jobs, also_factor: bool
):
    person = await world.person()
    key_id = await with_key(db, person, also_factor=also_factor)
    path = f"{USERS}/{person.id}/factors"
    answer = await support.browser.post(f"{path}/{key_id}/remove", json=REASON)
    assert answer.status_code == 204, answer.text
    assert (await support.browser.get(path)).json() == []
    assert (await person.browser.get(ME)).status_code == 401
    await run_jobs()
    assert world.mails(person.email)


async def test_an_account_elsewhere_opens_this_one_no_more(support: Staff, world: World, db: Db):
    person = await world.person()
    identity_id = new_id()
    await db.connection.execute(
        "insert into external_identities (id, kind, provider, issuer, subject, user_id, email, created_at,"
        " last_used_at) values ($1, 'social', 'google', 'g', $2, $3, 'ada@g.test', now(), now())",
        identity_id, uuid4().hex, person.id,
    )  # fmt: skip
    path = f"{USERS}/{person.id}/identities"
    [shown] = (await support.browser.get(path)).json()
    assert (shown["provider"], shown["email"]) == ("google", "ada@g.test")
    unlinked = await support.browser.post(f"{path}/{identity_id}/remove", json=REASON)
    assert unlinked.status_code == 204, unlinked.text
    assert (await support.browser.get(path)).json() == []
    assert (await person.browser.get(ME)).status_code == 401
    again = await support.browser.post(f"{path}/{identity_id}/remove", json=REASON)
    assert refusal(again) == (404, "users.unknown_identity")
    [said] = await audit_descriptions(world, person, "user.way_in_removed")
    assert said.endswith(f"(google): {REASON['reason']}")


async def test_who_showed_two_factors_long_ago_shows_them_again(
    support: Staff, world: World, db: Db
):
    person = await world.person()
    phone_id = await with_phone(db, person)
    await db.connection.execute(
        "update sessions set auth_time = $2 where id = $1",
        support.person.session_id, clock.now() - timedelta(minutes=16),
    )  # fmt: skip
    for path in (f"factors/{phone_id}/remove", f"identities/{uuid4()}/remove"):
        refused = await support.browser.post(f"{USERS}/{person.id}/{path}", json=REASON)
        assert refusal(refused) == (403, "access.step_up_needed")
    assert len((await support.browser.get(f"{USERS}/{person.id}/factors")).json()) == 1


async def test_no_sign_in_method_is_added_with_mfa_of_long_ago(
    support: Staff, world: World, db: Db
):
    """Taking one factor away asks for a fresh one; so does taking all, and whatever else leads into the
    account."""
    person, tenant = await world.person(), await world.tenant()
    await with_phone(db, person)
    one = f"/identity/resources/users/v1/{person.id}"
    emails = f"/identity/resources/users/emails/v1/vendor/{person.id}"
    new = f"{uuid4().hex[:10]}@example.test"
    asked: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("POST", f"{USERS}/{person.id}/mfa/unenroll", {}),
        ("POST", f"{one}/links/generate-password-reset-token", {}),
        ("POST", f"{one}/links/generate-activation-token", {}),
        ("PUT", f"{one}/email", {"email": new}),
        ("POST", f"{one}/verify", {}),
        ("PUT", one, {"mfaBypass": True}),
        ("POST", USERS, {"email": person.email, "tenantId": str(tenant), "mfaBypass": True}),
        ("POST", emails, {"email": new, "isVerified": True}),
        ("POST", f"{emails}/primary", {"email": new}),
        ("POST", f"/identity/resources/users/phone-numbers/v1/vendor/{person.id}",
         {"phoneNumber": "+15550104713"}),
        ("POST", "/identity/resources/users/bulk/v1/invite",
         {"users": [{"email": person.email, "verified": True}]}),
        ("POST", "/identity/resources/migrations/v1/local",
         {"email": new, "tenantId": str(tenant), "verifyUser": True}),
        ("POST", "/identity/resources/migrations/v1/local/bulk",
         {"users": [{"email": f"a{new}", "tenantId": str(tenant), "verifyUser": True}]}),
    )  # fmt: skip
    support.browser.headers["frontegg-tenant-id"] = str(tenant)
    shown = "update sessions set auth_time = $2 where id = $1"
    session = support.person.session_id
    await db.connection.execute(shown, session, clock.now() - timedelta(minutes=16))
    for method, path, body in asked:
        refused = await support.browser.request(method, path, json=body)
        assert refusal(refused) == (403, "access.step_up_needed"), path
    assert (await person.browser.get(ME)).status_code == 200
    # What opens nothing needs none.
    renamed = await support.browser.put(one, json={"name": "Pat Roe", "mfaBypass": False})
    assert renamed.status_code == 200, renamed.text
    await db.connection.execute(shown, session, clock.now())
    for method, path, body in asked:
        answer = await support.browser.request(method, path, json=body)
        assert answer.status_code != 403, (path, answer.text)


async def test_staff_are_only_an_owners_to_change(support: Staff, world: World, db: Db):
    owner = await hire(world, StaffRole.OWNER)
    phone_id = await with_phone(db, owner.person)
    mine = f"{USERS}/{owner.person.id}"
    for method, path, body in (
        ("DELETE", "/sessions", None),
        ("DELETE", f"/sessions/{owner.person.session_id}", None),
        ("POST", f"/factors/{phone_id}/remove", REASON),
        ("POST", f"/identities/{uuid4()}/remove", REASON),
    ):
        answer = await support.browser.request(method, f"{mine}{path}", json=body)
        assert refusal(answer) == (403, "access.staff_protected")
    assert (await owner.browser.get(f"{mine}/factors")).json()


async def test_sessions_and_factors_of_an_unknown_user_are_not_found(support: Staff):
    for path in ("sessions", "factors", "identities"):
        answer = await support.browser.get(f"{USERS}/{uuid4()}/{path}")
        assert refusal(answer) == (404, "users.not_found")
