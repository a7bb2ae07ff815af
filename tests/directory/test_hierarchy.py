"""The tree of accounts as seen from its parts: downwards only, page by page."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.world import Person, World

TREE = "/tenants/resources/hierarchy"
PAGE = f"{TREE}/v2"


@dataclass(frozen=True)
class Family:
    """`top` has `first` and `second` below it, and `first` has `low`; `other` belongs to another company."""

    top: UUID
    first: UUID
    second: UUID
    low: UUID
    other: UUID


@pytest.fixture
async def family(world: World) -> Family:
    top = await world.tenant("Top")
    first = await world.tenant("First", parent=top)
    second = await world.tenant("Second", parent=top)
    low = await world.tenant("Low", parent=first)
    return Family(top, first, second, low, await world.tenant("Other"))


@pytest.fixture
async def admin(world: World, family: Family) -> Person:
    return await world.person("Admin", tenant_id=family.top)


async def page(who: Person, **query: Any) -> dict[str, Any]:
    answer = await who.browser.get(PAGE, params={key: str(value) for key, value in query.items()})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def names(who: Person, **query: Any) -> list[str]:
    return [item["name"] for item in (await page(who, **query))["items"]]


async def test_a_page_is_the_accounts_right_below(admin: Person, family: Family):
    """With the words that the client puts into its query for what it does not have."""
    body = await page(admin, _offset=0, _limit=50, _subTenantId="undefined")
    assert [(one["tenantId"], one["name"], one["metadata"]) for one in body["items"]] == [
        (str(family.first), "First", {"isParent": True}),
        (str(family.second), "Second", {"isParent": False}),
    ]
    assert body["items"][0]["isReseller"] is False
    assert body["items"][0]["subAccountAccessType"] == "defaultOff"
    assert body["_metadata"] == {"totalItems": 2, "totalPages": 1}
    assert body["_links"]["next"] == ""
    assert await names(admin, _subTenantId=family.first) == ["Low"]
    assert await names(admin, _subTenantId=family.top) == ["First", "Second"]
    assert await names(admin, _subTenantId=family.second) == []


async def test_pages_follow_one_another(world: World, admin: Person, family: Family):
    for number in range(5):
        await world.tenant(f"Child {number}", parent=family.second)
    seen, body = [], await page(admin, _subTenantId=family.second, _limit=2)
    assert body["_metadata"] == {"totalItems": 5, "totalPages": 3}
    while True:
        seen += [item["name"] for item in body["items"]]
        if not (link := body["_links"]["next"]):
            break
        body = (await admin.browser.get(link)).json()
    assert seen == [f"Child {number}" for number in range(5)]
    last = (await admin.browser.get(body["_links"]["last"])).json()
    assert [item["name"] for item in last["items"]] == ["Child 4"]
    assert "_offset=2" in body["_links"]["prev"]


@pytest.mark.parametrize("sort", ["name", "createdAt", "tenantId"])
async def test_both_directions_hold_the_same(admin: Person, sort: str):
    down = await names(admin, _sortBy=sort, _order="DESC")
    assert down[::-1] == await names(admin, _sortBy=sort, _order="ASC")
    assert len(down) == 2


async def test_a_search_goes_all_the_way_down(world: World, admin: Person, family: Family):
    await world.tenant("100% sure", parent=family.low)
    assert await names(admin, _filter="LOW") == ["Low"]
    assert await names(admin, _filter="o") == ["Low", "Second"]
    assert await names(admin, _filter="o", _subTenantId=family.first) == ["Low"]
    assert await names(admin, _filter="0% s") == ["100% sure"]
    assert await names(admin, _filter="top") == await names(admin, _filter="other") == []


@pytest.mark.parametrize(
    "query",
    ["_limit=0", "_limit=201", "_offset=-1", "_subTenantId=x/y", "_sortBy=path", "_order=UP"],
)
async def test_bad_queries_are_refused(admin: Person, query: str):
    assert (await admin.browser.get(f"{PAGE}?{query}")).status_code == 400


async def test_the_tree_is_whole_and_nested(admin: Person, family: Family):
    body = (await admin.browser.get(f"{TREE}/v1/tree")).json()
    assert (body["tenantId"], body["tenantName"]) == (str(family.top), "Top")
    first, second = body["children"]
    assert (first["tenantName"], second["tenantName"]) == ("First", "Second")
    assert [one["tenantName"] for one in first["children"]] == ["Low"]
    assert second["children"] == []


async def test_parents_end_at_the_own_account(world: World, admin: Person, family: Family):
    path = f"{TREE}/v1/parents"
    assert (await admin.browser.get(path)).json() == []
    above = (await admin.browser.get(f"{path}/{family.low}")).json()
    assert [(one["tenantName"], one["level"]) for one in above] == [("Top", 2), ("First", 1)]
    assert (await admin.browser.get(f"{path}/{family.top}")).json() == []
    middle = await world.person("Admin", tenant_id=family.first)
    assert (await middle.browser.get(path)).json() == []
    above = (await middle.browser.get(f"{path}/{family.low}")).json()
    assert [one["tenantName"] for one in above] == ["First"]


async def test_a_user_from_a_parent_account_sees_the_way_back(
    world: World, admin: Person, family: Family
):
    """As the client fills the page of one account: with the token of that account."""
    path = f"{TREE}/v1/parents"
    for tenant_id, expected in (
        (family.low, [("Top", 2), ("First", 1)]),
        (family.first, [("Top", 1)]),
    ):
        token = await admin.browser.post(
            "/identity/resources/users/v3/me/token", json={"tenantId": str(tenant_id)}
        )
        there = {"authorization": token.json()["accessToken"]}
        above = (await admin.browser.get(path, headers=there)).json()
        assert [(one["tenantName"], one["level"]) for one in above] == expected
    inside = await world.person("Admin", tenant_id=family.low)
    assert (await inside.browser.get(path)).json() == []
    middle = await world.person("Admin", tenant_id=family.first)
    token = await middle.browser.post(
        "/identity/resources/users/v3/me/token", json={"tenantId": str(family.low)}
    )
    there = {"authorization": token.json()["accessToken"]}
    above = (await middle.browser.get(path, headers=there)).json()
    assert [one["tenantName"] for one in above] == ["First"]


async def test_counts_are_of_everything_below(admin: Person, family: Family):
    ids = ",".join(map(str, (family.top, family.first, family.second, family.other, uuid4())))
    rows = (await admin.browser.get(f"{PAGE}/metadata", params={"_tenantIds": ids})).json()
    facts = [
        (one["tenantId"], one["name"], one["totalSubTenants"], one["isParent"]) for one in rows
    ]
    assert facts == [
        (str(family.top), "Top", 3, True),
        (str(family.first), "First", 1, True),
        (str(family.second), "Second", 0, False),
    ]
    assert (await admin.browser.get(f"{PAGE}/metadata")).json() == []


async def test_nothing_above_or_beside_is_there(world: World, family: Family):
    """A child asks for its parent, its sibling, and an unrelated account."""
    child = await world.person("Admin", tenant_id=family.first)
    assert await names(child) == ["Low"]
    for foreign in (family.top, family.second, family.other, uuid4()):
        for path in (f"{PAGE}?_subTenantId={foreign}", f"{TREE}/v1/parents/{foreign}"):
            answer = await child.browser.get(path)
            assert (answer.status_code, answer.json()["errorCode"]) == (404, "tenants.not_found")
        assert (
            await child.browser.get(f"{PAGE}/metadata", params={"_tenantIds": str(foreign)})
        ).json() == []
        counted = await child.browser.post(
            "/identity/resources/tenants/users/v1/count", json={"tenantIds": [str(foreign)]}
        )
        assert counted.json() == []


async def test_who_may_not_see_the_tree_sees_none(world: World, family: Family):
    nobody = await world.person(permissions=("fe.secure.read.users",), tenant_id=family.top)
    for path in ("v1", "v1/tree", "v1/parents", f"v1/parents/{family.low}", "v2", "v2/metadata"):
        assert (await nobody.browser.get(f"{TREE}/{path}")).status_code == 403


async def test_all_users_are_those_of_the_accounts_that_the_caller_may_enter(
    world: World, admin: Person, family: Family
):
    path = "/identity/resources/sub-tenants/users/v1"
    _, above = await world.member(family.top, "ReadOnly", name="Ann")
    await world.member(family.low, "ReadOnly", name="Zoe")
    query = "_offset=0&_limit=20&_filter=&_sortBy=name&_order=ASC"
    body = (await admin.browser.get(f"{path}?{query}")).json()
    assert [item["name"] for item in body["items"]] == ["Ann", "Pat Doe", "Zoe"]
    [there] = body["items"][2]["tenants"]
    assert (there["tenantId"], there["activated"]) == (str(family.low), True)
    assert {role["key"] for role in there["roles"]} == {"ReadOnly"}
    assert "fe.secure.read.*" in {permission["key"] for permission in there["permissions"]}
    assert body["_metadata"] == {"totalItems": 3, "totalPages": 1}
    listed = (await admin.browser.get(path, params={"_includeSubTenants": "false"})).json()
    assert [item["name"] for item in listed["items"]] == ["Zoe", "Pat Doe", "Ann"]
    reader = await world.person("ReadOnly", tenant_id=family.top)
    mine = (await reader.browser.get(path)).json()["items"]
    assert {item["tenantId"] for item in mine} == {str(family.top)}
    assert above in {item["email"] for item in mine}
