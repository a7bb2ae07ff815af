"""What the vendor's backends report and read of a tenant's audit."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from gatehouse.kit import clock
from tests.audit.entries import add
from tests.backend import Backend, new_backend, restored_backend
from tests.world import Db, Person, World

AUDITS = "/audits"


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


@pytest.fixture
async def reader(world: World) -> Person:
    return await world.person("ReadOnly")


async def report(backend: Backend, who: Person, **body: Any) -> httpx.Response:
    # As the Node package sends it: with the tenant in both places, and a slash at the end.
    return await backend.http.post(
        "/audits/",
        json={"tenantId": str(who.tenant_id), **body},
        headers={"frontegg-tenant-id": str(who.tenant_id)},
    )


async def test_what_a_backend_reports_is_in_the_tenants_log(backend: Backend, reader: Person):
    answer = await report(
        backend, reader, severity="High", action="report.downloaded", description="A report",
        email="jane@example.test", ip="203.0.113.9", userAgent="curl/8", resource="reports",
        count=3, json={"of": "March"}, createdAt="1999-01-01T00:00:00Z", vendorId="x",
    )  # fmt: skip
    assert answer.status_code == 202, answer.text
    page = (await reader.browser.get(AUDITS)).json()
    assert page["data"] == [answer.json()]
    (entry,) = page["data"]
    assert (entry["action"], entry["severity"], entry["actorKind"]) == (
        "report.downloaded", "High", "vendor",
    )  # fmt: skip
    assert (entry["email"], entry["ip"], entry["userAgent"]) == (
        "jane@example.test", "203.0.113.9", "curl/8",
    )  # fmt: skip
    assert entry["json"] == {"of": "March", "resource": "reports", "count": 3}
    assert entry["tenantId"] == str(reader.tenant_id)
    assert entry["createdAt"].startswith(clock.now().strftime("%Y-%m-%d"))
    assert (await reader.browser.get(f"{AUDITS}/stats")).json() == {
        "totalToday": 1, "severeThisWeek": 1,
    }  # fmt: skip


async def test_a_severity_is_enough(backend: Backend, reader: Person):
    assert (await report(backend, reader, severity="Info")).status_code == 202
    (entry,) = (await reader.browser.get(AUDITS)).json()["data"]
    assert (entry["action"], entry["email"], entry["json"]) == ("audit.reported", "", {})


async def test_what_is_null_was_not_said(backend: Backend, reader: Person):
    nothing = dict.fromkeys(
        ("action", "description", "email", "ip", "userAgent", "json", "resource")
    )
    assert (await report(backend, reader, severity="Info", **nothing)).status_code == 202
    (entry,) = (await reader.browser.get(AUDITS)).json()["data"]
    assert (entry["action"], entry["description"], entry["json"]) == ("audit.reported", "", {})


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/audits", "tenantId"),
        ("/audits/stats", "tenantId"),
        (f"{AUDITS}/resources/audits/v2", "tenant_ids"),
    ],
)
async def test_the_account_may_be_named_in_the_query(
    backend: Backend, reader: Person, path: str, name: str
):
    """As the published API describes it."""
    await report(backend, reader, severity="Info")
    tenant = str(reader.tenant_id)
    headers = {"frontegg-tenant-id": tenant}
    expected = await backend.http.get(path, headers=headers)
    found = await backend.http.get(path, params={name: tenant})
    assert (found.status_code, found.json()) == (200, expected.json())
    # The figures are one account's, and of all accounts only the newest entries come.
    refused = await backend.http.get(path, params={"sortDirection": "asc"})
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "access.account_needed")
    unknown = await backend.http.get(path, params={name: str(uuid4())})
    assert unknown.status_code == 404
    # The header is what counts where both are there.
    other = await backend.http.get(path, params={name: str(uuid4())}, headers=headers)
    assert other.status_code == 200
    assert (await reader.browser.get(path, params={name: str(uuid4())})).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"severity": "Low"},
        {"severity": "Info", "action": "x" * 513},
        {"severity": "Info", "action": "a\x00b"},
        {"severity": "Info", "description": ["x"]},
        {"severity": "Info", "further": "x" * 5000},
        {"severity": "Info", "further": "a\x00b"},
        {"severity": "Info", "number": 1e300},
    ],
)
async def test_what_cannot_be_kept_is_refused(
    backend: Backend, reader: Person, body: dict[str, Any]
):
    assert (await report(backend, reader, **body)).status_code == 400
    assert (await reader.browser.get(AUDITS)).json()["total"] == 0


async def test_it_takes_a_tenant_and_the_permission(
    world: World, backend: Backend, reader: Person, client: httpx.AsyncClient
):
    body = {"severity": "Info"}
    assert (await backend.http.post(AUDITS, json=body)).status_code == 400
    nowhere = {"frontegg-tenant-id": str(uuid4())}
    for method, path in (("POST", AUDITS), ("GET", AUDITS), ("GET", f"{AUDITS}/stats")):
        answer = await backend.http.request(method, path, json=body, headers=nowhere)
        assert (answer.status_code, answer.json()["errorCode"]) == (404, "tenants.not_found")
    other = await new_backend(world, ["vendor.read.*"])
    assert (await report(other, reader, **body)).status_code == 403
    # People add nothing themselves.
    assert (await reader.browser.post(AUDITS, json=body)).status_code == 401
    assert (await client.post(AUDITS, json=body)).status_code == 401
    assert (await reader.browser.get(AUDITS)).json()["total"] == 0


async def test_a_backend_reads_what_administrators_read(
    world: World, backend: Backend, reader: Person, db: Db
):
    other = await world.person("Admin")
    await add(db, other.tenant_id, "tests.theirs")
    for n in range(3):
        await add(db, reader.tenant_id, f"tests.{n}", ago=timedelta(minutes=n), severity="High")
    of_tenant = {"frontegg-tenant-id": str(reader.tenant_id)}
    queries: list[dict[str, Any]] = [
        {}, {"action": "tests.1"}, {"sortDirection": "asc", "count": 2, "offset": 1},
    ]  # fmt: skip
    for query in queries:
        asked: dict[str, Any] = {"tenantId": str(reader.tenant_id), "filter": "", **query}
        theirs = await backend.http.get("/audits/", params=asked, headers=of_tenant)
        assert theirs.json() == (await reader.browser.get(AUDITS, params=asked)).json()
    stats = await backend.http.get("/audits//stats", params=asked, headers=of_tenant)
    assert stats.json() == (await reader.browser.get(f"{AUDITS}/stats")).json()
    narrow = await new_backend(world, ["vendor.write.audits"])
    assert (await narrow.http.get(AUDITS, headers=of_tenant)).status_code == 403
