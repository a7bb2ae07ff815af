"""The vendor's own people: what their role lets them do, and when it ends."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.access.vendor_permissions import STAFF_PERMISSIONS
from gatehouse.audit.actors import SYSTEM
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.vendor_access import staff
from tests.audit_log import entries_of_all_tenants
from tests.backend import new_backend
from tests.databases import opened
from tests.staff import STAFF, Hire, dismiss_all, hire, with_second_factor
from tests.vendor_users import get_user
from tests.world import World

TENANTS = "/tenants/resources/tenants/v1"
LISTED = "/tenants/resources/tenants/v2"
ENTERED = "vendor.staff_entered"


@pytest.fixture(autouse=True)
async def nobody_is_staff(database: Database) -> None:
    await dismiss_all(database)


@pytest.fixture
def hired(world: World) -> Hire:
    return partial(hire, world)


async def test_a_session_of_the_staff_gives_a_token_for_the_vendors_calls(hired, world: World):
    owner = await hired(StaffRole.OWNER)
    assert owner.answer["role"] == "owner"
    assert owner.answer["permissions"] == ["vendor.*"]
    assert owner.answer["expiresIn"] == 900
    assert (await owner.browser.get(LISTED)).status_code == 200
    [found] = (await owner.browser.get(STAFF)).json()
    assert (found["email"], found["role"]) == (owner.person.email, "owner")
    # It is for nothing else.
    assert (await owner.browser.get("/identity/resources/users/v2/me")).status_code == 401
    [entered] = await entries_of_all_tenants(world, ENTERED, owner.person.email)
    assert entered["description"] == f"{owner.person.email} signed in to the console as owner"


async def test_the_audit_names_the_entry_of_staff_once_for_a_session(hired, world: World):
    owner = await hired(StaffRole.OWNER)
    for _ in range(2):
        assert (await owner.person.browser.post(f"{STAFF}/token")).status_code == 200
    assert len(await entries_of_all_tenants(world, ENTERED, owner.person.email)) == 1


async def test_a_user_outside_the_staff_gets_no_staff_token(world: World, database: Database):
    person = await with_second_factor(database, await world.person("Admin"))
    refused = await person.browser.post(f"{STAFF}/token")
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "staff.not_staff")


async def test_a_user_with_an_unverified_address_does_not_become_staff(hired, world, database):
    """Anybody signs up with anybody's address."""
    owner, person = await hired(StaffRole.OWNER), await world.person()
    async with opened(database, Scope.system()) as db:
        await db.connection.execute("update users set verified = false where id = $1", person.id)
    wanted = {"email": person.email, "role": "support"}
    refused = await owner.browser.post(STAFF, json=wanted)
    assert (refused.status_code, refused.json()["errorCode"]) == (404, "staff.unknown")
    async with opened(database, Scope.system()) as db:
        await db.connection.execute("update users set verified = true where id = $1", person.id)
    assert (await owner.browser.post(STAFF, json=wanted)).status_code == 201


async def test_the_address_of_staff_is_normalized(hired, world):
    owner, person = await hired(StaffRole.OWNER), await world.person()
    for wrong in ("nobody", "a\0b@example.test"):
        refused = await owner.browser.post(STAFF, json={"email": wrong, "role": "support"})
        assert (refused.status_code, refused.json()["errorCode"]) == (400, "users.email_invalid")
    wanted = {"email": person.email.upper(), "role": "support"}
    assert (await owner.browser.post(STAFF, json=wanted)).status_code == 201


async def test_the_staff_token_needs_mfa(world: World, database: Database):
    person = await world.person()
    async with database.transaction(Scope.system()) as db:
        await staff.add_staff_member(db, person.email, StaffRole.OWNER, by=SYSTEM)
    refused = await person.browser.post(f"{STAFF}/token")
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.step_up_needed")


async def test_the_token_ends_with_the_session_and_with_the_work(hired, database: Database):
    owner, support = await hired(StaffRole.OWNER), await hired(StaffRole.SUPPORT)
    assert (await owner.browser.delete(f"{STAFF}/{support.person.id}")).status_code == 204
    assert (await support.browser.get(LISTED)).status_code == 401
    assert (await support.person.browser.post(f"{STAFF}/token")).status_code == 403
    async with opened(database, Scope.system()) as db:
        await db.connection.execute(
            "update sessions set ended_at = $2 where id = $1", owner.person.session_id, clock.now()
        )
    assert (await owner.browser.get(LISTED)).status_code == 401


