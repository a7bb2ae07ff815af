"""The single sign-on, directories and webhooks of all accounts, those that fail first."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.backend import new_backend
from tests.identity.sso.steps import make
from tests.scim.directory import connect
from tests.world import Db, Person, World

CONNECTIONS = "/vendor/resources/connections/v1"


@pytest.fixture
async def backend(world: World) -> httpx.AsyncClient:
    return (await new_backend(world, ["vendor.read.tenants"])).http


async def webhook(
    db: Db, person: Person, name: str, *, failing: bool = False, on: bool = True
) -> UUID:
    hook_id, now = new_id(), clock.now()
    await db.connection.execute(
        "insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, failing_since,"
        " created_at, updated_at) values ($1, $2, $3, 'https://a.test', '{}', $4, $5, $6, $6)",
        hook_id, person.tenant_id, name, on, now if failing else None, now,
    )  # fmt: skip
    return hook_id


async def delivery(db: Db, person: Person, hook_id: UUID, status: str, minutes_ago: int) -> None:
    at = clock.now() - timedelta(minutes=minutes_ago)
    await db.connection.execute(
        "insert into webhook_deliveries (id, tenant_id, webhook_id, event_id, event_key, body, status,"
        " last_attempt_at, created_at) values ($1, $2, $3, $4, 'user.invited', '', $5, $6, $6)",
        new_id(), person.tenant_id, hook_id, uuid4(), status, at,
    )  # fmt: skip


async def listed(backend: httpx.AsyncClient, person: Person, **query: Any) -> list[dict[str, Any]]:
    answer = await backend.get(CONNECTIONS, params={"tenantId": str(person.tenant_id), **query})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


async def test_all_kinds_are_listed_and_what_fails_comes_first(backend, world: World, db: Db):
    admin = await world.person("Admin")
    bad = await webhook(db, admin, "Bad", failing=True)
    await delivery(db, admin, bad, "delivered", 30)
    await delivery(db, admin, bad, "dead", 5)
    await webhook(db, admin, "Off", on=False)
    await make(admin.browser, type="saml")
    await connect(world, admin, connectionName="Our Okta")
    rows = await listed(backend, admin)
    assert [rows[0]["name"], rows[0]["problem"]] == ["Bad", "not_answering"]
    assert {(one["kind"], one["name"]) for one in rows} == {
        ("webhook", "Bad"), ("webhook", "Off"), ("sso", "saml"), ("directory", "Our Okta"),
    }  # fmt: skip
    assert rows[0]["lastSuccessAt"] < rows[0]["lastFailureAt"]
    assert rows[0]["failingSince"]
    assert {one["tenantId"] for one in rows} == {str(admin.tenant_id)}
    assert not any("problem" in one for one in rows[1:])


async def test_filters_and_pages(backend, world: World, db: Db):
    admin = await world.person("Admin")
    for number in range(3):
        await webhook(db, admin, f"Hook {number}")
    await webhook(db, admin, "Bad", failing=True)
    await webhook(db, admin, "Off", on=False)
    await connect(world, admin, connectionName="Our Okta")
    names = ["Hook 2", "Hook 1", "Hook 0"]
    assert [
        one["name"] for one in await listed(backend, admin, state="on", kind="webhook")
    ] == names
    assert [one["name"] for one in await listed(backend, admin, state="off", kind="webhook")] == [
        "Off"
    ]
    assert [one["name"] for one in await listed(backend, admin, state="failing")] == ["Bad"]
    assert [one["kind"] for one in await listed(backend, admin, kind="directory")] == ["directory"]
    whole = [one["id"] for one in await listed(backend, admin)]
    pages = [
        one["id"]
        for offset in range(0, 8, 2)
        for one in await listed(backend, admin, offset=offset, limit=2)
    ]
    assert pages == whole
    assert len(whole) == 6
    answer = await backend.get(CONNECTIONS, params={"tenantId": str(admin.tenant_id)})
    assert answer.json()["total"] == 6
    for wrong in (
        {"kind": "x"},
        {"state": "x"},
        {"offset": -1},
        {"limit": 101},
        {"tenantId": "x/y"},
    ):
        assert (await backend.get(CONNECTIONS, params=wrong)).status_code == 400


@pytest.mark.parametrize("problem", ["domain_lost", "certificate_over", "test_failed"])
async def test_each_problem_of_an_sso_connection_is_named(
    backend, world: World, db: Db, problem: str
):
    admin = await world.person("Admin")
    sso = await make(admin.browser, type="saml")
    now = clock.now()
    await db.connection.execute(
        "update sso_connections set enabled = true where id = $1", sso["id"]
    )
    if problem == "domain_lost":
        await db.connection.execute(
            "insert into sso_domains (id, tenant_id, connection_id, domain, token, validated_at,"
            " validated_by, missing_since, created_at) values ($1, $2, $3, $4, '', $5, 'dns', $5, $5)",
            new_id(), admin.tenant_id, sso["id"], f"{uuid4().hex}.test", now,
        )  # fmt: skip
    elif problem == "certificate_over":
        await db.connection.execute(
            "insert into sso_certificates (id, tenant_id, connection_id, pem, fingerprint, not_before,"
            " expires_at, created_at) values ($1, $2, $3, '', '', $4, $4, $4)",
            new_id(), admin.tenant_id, sso["id"], now - timedelta(days=1),
        )  # fmt: skip
    else:
        await db.connection.execute(
            "insert into sso_tests (id, tenant_id, connection_id, session_id, checks, passed, created_at,"
            " expires_at) values ($1, $2, $3, $4, '[]', false, $5, $6)",
            new_id(), admin.tenant_id, sso["id"], admin.session_id, now, now + timedelta(days=1),
        )  # fmt: skip
    [row] = await listed(backend, admin)
    assert (row["kind"], row["problem"]) == ("sso", problem)
    await db.connection.execute(
        "update sso_connections set enabled = false where id = $1", sso["id"]
    )
    [off] = await listed(backend, admin)
    assert "problem" not in off


async def test_connections_of_a_deleted_account_are_not_listed(backend, world: World, db: Db):
    admin = await world.person("Admin")
    await webhook(db, admin, "Bad", failing=True)
    assert len(await listed(backend, admin)) == 1
    await db.connection.execute(
        "update tenants set deleted_at = now() where id = $1", admin.tenant_id
    )
    assert await listed(backend, admin) == []
