"""People, as the vendor's backends read and change them."""

import asyncio
from uuid import uuid4

import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.directory.waiting import somebody_waits
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import (
    ACTIVATE,
    GOOD,
    LOGIN,
    OTHER,
    VERIFY,
    credentials,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.vendor_view import members_of, role_keys

USERS = "/identity/resources/users/v1"
POLICY = "/identity/resources/configurations/v1/user-emails-policy"
EMAILS = "/identity/resources/users/emails/v1"


@pytest.fixture
async def owner(asgi, world, run_jobs):
    """Signed in, with the password `GOOD`."""
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    return await world.sign_in(user_id, tenant_id, address)


async def signs_in(asgi, address: str, password: str = GOOD) -> tuple[int, str]:
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": address, "password": password})
    body = answer.json()
    return answer.status_code, body.get("errorCode", "mfa" if body.get("mfaRequired") else "")


async def test_a_user_is_found_by_id_address_and_words(backend, world, owner):
    shown = (await backend.get(f"{USERS}/{owner.id}")).json()
    assert shown["email"] == owner.email
    assert shown["tenantIds"] == [str(owner.tenant_id)]
    assert [role["key"] for role in shown["roles"]] == ["Admin"]
    assert shown["tenants"][0]["roles"] == shown["roles"]
    assert (shown["isLocked"], shown["superUser"], shown["vendorMetadata"]) == (False, False, "{}")
    by_email = await backend.get(f"{USERS}/email", params={"email": owner.email.upper()})
    assert by_email.json() == shown
    unknown = await backend.get(f"{USERS}/email", params={"email": new_address()})
    assert refusal(unknown) == (404, "users.not_found")
    assert refusal(await backend.get(f"{USERS}/{uuid4()}")) == (404, "users.not_found")
    local = owner.email.partition("@")[0]
    for query, found in (
        ({"_phraseSearchContains": local}, True),
        ({"_phraseSearchContains": [local, "kim"]}, True),
        ({"_phraseSearchContains": local, "_phraseSearchExcludes": "kim"}, False),
        ({"_phraseSearchOptional": f"nobody,{local}"}, True),
        ({"_email": owner.email}, True),
        ({"_email": "no address"}, False),
        ({"_identifier": owner.email}, True),
        ({"_tenantId": str(owner.tenant_id), "_sortBy": "createdAt", "_order": "DESC"}, True),
        ({"_tenantId": str(uuid4())}, False),
        ({"ids": str(owner.id), "_namePrefix": "KIM", "_sortBy": "name"}, True),
    ):
        answer = await backend.get(f"{USERS}/query/phrase", params=query)
        assert answer.status_code == 200, answer.text
        ids = [one["id"] for one in answer.json()["items"]]
        assert (str(owner.id) in ids) is found, query
        assert answer.json()["_metadata"]["totalItems"] == len(ids)
    assert (await backend.get(f"{USERS}/query/phrase", params={"ids": "x"})).status_code == 400


@pytest.mark.parametrize("sort", ["verified", "isLocked", "provider", "tenantId"])
async def test_a_search_sorts_by_what_it_shows(backend, world, db, sort):
    first, second = await world.person("Admin"), await world.person("Admin")
    await db.connection.execute(
        "update users set verified = false, provider = 'google' where id = $1", first.id
    )
    await db.connection.execute("update users set locked_at = now() where id = $1", second.id)
    asked = {"ids": f"{first.id},{second.id}", "_sortBy": sort}
    found = {}
    for order in ("ASC", "DESC"):
        answer = await backend.get(f"{USERS}/query/phrase", params={**asked, "_order": order})
        assert answer.status_code == 200, answer.text
        found[order] = [one[sort] for one in answer.json()["items"]]
    assert found["ASC"] == sorted(found["ASC"])
    assert found["DESC"] == found["ASC"][::-1] != found["ASC"]


async def test_a_search_for_one_account_finds_no_user_of_another(backend, world, owner):
    """Whatever account the query asks for besides: a product passes that on from its own customers."""
    other = await world.person("Admin")
    below = await world.person("Admin", tenant_id=await world.tenant(parent=owner.tenant_id))
    ids = ",".join(str(one.id) for one in (owner, other, below))
    for account, query, found in (
        (owner, {}, [owner, below]),
        (owner, {"_includeSubTenants": "false"}, [owner]),
        (owner, {"_tenantId": str(below.tenant_id)}, [below]),
        (owner, {"_tenantId": str(other.tenant_id)}, []),
        (other, {}, [other]),
    ):
        named = {"frontegg-tenant-id": str(account.tenant_id)}
        answer = await backend.get(
            f"{USERS}/query/phrase", params={"ids": ids, **query}, headers=named
        )
        assert answer.status_code == 200, answer.text
        shown = {one["id"] for one in answer.json()["items"]}
        assert shown == {str(one.id) for one in found}, query
    nobodys = {"frontegg-tenant-id": str(uuid4())}
    unknown = await backend.get(f"{USERS}/query/phrase", headers=nobodys)
    assert refusal(unknown) == (404, "tenants.not_found")


async def test_people_are_listed_as_published_server_packages_ask(backend, world, owner):
    """All users, or those of one account; `_offset` counts pages, up to `totalPages`."""
    colleague = await world.person("Admin", tenant_id=owner.tenant_id)
    elsewhere = await world.person("Admin")
    named = {"frontegg-tenant-id": str(owner.tenant_id)}
    found = []
    for page in range(2):
        query = {"_limit": 1, "_offset": page}
        answer = await backend.get(USERS, params=query, headers=named)
        assert answer.json()["_metadata"] == {"totalItems": 2, "totalPages": 2}
        found += answer.json()["items"]
    assert {one["id"] for one in found} == {str(owner.id), str(colleague.id)}
    assert all(one["tenants"][0]["tenantId"] == str(owner.tenant_id) for one in found)
    assert found[0].keys() >= {"id", "name", "email", "metadata", "createdAt"}
    everybody = await backend.get(USERS, params={"ids": f"{owner.id},{elsewhere.id}"})
    assert len(everybody.json()["items"]) == 2
    part = {"_filter": colleague.email.upper()[:-3]}
    for listed in (USERS, "/identity/resources/users/v3"):
        answer = await backend.get(listed, params=part)
        assert [one["id"] for one in answer.json()["items"]] == [str(colleague.id)], listed
    nobodys = {"frontegg-tenant-id": str(uuid4())}
    assert refusal(await backend.get(USERS, headers=nobodys)) == (404, "tenants.not_found")
    narrow = (await new_backend(world, ["vendor.read.tenants"])).http
    assert (await narrow.get(USERS)).status_code == 403
    assert (await owner.browser.get(USERS)).status_code in (401, 403)


async def test_an_added_user_activates(backend, asgi, world, run_jobs):
    tenant_id, address = await world.tenant(), new_address()
    body = {
        "email": address,
        "name": "Ada Poe",
        "metadata": '{"plan": "x"}',
        "username": "x" + uuid4().hex[:8],
    }
    headers = {"frontegg-tenant-id": str(tenant_id)}
    made = await backend.post(USERS, json=body, headers=headers)
    assert made.status_code == 201, made.text
    told = made.json()
    assert (told["email"], told["name"], told["verified"]) == (address, "Ada Poe", False)
    assert (told["metadata"], told["username"]) == ('{"plan":"x"}', body["username"])
    again = await backend.post(USERS, json=body, headers=headers)
    assert refusal(again)[0] == 409
    await run_jobs()
    async with stranger(asgi) as browser:
        link = credentials(world, address)
        answer = await browser.post(ACTIVATE, json={**link, "password": GOOD})
        assert answer.status_code == 200, answer.text
    assert (await signs_in(asgi, body["username"]))[0] == 200
    for wrong, where in (
        ({"name": "X"}, headers),
        ({"email": new_address()}, {"frontegg-tenant-id": str(uuid4())}),
        ({"email": new_address()}, {}),
        ({"email": new_address(), "roleIds": [str(uuid4())]}, headers),
        ({"email": new_address(), "password": "short"}, headers),
        ({"email": address, "password": OTHER}, {"frontegg-tenant-id": str(await world.tenant())}),
    ):
        assert (await backend.post(USERS, json=wrong, headers=where)).status_code in (
            400,
            404,
            409,
        )


async def test_a_password_counts_once_the_vendor_vouches(backend, asgi, world, run_jobs):
    headers = {"frontegg-tenant-id": str(await world.tenant())}
    address = new_address()
    body = {"email": address, "password": GOOD, "skipInviteEmail": True}
    made = await backend.post(USERS, json=body, headers=headers)
    assert made.status_code == 201, made.text
    await run_jobs()
    assert world.mails(address) == []
    assert (await signs_in(asgi, address))[0] == 403
    assert (await backend.post(f"{USERS}/{made.json()['id']}/verify")).status_code == 200
    assert (await signs_in(asgi, address))[0] == 200


async def test_a_password_is_not_set_for_a_user_who_was_added_a_moment_before(backend, world, db):
    address = new_address()
    header = {"frontegg-tenant-id": str(await world.tenant())}
    body = {"email": address, "password": GOOD, "skipInviteEmail": True}
    async with db.connection.transaction():
        await db.connection.execute(
            "select gatehouse_add_person($1, 'Somebody', null, '{}', now(), false)", address
        )
        asked = asyncio.create_task(backend.post(USERS, json=body, headers=header))
        await somebody_waits(db)
    assert refusal(await asked) == (409, "users.email_taken")
    stored = "select count(*) from passwords p join users u on u.id = p.user_id where u.email = $1"
    assert await db.connection.fetchval(stored, address) == 0


async def test_the_vendor_changes_fields_of_a_user(backend, owner, world):
    body = {
        "name": "New Name",
        "externalId": "crm-7",
        "vendorMetadata": '{"tier": "gold"}',
        "metadata": '{"a": 1}',
        "phoneNumber": "+49 151 12345678",
    }
    changed = await backend.put(f"{USERS}/{owner.id}", json=body)
    assert changed.status_code == 200, changed.text
    told = changed.json()
    assert (told["name"], told["externalId"]) == ("New Name", "crm-7")
    assert told["vendorMetadata"] == '{"tier":"gold"}'
    me = await owner.browser.get(ME)
    assert me.json()["name"] == "New Name"
    assert "gold" not in me.text
    found = await backend.get(f"{USERS}/query/phrase", params={"_externalIds": "crm-7,crm-8"})
    assert [one["id"] for one in found.json()["items"]] == [str(owner.id)]
    headers = {"frontegg-user-id": str(owner.id), "frontegg-tenant-id": str(owner.tenant_id)}
    changed = await backend.put(USERS, json={"name": "Other", "mfaBypass": True}, headers=headers)
    assert (changed.json()["name"], changed.json()["mfaBypass"]) == ("Other", False)
    assert (await backend.put(f"{USERS}/{uuid4()}", json={})).status_code == 404
    entry = (await audit_entries(world, owner.tenant_id, "user.changed_by_vendor"))[0]
    assert (entry["severity"], entry["actorKind"]) == ("High", "vendor")
    assert "external_id" in entry["description"]


async def test_the_vendor_changes_an_address_and_the_old_one_hears(
    backend, asgi, world, owner, run_jobs
):
    new, other = new_address(), await world.person()
    taken = await backend.put(f"{USERS}/{owner.id}/email", json={"email": other.email})
    assert refusal(taken) == (409, "email_addresses.taken")
    changed = await backend.put(f"{USERS}/{owner.id}/email", json={"email": new})
    assert (changed.json()["email"], changed.json()["verified"]) == (new, True)
    await run_jobs()
    assert any("was changed" in mail["Subject"] for mail in world.mails(owner.email))
    assert (await signs_in(asgi, new))[0] == 200
    assert (await signs_in(asgi, owner.email))[0] == 401


async def test_the_vendor_gives_further_addresses(backend, asgi, world, owner):
    path, further = f"{EMAILS}/vendor/{owner.id}", new_address()
    added = await backend.post(path, json={"email": further})
    assert (added.status_code, added.json()["verified"]) == (201, False)
    answer = await backend.post(f"{path}/primary", json={"email": further})
    assert refusal(answer) == (409, "email_addresses.not_verified")
    added = await backend.post(path, json={"email": further, "isVerified": True})
    assert added.json()["verified"] is True
    assert (await signs_in(asgi, further))[0] == 200
    shown = [(one["email"], one["isPrimary"]) for one in (await backend.get(path)).json()]
    assert shown == [(owner.email, True), (further, False)]
    assert (await backend.post(f"{path}/primary", json={"email": further})).status_code == 200
    assert (await backend.get(f"{USERS}/{owner.id}")).json()["email"] == further
    primary, before = (await backend.get(path)).json()
    assert (primary["id"], before["email"]) == (added.json()["id"], owner.email)
    assert (await backend.delete(f"{path}/{before['id']}")).status_code == 200
    assert (await backend.get(path)).json() == [primary]
    assert refusal(await backend.get(f"{EMAILS}/vendor/{uuid4()}")) == (404, "users.not_found")
    answer = await backend.delete(f"{path}/{added.json()['id']}")
    assert refusal(answer) == (409, "email_addresses.is_primary")
    other = await world.person()
    answer = await backend.post(path, json={"email": other.email, "isVerified": True})
    assert refusal(answer) == (409, "email_addresses.taken")


async def test_who_is_locked_is_out_everywhere(backend, asgi, world, owner, run_jobs):
    assert (await backend.post(f"{USERS}/{owner.id}/lock")).status_code == 200
    assert (await owner.browser.get(ME)).status_code == 401
    assert await signs_in(asgi, owner.email) == (403, "ER-01034")
    assert (await signs_in(asgi, owner.email, "wrong"))[1] == "ER-01013"
    assert (await backend.get(f"{USERS}/{owner.id}")).json()["isLocked"] is True
    link = await backend.post(f"{USERS}/{owner.id}/links/generate-password-reset-token")
    async with stranger(asgi) as browser:
        body = {"userId": str(owner.id), "token": link.json()["token"], "password": OTHER}
        assert (await browser.post(VERIFY, json=body)).status_code == 201
    assert await signs_in(asgi, owner.email, OTHER) == (403, "ER-01034")
    assert (await backend.post(f"{USERS}/{owner.id}/unlock")).status_code == 200
    assert await signs_in(asgi, owner.email, OTHER) == (200, "")


async def test_unlocking_ends_a_lock_by_wrong_passwords(backend, asgi, owner):
    for _ in range(5):
        await signs_in(asgi, owner.email, "wrong")
    assert await signs_in(asgi, owner.email) == (403, "ER-01034")
    await backend.post(f"{USERS}/{owner.id}/unlock")
    assert await signs_in(asgi, owner.email) == (200, "")


async def test_the_vendor_exempts_a_user_from_mfa(backend, asgi, owner, world):
    await world.configure(
        "insert into mfa_policies (tenant_id, enforce_mfa_type, allow_remember_my_device,"
        " mfa_device_expiration, created_at, updated_at) values ($1, 'Force', false, 86400, now(), now())",
        owner.tenant_id,
    )
    assert await signs_in(asgi, owner.email) == (200, "mfa")
    await backend.put(f"{USERS}/{owner.id}", json={"mfaBypass": True})
    assert await signs_in(asgi, owner.email) == (200, "")


async def test_flags_of_the_vendor(backend, world, owner):
    admin = await world.person("Admin", tenant_id=owner.tenant_id)
    path = f"{USERS}/{owner.id}"
    shown = await backend.put(f"{path}/superuser", json={"superUser": True})
    assert shown.json()["superUser"] is True
    assert (await owner.browser.get(ME)).json()["superUser"] is True
    await backend.put(f"{path}/invisible", json={"invisible": True})
    listed = (await admin.browser.get("/identity/resources/users/v3")).json()["items"]
    assert [one["id"] for one in listed] == [str(admin.id)]
    await backend.put(f"{path}/invisible", json={"invisible": False})
    listed = (await admin.browser.get("/identity/resources/users/v3")).json()["items"]
    assert len(listed) == 2


async def test_the_vendor_adds_a_user_to_a_tenant_and_sets_the_first_one(
    backend, asgi, world, owner, run_jobs
):
    second, third = await world.tenant("Second"), await world.tenant("Third")
    path = f"{USERS}/{owner.id}/tenant"
    assert refusal(await backend.put(path, json={"tenantId": str(second)}))[0] == 404
    joined = await backend.post(path, json={"tenantId": str(second), "skipInviteEmail": True})
    assert joined.status_code == 201, joined.text
    await backend.post(path, json={"tenantId": str(third)})
    me = (await owner.browser.get(ME)).json()
    assert set(me["tenantIds"]) == {str(owner.tenant_id), str(second)}
    chosen = await backend.put(path, json={"tenantId": str(second)})
    assert chosen.json()["tenantId"] == str(second)
    link = await backend.post(f"{USERS}/{owner.id}/links/generate-activation-token")
    assert link.status_code == 201, link.text
    assert "/account/invitation/accept" in link.json()["link"]
    other = await world.person()
    nothing = await backend.post(f"{USERS}/{other.id}/links/generate-activation-token")
    assert refusal(nothing) == (409, "users.nothing_to_activate")


async def test_people_move_to_another_account(backend, world, run_jobs, monkeypatch):
    from gatehouse.user_migration import service as migrate

    monkeypatch.setattr(migrate, "AT_ONCE", 2)
    source, target = await world.tenant("Old"), await world.tenant("New")
    people = [await world.person("Admin", tenant_id=source) for _ in range(5)]
    there = await world.person(tenant_id=target)
    body = {"srcTenantId": str(source), "targetTenantId": str(target)}
    assert (await backend.put(f"{USERS}/tenants/migrate", json=body)).status_code == 200
    await run_jobs()
    roles = {one["id"]: role_keys(one, target) for one in await members_of(world, target)}
    assert roles == {str(there.id): [], **{str(one.id): ["Admin"] for one in people}}
    assert await members_of(world, source) == []
    assert (await people[0].browser.get(ME)).status_code == 401
    same = {"srcTenantId": str(source), "targetTenantId": str(source)}
    assert (await backend.put(f"{USERS}/tenants/migrate", json=same)).status_code == 400


async def test_whether_people_change_their_address_is_the_vendors_choice(backend, world, owner):
    try:
        changed = await backend.post(POLICY, json={"allowEmailChange": False})
        assert (changed.status_code, changed.json()) == (200, {"allowEmailChange": False})
        await world.resources[VendorConfiguration].load()
        assert (await owner.browser.get(POLICY)).json() == {"allowEmailChange": False}
    finally:
        await backend.post(POLICY, json={"allowEmailChange": True})
        await world.resources[VendorConfiguration].load()


async def test_reading_needs_one_permission_and_writing_another(world, owner):
    reader = (await new_backend(world, ["vendor.read.users"])).http
    assert (await reader.get(f"{USERS}/{owner.id}")).status_code == 200
    assert (await reader.post(f"{USERS}/{owner.id}/lock")).status_code == 403
    weak = (await new_backend(world, ["vendor.read.roles"])).http
    assert (await weak.get(f"{USERS}/{owner.id}")).status_code == 403
