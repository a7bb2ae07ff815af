"""The list of what happened: filter, sort, page, and how far one call looks."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from gatehouse.audit.list.schemas import AuditOut
from gatehouse.kit import clock
from tests.audit.entries import add, add_many
from tests.world import Db, Person, World

SORTS = ["createdAt", "email", "action", "description", "ip", "severity", "userAgent"]


@pytest.fixture
async def reader(world: World) -> Person:
    return await world.person("ReadOnly")


async def page(reader: Person, **query: Any) -> dict[str, Any]:
    answer = await reader.browser.get("/audits", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def actions(reader: Person, **query: Any) -> list[str]:
    return [one["action"] for one in (await page(reader, **query))["data"]]


async def test_what_was_announced_is_listed(world: World):
    admin = await world.person("Admin")
    created = await admin.browser.post(
        "/identity/resources/roles/v1", json={"key": "k", "name": "Analyst", "level": 50}
    )
    assert created.status_code == 201, created.text
    body = await page(admin)
    (entry,) = body["data"]
    assert body == {"data": [entry], "total": 1}
    assert (entry["action"], entry["severity"]) == ("role.created", "Medium")
    assert entry["description"] == "Created the role Analyst"
    assert (entry["email"], entry["user"]) == (admin.email, str(admin.id))
    assert entry["tenantId"] == str(admin.tenant_id)
    assert (entry["ip"], entry["actorKind"]) == ("127.0.0.1", "user")
    assert entry["json"]["name"] == "Analyst"
    AuditOut.model_validate(entry)


async def test_an_entry_of_the_system_has_no_address(reader: Person, db: Db):
    await add(db, reader.tenant_id, "license.expired", data={"of": {"a": [1, "b: c"]}})
    (entry,) = (await page(reader))["data"]
    assert (entry["email"], entry["ip"]) == ("", "")
    assert entry["json"] == {"of": {"a": [1, "b: c"]}}
    assert "userAgent" not in entry
    AuditOut.model_validate(entry)


async def test_rows_are_counted_by_offset_newest_first(reader: Person, db: Db):
    for number in range(5):
        await add(db, reader.tenant_id, f"tests.a{number}", ago=timedelta(hours=number))
    assert await actions(reader) == [f"tests.a{number}" for number in range(5)]
    # As the client asks.
    asked = {"sortBy": "createdAt", "sortDirection": "desc", "paginationMode": "virtual"}
    assert await actions(reader, offset=2, count=2, **asked) == ["tests.a2", "tests.a3"]
    assert await actions(reader, offset=3, count=5, sortDirection="asc") == ["tests.a1", "tests.a0"]
    assert (await page(reader, offset=5))["data"] == []
    assert (await page(reader, count=1, filter=""))["total"] == 5


@pytest.mark.parametrize("sort", SORTS)
async def test_each_sort_is_stable_both_ways(reader: Person, db: Db, sort: str):
    for number in range(6):
        await add(
            db, reader.tenant_id, f"tests.a{number % 3}", ago=timedelta(hours=number // 2),
            severity=["Critical", "Info", "High"][number % 3], ip=f"203.0.113.{number % 2}",
            email=None if number % 3 == 1 else f"P{number % 3}@acme.test", description="Same",
        )  # fmt: skip

    async def ids(**query: Any) -> list[str]:
        return [one["_id"] for one in (await page(reader, sortBy=sort, **query))["data"]]

    up, down = await ids(sortDirection="asc"), await ids(sortDirection="desc")
    assert up == down[::-1]
    assert len(set(up)) == 6
    assert [
        *await ids(sortDirection="asc", count=4),
        *await ids(sortDirection="asc", offset=4),
    ] == up


async def test_severity_is_sorted_by_weight(reader: Person, db: Db):
    for severity in ("High", "Info", "Critical", "Medium", "Error"):
        await add(db, reader.tenant_id, severity=severity)
    listed = (await page(reader, sortBy="severity"))["data"]
    assert [one["severity"] for one in listed] == ["Critical", "Error", "High", "Medium", "Info"]


FILTERS = [
    ({"filter": "JANE@"}, {"tests.mine"}),
    ({"filter": "100%"}, {"tests.mine"}),
    ({"filter": "203.0.113"}, {"tests.mine", "tests.other"}),
    ({"filter": "firefox"}, {"tests.other"}),
    ({"email": "jane@acme.test"}, {"tests.mine"}),
    ({"action": "tests.o"}, {"tests.other"}),
    ({"description": "rabatt 100%"}, {"tests.mine"}),
    ({"description": "GRÜßE"}, {"tests.other"}),
    ({"filter": "grüße"}, {"tests.other"}),
    ({"ip": "203.0.113.2"}, {"tests.other"}),
    ({"severity": "High"}, {"tests.other"}),
    ({"userAgent": "Firefox/14"}, {"tests.other"}),
    ({"severity": "High", "email": "jane"}, set()),
    ({"filter": "100_"}, set()),
]


@pytest.mark.parametrize(("query", "expected"), FILTERS)
async def test_filters_narrow_down_together(
    reader: Person, db: Db, query: dict[str, str], expected: set[str]
):
    await add(
        db, reader.tenant_id, "tests.mine", email="jane@acme.test", description="Rabatt 100% gegeben",
        ip="203.0.113.1", user_agent="Mozilla/5.0 Chrome/142.0",
    )  # fmt: skip
    await add(
        db, reader.tenant_id, "tests.other", email="max@acme.test", severity="High", description="Grüße",
        ip="203.0.113.2", user_agent="Mozilla/5.0 Firefox/144.0",
    )  # fmt: skip
    found = await page(reader, **query)
    assert {one["action"] for one in found["data"]} == expected
    assert found["total"] == len(expected)


async def test_days_begin_where_the_account_is(reader: Person, db: Db):
    await db.connection.execute(
        "update tenants set timezone = 'Asia/Tokyo' where id = $1", reader.tenant_id
    )
    for hour in (14, 15, 23):  # in Tokyo the next day begins at 15:00
        await add(
            db, reader.tenant_id, f"tests.h{hour}", at=datetime(2026, 3, 1, hour, 30, tzinfo=UTC)
        )
    assert await actions(reader, createdAt="2026-03-01") == ["tests.h14"]
    assert await actions(reader, createdAt="2026-03-02..2026-03-02") == ["tests.h23", "tests.h15"]
    assert await actions(reader, createdAt="..2026-03-01") == ["tests.h14"]
    assert len(await actions(reader, createdAt="2026-03-01..")) == 3
    moments = {"created_from": "2026-03-01T15:30:00Z", "created_to": "2026-03-01T23:30:00Z"}
    assert await actions(reader, **moments) == ["tests.h15"]
    assert await actions(reader, createdAt="2026-03-01", **moments) == []
    await db.connection.execute(
        "update tenants set timezone = 'Nowhere/At all' where id = $1", reader.tenant_id
    )
    assert len(await actions(reader, createdAt="2026-03-01")) == 3


async def test_a_call_looks_at_ten_thousand_entries_and_says_where_it_ended(reader: Person, db: Db):
    now = clock.now()
    await add_many(db, reader.tenant_id, 10_000, before=now)
    await add(db, reader.tenant_id, "tests.rare", at=now - timedelta(seconds=0.5))
    whole = await page(reader, offset=9_999, count=20)
    assert (whole["total"], len(whole["data"])) == (10_000, 1)
    await add(db, reader.tenant_id, "tests.rare", ago=timedelta(days=9))
    # Also of a page that needs none of the others.
    first = await page(reader, count=1)
    assert (first["total"], first["data"][0]["action"]) == (10_000, "tests.rare")
    assert first["searchedTo"] == (await page(reader, offset=9_999))["searchedTo"]
    rest = await page(reader, created_to=first["searchedTo"])
    assert (rest["total"], rest.get("searchedTo")) == (2, None)
    assert rest["data"][-1]["action"] == "tests.rare"
    oldest = await page(reader, count=1, sortDirection="asc")
    assert (oldest["total"], oldest["data"][0]["_id"]) == (10_000, rest["data"][-1]["_id"])
    assert (await page(reader, created_from=oldest["searchedTo"]))["total"] == 2
    first = await page(reader, action="tests.rare")
    assert first["total"] == 1
    second = await page(reader, action="tests.rare", created_to=first["searchedTo"])
    assert (second["total"], second.get("searchedTo")) == (1, None)
    assert first["data"][0]["_id"] != second["data"][0]["_id"]
    # The other way around.
    first = await page(reader, action="tests.rare", sortDirection="asc")
    second = await page(
        reader, action="tests.rare", sortDirection="asc", created_from=first["searchedTo"]
    )
    assert (first["total"], second["total"]) == (1, 1)
    assert first["data"][0]["_id"] != second["data"][0]["_id"]


@pytest.mark.parametrize(
    "query",
    [
        {"sortBy": "json"}, {"sortDirection": "down"}, {"offset": -1}, {"offset": 10_001},
        {"count": 0}, {"count": 201}, {"severity": "Low"}, {"filter": "x" * 201},
        {"createdAt": "2026-02-30"}, {"createdAt": "2026-03-02..2026-03-01"},
        {"createdAt": "0001-01-01"}, {"created_from": "2026-03-01T00:00:00"}, {"ip": "a\x00b"},
    ],
)  # fmt: skip
async def test_what_cannot_be_meant_is_refused(reader: Person, query: dict[str, Any]):
    answer = await reader.browser.get("/audits", params=query)
    assert answer.status_code == 400, answer.text
    assert answer.json()["errors"]


async def test_extreme_moments_are_no_error(reader: Person, db: Db):
    await add(db, reader.tenant_id)
    spans = [("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"), ("0001-01-01T00:00:00+14:00", "")]
    for start, end in spans:
        assert len(await actions(reader, created_from=start, created_to=end)) == 1


async def test_the_audit_is_the_tenants_own(world: World, reader: Person, db: Db):
    below = await world.person("Admin", tenant_id=await world.tenant(parent=reader.tenant_id))
    stranger = await world.person("Admin")
    await add(db, reader.tenant_id, "tests.above")
    await add(db, below.tenant_id, "tests.below")
    assert await actions(reader) == ["tests.above"]
    assert await actions(below) == ["tests.below"]
    assert await actions(stranger) == []


@pytest.mark.parametrize("path", ["/audits", "/audits/stats"])
async def test_it_takes_the_permission(world: World, client: httpx.AsyncClient, path: str):
    nobody = await world.person(permissions=("fe.secure.read.users",))
    refused = await nobody.browser.get(path)
    assert refused.status_code == 403, refused.text
    assert refused.json()["errorCode"] == "access.missing_permission"
    somebody = await world.person(permissions=("fe.secure.read.audits",))
    assert (await somebody.browser.get(path)).status_code == 200
    assert (await client.get(path)).status_code == 401
