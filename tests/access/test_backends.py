"""What a vendor's backend does in an account, which it names with each call, and for one of its people."""

import httpx
import pyotp
import pytest

from gatehouse.access.backend import STANDS_FOR, list_backend_permissions
from gatehouse.access.permissions import Permission
from gatehouse.access.staff_role import StaffRole
from gatehouse.access.vendor_permissions import EVERYTHING, READING
from gatehouse.kit.db import Database
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.access.test_permissions import ANY_MEMBER, PUBLIC
from tests.access.test_permissions import operations as operations
from tests.backend import new_backend, restored_backend
from tests.identity.second_factors import OWN, a_number, code_of
from tests.identity.signup_steps import CHANGE, GOOD, OTHER, new_address, sign_up_and_activate
from tests.identity.test_users import signs_in
from tests.staff import dismiss_all, hire
from tests.world import Person, World

IDENTITY = "/identity/resources"
USERS = f"{IDENTITY}/users"
NOBODY = "0d7f0c36-6d3e-4a7e-9a52-5a2f5f0a1c11"
# It spends the account's money, shows what opens its tools, or is staff's alone.
NOBODYS = {
    Permission.IMPERSONATE_USERS,
    Permission.LICENSING_READ_KEYS,
    Permission.LICENSING_WRITE_BILLING,
    Permission.LICENSING_WRITE_LICENSES,
    Permission.WRITE_BILLING,
}


def naming(person: Person, *, them: bool = False) -> dict[str, str]:
    """The headers that name the person's account, and `them`."""
    account = {"frontegg-tenant-id": str(person.tenant_id)}
    return account | ({"frontegg-user-id": str(person.id)} if them else {})


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


async def call(client: httpx.AsyncClient, method: str, address: str) -> httpx.Response:
    return await client.request(method, address, json=None if method == "GET" else {})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["errorCode"]


def test_each_user_permission_has_a_vendor_permission_or_none():
    assert set(Permission) - set(list_backend_permissions((EVERYTHING,))) == NOBODYS
    reading = list_backend_permissions((READING,))
    assert all(".read" in one for one in reading)
    assert {one for one in Permission if ".read" in one} - set(reading) <= NOBODYS
    assert list_backend_permissions(("vendor.read.staff",)) == ()


@pytest.mark.parametrize("vendors", STANDS_FOR, ids=str)
def test_reading_permissions_stand_for_reading(vendors):
    stood_for = list_backend_permissions((vendors,))
    assert stood_for
    assert ".write." in vendors or all(".read" in one for one in stood_for)


async def test_a_credential_without_permissions_gets_nothing_anywhere(
    operations, world: World, admin
):
    powerless = (await new_backend(world, ["vendor.read.staff"])).http
    powerless.headers.update(naming(admin, them=True))
    answers = {name: await call(powerless, *one) for name, one in operations.items()}
    assert {
        name: answer.status_code
        for name, answer in answers.items()
        if answer.status_code not in (401, 403) and name not in PUBLIC
    } == {}


async def test_no_call_breaks_for_a_backend(operations, backend, admin):
    for headers in (naming(admin), naming(admin, them=True)):
        client = backend
        client.headers.update(headers)
        answers = {name: await call(client, *one) for name, one in operations.items()}
        assert {n: a.text for n, a in answers.items() if a.status_code >= 500} == {}
        refused = {n for n, a in answers.items() if n in ANY_MEMBER and a.status_code in (401, 403)}
        assert refused == set()


async def test_people_groups_and_roles(backend, world, admin):
    backend.headers.update(naming(admin))
    address = new_address()
    roles = (await backend.get(f"{IDENTITY}/roles/v1")).json()
    reader = next(one["id"] for one in roles if one["key"] == "ReadOnly")
    invited = await backend.post(f"{USERS}/v2", json={"email": address, "roleIds": [reader]})
    assert invited.status_code == 201, invited.text
    user_id = invited.json()["id"]
    listed = (await backend.get(f"{USERS}/v3", params={"_email": address})).json()
    assert [one["id"] for one in listed["items"]] == [user_id]
    team = (await backend.post(f"{IDENTITY}/groups/v1", json={"name": "Support"})).json()
    added = await backend.post(
        f"{IDENTITY}/groups/v1/{team['id']}/users", json={"userIds": [user_id]}
    )
    assert added.status_code in (200, 201), added.text
    groups = (await backend.get(f"{USERS}/v3/groups", params={"ids": user_id})).json()
    assert groups[0]["groupIds"] == [team["id"]]
    gone = await backend.delete(f"{USERS}/v1/{user_id}")
    assert gone.status_code == 200, gone.text
    listed = (await backend.get(f"{USERS}/v3", params={"_email": address})).json()
    assert listed["items"] == []


