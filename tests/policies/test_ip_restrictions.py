"""A tenant limits the IP addresses that its members sign in from; no administrator locks themselves out."""

import asyncio
from collections.abc import Iterator

import pytest

from gatehouse.kit.resources import Resources
from tests.audit_log import audit_entries
from tests.policies.places import IP, behind_a_proxy, move
from tests.world import Person, World

HERE, ELSEWHERE = "203.0.113.7", "198.51.100.7"


@pytest.fixture(autouse=True)
def a_proxy(resources: Resources) -> Iterator[None]:
    with behind_a_proxy(resources, "127.0.0.0/8"):
        yield


@pytest.fixture
async def admin(world: World) -> Person:
    who = await world.person("Admin")
    move(who.browser, HERE)
    return who


async def configure(who: Person, *, active: bool, strategy: str = "ALLOW") -> int:
    body = {"isActive": active, "strategy": strategy}
    return (await who.browser.post(f"{IP}/config", json=body)).status_code


async def add(who: Person, ip: str, strategy: str = "ALLOW", **more: object) -> str:
    answer = await who.browser.post(IP, json={"ip": ip, "strategy": strategy, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_the_list_is_paged_and_has_one_spelling(admin: Person):
    assert (await admin.browser.get(f"{IP}/config")).json() == {
        "isActive": False, "strategy": "ALLOW",
    }  # fmt: skip
    for ip in ("203.0.113.0/24", "2001:DB8::1", "192.0.2.99/28"):
        await add(admin, ip, description="An office")
    await add(admin, "192.0.2.200", "BLOCK", isActive=False)
    page = (await admin.browser.get(f"{IP}?_filter=ALLOW&_limit=2&_offset=0")).json()
    assert [item["ip"] for item in page["items"]] == ["192.0.2.96/28", "2001:db8::1"]
    assert page["_metadata"] == {"totalItems": 3, "totalPages": 2}
    last = (await admin.browser.get(f"{IP}?_filter=ALLOW&_limit=2&_offset=1")).json()
    assert [item["ip"] for item in last["items"]] == ["203.0.113.0/24"]
    beyond = (await admin.browser.get(f"{IP}?_filter=ALLOW&_limit=2&_offset=9")).json()
    assert (beyond["items"], beyond["_metadata"]["totalItems"]) == ([], 3)
    (blocked,) = (await admin.browser.get(f"{IP}?_filter=BLOCK")).json()["items"]
    assert blocked["ip"] == "192.0.2.200"
    assert (blocked["isActive"], blocked["description"]) == (False, "")


async def test_my_address_in_one_step(admin: Person, world: World):
    assert (await admin.browser.post(f"{IP}/verify/allow")).json() == {"valid": False}
    made = await admin.browser.post(f"{IP}/current")
    assert made.status_code == 201
    assert (made.json()["ip"], made.json()["description"]) == (HERE, "My IP")
    assert (await admin.browser.get(f"{IP}/config")).json() == {
        "isActive": True, "strategy": "ALLOW",
    }  # fmt: skip
    assert (await admin.browser.post(f"{IP}/verify/allow")).json() == {"valid": True}
    again = await admin.browser.post(f"{IP}/current")
    assert again.json()["id"] == made.json()["id"]
    rows = await audit_entries(world, admin.tenant_id)
    assert {(row["action"], row["ip"]) for row in rows} == {
        ("ip_restriction.created", HERE), ("ip_restrictions.updated", HERE),
    }  # fmt: skip


@pytest.mark.parametrize("swapped", [False, True])
async def test_the_clients_two_calls_work_in_either_order(admin: Person, swapped: bool):
    """It allows the own address and switches the list on at the same time."""
    rule = {"ip": HERE, "strategy": "ALLOW", "isActive": True, "description": "My IP"}
    switch = {"isActive": True, "strategy": "ALLOW"}
    calls = [(IP, rule), (f"{IP}/config", switch)]
    for path, body in reversed(calls) if swapped else calls:
        assert (await admin.browser.post(path, json=body)).status_code == 201
    assert (await admin.browser.post(f"{IP}/verify")).json() == {"valid": True}
    move(admin.browser, ELSEWHERE)
    assert (await admin.browser.post(f"{IP}/verify")).json() == {"valid": False}


async def test_an_administrator_cannot_lock_themselves_out_by_address(admin: Person):
    other = await add(admin, ELSEWHERE)
    assert await configure(admin, active=True) == 409  # not in the list
    mine = await add(admin, HERE)
    assert await configure(admin, active=True) == 201
    refused = await admin.browser.delete(f"{IP}/{mine}")
    assert (refused.status_code, refused.json()["errorCode"]) == (
        409, "ip_restrictions.would_lock_you_out",
    )  # fmt: skip
    assert HERE in refused.json()["errors"][0]
    assert (await admin.browser.delete(f"{IP}/{other}")).status_code == 200
    # The last one: then the list is not in force.
    assert (await admin.browser.delete(f"{IP}/{mine}")).status_code == 200
    assert (await admin.browser.post(f"{IP}/verify")).json() == {"valid": True}


async def test_an_administrator_cannot_block_their_own_address(admin: Person):
    blocked = await add(admin, ELSEWHERE, "BLOCK")
    assert await configure(admin, active=True, strategy="BLOCK") == 201
    for ip in (HERE, "203.0.113.0/24", "0.0.0.0/0", f"::ffff:{HERE}"):
        answer = await admin.browser.post(IP, json={"ip": ip, "strategy": "BLOCK"})
        assert answer.json()["errorCode"] == "ip_restrictions.would_lock_you_out", ip
    bulk = {"ips": [{"ip": "192.0.2.1", "strategy": "BLOCK"}, {"ip": HERE, "strategy": "BLOCK"}]}
    assert (await admin.browser.post(f"{IP}/bulk", json=bulk)).status_code == 409
    page = (await admin.browser.get(IP)).json()
    assert [item["id"] for item in page["items"]] == [blocked]
    # On the other list nothing is in force.
    await add(admin, HERE, "BLOCK", isActive=False)
    assert (await admin.browser.get(f"{IP}/config")).json()["strategy"] == "BLOCK"


async def test_two_administrators_who_change_at_once_do_not_lock_each_other_out(
    world: World, admin: Person
):
    other = await world.person("Admin", tenant_id=admin.tenant_id)
    move(other.browser, ELSEWHERE)
    first, second = await add(admin, HERE), await add(admin, ELSEWHERE)
    await add(admin, "192.0.2.1")
    assert await configure(admin, active=True) == 201
    answers = await asyncio.gather(
        admin.browser.delete(f"{IP}/{second}"), other.browser.delete(f"{IP}/{first}")
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]


@pytest.mark.parametrize(
    "body",
    [
        {}, {"ip": ""}, {"ip": "10.0.0"}, {"ip": "10.0.0.0/99"}, {"ip": "::1%eth0"}, {"ip": "x" * 5000},
        {"ip": None}, {"ip": 7}, {"ip": "10.0.0.1\x00"}, {"ip": "10.0.0.1", "strategy": "MAYBE"},
        {"ip": "10.0.0.1", "isActive": "perhaps"}, {"ip": "10.0.0.1", "description": "x" * 500}, [], 5,
    ],
)  # fmt: skip
async def test_what_is_no_restriction_is_refused_and_not_stored(admin: Person, body: object):
    answer = await admin.browser.post(IP, json=body)
    assert answer.status_code == 400, answer.text
    assert (await admin.browser.get(IP)).json()["items"] == []


async def test_an_address_is_in_a_list_once(admin: Person):
    await add(admin, "192.0.2.0/24")
    await add(admin, "192.0.2.0/24", "BLOCK")
    again = await admin.browser.post(IP, json={"ip": "192.0.2.55/24"})
    assert (again.status_code, again.json()["errorCode"]) == (409, "ip_restrictions.exists")


async def test_the_list_is_bounded(admin: Person):
    for third in range(5):
        ips = [{"ip": f"10.0.{third}.{last}"} for last in range(100)]
        assert (await admin.browser.post(f"{IP}/bulk", json={"ips": ips})).status_code == 201
    more = await admin.browser.post(IP, json={"ip": "10.1.0.0"})
    assert (more.status_code, more.json()["errorCode"]) == (409, "ip_restrictions.too_many")


@pytest.mark.parametrize("forwarded", [ELSEWHERE, f"{ELSEWHERE}, {HERE}", "", "nonsense"])
async def test_a_forwarded_address_is_no_proof_by_itself(
    resources: Resources, admin: Person, forwarded: str
):
    """The allow list knows only the address that this very machine calls from."""
    with behind_a_proxy(resources):
        admin.browser.headers["x-forwarded-for"] = forwarded
        assert (await admin.browser.post(f"{IP}/current")).json()["ip"] == "127.0.0.1"
        own = (await admin.browser.get("/metadata/ipme")).json()
        assert (own["ip"], own["country_code"]) == ("127.0.0.1", None)


async def test_a_lie_before_the_proxys_word_is_not_believed(admin: Person):
    await admin.browser.post(f"{IP}/current")
    move(admin.browser, f"{HERE}, {ELSEWHERE}")
    assert (await admin.browser.post(f"{IP}/verify")).json() == {"valid": False}
    move(admin.browser, f"{ELSEWHERE}, {HERE}")
    assert (await admin.browser.post(f"{IP}/verify")).json() == {"valid": True}
    move(admin.browser, f"{HERE}, nonsense")  # unreadable: only the proxy itself is left
    assert (await admin.browser.post(f"{IP}/verify")).json() == {"valid": False}


async def test_restrictions_are_a_tenants_own(world: World, admin: Person):
    theirs = await add(admin, "192.0.2.1")
    other = await world.person("Admin")
    move(other.browser, ELSEWHERE)
    assert (await other.browser.get(IP)).json()["items"] == []
    assert (await other.browser.delete(f"{IP}/{theirs}")).status_code == 404
    assert (await other.browser.post(IP, json={"ip": "192.0.2.1"})).status_code == 201
    assert len((await admin.browser.get(IP)).json()["items"]) == 1
