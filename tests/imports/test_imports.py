"""Exports of other systems: a person of each signs in with the password that they had there."""

import json
from uuid import UUID, uuid4

import pytest

from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.models import Options
from gatehouse.imports.service import read_export
from gatehouse.kit.configuration import ConfigurationError
from tests.audit_log import audit_entries_by
from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import (
    ACTIVATE,
    GOOD,
    LOGIN,
    OTHER,
    RESEND,
    credentials,
    new_address,
    stranger,
)
from tests.identity.test_users import signs_in
from tests.imports import exports
from tests.imports.export_steps import moves_in
from tests.imports.export_steps import take as take
from tests.imports.user_rows import stored
from tests.vendor_view import TENANTS, get_user_by_email, members_of, membership_in, role_keys

GROUPS = "/identity/resources/groups/v1"


pytestmark = pytest.mark.usefixtures("thorough_hashes")


async def test_users_of_another_identity_provider_are_imported_as_local_ones(take, world):
    """The hosted platform names LinkedIn, and providers that its vendors add."""
    tenant_id = await world.tenant()
    providers = {new_address(): provider for provider in ("linkedin", "oidc", "my-own", 5)}
    users = [
        {"email": email, "tenantId": str(tenant_id), "verified": True, "provider": provider}
        for email, provider in providers.items()
    ]
    outcome = await take("hosted", json.dumps({"users": users}))
    assert (outcome.done.created, outcome.done.failed) == (4, 0)
    assert {one.problem.partition(":")[0] for one in outcome.omissions} == {"provider"}
    found = {member["email"]: member["provider"] for member in await members_of(world, tenant_id)}
    assert found == dict.fromkeys(providers, "local")


async def test_a_user_whose_rights_cannot_be_read_is_not_taken_without_them(take, world):
    """What decides on access is not left out."""
    tenant_id = await world.tenant()
    users = [
        {"email": new_address(), "tenantId": str(tenant_id), **wrong}
        for wrong in (
            {"temporaryExpirationDate": "soon"}, {"isDisabled": "perhaps"}, {"verified": True, "roles": [5]},
        )
    ]  # fmt: skip
    outcome = await take("hosted", json.dumps({"users": users}))
    assert (outcome.done.created, outcome.done.failed) == (0, 3)


async def test_organizations_of_keycloak_are_accounts(take, world, asgi, db):
    """A user of two is in both; a disabled one is left out; hashes of before version 8 are read."""
    rest, first, second = await world.tenant(), uuid4(), uuid4()
    text, both, nobodys = exports.keycloak_organizations(first, second)
    outcome = await take("keycloak", text, tenant_id=rest)
    assert (outcome.done.created, outcome.done.joined, outcome.done.failed) == (2, 1, 0)
    assert len([one for one in outcome.made if "Org" in one]) == 2
    found = {
        email: (await get_user_by_email(world, email))["tenantIds"] for email in (both, nobodys)
    }
    assert sorted(found[both]) == sorted([str(first), str(second)])
    assert found[nobodys] == [str(rest)]
    for email in (both, nobodys):
        await moves_in(asgi, db, email)


def test_what_a_file_of_keycloak_lacks_is_said(tmp_path):
    """With `--users different_files` people are in other files than the roles."""
    path = tmp_path / "acme-users-0.json"
    path.write_text(json.dumps({"realm": "acme", "users": [{"realmRoles": ["editor"]}]}))
    _, left_out = read_export("keycloak", path, Options(), verified=False)
    assert left_out == ["Roles: this file has people alone; export with --users same_file"]
    gone = {"id": str(uuid4()), "name": "Old", "enabled": False}
    path.write_text(json.dumps({"roles": {}, "users": [], "organizations": [gone]}))
    _, left_out = read_export("keycloak", path, Options(), verified=False)
    assert left_out == ["Organization Old: is disabled there"]


