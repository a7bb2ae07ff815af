"""People who come from elsewhere with their hashes, and everything that goes elsewhere."""

import csv
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.directory.users.queries import ADD_IMPORTED_USERS
from gatehouse.exports.service import export_every_table
from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.users import import_events, service
from gatehouse.imports.users.file import import_user_file, read_user_file
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import new_address
from tests.identity.test_users import signs_in
from tests.imports.user_rows import BCRYPT, CSV, IMPORTS, JSONL, MIGRATIONS, jsonl, person, stored
from tests.staff import hire
from tests.vendor_view import address_exists, get_user_by_email, role_keys
from tests.world import World


async def test_a_report_says_what_was_not_taken(backend, world, db, asgi):
    tenant_id, other = await world.tenant(), await world.person("Admin")
    twice, named = new_address(), f"n{uuid4().hex[:8]}"
    rows: list[Any] = [
        person(username=named, externalId="crm-1", metadata={"a": 1}, roles=["ReadOnly"]),
        "no object",
        {"name": "Nobody"},
        person(email="no address"),
        person(email=twice),
        person(email=twice),
        person(tenantId=str(uuid4())),
        person(roleIds=[str(uuid4())]),
        person(passwordHash="5f4dcc3b5aa765d61d8327deb882cf99", passwordHashType="sha256"),
        person(username=named),
        {"email": other.email, "passwordHash": BCRYPT},
    ]
    address, query = f"{IMPORTS}/{uuid4()}", {"tenantId": str(tenant_id)}
    answer = await backend.put(address, params=query, content=jsonl(*rows), headers=JSONL)
    assert answer.status_code == 200, answer.text
    report = (await backend.get(address)).json()
    assert (report["position"], report["created"], report["joined"], report["failed"]) == (
        11, 4, 1, 6
    )  # fmt: skip
    problems = {one["number"]: one["problem"] for one in report["failures"]}
    assert sorted(problems) == [2, 3, 4, 6, 7, 8]
    assert "tenant" in problems[7]
    assert "role" in problems[8]
    omitted = {one["number"]: one["problem"] for one in report["omissions"]}
    assert sorted(omitted) == [9, 10]
    assert "sha256" in omitted[9]
    assert "taken" in omitted[10]
    assert await stored(db, other.email) is None
    found = await get_user_by_email(world, rows[0]["email"])
    assert (found["externalId"], json.loads(found["metadata"])) == ("crm-1", {"a": 1})
    assert (role_keys(found, tenant_id), found["activatedForTenant"]) == (["ReadOnly"], True)


async def test_a_separator_within_a_name_ends_no_row(backend, world):
    """Only JSON escapes none of them; a table has them as they are."""
    name, tenant_id = "Ada\u2028Poe\x85\x0cof\x1dAcme", str(await world.tenant())
    first, second = new_address(), new_address()
    row = json.dumps({"email": first, "metadata": {"note": name}}, ensure_ascii=False)
    table = f'email,externalId\n{second},"{second[:8]}\u2028x"\n'
    for content, kind in ((row, JSONL), (table, CSV)):
        answer = await backend.put(
            f"{IMPORTS}/{uuid4()}",
            params={"tenantId": tenant_id},
            content=content.encode(),
            headers=kind,
        )
        told = answer.json()
        assert (told["position"], told["created"], told["failed"]) == (1, 1, 0), told


async def test_a_step_that_is_sent_again_counts_once(backend, world):
    address, query = f"{IMPORTS}/{uuid4()}", {"tenantId": str(await world.tenant())}
    first, second = [person(), person()], [person()]
    ahead = await backend.put(
        address, params={**query, "start": 2}, content=jsonl(*second), headers=JSONL
    )
    assert refusal(ahead) == (409, "user_imports.out_of_step")
    assert refusal(await backend.get(address)) == (404, "user_imports.not_found")
    for _ in range(2):
        answer = await backend.put(address, params=query, content=jsonl(*first), headers=JSONL)
        assert (answer.json()["position"], answer.json()["created"]) == (2, 2)
    answer = await backend.put(
        address, params={**query, "start": 1}, content=jsonl(first[1], *second), headers=JSONL
    )
    assert (answer.json()["position"], answer.json()["created"]) == (3, 3)


