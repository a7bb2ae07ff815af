"""Exports of Auth0: users and hashes, in one file or two."""

import json
from typing import Any
from uuid import uuid4

import pytest

from gatehouse.imports.errors import UnreadableRows
from tests.identity.signup_steps import (
    GOOD,
    RESET,
    VERIFY,
    credentials,
    new_address,
    stranger,
)
from tests.identity.test_users import signs_in
from tests.imports import exports
from tests.imports.export_steps import moves_in
from tests.imports.export_steps import take as take
from tests.imports.user_rows import stored
from tests.vendor_view import (
    get_user_by_email,
    members_of,
)

HASH = {"passwordHash": exports.BCRYPT}


pytestmark = pytest.mark.usefixtures("thorough_hashes")


async def test_an_auth0_export_is_imported(take, world, asgi, db):
    tenant_id = await world.tenant()
    text, emails = exports.auth0()
    outcome = await take("auth0", text, tenant_id=tenant_id)
    assert (outcome.done.created, outcome.done.failed) == (len(emails) + 1, 1)
    assert ["blocked" in one.problem for one in outcome.failures] == [True]
    assert ["md5" in one.problem for one in outcome.omissions] == [True]
    for email in emails:
        await moves_in(asgi, db, email)
    found = await get_user_by_email(world, emails[0])
    assert json.loads(found["vendorMetadata"]) == {"plan": "gold"}


async def test_what_cannot_be_kept_of_a_user_does_not_cost_the_user(take, world, asgi, run_jobs):
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
    names = {member["email"]: member["name"] for member in await members_of(world, tenant_id)}
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
    members = await members_of(world, tenant_id)
    assert {(member["name"], member["externalId"]) for member in members} == {
        ("Alex", "auth0|5dea9f9c"),
        ("Robin", "auth0|euclid"),
        ("Sam", "google-oauth2|1"),
    }
    assert {member["email"] for member in members} == set(people)


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
        # An empty id is no id, and an empty address no address.
        ({}, [{"_id": {"$oid": "1"}, "email": "", "username": "sam"}], False),
        ({"user_id": ""}, [{"email": "else@example.test"}], False),
        # Two of one address are two users, and one of them may have made it up.
        ({"user_id": "google-oauth2|1"}, [{"_id": {"$oid": "1"}}], False),
        ({"user_id": "auth0|2"}, [{"_id": {"$oid": "1"}}], False),
        ({}, [{"_id": {"$oid": "1"}}, {"_id": {"$oid": "2"}}], False),
        ({"user_id": "auth0|2"}, [{"_id": {"$oid": "1"}}, {"_id": {"$oid": "2"}}], True),
    ],
)
async def test_no_auth0_user_gets_the_hash_of_another(take, world, db, user, hashes, is_theirs):
    email = new_address()
    users = json.dumps({"email": email, "email_verified": True, **user})
    beside = "\n".join(json.dumps({"email": email.upper(), **HASH, **one}) for one in hashes)
    outcome = await take("auth0", users, hashes=beside, tenant_id=await world.tenant())
    assert (outcome.done.created, outcome.done.failed) == (1, 0)
    assert await stored(db, email) == (exports.BCRYPT if is_theirs else None)