async def test_a_keycloak_export_is_imported(take, world, asgi, db):
    tenant_id, role = await world.tenant(), f"reader-{uuid4().hex[:8]}"
    text, emails = exports.keycloak(role)
    outcome = await take("keycloak", text, tenant_id=tenant_id)
    assert (outcome.done.created, outcome.done.failed) == (2, 1)
    for email in emails:
        await moves_in(asgi, db, email)
    members = await members_of(world, tenant_id)
    roles = {(one["key"], one["level"]) for member in members for one in member["roles"]}
    assert roles == {(role, 1000)}
    backend = (await new_backend(world)).http
    answer = await backend.get(
        GROUPS,
        params={"_groupsRelations": "rolesAndUsers"},
        headers={"frontegg-tenant-id": str(tenant_id)},
    )
    groups = sorted(answer.json()["groups"], key=lambda one: str(one["name"]))
    assert [
        (one["name"], len(one["users"]), [held["key"] for held in one["roles"]]) for one in groups
    ] == [("Sales", 0, []), ("Sales/North", 2, [role])]


@pytest.mark.parametrize("is_told_by_credential", [False, True])
async def test_a_temporary_password_of_keycloak_opens_nothing(
    take, world, asgi, db, tmp_path, is_told_by_credential
):
    """An administrator chose it, for the first sign-in only."""
    text, [email, *_] = exports.keycloak(f"reader-{uuid4().hex[:8]}")
    realm = json.loads(text)
    [user] = [one for one in realm["users"] if one.get("email") == email]
    if is_told_by_credential:
        user["credentials"][0]["temporary"] = True
    else:
        user["requiredActions"] = ["UPDATE_PASSWORD"]
    outcome = await take("keycloak", json.dumps(realm), tenant_id=await world.tenant())
    assert (outcome.done.created, outcome.done.failed) == (2, 1)
    assert await stored(db, email) is None
    assert (await signs_in(asgi, email, GOOD))[0] == 401
    path = tmp_path / "realm.json"
    path.write_text(json.dumps(realm))
    _, left_out = read_export("keycloak", path, Options(), verified=False)
    assert any(line.startswith("Passwords of 1 users: are temporary there") for line in left_out)


async def test_a_right_password_of_an_unverified_address_asks_to_verify_it(
    take, world, asgi, run_jobs
):
    """The refusal that the sign-in page answers with an offer to send the mail. A wrong password tells
    nothing."""
    text, [email, *_] = exports.keycloak(f"reader-{uuid4().hex[:8]}")
    realm = json.loads(text)
    [user] = [one for one in realm["users"] if one.get("email") == email]
    user["emailVerified"] = False
    await take("keycloak", json.dumps(realm), tenant_id=await world.tenant())
    async with stranger(asgi) as browser:
        wrong = await browser.post(LOGIN, json={"email": email, "password": OTHER})
        unknown = await browser.post(LOGIN, json={"email": new_address(), "password": OTHER})
        assert (wrong.status_code, wrong.json()) == (401, unknown.json())
        right = await browser.post(LOGIN, json={"email": email, "password": GOOD})
        assert refusal(right) == (403, "ER-01060")
        assert "Verify your email address" in right.text
        await browser.post(RESEND, json={"email": email})
        await run_jobs()
        link = credentials(world, email)
        answer = await browser.post(ACTIVATE, json={**link, "password": OTHER})
        assert answer.status_code == 200, answer.text
    assert await signs_in(asgi, email, OTHER) == (200, "")
    entries = await audit_entries_by(world, email, "user.failed_authentication")
    assert "not_verified" in {entry["json"]["reason"] for entry in entries}


@pytest.mark.parametrize(
    "kept_out",
    [
        "update memberships set is_disabled = true where user_id = $1",
        "update memberships set temporary_expires_at = '2020-01-01' where user_id = $1",
        "delete from memberships where user_id = $1",
    ],
)
async def test_an_unverified_user_without_an_account_is_sent_no_mail_in_vain(
    take, world, asgi, db, kept_out
):
    text, [email, *_] = exports.keycloak(f"reader-{uuid4().hex[:8]}")
    realm = json.loads(text)
    for user in realm["users"]:
        user["emailVerified"] = False
    await take("keycloak", json.dumps(realm), tenant_id=await world.tenant())
    user = await get_user_by_email(world, email)
    await db.connection.execute(kept_out, UUID(user["id"]))
    assert await signs_in(asgi, email, GOOD) == (403, "login.no_access")