async def test_csv_comes_with_a_header(backend, world, asgi):
    query = {"tenantId": str(await world.tenant())}
    email = new_address()
    text = (
        "\ufeffemail,name,passwordHash,verifyUser,roles,metadata\r\n"
        f'{email},"Poe, Ada",{BCRYPT},true,Admin;ReadOnly,"{{""a"": 1}}"\r\n'
    )
    answer = await backend.put(f"{IMPORTS}/{uuid4()}", params=query, content=text, headers=CSV)
    assert (answer.json()["created"], answer.json()["failed"]) == (1, 0)
    assert await signs_in(asgi, email) == (200, "")
    for content, headers in (
        ("a,b\n1,2\n", CSV),
        ('email\n"x', CSV),
        ("email\n", {"content-type": "text/plain"}),
        (b"\xff\xfe", CSV),
    ):
        bad = await backend.put(
            f"{IMPORTS}/{uuid4()}", params=query, content=content, headers=headers
        )
        assert refusal(bad) == (400, "user_imports.unreadable"), content


SUPABASE = (
    "instance_id,id,aud,role,email,encrypted_password,email_confirmed_at,raw_app_meta_data\n"
    "00000000-0000-0000-0000-000000000000,c827679e-ba2a-4237-81b1-224ad53f75b7,authenticated,authenticated,"
    '{email},{hash},2024-01-01 00:00:00+00,"{{""provider"": ""email""}}"\n'
)


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
async def test_fields_that_are_not_known_are_refused_by_name(
    backend, database: Database, world, db, asgi, tmp_path, kind
):
    """A hash under a name of its own would be lost otherwise. Both spellings of a field are known."""
    tenant_id, email = await world.tenant(), new_address()
    text = SUPABASE.format(email=email, hash=BCRYPT)
    if kind == "jsonl":
        names, values = list(csv.reader(text.splitlines()))
        text = json.dumps(dict(zip(names, values, strict=True)))
    path = tmp_path / f"users.{kind}"
    path.write_text(text)
    query, headers = {"tenantId": str(tenant_id)}, CSV if kind == "csv" else JSONL
    address = f"{IMPORTS}/{uuid4()}"
    refused = await backend.put(address, params=query, content=text, headers=headers)
    assert refusal(refused) == (400, "user_imports.unreadable")
    named = "aud, email_confirmed_at, encrypted_password, id, instance_id, raw_app_meta_data, role"
    assert named in refused.text
    with pytest.raises(UnreadableRows, match=named):
        read_user_file(path, tenant_id)
    assert not await address_exists(world, email)
    query["ignoreUnknown"] = "true"
    taken = await backend.put(address, params=query, content=text, headers=headers)
    assert taken.json()["created"] == 1
    assert await stored(db, email) is None

    # With the right names the hash is added to the user who is here by now.
    mapped = tmp_path / "mapped.csv"
    mapped.write_text(f"email,password_hash,verify_user\n{email},{BCRYPT},true\n")
    outcome = await import_user_file(database, read_user_file(mapped, tenant_id), lambda _: None)
    assert (outcome.done.created, outcome.done.joined, outcome.done.failed) == (0, 1, 0)
    assert await stored(db, email) == BCRYPT


@pytest.mark.parametrize(
    "protection",
    [
        "",
        "insert into passwords (user_id, hash, changed_at) values ($1, 'other', now())",
        "update memberships set last_seen_at = now() where user_id = $1",
        # In an account that the user has left since.
        "update users set last_login_at = now() where id = $1",
        "insert into external_identities (id, kind, provider, issuer, subject, email, user_id, created_at,"
        " last_used_at) select gen_random_uuid(), 'social', 'google', 'https://i.test', email, email, id,"
        " now(), now() from users where id = $1",
        "insert into memberships (tenant_id, user_id, activated, created_at)"
        " select id, $1, true, now() from tenants where id <> (select tenant_id from memberships"
        " where user_id = $1) and deleted_at is null limit 1",
    ],
)
async def test_a_later_file_opens_no_account_that_its_owner_may_use(backend, world, db, protection):
    """A hash is added to a member alone who has no way in, has never signed in, and belongs nowhere else."""
    tenant_id, email = await world.tenant(), new_address()
    await world.tenant()
    query = {"tenantId": str(tenant_id)}
    row = {"email": email, "verifyUser": True}
    await backend.put(f"{IMPORTS}/{uuid4()}", params=query, content=jsonl(row), headers=JSONL)
    if protection:
        user = await get_user_by_email(world, email)
        await db.connection.execute(protection, UUID(user["id"]))
    before = await stored(db, email)
    row["passwordHash"] = BCRYPT
    later = await backend.put(
        f"{IMPORTS}/{uuid4()}", params=query, content=jsonl(row), headers=JSONL
    )
    assert (later.json()["joined"], later.json()["failed"]) == ((0, 1) if protection else (1, 0))
    assert await stored(db, email) == (before if protection else BCRYPT)


