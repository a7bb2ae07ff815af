"""Accounts, as the vendor's backends make, read, change and delete them."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from gatehouse.directory.tenants import vendor_service
from gatehouse.kit.tenant_ids import inner_id
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.identity.browser import ME
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import new_address, sign_up_and_activate
from tests.identity.test_users import signs_in

V1, V2 = "/tenants/resources/tenants/v1", "/tenants/resources/tenants/v2"


async def test_an_account_without_a_name_is_called_by_its_id(backend):
    answer = await backend.post(V1, json={"website": "https://acme.test"})
    assert answer.status_code == 201, answer.text
    assert answer.json()["name"] == answer.json()["id"]


async def made(backend, **data: object) -> dict[str, object]:
    answer = await backend.post(V1, json={"name": "Acme", **data})
    assert answer.status_code == 201, answer.text
    body: dict[str, object] = answer.json()
    return body


async def actions(world, tenant_id: object) -> list[str]:
    entries = await audit_entries(world, str(tenant_id))
    return [entry["action"] for entry in entries if entry["actorKind"] == "vendor"]


async def test_an_account_is_made_with_what_is_said_of_it(backend, world):
    wanted, email = str(uuid4()), new_address()
    shown = await made(
        backend,
        tenantId=wanted,
        website="https://acme.test",
        logoUrl="https://acme.test/logo.png",
        timezone="Europe/Berlin",
        isReseller=True,
        creatorName="Ada Poe",
        creatorEmail=email.upper(),
    )
    assert (shown["id"], shown["tenantId"], shown["name"]) == (wanted, wanted, "Acme")
    assert (shown["website"], shown["timezone"]) == ("https://acme.test", "Europe/Berlin")
    assert shown["logo"] == shown["logoUrl"] == "https://acme.test/logo.png"
    assert (shown["isReseller"], shown["creatorName"], shown["creatorEmail"]) == (
        True,
        "Ada Poe",
        email,
    )
    assert ("metadata" in shown, shown["deletedAt"], "alias" in shown) == (False, None, False)
    shown["metadata"] = "{}"
    assert (await backend.get(f"{V2}/{wanted}")).json() == shown
    assert (await backend.get(f"{V1}/{wanted}")).json() == [shown]
    again = await backend.post(V1, json={"name": "Acme", "tenantId": wanted})
    assert refusal(again) == (409, "tenants.id_taken")
    assert await actions(world, wanted) == ["tenant.created_by_vendor"]
    child = await made(backend, name="Acme Sub", parentTenantId=wanted)
    assert child["parentTenantId"] == wanted
    orphan = await backend.post(V1, json={"name": "Acme", "parentTenantId": str(uuid4())})
    assert refusal(orphan) == (404, "tenants.not_found")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": 7},
        {"name": "www.evil.test/login"},
        {"name": "A", "tenantId": "a/b"},
        {"name": "A", "website": "javascript:alert(1)"},
        {"name": "A", "logo": "data:image/svg+xml;base64,AAAA"},
        {"name": "A", "logoUrl": "data:image/png;base64,AAAA"},
        {"name": "A", "creatorEmail": "nobody"},
    ],
)
async def test_invalid_accounts_are_refused(backend, db, wrong):
    count = "select count(*) from tenants"
    before = await db.connection.fetchval(count)
    assert (await backend.post(V1, json=wrong)).status_code == 400
    assert await db.connection.fetchval(count) == before


async def test_accounts_are_ten_levels_deep(backend):
    shown = await made(backend)
    for _ in range(9):
        shown = await made(backend, parentTenantId=shown["id"])
    answer = await backend.post(V1, json={"name": "Acme", "parentTenantId": shown["id"]})
    assert refusal(answer) == (409, "sub_accounts.too_deep")


@pytest.mark.parametrize("version", [V1, V2])
async def test_an_account_changes_in_what_is_given(backend, world, version):
    shown, alias = await made(backend, website="acme.test", creatorName="Ada"), uuid4().hex
    body = {
        "name": "Acme Two",
        "alias": alias,
        "currency": "EUR",
        "website": None,
        "isReseller": True,
    }
    changed = await backend.put(f"{version}/{shown['id']}", json=body)
    assert changed.status_code == 200, changed.text
    after = changed.json()
    assert (after["name"], after["alias"], after["currency"]) == ("Acme Two", alias, "EUR")
    assert ("website" in after, after["isReseller"], after["creatorName"]) == (False, True, "Ada")
    found = await backend.get(f"{V2}/alias/{alias.upper()}")
    assert found.json() == after
    assert refusal(await backend.get(f"{V2}/alias/{uuid4().hex}")) == (404, "tenants.not_found")
    other = await made(backend)
    taken = await backend.put(f"{version}/{other['id']}", json={"alias": alias})
    assert refusal(taken) == (409, "account.alias_taken")
    assert (await backend.get(f"{V2}/{other['id']}")).json() == {**other, "metadata": "{}"}
    gone = await backend.put(f"{version}/{uuid4()}", json={"name": "Acme"})
    assert refusal(gone) == (404, "tenants.not_found")
    bad = await backend.put(f"{version}/{shown['id']}", json={"loginUrl": "http://evil.test"})
    assert bad.status_code == 400
    assert await actions(world, shown["id"]) == [
        "tenant.created_by_vendor",
        "tenant.changed_by_vendor",
    ]


async def test_accounts_are_listed_in_pages(backend):
    mark = uuid4().hex
    ids = [(await made(backend, name=f"{mark} {letter}"))["id"] for letter in "cab"]
    query = {"_filter": mark.upper()[:20], "_limit": 2}
    page = (await backend.get(V2, params=query)).json()
    assert [one["name"][-1] for one in page["items"]] == ["a", "b"]
    assert page["_metadata"] == {"totalItems": 3, "totalPages": 2}
    second = (await backend.get(V2, params={**query, "_offset": 2})).json()
    assert [one["name"][-1] for one in second["items"]] == ["c"]
    newest = {**query, "_sortBy": "createdAt", "_order": "DESC"}
    page = (await backend.get(V2, params=newest)).json()
    assert [one["id"] for one in page["items"]] == [ids[2], ids[1]]
    beyond = (await backend.get(V2, params={**query, "_offset": 4})).json()
    assert (beyond["items"], beyond["_metadata"]["totalItems"]) == ([], 3)
    below = await made(backend, name=f"{mark} b", parentTenantId=ids[1])
    for narrower, found in (
        ({"_parentTenantId": ids[1]}, [below["id"]]),
        ({"_tenantIds": f"{ids[0]},{below['id']}"}, [below["id"], ids[0]]),
        ({"_tenantIds": str(uuid4())}, []),
    ):
        page = (await backend.get(V2, params={"_filter": mark, **narrower})).json()
        assert [one["id"] for one in page["items"]] == found, narrower
    some = {"_tenantIds": f"{ids[0]},{uuid4()}", "_sortBy": "tenantId"}
    page = (await backend.get(V2, params=some)).json()
    assert page["items"] == [(await backend.get(f"{V2}/{ids[0]}")).json()]
    assert (await backend.get(V2, params={"_filter": f"{mark}%"})).json()["items"] == []
    for wrong in ({"_limit": 1000}, {"_sortBy": "path"}, {"_tenantIds": "x/y"}, {"_offset": -1}):
        assert (await backend.get(V2, params=wrong)).status_code == 400, wrong


async def test_all_accounts_in_one_list(backend, monkeypatch):
    """As published server packages read them; here in parts of two."""
    monkeypatch.setattr(vendor_service, "AT_ONCE", 2)
    mark = uuid4().hex
    ids = {str((await made(backend, name=f"{mark} {number}"))["id"]) for number in range(5)}
    gone = str((await made(backend))["id"])
    await backend.delete(f"{V1}/{gone}")
    answer = await backend.get(V1)
    assert answer.status_code == 200, answer.text
    listed = [one["tenantId"] for one in answer.json()]
    assert listed == sorted(set(listed), key=lambda one: inner_id(one).int)
    assert ids <= set(listed)
    assert gone not in listed
    one = (await backend.get(f"{V2}/{min(ids)}")).json()
    assert one in answer.json()
    pages = [
        (await backend.get(V1, params={"_filter": mark, "_limit": 2, "_offset": offset})).json()
        for offset in (0, 2, 4, 6)
    ]
    assert [[one["tenantId"] for one in page] for page in pages] == [
        sorted(ids)[:2], sorted(ids)[2:4], sorted(ids)[4:], [],
    ]  # fmt: skip
    assert len((await backend.get(V1, params={"_filter": mark})).json()) == 5
    for wrong in (0, 201, 1000):
        assert (await backend.get(V1, params={"_limit": wrong})).status_code == 400, wrong
    assert len((await backend.get(V1, params={"_filter": mark, "_limit": 200})).json()) == 5


@pytest.mark.parametrize("written", [lambda given: given, json.dumps])
@pytest.mark.parametrize("version", [V1, V2])
async def test_metadata_may_come_with_the_account(backend, written, version):
    """As an object or as its text: published server packages send either. What is there stays."""
    shown = await made(backend, metadata=written({"a": 1, "b": {"c": "d"}}))
    assert shown["metadata"] == '{"a":1,"b":{"c":"d"}}'
    body = {"name": "Acme Two", "metadata": written({"a": 2})}
    changed = await backend.put(f"{version}/{shown['id']}", json=body)
    assert changed.json()["metadata"] == '{"a":2,"b":{"c":"d"}}'
    for nothing in ({"metadata": written({})}, {"metadata": None}, {"name": "Acme"}):
        kept = await backend.put(f"{version}/{shown['id']}", json=nothing)
        assert kept.json()["metadata"] == '{"a":2,"b":{"c":"d"}}', nothing
    for wrong in (written({"": 1}), written({"..": 1}), written([1]), "no JSON"):
        refused = await backend.put(f"{version}/{shown['id']}", json={"metadata": wrong})
        assert refused.status_code == 400, wrong
        assert (await backend.post(V1, json={"metadata": wrong})).status_code == 400, wrong
    full = await backend.put(f"{version}/{shown['id']}", json={"metadata": {"e": "x" * 4000}})
    assert full.status_code == 200
    over = await backend.put(f"{version}/{shown['id']}", json={"metadata": {"f": "x" * 500}})
    assert refusal(over) == (400, "tenants.metadata_too_large")


@pytest.mark.parametrize("key", ["", ".", ".."])
async def test_no_metadata_have_a_key_that_no_address_leads_to(backend, key):
    """A client that removes `..` would delete the account."""
    one = f"{V1}/{(await made(backend))['id']}"
    refused = await backend.post(f"{one}/metadata", json={"metadata": {"a": 1, key: 1}})
    assert (refused.status_code, refused.json()["errorCode"]) == (
        400, "tenants.metadata_key_unusable",
    )  # fmt: skip


async def test_a_key_of_metadata_may_have_a_slash(backend):
    one = f"{V1}/{(await made(backend))['id']}"
    await backend.post(f"{one}/metadata", json={"metadata": {"a/b": 1, "c": 2}})
    removed = await backend.delete(f"{one}/metadata/a%2Fb")
    assert (removed.status_code, removed.json()["metadata"]) == (200, '{"c":2}')


async def test_metadata_is_kept_key_by_key(backend):
    one = f"{V1}/{(await made(backend))['id']}"
    added = await backend.post(f"{one}/metadata", json={"metadata": {"a": 1, "b": {"c": "d"}}})
    assert (added.status_code, added.json()["metadata"]) == (201, '{"a":1,"b":{"c":"d"}}')
    added = await backend.post(f"{one}/metadata", json={"metadata": {"a": 2}})
    assert added.json()["metadata"] == '{"a":2,"b":{"c":"d"}}'
    for _ in range(2):
        removed = await backend.delete(f"{one}/metadata/b")
        assert (removed.status_code, removed.json()["metadata"]) == (200, '{"a":2}')
    bodies: list[dict[str, Any]] = [
        {},
        {"metadata": []},
        {"metadata": {"a": "x" * 5000}},
        {"metadata": {"a": "\x00"}},
    ]
    for wrong in bodies:
        assert (await backend.post(f"{one}/metadata", json=wrong)).status_code == 400, wrong
    full = await backend.post(f"{one}/metadata", json={"metadata": {"c": "x" * 4000}})
    assert full.status_code == 201
    over = await backend.post(f"{one}/metadata", json={"metadata": {"d": "x" * 500}})
    assert refusal(over) == (400, "tenants.metadata_too_large")
    missing = await backend.post(f"{V1}/{uuid4()}/metadata", json={"metadata": {"a": 1}})
    assert refusal(missing) == (404, "tenants.not_found")


@pytest.mark.parametrize("by_header", [True, False])
async def test_of_a_deleted_account_nothing_is_left(backend, asgi, world, db, run_jobs, by_header):
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    owner = await world.sign_in(user_id, tenant_id, address)
    child = await made(backend, parentTenantId=str(tenant_id))
    below = await world.person("Admin", tenant_id=UUID(str(child["id"])))
    invited = new_address()
    invite = await backend.post(
        "/identity/resources/users/v1",
        json={"email": invited},
        headers={"frontegg-tenant-id": str(tenant_id)},
    )
    assert invite.status_code == 201
    await run_jobs()
    # What looks like the mark of erased accounts keeps nothing.
    await backend.post(f"{V1}/{tenant_id}/metadata", json={"metadata": {"erased": True}})
    headers = {"frontegg-tenant-id": str(tenant_id)} if by_header else {}
    answer = await backend.delete(V1 if by_header else f"{V1}/{tenant_id}", headers=headers)
    assert answer.status_code == 200
    assert (await owner.browser.get(ME)).status_code == 401
    assert (await below.browser.get(ME)).status_code == 401
    assert (await signs_in(asgi, address))[0] != 200
    assert refusal(await backend.get(f"{V2}/{tenant_id}")) == (404, "tenants.not_found")
    assert refusal(await backend.delete(f"{V1}/{tenant_id}")) == (404, "tenants.not_found")
    listed = await backend.get(V2, params={"_tenantIds": f"{tenant_id},{below.tenant_id}"})
    assert listed.json()["items"] == []
    assert (await backend.post(f"{V1}/{tenant_id}/erase")).status_code == 202
    await run_jobs()
    gone = "select (select count(*) from memberships where tenant_id = any ($1))"
    assert await db.connection.fetchval(gone, [tenant_id, below.tenant_id]) == 0
    row = "select metadata::text from tenants where id = $1"
    assert await db.connection.fetchval(row, tenant_id) == '{"erased": true}'
    again = "select metadata ->> 'erased' from tenants where id = $1 and creator_email is null"
    assert await db.connection.fetchval(again, tenant_id) == "true"
    assert "tenant.deleted" in await actions(world, tenant_id)


async def test_a_reader_changes_no_account(world, backend):
    shown = await made(backend)
    reader = (await new_backend(world, ["vendor.read.tenants"])).http
    assert (await reader.get(f"{V2}/{shown['id']}")).status_code == 200
    assert (await reader.delete(f"{V1}/{shown['id']}")).status_code == 403
    assert (await reader.put(f"{V2}/{shown['id']}", json={"name": "Mine"})).status_code == 403
    assert (await reader.post(V1, json={"name": "Mine"})).status_code == 403