async def test_firebase(take, world, asgi, db):
    text, console, email = exports.firebase()
    with pytest.raises(ConfigurationError, match="--hash-config"):
        await take("firebase", text, tenant_id=await world.tenant())
    outcome = await take("firebase", text, tenant_id=await world.tenant(), hash_config=console)
    assert (outcome.done.created, outcome.done.failed) == (1, 1)
    await moves_in(asgi, db, email, "user1password")


async def test_a_cognito_export_is_imported(take, world, asgi, db):
    """Without a hash: they are here, and set a password by mail or move it in by a user source."""
    tenant_id = await world.tenant()
    text, email = exports.cognito(tenant_id)
    outcome = await take("cognito", text, tenant_field="tenant")
    assert (outcome.done.created, outcome.done.failed) == (1, 0)
    found = await get_user_by_email(world, email)
    assert (found["name"], found["verified"], found["externalId"]) == ("Robin Roe", True, "robin")
    assert found["tenantIds"] == [str(tenant_id)]
    assert await stored(db, email) is None
    assert (await signs_in(asgi, email))[1] == "ER-01013"


async def test_an_export_of_the_hosted_platform_is_imported(take, world, asgi, db):
    first, second, mark = uuid4(), uuid4(), uuid4().hex[:8]
    text, email = exports.hosted(first, second, mark)
    outcome = await take("hosted", text)
    assert (outcome.done.created, outcome.done.joined, outcome.done.failed) == (1, 1, 0)
    assert "group Sales: 1 people" in outcome.made
    await moves_in(asgi, db, email)
    found = await get_user_by_email(world, email)
    assert sorted(found["tenantIds"]) == sorted([str(first), str(second)])
    assert role_keys(found, first) == [f"Analyst-{mark}"]
    backend = (await new_backend(world)).http
    below = (await backend.get(f"{TENANTS}/{second}")).json()
    assert below["parentTenantId"] == str(first)
    again = await take("hosted", text + " ")
    assert (again.done.created, again.done.joined) == (0, 0)


async def test_roles_of_one_account_come_along_with_those_who_hold_them(take, db):
    first, second, mark = uuid4(), uuid4(), uuid4().hex[:8]
    text, email, other = exports.hosted_role_of_one_account(first, second, mark)
    outcome = await take("hosted", text)
    assert (outcome.done.created, outcome.done.joined, outcome.done.failed) == (2, 1, 0)
    assert outcome.made.count("role Own role of one account") == 2

    async def held() -> dict[tuple[str, UUID], list[tuple[str, UUID | None, list[str]]]]:
        rows = await db.connection.fetch(
            "select u.email, mr.tenant_id, r.key, r.tenant_id as of_tenant, array("
            "  select p.key from role_permissions rp join permissions p on p.id = rp.permission_id"
            "  where rp.role_id = r.id) as permissions"
            " from membership_roles mr join roles r on r.id = mr.role_id"
            " join users u on u.id = mr.user_id where u.email = any ($1) order by r.key",
            [email, other],
        )
        found: dict[tuple[str, UUID], list[tuple[str, UUID | None, list[str]]]] = {}
        for one in rows:
            role = one["key"], one["of_tenant"], one["permissions"]
            found.setdefault((one["email"], one["tenant_id"]), []).append(role)
        return found

    expected = {
        (email, first): [
            (f"analyst-{mark}", None, []), ("own-role", first, [f"reports.{mark}"]),
        ],
        (email, second): [("own-role", second, [f"reports.{mark}"])],
        # Not the vendor's role of that key, which permits everything.
        (other, first): [("Admin (imported)", first, [])],
    }  # fmt: skip
    assert await held() == expected
    of_group = await db.connection.fetch(
        "select gr.role_id = r.id as same from groups g join group_roles gr on gr.group_id = g.id"
        " join roles r on r.tenant_id = g.tenant_id and r.key = 'own-role' where g.tenant_id = $1",
        second,
    )
    assert [one["same"] for one in of_group] == [True]
    again = await take("hosted", text + " ")
    assert (again.done.created, again.done.joined) == (0, 0)
    assert await held() == expected