@pytest.mark.parametrize("route", ["imports", "one", "bulk"])
async def test_a_hash_for_a_user_who_is_here_asks_staff_for_a_recent_factor(world, db, route):
    owner, tenant_id = await hire(world, StaffRole.OWNER), await world.tenant()
    _, email = await world.member(tenant_id, "Admin")
    await db.connection.execute(
        "update sessions set auth_time = $2 where id = $1",
        owner.person.session_id, clock.now() - timedelta(minutes=16),
    )  # fmt: skip
    row = {"email": email, "tenantId": str(tenant_id), "passwordHash": BCRYPT}
    if route == "imports":
        path = f"{IMPORTS}/{uuid4()}"
        answer = await owner.browser.put(path, content=jsonl(row), headers=JSONL)
    elif route == "one":
        answer = await owner.browser.post(f"{MIGRATIONS}/v1/local", json=row)
    else:
        answer = await owner.browser.post(f"{MIGRATIONS}/v1/local/bulk", json={"users": [row]})
    assert refusal(answer) == (403, "access.step_up_needed")
    assert await stored(db, email) is None


async def test_a_row_that_says_unverified_stays_so_in_either_spelling(
    database: Database, world, tmp_path
):
    path, emails = tmp_path / "users.jsonl", [new_address(), new_address()]
    path.write_text(f'{{"email":"{emails[0]}","verify_user":false}}\n{{"email":"{emails[1]}"}}\n')
    await import_user_file(
        database, read_user_file(path, await world.tenant(), verified=True), lambda _: None
    )
    found = [(await get_user_by_email(world, email))["verified"] for email in emails]
    assert found == [False, True]


async def test_the_wires_bulk_migration(backend, world, asgi):
    tenant_id = str(await world.tenant())
    first = person(tenantId=tenant_id, passwordHash=BCRYPT, passwordHashType="bcrypt")
    begun = await backend.post(f"{MIGRATIONS}/v1/local/bulk", json={"users": [first]})
    assert begun.status_code == 202, begun.text
    path = f"{MIGRATIONS}/v1/local/bulk/status/{begun.json()['migrationId']}"
    status = (await backend.get(path)).json()
    assert (status["status"], status["created"], status["failures"]) == ("Completed", 1, [])
    assert await signs_in(asgi, str(first["email"])) == (200, "")
    address = new_address()
    emails = [
        {"email": new_address(), "primary": False, "verified": True},
        {"email": address, "primary": True, "verified": True},
    ]
    second = {"tenantId": tenant_id, "emails": emails, "passwordHash": BCRYPT}
    await backend.post(f"{MIGRATIONS}/v2/local/bulk", json={"users": [second]})
    assert await signs_in(asgi, address) == (200, "")


async def test_a_file_goes_on_where_it_was_stopped(
    world, database: Database, asgi, tmp_path, monkeypatch
):
    monkeypatch.setattr(service, "AT_ONCE", 3)
    tenant_id, people = await world.tenant(), [person(passwordHash=BCRYPT) for _ in range(10)]
    path = tmp_path / "people.jsonl"
    path.write_bytes(jsonl(*people))
    seen: list[int] = []

    def killed(done):
        seen.append(done.position)
        if len(seen) == 2:
            raise KeyboardInterrupt

    given = read_user_file(path, tenant_id)
    with pytest.raises(KeyboardInterrupt):
        await import_user_file(database, given, killed)
    outcome = await import_user_file(database, given, lambda step: seen.append(step.position))
    assert seen == [3, 6, 9, 10]
    assert (outcome.done.created, outcome.failures) == (10, [])
    for one in (people[0], people[5], people[9]):
        assert await signs_in(asgi, str(one["email"])) == (200, "")
    again = await import_user_file(database, given, lambda step: None)
    assert again.done == outcome.done


async def counts_in_audit(world: World, tenant_ids: list[UUID]) -> dict[UUID, list[int]]:
    """The numbers of imported users in the entries of each account's audit."""
    return {
        one: [
            entry["json"]["count"]
            for entry in await audit_entries(world, one, "tenant.users_imported")
        ]
        for one in tenant_ids
    }


@pytest.fixture
def mixed(tmp_path, monkeypatch):
    """A file of ten people, of which every second is another account's; and steps of three."""
    monkeypatch.setattr(service, "AT_ONCE", 3)

    def write(tenant_ids: list[UUID]) -> Path:
        path: Path = tmp_path / f"{uuid4()}.jsonl"
        path.write_bytes(jsonl(*(person(tenantId=str(tenant_ids[n % 2])) for n in range(10))))
        return path

    return write