async def test_the_staff_token_is_short(hired):
    owner = await hired(StaffRole.OWNER)
    clock.advance_clock(timedelta(minutes=16))
    assert (await owner.browser.get(LISTED)).status_code == 401


ALLOWED = {
    StaffRole.OWNER: (200, 200, 201, 201),
    StaffRole.SUPPORT: (200, 200, 201, 403),
    StaffRole.FINANCE: (200, 403, 403, 403),
    StaffRole.READ_ONLY: (200, 200, 403, 403),
}


@pytest.mark.parametrize("role", StaffRole)
async def test_each_staff_role_has_its_permissions(hired, world: World, role: StaffRole):
    member = await hired(role)
    other = await world.person()
    answers = [
        await member.browser.get(LISTED),
        await member.browser.get(STAFF),
        await member.browser.post(TENANTS, json={"name": "Globex"}),
        await member.browser.post(STAFF, json={"email": other.email, "role": "owner"}),
    ]
    assert tuple(one.status_code for one in answers) == ALLOWED[role]
    assert member.answer["permissions"] == list(STAFF_PERMISSIONS[role])


async def test_the_last_owner_stays(hired, world: World):
    owner = await hired(StaffRole.OWNER)
    one = f"{STAFF}/{owner.person.id}"
    for refused in (
        await owner.browser.delete(one),
        await owner.browser.patch(one, json={"role": "support"}),
    ):
        assert (refused.status_code, refused.json()["errorCode"]) == (409, "staff.last_owner")
    other = await world.person()
    added = await owner.browser.post(STAFF, json={"email": other.email, "role": "owner"})
    assert added.status_code == 201
    twice = await owner.browser.post(STAFF, json={"email": other.email, "role": "owner"})
    assert twice.json()["errorCode"] == "staff.exists"
    changed = await owner.browser.patch(one, json={"role": "read-only"})
    assert changed.json()["role"] == "read-only"
    assert (await owner.browser.delete(f"{STAFF}/{other.id}")).status_code == 403


async def test_changing_the_staff_needs_recent_mfa(hired, world: World, db):
    """An attacker at an owner's open console would make themselves an owner permanently."""
    owner, support = await hired(StaffRole.OWNER), await hired(StaffRole.SUPPORT)
    other, one = await world.person(), f"{STAFF}/{support.person.id}"
    shown = "update sessions set auth_time = $2 where id = $1"
    session = owner.person.session_id
    await db.connection.execute(shown, session, clock.now() - timedelta(minutes=16))
    calls: list[tuple[str, str, dict[str, str] | None]] = [
        ("POST", STAFF, {"email": other.email, "role": "owner"}),
        ("PATCH", one, {"role": "owner"}),
        ("DELETE", one, None),
    ]
    for method, path, body in calls:
        refused = await owner.browser.request(method, path, json=body)
        assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.step_up_needed")
    assert {one["role"] for one in (await owner.browser.get(STAFF)).json()} == {"owner", "support"}
    await db.connection.execute(shown, session, clock.now())
    for method, path, body in calls:
        answer = await owner.browser.request(method, path, json=body)
        assert answer.is_success, answer.text


async def test_an_unknown_address_does_not_become_staff(hired):
    owner = await hired(StaffRole.OWNER)
    nobody = await owner.browser.post(STAFF, json={"email": "no@one.test", "role": "support"})
    assert (nobody.status_code, nobody.json()["errorCode"]) == (404, "staff.unknown")


async def test_the_audit_names_the_member_of_the_staff_who_changed_something(hired, world: World):
    owner = await hired(StaffRole.OWNER)
    made = await owner.browser.post(TENANTS, json={"name": "Initech"})
    assert made.status_code == 201
    entry = (await entries_of_all_tenants(world, "tenant.", owner.person.email))[-1]
    assert (entry["actorKind"], entry["user"], entry["email"]) == (
        "staff", str(owner.person.id), owner.person.email,
    )  # fmt: skip


USERS = "/identity/resources/users/v1"


async def test_only_an_owner_changes_the_account_of_one_of_the_staff(hired, world: World):
    owner, support = await hired(StaffRole.OWNER), await hired(StaffRole.SUPPORT)
    customer = await world.person()
    for path in ("lock", "unlock", "verify", "links/generate-password-reset-token"):
        one = f"{USERS}/{owner.person.id}/{path}"
        refused = await support.browser.post(one)
        assert refused.json()["errorCode"] == "access.staff_protected", path
    emails = f"/identity/resources/users/emails/v1/vendor/{owner.person.id}"
    more = [
        await support.browser.put(f"{USERS}/{owner.person.id}/email", json={"email": "x@x.test"}),
        await support.browser.post(emails, json={"email": "x@x.test", "isVerified": True}),
        await support.browser.post(
            f"/identity/resources/vendor-only/users/v1/{owner.person.id}/mfa/unenroll"
        ),
        await support.browser.put(
            USERS, json={"name": "X"}, headers={"frontegg-user-id": str(owner.person.id)}
        ),
    ]
    assert {one.json()["errorCode"] for one in more} == {"access.staff_protected"}
    locked = await support.browser.post(f"{USERS}/{customer.id}/lock")
    assert locked.status_code == 200
    assert (await owner.browser.post(f"{USERS}/{support.person.id}/verify")).status_code == 200