async def test_users_without_access_to_the_hosted_platform_get_none(take, world, asgi):
    tenant_id = uuid4()
    text, emails = exports.hosted_who_is_kept_out(tenant_id)
    outcome = await take("hosted", text)
    assert (outcome.done.created, outcome.done.failed) == (3, 2)
    assert {one.email: one.problem for one in outcome.failures} == {
        emails["expired"]: "temporaryExpirationDate: access ended on 2024-06-01",
        emails["locked"]: "The user is locked there",
    }
    assert (await signs_in(asgi, emails["disabled"], GOOD))[0] == 403
    assert (await signs_in(asgi, emails["usual"], GOOD))[0] == 200
    assert (await signs_in(asgi, emails["temporary"], GOOD))[0] == 200
    found = {
        member["email"]: membership_in(member, tenant_id)
        for member in await members_of(world, tenant_id)
    }
    assert {
        email: (one["isDisabled"], one.get("temporaryExpirationDate", "")[:10])
        for email, one in found.items()
    } == {
        emails["disabled"]: (True, ""),
        emails["temporary"]: (False, "2099-06-01"),
        emails["usual"]: (False, ""),
    }


async def test_a_dry_run_says_the_same_and_changes_nothing(take, db):
    first, second, mark = uuid4(), uuid4(), uuid4().hex[:8]
    text, email = exports.hosted(first, second, mark)
    tried = await take("hosted", text, dry_run=True)
    assert (tried.done.created, tried.done.joined, tried.done.failed) == (1, 1, 0)
    for statement, value in (
        ("select count(*) from users where email = $1", email),
        ("select count(*) from tenants where id = $1", first),
        ("select count(*) from roles where key = $1", f"Analyst-{mark}"),
        ("select count(*) from user_imports where id = $1", tried.done.id),
    ):
        assert await db.connection.fetchval(statement, value) == 0
    done = await take("hosted", text)
    assert (done.done.created, done.done.joined) == (1, 1)
    assert set(tried.made) == set(done.made)


@pytest.mark.parametrize(
    ("name", "broken", "is_taken"),
    [
        (
            "auth0",
            {"custom_password_hash": {"algorithm": "scrypt", "hash": {"value": "x"}, "salt": "x"}},
            True,
        ),
        ("auth0", {"custom_password_hash": {"algorithm": "md5\0", "hash": {"value": "x"}}}, True),
        ("auth0", {"custom_password_hash": [1]}, True),
        ("auth0", {"user_id": {"x": 1}}, True),
        ("auth0", {"passwordHash": 1}, True),
        ("keycloak", {"credentials": 5}, True),
        (
            "keycloak",
            {"credentials": [{"type": "password", "secretData": "[]", "credentialData": "[]"}]},
            True,
        ),
        ("keycloak", {"realmRoles": 5}, False),
        ("hosted", {"tenants": [{"tenantId": "x", "roles": 5}]}, False),
        ("hosted", {"tenants": 5, "tenantIds": "abc", "roles": [[]], "metadata": "\0"}, False),
    ],
)
async def test_an_unreadable_user_stops_no_other(take, world, name, broken, is_taken):
    """Of a file that begins with the mark of its encoding, too. What a user can do without is left out."""
    tenant_id, good, bad = await world.tenant(), new_address(), {"email": new_address(), **broken}
    users = [bad, {"email": good, "tenants": [{"tenantId": str(tenant_id)}]}]
    lines = "\n".join(json.dumps(one) for one in users)
    text = lines if name == "auth0" else json.dumps({"users": users})
    outcome = await take(name, f"\ufeff{text}", tenant_id=tenant_id)
    done = outcome.done
    assert (done.position, done.created, done.failed) == (2, 1 + is_taken, 1 - is_taken)
    assert len(outcome.omissions) == is_taken
    assert [one.number for one in (*outcome.failures, *outcome.omissions)] == [1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hosted", '{"groups": [{"tenantId": "x/y"}]}'),
        ("hosted", '{"roles": [{"key": "a", "permissions": 5}]}'),
        ("keycloak", '{"roles": [1]}'),
        ("keycloak", "[]"),
        ("keycloak", '{"users": "x"}'),
        ("firebase", "{"),
        ("cognito", "a,b\n1,2\n"),
        ("hosted", '{"tenants": [{"tenantId": "x/y"}]}'),
        ("keycloak", '{"organizations": [{"id": "x"}]}'),
    ],
)
async def test_what_is_no_export_is_said_to_be_none(take, name, text):
    with pytest.raises(UnreadableRows):
        await take(name, text)