async def test_an_account_is_told_once_of_a_file_whose_accounts_are_mixed(
    world, database: Database, mixed
):
    tenant_ids = [await world.tenant(), await world.tenant()]
    given = read_user_file(mixed(tenant_ids))
    for _ in range(2):
        await import_user_file(database, given, lambda step: None)
        assert await counts_in_audit(world, tenant_ids) == {one: [5] for one in tenant_ids}


async def test_users_of_a_stopped_file_are_announced_without_another_run(
    world, database: Database, resources, mixed
):
    tenant_ids = [await world.tenant(), await world.tenant()]

    def killed(done):
        raise KeyboardInterrupt

    given = read_user_file(mixed(tenant_ids))
    with pytest.raises(KeyboardInterrupt):
        await import_user_file(database, given, killed)
    context = JobContext(database, resources, 0, 1, last_attempt=True)
    await import_events.announce_interrupted_imports(context)
    assert await counts_in_audit(world, tenant_ids) == {one: [] for one in tenant_ids}
    clock.advance_clock(import_events.STOPPED_AFTER)
    await import_events.announce_interrupted_imports(context)
    assert await counts_in_audit(world, tenant_ids) == dict(
        zip(tenant_ids, ([2], [1]), strict=True)
    )
    await import_user_file(database, given, lambda step: None)
    assert await counts_in_audit(world, tenant_ids) == dict(
        zip(tenant_ids, ([2, 3], [1, 4]), strict=True)
    )


async def test_a_step_of_an_import_does_not_read_all_users_for_each_row(db, world):
    await world.person()
    tenant_id = str(await world.tenant())
    nothing = dict.fromkeys(("phone", "picture", "external_id"))
    more = {
        "name": "Ada",
        "provider": "local",
        "metadata": {},
        "vendor_metadata": {},
        "verified": True,
    }
    people = [
        {"id": str(uuid4()), "email": new_address(), "tenant_id": tenant_id, **more, **nothing}
        for _ in range(3)
    ]
    explain = f"explain (analyze, format json) {ADD_IMPORTED_USERS.sql}"
    undone = db.connection.transaction()
    await undone.start()
    try:
        # While there are few, to read all of them is the cheaper way; whether there is another is asked here.
        await db.connection.execute("set local enable_seqscan = off")
        answer = await db.connection.fetchval(explain, people, clock.now())
    finally:
        await undone.rollback()
    plan = (json.loads(answer) if isinstance(answer, str) else answer)[0]["Plan"]
    whole = [node for node in nodes(plan) if node["Node Type"] == "Seq Scan"]
    assert all(node["Actual Loops"] == 1 for node in whole)


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", []):
        yield from nodes(below)


async def test_everything_is_exported_but_secrets(world, database: Database, asgi, backend):
    tenant_id = await world.tenant("Exported Company")
    one = person(tenantId=str(tenant_id), passwordHash=BCRYPT)
    await backend.post(f"{MIGRATIONS}/v1/local/bulk", json={"users": [one]})
    counts: dict[str, int] = {}
    found = [
        json.loads(line)
        async for line in export_every_table(database, counts.__setitem__, passwords=False)
    ]
    by_table: dict[str, list[dict[str, object]]] = {}
    for line in found:
        by_table.setdefault(line["table"], []).append(line["row"])
    assert str(tenant_id) in {row["id"] for row in by_table["tenants"]}
    assert one["email"] in {row["email"] for row in by_table["users"]}
    assert {"memberships", "roles", "vendor", "audits", "membership_roles"} <= set(by_table)
    for table, rows in by_table.items():
        names = " ".join({name for row in rows for name in row})
        assert not any(word in names for word in ("sealed", "secret", "token", "hash")), table
    assert "passwords" not in counts
    assert counts["users"] == len(by_table["users"])
    with_hashes = [
        line async for line in export_every_table(database, counts.__setitem__, passwords=True)
    ]
    assert any(BCRYPT in line for line in with_hashes)
    assert UUID(str(by_table["vendor"][0]["id"]))


async def test_importing_needs_the_permission_to_write(world):
    reader = (await new_backend(world, ["vendor.read.*"])).http
    answer = await reader.put(f"{IMPORTS}/{uuid4()}", content=jsonl(person()), headers=JSONL)
    assert answer.status_code == 403