async def test_the_audit_says_that_it_was_the_vendor(backend, admin):
    answer = await backend.post(
        f"{IDENTITY}/groups/v1", json={"name": "Finance"}, headers=naming(admin, them=True)
    )
    assert answer.status_code == 201, answer.text
    entry = (await admin.browser.get("/audits", params={"count": 1})).json()["data"][0]
    assert entry["actorKind"] == "vendor"
    assert not entry.get("userId")
    assert admin.email not in str(entry)


async def test_policies(backend, admin):
    backend.headers.update(naming(admin))
    place = f"{IDENTITY}/configurations/v1/lockout-policy"
    saved = await backend.post(place, json={"enabled": True, "maxAttempts": 4})
    assert saved.is_success, saved.text
    theirs = (await admin.browser.get(place)).json()
    assert (theirs["enabled"], theirs["maxAttempts"]) == (True, 4)
    idle = {"sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 600}}
    saved = await backend.post(f"{IDENTITY}/configurations/sessions/v1", json=idle)
    assert saved.status_code == 201, saved.text
    settings = await backend.put(
        "/tenants/resources/account-settings/v1", json={"website": "https://a.test"}
    )
    assert settings.is_success, settings.text


@pytest.mark.parametrize(
    ("policy", "wanted"),
    [
        ("mfa-policy", {"enforceMFAType": "Force", "mfaDeviceExpiration": 7200}),
        ("lockout-policy", {"enabled": True, "maxAttempts": 7}),
        ("password-history-policy", {"enabled": True, "historySize": 9}),
    ],
)
async def test_a_policy_of_no_account_is_that_of_all(world, admin, policy, wanted):
    place = f"{IDENTITY}/configurations/v1/{policy}"
    async with restored_backend(world) as backend:
        saved = await backend.http.post(place, json=wanted)
        assert saved.status_code == 201, saved.text
        read = (await backend.http.get(place)).json()
        assert {name: read[name] for name in wanted} == wanted
        assert "id" not in read
        await world.resources[VendorConfiguration].load()  # which news of it starts soon
        own = (await backend.http.get(place, headers=naming(admin))).json()
        assert own == read
        kept = {**wanted, list(wanted)[1]: 3600 if "mfa" in policy else 4}
        answer = await backend.http.post(place, json=kept, headers=naming(admin))
        assert answer.status_code == 201, answer.text
        assert (await backend.http.get(place)).json() == read
    refused = (await new_backend(world, ["vendor.read.users"])).http
    assert (await refused.get(place)).status_code == 403
    assert (await refused.post(place, json=wanted)).status_code == 403


async def test_a_token_of_the_account_has_no_maker(backend, world, admin, client):
    backend.headers.update(naming(admin))
    roles = (await backend.get(f"{IDENTITY}/roles/v1")).json()
    everything = next(one["id"] for one in roles if one["key"] == "Admin")
    place = f"{IDENTITY}/tenants/api-tokens"
    made = await backend.post(
        f"{place}/v2", json={"description": "Import", "roleIds": [everything]}
    )
    assert made.status_code == 201, made.text
    assert "createdByUserId" not in made.json()
    secret = {key: made.json()[key] for key in ("clientId", "secret")}
    opened = await client.post(f"{IDENTITY}/auth/v2/api-token", json=secret)
    assert opened.status_code == 200, opened.text
    assert (await backend.delete(f"{place}/v1/{secret['clientId']}")).status_code == 200
    refused = await client.post(f"{IDENTITY}/auth/v2/api-token", json=secret)
    assert refused.status_code == 401


async def test_a_backend_calls_for_a_user(backend, world, admin):
    """What is bound to a session of theirs is bound to the credential."""
    backend.headers.update({"frontegg-user-id": str(admin.id)})
    sessions = (await backend.get(f"{USERS}/sessions/v1/me")).json()
    assert [(one["id"], one["current"]) for one in sessions] == [(str(admin.session_id), False)]
    assert (await backend.post(f"{USERS}/v1/mfa/enroll")).is_success
    tenants = (await backend.get(f"{USERS}/v2/me/tenants")).json()
    assert [one["tenantId"] for one in tenants] == [str(admin.tenant_id)]
    token = await backend.post(f"{USERS}/api-tokens/v1", json={"description": "Nightly"})
    assert token.status_code == 201, token.text
    link = await backend.post(f"{IDENTITY}/tenants/invites/v1/user", json={})
    assert link.is_success, link.text
    assert (await backend.delete(f"{USERS}/sessions/v1/me/all")).status_code == 200
    assert (await admin.browser.get(f"{USERS}/v2/me")).status_code == 401


async def test_which_account_they_enter_first(backend, world, admin):
    other = await world.tenant("Globex")
    place = f"{USERS}/v1/tenant"
    headers = naming(admin, them=True)
    stranger = await backend.put(place, json={"tenantId": str(other)}, headers=headers)
    assert code(stranger) == (404, "tenants.not_found")
    await world.member_of(other, admin.id)
    answer = await backend.put(place, json={"tenantId": str(other)}, headers=headers)
    assert answer.status_code == 200, answer.text
    told = await backend.get(f"{USERS}/sessions/v1/me", headers={"frontegg-user-id": str(admin.id)})
    assert told.status_code == 200
    found = (await backend.get(f"{IDENTITY}/vendor-only/users/v1/{admin.id}")).json()
    assert found["tenantId"] == str(other)


@pytest.mark.parametrize(
    ("headers", "refusal"),
    [
        ({}, (400, "access.account_needed")),
        ({"frontegg-tenant-id": "acme/1"}, (400, "access.account_needed")),
        ({"frontegg-tenant-id": NOBODY}, (404, "tenants.not_found")),
        ({"frontegg-tenant-id": "acme"}, (404, "tenants.not_found")),
        ({"frontegg-user-id": NOBODY}, (404, "users.not_found")),
    ],
)
@pytest.mark.parametrize("path", [f"{USERS}/v2", f"{USERS}/v3/roles?ids={NOBODY}"])
async def test_an_account_is_named(backend, path, headers, refusal):
    assert code(await backend.get(path, headers=headers)) == refusal


async def test_a_backend_reaches_no_user_of_another_account(backend, world, admin):
    stranger = await world.person("Admin")
    headers = naming(admin) | {"frontegg-user-id": str(stranger.id)}
    assert code(await backend.get(f"{USERS}/sessions/v1/me", headers=headers)) == (
        404,
        "users.not_found",
    )
    removed = await backend.delete(f"{USERS}/v1/{stranger.id}", headers=naming(admin))
    assert removed.status_code == 404
    listed = await backend.get(
        f"{USERS}/v3", params={"ids": str(stranger.id)}, headers=naming(admin)
    )
    assert listed.json()["items"] == []
    assert (await stranger.browser.get(f"{USERS}/v2/me")).status_code == 200


async def test_what_only_a_person_does_it_does_not(backend, admin):
    headers = naming(admin, them=True)
    for method, path in [
        ("POST", f"{USERS}/v1/mfa/recovery-code"),
        ("POST", f"{USERS}/v3/me/token"),
        ("PUT", f"{USERS}/v2/me"),
        ("POST", f"{IDENTITY}/oauth/consents/v1/me/requests"),
    ]:
        answer = await backend.request(
            method, path, json={"tenantId": str(admin.tenant_id)}, headers=headers
        )
        assert answer.status_code in (401, 403), (path, answer.text)
    nameless = await backend.get(f"{USERS}/sessions/v1/me", headers=naming(admin))
    assert code(nameless) == (403, "access.person_needed")


async def test_a_revoked_credential_does_nothing_more(world, admin):
    made = await new_backend(world)
    made.http.headers.update(naming(admin))
    assert (await made.http.get(f"{USERS}/v3")).status_code == 200
    await world.configure(
        "update vendor_credentials set revoked_at = now() where id = $1",
        made.credential.id,
    )
    for answer in (
        await made.http.get(f"{USERS}/v3"),
        await made.http.post(f"{IDENTITY}/groups/v1", json={"name": "Ghosts"}),
    ):
        assert code(answer) == (401, "token.invalid")


async def test_headers_change_nothing_of_a_persons_own_call(world, admin):
    stranger = await world.person("Admin")
    listed = (await admin.browser.get(f"{USERS}/v3", headers=naming(stranger, them=True))).json()
    assert {one["id"] for one in listed["items"]} == {str(admin.id)}


async def test_the_vendors_own_people_do_not_act_so(world, admin):
    owner = await hire(world, StaffRole.OWNER)
    answer = await owner.browser.get(f"{USERS}/v3", headers=naming(admin))
    await dismiss_all(world.resources[Database])
    assert code(answer) == (403, "access.missing_permission")


async def test_a_backend_reads_and_changes_mfa_of_a_user(backend, admin):
    """Its secret is its proof: no code is asked for where a person would need one, and all sessions end."""
    backend.headers.update(naming(admin, them=True))
    begun = await backend.post(f"{OWN}/enroll")
    secret = pyotp.parse_uri(begun.json()["setupUri"]).secret
    wrong = await backend.post(f"{OWN}/enroll/verify", json={"token": "000000"})
    assert code(wrong) == (400, "ER-01011")
    answer = await backend.post(f"{OWN}/enroll/verify", json={"token": code_of(secret)})
    assert answer.status_code == 200, answer.text
    assert answer.json()["recoveryCode"]
    assert (await admin.browser.get(f"{USERS}/v2/me")).status_code == 401
    assert (await backend.get(f"{USERS}/v1/{admin.id}")).json()["mfaEnrolled"] is True
    sent = await backend.post(f"{OWN}/sms/enroll", json={"phoneNumber": a_number()})
    assert sent.status_code == 200, sent.text
    gone = await backend.post(f"{OWN}/disable")
    assert gone.status_code == 200, gone.text
    assert (await backend.get(f"{USERS}/v1/{admin.id}")).json()["mfaEnrolled"] is False


async def test_a_password_is_changed_with_the_one_before(backend, asgi, world, run_jobs):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    backend.headers["frontegg-user-id"] = str(user_id)
    wrong = await backend.post(CHANGE, json={"password": OTHER, "newPassword": GOOD})
    assert wrong.status_code == 400, wrong.text
    answer = await backend.post(CHANGE, json={"password": GOOD, "newPassword": OTHER})
    assert answer.status_code == 201, answer.text
    assert await signs_in(asgi, address, OTHER) == (200, "")


async def test_a_role_of_one_account(backend, world, admin):
    other = await world.person("Admin")
    place, name = f"{IDENTITY}/roles/v1", new_address()
    data = [{"key": name, "name": name}]
    made = await backend.post(place, json=data, headers=naming(admin))
    assert made.status_code == 201, made.text
    [role] = made.json()
    assert role["tenantId"] == str(admin.tenant_id)
    keys = [one["key"] for one in (await other.browser.get(place)).json()]
    assert name not in keys
    changed = await backend.patch(
        f"{place}/{role['id']}", json={"name": "Auditors"}, headers=naming(admin)
    )
    assert changed.json()["name"] == "Auditors", changed.text
    elsewhere = await backend.delete(f"{place}/{role['id']}", headers=naming(other))
    assert code(elsewhere) == (404, "roles.not_found")
    assert (await backend.delete(f"{place}/{role['id']}", headers=naming(admin))).status_code == 204


async def test_all_users_are_listed_where_no_account_is_named(backend, world: World, admin):
    other = await world.person("Admin")
    listed = f"{USERS}/v3"
    both = {"ids": f"{admin.id},{other.id}", "_sortBy": "id"}
    found = await backend.get(listed, params=both)
    assert {one["id"] for one in found.json()["items"]} == {str(admin.id), str(other.id)}
    assert found.json()["_metadata"] == {"totalItems": 2, "totalPages": 1}
    pages = [
        await backend.get(listed, params=both | {"_limit": 1, "_offset": page}) for page in range(2)
    ]
    assert [one["id"] for page in pages for one in page.json()["items"]] == sorted(
        [str(admin.id), str(other.id)]
    )
    of_one = await backend.get(listed, params=both | {"_tenantId": str(other.tenant_id)})
    assert [one["id"] for one in of_one.json()["items"]] == [str(other.id)]
    for headers in (naming(admin), {"frontegg-user-id": str(admin.id)}):
        named = await backend.get(listed, params=both, headers=headers)
        assert [one["id"] for one in named.json()["items"]] == [str(admin.id)]


async def test_the_vendors_roles_come_in_pages_where_no_account_is_named(
    backend, world: World, admin
):
    pages = f"{IDENTITY}/roles/v2"
    everybodys = await backend.get(pages, params={"_limit": 200})
    whole = (await backend.get(f"{IDENTITY}/roles/v1")).json()
    names = sorted(one["name"] for one in whole)
    assert [one["name"] for one in everybodys.json()["items"]] == names
    assert everybodys.json()["_metadata"]["totalItems"] == len(whole)
    assert (await backend.get(pages, params={"_limit": 2000})).json() == everybodys.json()
    first = await backend.get(
        pages, params={"_limit": 1, "_sortBy": "firstUserRole", "_order": "DESC"}
    )
    assert first.json()["items"][0]["firstUserRole"] is True
    second = await backend.get(pages, params={"_limit": 1, "_offset": 1, "_order": "DESC"})
    assert [one["name"] for one in second.json()["items"]] == [names[-2]]
    own = await admin.browser.post(
        f"{IDENTITY}/roles/v2", json={"name": "Of the account", "permissionIds": []}
    )
    assert own.status_code == 200
    looked_for = {"_filter": "of the account"}
    assert (await backend.get(pages, params=looked_for)).json()["items"] == []
    named = await backend.get(pages, params=looked_for, headers=naming(admin))
    assert [one["id"] for one in named.json()["items"]] == [own.json()["id"]]
