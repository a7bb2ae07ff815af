"""The users of one tenant, and of those below it, as the vendor's backends list them."""

from typing import Any
from uuid import UUID

import httpx
import pytest

from gatehouse.kit import clock
from tests.world import Db, World

PHRASE = "/identity/resources/users/v1/query/phrase"
# One that no user has: the list is then the same, and counted.
EXCLUDED = {"_phraseSearchExcludes": "nowhere-at-all"}


@pytest.fixture
async def tenant_id(world: World, db: Db) -> UUID:
    """Five members: one is invisible, one locked, and one was invited by another address and name."""
    tenant_id = await world.tenant()
    for name in ("Zed", "ada", "Bob", "Cleo", "Dora"):
        user_id, _ = await world.member(tenant_id, "ReadOnly", name=name)
        await db.connection.execute(
            "update users set invisible = $2, locked_at = $3, provider = $4 where id = $1",
            user_id, name == "Cleo", clock.now() if name == "Dora" else None,
            "google" if name == "Bob" else "local",
        )  # fmt: skip
        await db.connection.execute(
            "update memberships set activated = false, invited_email = 'aaa@first.test',"
            " invited_name = 'Aaa', created_at = created_at + interval '1 day'"
            " where user_id = $1 and $2 = 'Zed'",
            user_id, name,
        )  # fmt: skip
    return tenant_id


async def page(backend: httpx.AsyncClient, tenant_id: UUID, **query: Any) -> dict[str, Any]:
    params = {"_tenantId": str(tenant_id), "_includeSubTenants": "false"} | query
    answer = await backend.get(PHRASE, params=params)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(
    "sort",
    ["createdAt", "name", "email", "id", "verified", "isLocked", "provider", "tenantId"],
)
async def test_all_members_are_listed_by_their_own_values(
    backend: httpx.AsyncClient, tenant_id: UUID, sort: str
):
    # Named one by one, they are not read in the order of the member index.
    everyone = [one["id"] for one in (await page(backend, tenant_id))["items"]]
    named = {"ids": ",".join(everyone)}
    found: dict[str, list[Any]] = {}
    for order in ("ASC", "DESC"):
        rows: list[dict[str, Any]] = []
        for offset in range(0, 6, 2):
            query = {"_sortBy": sort, "_order": order, "_limit": 2, "_offset": offset}
            part = await page(backend, tenant_id, **query)
            assert part == await page(backend, tenant_id, **query, **named)
            assert part == await page(backend, tenant_id, **query, **EXCLUDED)
            assert part["_metadata"]["totalItems"] == 5
            rows += part["items"]
        assert {one["name"] for one in rows} == {"Zed", "ada", "Bob", "Cleo", "Dora"}
        values = [str(one[sort]).lower() for one in rows]
        assert values == sorted(values, reverse=order == "DESC")
        found[order] = [one["id"] for one in rows]
    assert found["DESC"] == found["ASC"][::-1]
    beyond = await page(backend, tenant_id, _offset=6, _sortBy=sort)
    assert (beyond["items"], beyond["_metadata"]["totalItems"]) == ([], 5)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"_phraseSearchContains": "zed"}, ["Zed"]),
        ({"_phraseSearchContains": "aaa"}, []),
        ({"_phraseSearchContains": "ZE"}, ["Zed"]),
        ({"_phraseSearchContains": ["cleo", "l"]}, ["Cleo"]),
        ({"_phraseSearchContains": "o", "_phraseSearchExcludes": ["zed", "cleo"]}, ["Bob", "Dora"]),
        ({"_phraseSearchOptional": ["aaa", "cleo", "ada "]}, ["ada", "Cleo"]),
        ({"_namePrefix": "Z"}, ["Zed"]),
        ({"_namePrefix": "aaa"}, []),
        ({"_namePrefix": "A"}, ["ada"]),
    ],
)
async def test_members_are_found_by_their_own_values(
    backend: httpx.AsyncClient, tenant_id: UUID, query: dict[str, Any], names: list[str]
):
    """Not by what the tenant is shown of an invited user; an invisible user is found, too."""
    for sort in ("name", "isLocked", "tenantId"):
        found = await page(backend, tenant_id, **query, _sortBy=sort)
        assert sorted((one["name"] for one in found["items"]), key=str.lower) == names
        assert found["_metadata"]["totalItems"] == len(names)