async def test_a_credential_for_people_leads_to_no_role_of_the_staff(hired, world: World):
    """A user in the account of an owner may do everything, the credential may not."""
    owner, customer = (await hired(StaffRole.OWNER)).person, await world.person()
    narrow = (await new_backend(world, ["vendor.*.users", "vendor.read.*"])).http
    named = "/identity/resources/users/v1/mfa/authenticator/enroll"

    async def ways(user_id: UUID) -> list[httpx.Response]:
        one = f"{USERS}/{user_id}"
        as_them = {"frontegg-user-id": str(user_id)}
        return [
            await narrow.post(f"{one}/links/generate-password-reset-token"),
            await narrow.post(f"/identity/resources/vendor-only/users/v1/{user_id}/mfa/unenroll"),
            await narrow.put(f"{one}/email", json={"email": f"{uuid4().hex[:9]}@example.test"}),
            await narrow.put(one, json={"mfaBypass": True}),
            await narrow.post(named, headers=as_them),
        ]

    assert {one.json()["errorCode"] for one in await ways(owner.id)} == {"access.staff_protected"}
    assert [one.status_code < 300 for one in await ways(customer.id)] == [True] * 5
    assert (await owner.browser.get("/identity/resources/users/v2/me")).status_code == 200
    seen = await narrow.get(
        "/identity/resources/users/sessions/v1/me", headers={"frontegg-user-id": str(owner.id)}
    )
    assert seen.status_code == 200, seen.text
    # One that may say who is staff may do this too.
    wide = (await new_backend(world, ["vendor.write.users", "vendor.write.staff"])).http
    assert (await wide.post(f"{USERS}/{owner.id}/unlock")).status_code == 200


async def test_only_an_owner_makes_super_users(hired, world: World):
    owner, support = await hired(StaffRole.OWNER), await hired(StaffRole.SUPPORT)
    customer = await world.person()
    for path, body in (("superuser", {"superUser": True}), ("invisible", {"invisible": True})):
        one = f"{USERS}/{customer.id}/{path}"
        refused = await support.browser.put(one, json=body)
        assert refused.json()["errorCode"] == "access.missing_permission"
        changed = await owner.browser.put(one, json=body)
        assert changed.status_code == 200, path
        [(name, value)] = body.items()
        assert changed.json()[name] == value


async def test_no_other_call_changes_the_account_of_an_owner(
    hired, world: World, run_jobs: Callable[[], Awaitable[None]]
):
    """Calls that add a user to an account by their address are refused for staff."""
    owner, support = await hired(StaffRole.OWNER), await hired(StaffRole.SUPPORT)
    tenant_id, address = await world.tenant(), owner.person.email
    made = await support.browser.post(
        "/identity/resources/vendor-only/users/v1",
        json={"email": address, "tenantId": str(tenant_id), "mfaBypass": True, "externalId": "x"},
    )
    assert made.json()["errorCode"] == "access.staff_protected", made.text
    chosen = await support.browser.put(
        "/identity/resources/applications/user-tenants/active/v1",
        json={
            "activeApplicationTenants": [
                {"applicationId": str(tenant_id), "tenantId": str(tenant_id)}
            ]
        },
        headers={"frontegg-user-id": str(owner.person.id)},
    )
    assert chosen.json()["errorCode"] == "access.staff_protected", chosen.text
    bulk = "/identity/resources/users/bulk/v1"
    for caller, failed in ((support, 1), (owner, 0)):
        invited = await caller.browser.post(
            f"{bulk}/invite",
            json={"users": [{"email": address, "verified": True, "skipInviteEmail": True}]},
            headers={"frontegg-tenant-id": str(tenant_id)},
        )
        await run_jobs()
        done = (await owner.browser.get(f"{bulk}/status/{invited.json()['id']}")).json()
        assert done["failed"] == failed, done
    assert (await get_user(owner.browser, owner.person.id))["mfaBypass"] is False
