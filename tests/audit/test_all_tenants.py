"""The audit of every account at once."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from tests.audit.entries import add_many
from tests.backend import new_backend
from tests.staff import Staff, dismiss_all, hire
from tests.world import Db, Person, World

LOG = "/vendor/resources/audits/v1"


@pytest.fixture
async def reader(world: World, database: Database) -> AsyncIterator[Staff]:
    await dismiss_all(database)
    yield await hire(world, StaffRole.READ_ONLY)
    await dismiss_all(database)


@pytest.fixture
async def told(world: World) -> tuple[str, Person, Person]:
    """A mark in the entries of two accounts."""
    one, other = await world.person("Admin"), await world.person("Admin")
    backend = await new_backend(world)
    mark = uuid4().hex
    for person, severity in ((one, "Info"), (other, "High"), (other, "Info")):
        answer = await backend.http.post(
            "/audits",
            json={"severity": severity, "action": f"test.{mark}", "email": f"{mark}@x.test"},
            headers={"frontegg-tenant-id": str(person.tenant_id)},
        )
        assert answer.status_code == 202, answer.text
    return mark, one, other


async def asked(reader: Staff, **query: Any) -> dict[str, Any]:
    answer = await reader.browser.get(LOG, params=query)
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


async def test_every_account_is_in_it_the_newest_first(reader: Staff, told):
    mark, one, other = told
    page = await asked(reader, filter=mark)
    tenants = [entry["tenantId"] for entry in page["data"]]
    assert tenants == [str(other.tenant_id), str(other.tenant_id), str(one.tenant_id)]
    assert page["total"] == 3
    second = await asked(reader, action=mark, offset=1, count=1)
    assert [entry["_id"] for entry in second["data"]] == [page["data"][1]["_id"]]
    assert second["total"] == 3


async def test_it_is_narrowed_down(reader: Staff, told):
    mark, one, _ = told
    assert (await asked(reader, tenantId=str(one.tenant_id), filter=mark))["total"] == 1
    assert (await asked(reader, email=mark, severity="High"))["total"] == 1
    assert (await asked(reader, filter=mark, actorKind="staff"))["total"] == 0
    newest = (await asked(reader, filter=mark))["data"][0]["createdAt"]
    assert (await asked(reader, filter=mark, created_to=newest))["total"] < 3
    for wrong in ({"severity": "Bad"}, {"tenantId": "x/y"}, {"count": 500}, {"offset": -1}):
        refused = await reader.browser.get(LOG, params=wrong)
        assert refused.status_code == 400, wrong


async def test_an_accounts_own_log_says_the_same_as_all_of_them(reader: Staff, told):
    mark, _, other = told
    tenant = str(other.tenant_id)
    everything = (await asked(reader, tenantId=tenant, count=200))["data"]
    assert len(everything) >= 2
    for query, count in (
        ({"filter": mark}, 2),
        ({"filter": mark, "actorKind": "vendor"}, 2),
        ({"filter": mark, "actorKind": "user"}, 0),
        ({"action": mark.upper(), "severity": "High"}, 1),
        ({"email": mark, "created_from": "2000-01-01T00:00:00Z"}, 2),
        ({"email": f"{mark}é"}, 0),
    ):
        of_one = await asked(reader, tenantId=tenant, **query)
        of_all = await asked(reader, **query)
        expected = [entry for entry in of_all["data"] if entry.get("tenantId") == tenant]
        assert (of_one["data"], of_one["total"]) == (expected, count), query
    page = await asked(reader, tenantId=tenant, filter=mark, offset=1, count=1)
    assert (len(page["data"]), page["total"]) == (1, 2)
    moments = [entry["createdAt"] for entry in everything]
    assert moments == sorted(moments, reverse=True)


async def test_a_list_without_filters_answers_as_one_with_a_filter_that_all_entries_match(
    world: World, reader: Staff, db: Db
):
    end = clock.now() - timedelta(days=20)
    await add_many(db, (await world.person()).tenant_id, 10_002, before=end)
    span = {
        "created_from": (end - timedelta(seconds=10_002)).isoformat(),
        "created_to": end.isoformat(),
    }
    for offset, shown in ((0, 20), (60, 20), (9_990, 10), (10_000, 0)):
        page = await asked(reader, offset=offset, **span)
        assert (len(page["data"]), page["total"]) == (shown, 10_000), offset
        assert page == await asked(reader, offset=offset, action="user.auth", **span)
    rest = await asked(reader, **(span | {"created_to": page["searchedTo"]}))
    assert (len(rest["data"]), rest["total"], "searchedTo" in rest) == (2, 2, False)


async def test_what_belongs_to_no_account_is_in_it(reader: Staff):
    page = await asked(reader, action="vendor.staff_entered", email=reader.person.email)
    assert page["total"] == 1
    assert "tenantId" not in page["data"][0]
    assert page["data"][0]["user"] == str(reader.person.id)


async def test_how_far_it_is_sealed_is_told(reader: Staff):
    told = (await reader.browser.get(f"{LOG}/chain")).json()
    assert set(told) == {"sealedUntil", "isBehind"}
    assert isinstance(told["isBehind"], bool)


@pytest.mark.parametrize("path", ["/audits", "/audits/resources/audits/v2"])
async def test_a_backend_that_names_no_account_reads_of_all_of_them(
    world: World, reader: Staff, told, path: str
):
    """As published tools of the hosted platform ask."""
    mark, _, _ = told
    backend = (await new_backend(world)).http
    page = await asked(reader, filter=mark)
    answer = await backend.get(path, params={"filter": mark, "count": 20, "offset": 0})
    assert (answer.status_code, answer.json()) == (200, page)
    second = await backend.get(path, params={"filter": mark, "count": 1, "offset": 1})
    assert (second.json()["data"], second.json()["total"]) == ([page["data"][1]], 3)
    for older in ({"sortDirection": "asc"}, {"sortBy": "action"}):
        refused = await backend.get(path, params={"filter": mark, **older})
        assert refused.json()["errorCode"] == "access.account_needed", older
    narrow = (await new_backend(world, ["vendor.read.tenants"])).http
    assert (await narrow.get(path)).status_code == 403


async def test_of_all_of_them_by_accounts_people_and_addresses(world: World, told):
    mark, one, _ = told
    backend = (await new_backend(world)).http

    async def found(**query: Any) -> list[str]:
        answer = await backend.get("/audits/resources/audits/v2", params={"filter": mark, **query})
        assert answer.status_code == 200, answer.text
        return [entry["tenantId"] for entry in answer.json()["data"]]

    both = [str(one.tenant_id), str(uuid4())]
    assert await found(tenant_ids=both) == [str(one.tenant_id)]
    assert await found(users=[str(uuid4())]) == []
    assert len(await found(email=[f"{mark}@X.test", "nobody@x.test"])) == 3
    assert await found(email=["x.test"]) == []