async def test_a_user_of_several_accounts_below_is_listed_once(
    backend: httpx.AsyncClient, world: World, db: Db, tenant_id: UUID
):
    below = await world.tenant(parent=tenant_id)
    user_id, address = await world.member(below, "ReadOnly", name="Ewe")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, now())",
        tenant_id, user_id,
    )  # fmt: skip
    everywhere = {"_includeSubTenants": "true", "_sortBy": "name", "_limit": 3, "_offset": 3}
    part = await page(backend, tenant_id, **everywhere)
    assert part == await page(backend, tenant_id, **everywhere, **EXCLUDED)
    assert [one["name"] for one in part["items"]] == ["Dora", "Ewe", "Zed"]
    assert part["_metadata"]["totalItems"] == 6
    assert len(part["items"][1]["tenantIds"]) == 2
    local = address.partition("@")[0]
    for query, count in (
        ({"_phraseSearchContains": local}, 1),
        ({"_phraseSearchContains": [local, "ewe"]}, 1),
        ({"_phraseSearchContains": [local, "zed"]}, 0),
        ({"_phraseSearchOptional": [local, "zed"]}, 2),
        ({"_namePrefix": "EW"}, 1),
        ({"_email": address.upper()}, 1),
        ({"_email": "no address"}, 0),
        ({"_email": " "}, 0),
        ({"_email": address, "_identifier": "another@x.test"}, 0),
        ({"_email": address, "_identifier": address}, 1),
        ({"_identifier": " "}, 0),
        ({"_identifier": " ", "_identifierType": "username"}, 0),
        ({"_identifier": " ", "_identifierType": "phoneNumber"}, 0),
        ({"_identifier": "no-such-name", "_identifierType": "username"}, 0),
        ({"_identifier": "+49 30 1", "_identifierType": "phoneNumber"}, 0),
        ({"ids": str(user_id)}, 1),
        ({"_externalIds": "unknown"}, 0),
    ):
        part = await page(backend, tenant_id, _includeSubTenants="true", **query)
        assert (len(part["items"]), part["_metadata"]["totalItems"]) == (count, count), query


@pytest.mark.parametrize("separators", [",", " ", " , "])
async def test_a_filter_of_separators_alone_is_refused(
    backend: httpx.AsyncClient, world: World, tenant_id: UUID, separators: str
):
    """It names no user, and must not list all of them."""
    admin = await world.person("Admin", tenant_id=tenant_id)
    for client, path, names in (
        (backend, PHRASE, ("ids", "_externalIds")),
        (backend, "/tenants/resources/tenants/v2", ("_tenantIds",)),
        (
            backend,
            "/applications/resources/applications/tenant-assignments/v1",
            ("appIds", "tenantIds"),
        ),
        (
            admin.browser,
            "/identity/resources/users/v3",
            ("ids", "_roleIds", "_groupIds", "_status", "_managedBy"),
        ),
        (admin.browser, "/identity/resources/users/emails/v1", ("userIds",)),
        (admin.browser, "/identity/resources/usernames/v1", ("userIds", "usernames")),
        (admin.browser, "/team/resources/members/v1", ("roleIds",)),
    ):
        for name in names:
            answer = await client.get(path, params={name: separators})
            assert answer.status_code == 400, (path, name, answer.text)
    whole = await admin.browser.get(
        "/identity/resources/users/v3", params={"ids": "", "_status": ""}
    )
    assert whole.json()["_metadata"]["totalItems"] == 5


@pytest.mark.parametrize("kind", ["email", "phoneNumber", "username"])
async def test_a_blank_identifier_finds_no_member(world: World, tenant_id: UUID, kind: str):
    admin = await world.person("Admin", tenant_id=tenant_id)
    for identifier in (" ", "-", "+"):
        query = {"_identifier": identifier, "_identifierType": kind}
        answer = await admin.browser.get("/identity/resources/users/v3", params=query)
        assert (answer.status_code, answer.json()["items"]) == (200, []), identifier
