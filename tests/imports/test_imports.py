"""Exports of other systems: a person of each signs in with the password that they had there."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.models import Options
from gatehouse.imports.service import read_export
from gatehouse.imports.users.file import ImportOutcome, import_people
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db import Database
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import (
    ACTIVATE,
    GOOD,
    LOGIN,
    OTHER,
    RESEND,
    RESET,
    VERIFY,
    credentials,
    new_address,
    stranger,
)
from tests.identity.test_users import signs_in
from tests.imports import exports
from tests.imports.test_user_import import stored

HASH = {"passwordHash": exports.BCRYPT}

pytestmark = pytest.mark.usefixtures("thorough_hashes")


@pytest.fixture
def take(database: Database, tmp_path: Path):
    async def do(
        name: str,
        text: str,
        *,
        dry_run: bool = False,
        hash_config: str = "",
        hashes: str = "",
        **options: Any,
    ) -> ImportOutcome:
        path = tmp_path / f"{uuid4()}.export"
        path.write_text(text)
        for option, beside in (("hash_config", hash_config), ("hashes", hashes)):
            if beside:
                options[option] = tmp_path / option
                options[option].write_text(beside)
        people, _ = read_export(name, path, Options(**options), verified=False)
        return await import_people(database, people, lambda _: None, dry_run=dry_run)

    return do


async def moves_in(asgi, db, email: str, password: str = GOOD) -> None:
    assert (await signs_in(asgi, email, "wrong"))[1] == "ER-01013"
    for _ in range(2):
        assert await signs_in(asgi, email, password) == (200, "")
        assert (await stored(db, email)).startswith("$argon2id$v=19$m=19456,t=2,p=1$")


async def test_auth0(take, world, asgi, db):
    tenant_id = await world.tenant()
    text, emails = exports.auth0()
    outcome = await take("auth0", text, tenant_id=tenant_id)
    assert (outcome.done.created, outcome.done.failed) == (len(emails) + 1, 1)
    assert ["blocked" in one.problem for one in outcome.failures] == [True]
    assert ["md5" in one.problem for one in outcome.omissions] == [True]
    for email in emails:
        await moves_in(asgi, db, email)
    found = await db.connection.fetchval(
        "select vendor_metadata from users where email = $1", emails[0]
    )
    assert found == {"plan": "gold"}


async def test_what_cannot_be_kept_of_a_user_does_not_cost_the_user(
    take, world, asgi, db, run_jobs
):
    """Each comes without it, and the report says what it was; the others of their fields come along."""
    tenant_id, mark = await world.tenant(), uuid4().hex[:8]
    rows: dict[str, dict[str, Any]] = {
        "hash": {"custom_password_hash": {"algorithm": "md5", "hash": {"value": "ab42"}}},
        "scheme": {"password_hash": "plainly nothing"},
        "picture": {"picture": "data:image/png;base64,iVBORw0KGgo=", "name": "Ada"},
        "long": {"name": "N" * 300},
        "tab": {"name": "Ada\tPoe"},
        "metadata": {"user_metadata": {"k": "v" * 5000}, "name": "Ada"},
        "username": {"username": "user.name+1", "name": "Ada"},
        "phone": {"phone_number": "ask reception", "name": "Ada"},
    }
    emails = {kind: f"{kind}-{mark}@example.test" for kind in rows}
    text = "\n".join(
        json.dumps({"email_verified": True, "email": emails[kind], **HASH, **row})
        if kind not in ("hash", "scheme")
        else json.dumps({"email_verified": True, "email": emails[kind], **row})
        for kind, row in rows.items()
    )
    outcome = await take("auth0", text, tenant_id=tenant_id)
    assert (outcome.done.created, outcome.done.failed) == (len(rows), 0)
    said = {one.email: one.problem for one in outcome.omissions}
    assert {kind: said[email].partition(":")[0] for kind, email in emails.items()} == {
        "hash": "custom_password_hash", "scheme": "passwordHash", "picture": "profilePictureUrl",
        "long": "name", "tab": "name", "metadata": "metadata", "username": "username",
        "phone": "phoneNumber",
    }  # fmt: skip
    for kind in rows.keys() - {"hash", "scheme"}:
        assert await signs_in(asgi, emails[kind], GOOD) == (200, ""), kind
    found = await db.connection.fetch(
        "select email, name, profile_picture_url, metadata from users where email = any ($1)",
        list(emails.values()),
    )
    names = {one["email"]: one["name"] for one in found}
    assert [names[emails[kind]] for kind in ("picture", "metadata", "username", "phone")] == [
        "Ada"
    ] * 4
    # Who came without a password sets one by mail.
    async with stranger(asgi) as browser:
        await browser.post(RESET, json={"email": emails["hash"]})
        await run_jobs()
        link = credentials(world, emails["hash"])
        answer = await browser.post(VERIFY, json={**link, "password": GOOD})
        assert answer.is_success, answer.text
    assert await signs_in(asgi, emails["hash"], GOOD) == (200, "")


async def test_users_of_another_identity_provider_are_imported_as_local_ones(take, world, db):
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
    assert await db.connection.fetchval(
        "select array_agg(distinct provider) from users where email = any ($1)", list(providers)
    ) == ["local"]


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


async def test_auth0s_own_array_is_read(take, world, asgi):
    email, other = new_address(), new_address()
    users = [{"email": one, "email_verified": True, **HASH} for one in (email, other)]
    for text in (json.dumps(users[:1], indent=1), f"\ufeff\n{json.dumps(users[1:])}"):
        outcome = await take("auth0", text, tenant_id=await world.tenant())
        assert (outcome.done.created, outcome.done.failed) == (1, 0)
    assert await signs_in(asgi, email, GOOD) == (200, "")
    assert await signs_in(asgi, other, GOOD) == (200, "")


async def test_auth0_hands_out_people_and_hashes_in_two_files(take, world, asgi, db):
    """Some have their address among `identifiers` alone; an account elsewhere may have one with a password
    joined to it."""
    tenant_id, people = await world.tenant(), [new_address() for _ in range(3)]
    users, hashes = exports.auth0_in_two_files(tenant_id, people)
    outcome = await take("auth0", users, hashes=hashes, tenant_field="tenantId")
    assert (outcome.done.created, outcome.done.failed) == (3, 0)
    for email in people:
        await moves_in(asgi, db, email)
    found = await db.connection.fetch(
        "select u.name, u.external_id, m.tenant_id from users u join memberships m on m.user_id = u.id"
        " where u.email = any ($1) order by u.name",
        people,
    )
    assert [tuple(one) for one in found] == [
        ("Alex", "auth0|5dea9f9c", tenant_id),
        ("Robin", "auth0|euclid", tenant_id),
        ("Sam", "google-oauth2|1", tenant_id),
    ]


async def test_auth0_hands_out_hashes_without_an_address_of_their_own(take, world, asgi, db):
    tenant_id, people = await world.tenant(), [new_address() for _ in range(3)]
    _, hashes = exports.auth0_in_two_files(tenant_id, people)
    outcome = await take("auth0", hashes, tenant_id=tenant_id)
    assert (outcome.done.created, outcome.done.failed) == (3, 0)
    await moves_in(asgi, db, people[1])
    with pytest.raises(UnreadableRows, match="line 4"):
        await take("auth0", hashes, hashes=f"{hashes}\n[", tenant_id=tenant_id)


@pytest.mark.parametrize(
    ("user", "hashes", "is_theirs"),
    [
        ({}, [{"_id": {"$oid": "1"}}], True),
        ({"user_id": "auth0|1"}, [{}], True),
        ({"user_id": "auth0|1"}, [{"_id": {"$oid": "1"}, "email": "else@example.test"}], True),
        # Nobody's id is no id, and nobody's address no address.
        ({}, [{"_id": {"$oid": "1"}, "email": "", "username": "sam"}], False),
        ({"user_id": ""}, [{"email": "else@example.test"}], False),
        # Two of one address are two persons, of whom one may have made it up.
        ({"user_id": "google-oauth2|1"}, [{"_id": {"$oid": "1"}}], False),
        ({"user_id": "auth0|2"}, [{"_id": {"$oid": "1"}}], False),
        ({}, [{"_id": {"$oid": "1"}}, {"_id": {"$oid": "2"}}], False),
        ({"user_id": "auth0|2"}, [{"_id": {"$oid": "1"}}, {"_id": {"$oid": "2"}}], True),
    ],
)
async def test_nobody_gets_the_hash_of_another_of_auth0(take, world, db, user, hashes, is_theirs):
    email = new_address()
    users = json.dumps({"email": email, "email_verified": True, **user})
    beside = "\n".join(json.dumps({"email": email.upper(), **HASH, **one}) for one in hashes)
    outcome = await take("auth0", users, hashes=beside, tenant_id=await world.tenant())
    assert (outcome.done.created, outcome.done.failed) == (1, 0)
    assert await stored(db, email) == (exports.BCRYPT if is_theirs else None)


async def test_organizations_of_keycloak_are_accounts(take, world, asgi, db):
    """Somebody of two is in both; a disabled one is left out; hashes of before version 8 are read."""
    rest, first, second = await world.tenant(), uuid4(), uuid4()
    text, both, nobodys = exports.keycloak_organizations(first, second)
    outcome = await take("keycloak", text, tenant_id=rest)
    assert (outcome.done.created, outcome.done.joined, outcome.done.failed) == (2, 1, 0)
    assert len([one for one in outcome.made if "Org" in one]) == 2
    rows = await db.connection.fetch(
        "select u.email, m.tenant_id from memberships m join users u on u.id = m.user_id"
        " where u.email = any ($1)",
        [both, nobodys],
    )
    assert {tuple(one) for one in rows} == {(both, first), (both, second), (nobodys, rest)}
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


async def test_keycloak(take, world, asgi, db):
    tenant_id, role = await world.tenant(), f"reader-{uuid4().hex[:8]}"
    text, emails = exports.keycloak(role)
    outcome = await take("keycloak", text, tenant_id=tenant_id)
    assert (outcome.done.created, outcome.done.failed) == (2, 1)
    for email in emails:
        await moves_in(asgi, db, email)
    roles = await db.connection.fetch(
        "select distinct r.key, r.level from membership_roles m join roles r on r.id = m.role_id"
        " where m.tenant_id = $1",
        tenant_id,
    )
    assert [tuple(one) for one in roles] == [(role, 1000)]
    groups = await db.connection.fetch(
        "select g.name, (select count(*) from group_members m where m.group_id = g.id) as people,"
        " array(select r.key from group_roles gr join roles r on r.id = gr.role_id"
        " where gr.group_id = g.id) as roles from groups g where g.tenant_id = $1 order by g.name",
        tenant_id,
    )
    assert [tuple(one) for one in groups] == [("Sales", 0, []), ("Sales/North", 2, [role])]


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
    take, world, asgi, db, run_jobs
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
    reasons = await db.connection.fetchval(
        "select array_agg(data ->> 'reason') from audits where actor_email = $1",
        email,
    )
    assert "not_verified" in reasons


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
    user_id = await db.connection.fetchval("select id from users where email = $1", email)
    await db.connection.execute(kept_out, user_id)
    assert await signs_in(asgi, email, GOOD) == (403, "login.no_access")


async def test_firebase(take, world, asgi, db):
    text, console, email = exports.firebase()
    with pytest.raises(ConfigurationError, match="--hash-config"):
        await take("firebase", text, tenant_id=await world.tenant())
    outcome = await take("firebase", text, tenant_id=await world.tenant(), hash_config=console)
    assert (outcome.done.created, outcome.done.failed) == (1, 1)
    await moves_in(asgi, db, email, "user1password")


async def test_cognito(take, world, asgi, db):
    """Without a hash: they are here, and set a password by mail or move it in by a user source."""
    tenant_id = await world.tenant()
    text, email = exports.cognito(tenant_id)
    outcome = await take("cognito", text, tenant_field="tenant")
    assert (outcome.done.created, outcome.done.failed) == (1, 0)
    found = await db.connection.fetchrow(
        "select u.name, u.verified, u.external_id, m.tenant_id from users u"
        " join memberships m on m.user_id = u.id where u.email = $1",
        email,
    )
    assert tuple(found) == ("Robin Roe", True, "robin", tenant_id)
    assert await stored(db, email) is None
    assert (await signs_in(asgi, email))[1] == "ER-01013"


async def test_the_hosted_platform(take, asgi, db):
    first, second, mark = uuid4(), uuid4(), uuid4().hex[:8]
    text, email = exports.hosted(first, second, mark)
    outcome = await take("hosted", text)
    assert (outcome.done.created, outcome.done.joined, outcome.done.failed) == (1, 1, 0)
    assert "group Sales: 1 people" in outcome.made
    await moves_in(asgi, db, email)
    rows = await db.connection.fetch(
        "select m.tenant_id, t.parent_id, array(select r.key from membership_roles mr"
        " join roles r on r.id = mr.role_id"
        " where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id) as roles"
        " from memberships m join tenants t on t.id = m.tenant_id"
        " join users u on u.id = m.user_id where u.email = $1",
        email,
    )
    found: dict[UUID, Any] = {one["tenant_id"]: one for one in rows}
    assert found[first]["roles"] == [f"Analyst-{mark}"]
    assert found[second]["parent_id"] == first
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


async def test_nobody_who_is_kept_out_of_the_hosted_platform_gets_in(take, asgi, db):
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
    rows = await db.connection.fetch(
        "select u.email, m.is_disabled, m.temporary_expires_at::text as until from memberships m"
        " join users u on u.id = m.user_id where m.tenant_id = $1",
        tenant_id,
    )
    assert {one["email"]: (one["is_disabled"], (one["until"] or "")[:10]) for one in rows} == {
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
async def test_one_who_cannot_be_read_keeps_nobody_else_out(take, world, name, broken, is_taken):
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
