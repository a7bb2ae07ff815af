"""A tenant says with which email domains people enter it and may be invited."""

import pytest

from tests.audit_log import audit_entries
from tests.policies.places import DOMAINS
from tests.world import Person, World

USERS = "/identity/resources/users/v2"


@pytest.fixture
async def admin(world: World) -> Person:
    """At `example.test`."""
    return await world.person("Admin")


async def configure(who: Person, **body: object) -> int:
    answer = await who.browser.post(f"{DOMAINS}/config", json={"active": True, **body})
    return answer.status_code


async def add(who: Person, domain: str, kind: str = "ALLOW") -> str:
    answer = await who.browser.post(DOMAINS, json={"domain": domain, "type": kind})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_what_is_sent_as_type_is_read_as_list_type(admin: Person):
    assert (await admin.browser.get(f"{DOMAINS}/config")).json() == {
        "active": False, "listType": "ALLOW", "blockPublicDomains": False,
    }  # fmt: skip
    assert await configure(admin, type="BLOCK", blockPublicDomains=True) == 201
    expected = {"active": True, "listType": "BLOCK", "blockPublicDomains": True}
    assert (await admin.browser.get(f"{DOMAINS}/config")).json() == expected
    # What is not sent stays.
    await admin.browser.post(f"{DOMAINS}/config", json={"active": False})
    assert (await admin.browser.get(f"{DOMAINS}/config")).json() == {**expected, "active": False}


async def test_both_lists_are_read_whole(admin: Person, world: World):
    await add(admin, " Example.COM ")
    await add(admin, "xn--bcher-kva.example", "BLOCK")
    items = (await admin.browser.get(DOMAINS)).json()["items"]
    assert [(item["domain"], item["type"]) for item in items] == [
        ("example.com", "ALLOW"), ("bücher.example", "BLOCK"),
    ]  # fmt: skip
    again = await admin.browser.post(DOMAINS, json={"domain": "BÜCHER.example", "type": "BLOCK"})
    assert again.json()["errorCode"] == "domain_restrictions.exists"
    assert (await admin.browser.delete(f"{DOMAINS}/{items[0]['id']}")).status_code == 200
    assert len((await admin.browser.get(DOMAINS)).json()["items"]) == 1
    actions = await audit_entries(world, admin.tenant_id)
    assert [row["action"] for row in actions] == [
        "domain_restriction.created", "domain_restriction.created", "domain_restriction.deleted",
    ]  # fmt: skip


async def test_an_administrator_cannot_lock_themselves_out_by_domain(admin: Person):
    await add(admin, "example.com")
    assert await configure(admin, type="ALLOW") == 409
    mine = await add(admin, "example.test")
    assert await configure(admin, type="ALLOW") == 201
    refused = await admin.browser.delete(f"{DOMAINS}/{mine}")
    assert refused.json()["errorCode"] == "domain_restrictions.would_lock_you_out"
    whole = {"type": "ALLOW", "domains": ["example.com"]}
    refused = await admin.browser.post(f"{DOMAINS}/replace-bulk", json=whole)
    assert refused.status_code == 409
    assert await configure(admin, type="BLOCK") == 201
    refused = await admin.browser.post(DOMAINS, json={"domain": "test.example", "type": "BLOCK"})
    assert refused.status_code == 201
    refused = await admin.browser.post(DOMAINS, json={"domain": "example.test", "type": "BLOCK"})
    assert refused.status_code == 409


async def test_a_whole_list_is_replaced(admin: Person):
    await add(admin, "old.example", "BLOCK")
    await add(admin, "kept.example", "ALLOW")
    whole = {"type": "BLOCK", "domains": ["b.example", "a.example", "A.example"]}
    answer = await admin.browser.post(f"{DOMAINS}/replace-bulk", json=whole)
    assert answer.status_code == 201
    assert sorted(item["domain"] for item in answer.json()) == ["a.example", "b.example"]
    items = (await admin.browser.get(DOMAINS)).json()["items"]
    assert [item["domain"] for item in items] == ["a.example", "b.example", "kept.example"]
    many = {"type": "BLOCK", "domains": [f"d{number}.example" for number in range(500)]}
    refused = await admin.browser.post(f"{DOMAINS}/replace-bulk", json=many)
    assert refused.json()["errorCode"] == "domain_restrictions.too_many"
    assert len((await admin.browser.get(DOMAINS)).json()["items"]) == 3


@pytest.mark.parametrize(
    "domain",
    ["", "com", "example", "pat@example.com", "*.example.com", "exa mple.com", "example..com",
     "-a.example", "http://example.com", "example.com/x", "10.0.0.1", "x" * 300, None, 7, "a\x00.example"],
)  # fmt: skip
async def test_what_is_no_domain_is_refused(admin: Person, domain: object):
    answer = await admin.browser.post(DOMAINS, json={"domain": domain, "type": "ALLOW"})
    assert answer.status_code == 400, answer.text
    assert (await admin.browser.get(DOMAINS)).json()["items"] == []


async def test_an_address_of_a_blocked_domain_is_not_invited(admin: Person):
    await add(admin, "example.test")
    await add(admin, "example.com")
    assert await configure(admin, type="ALLOW") == 201
    for address in ("new@example.com", "new@eu.example.com", "NEW2@EXAMPLE.test"):
        invited = await admin.browser.post(USERS, json={"email": address})
        assert invited.status_code == 201, invited.text
    for address in ("new@example.org", "new@notexample.com", "new@gmail.com"):
        refused = await admin.browser.post(USERS, json={"email": address})
        assert (refused.status_code, refused.json()["errorCode"]) == (
            403, "admission.domain_refused",
        )  # fmt: skip
    await admin.browser.post(
        f"{DOMAINS}/replace-bulk", json={"type": "BLOCK", "domains": ["example.org"]}
    )
    assert await configure(admin, type="BLOCK", blockPublicDomains=True) == 201
    answers = {
        address: (await admin.browser.post(USERS, json={"email": address})).status_code
        for address in ("a@gmail.com", "a@example.org", "a@example.net")
    }
    assert answers == {"a@gmail.com": 403, "a@example.org": 403, "a@example.net": 201}
