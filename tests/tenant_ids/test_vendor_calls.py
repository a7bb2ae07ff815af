"""A backend names a tenant by a text of its own choice, wherever a tenant is named."""

import base64
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import orjson
import pytest

from gatehouse.kit.tenant_ids import MARK, inner_id
from tests.identity.browser import sign_in
from tests.identity.passwordless_steps import refusal

V1, V2 = "/tenants/resources/tenants/v1", "/tenants/resources/tenants/v2"
SUB = "/frontegg/tenants/resources/sub-tenants/v1"
USERS = "/identity/resources/users"


def new_text(start: str = "example-tenant-id") -> str:
    return f"{start} {uuid4().hex[:8]}"


async def made(backend: httpx.AsyncClient, text: str, **more: object) -> dict[str, object]:
    answer = await backend.post(V1, json={"tenantId": text, "name": "Example", **more})
    assert answer.status_code == 201, answer.text
    assert MARK not in answer.text
    body: dict[str, object] = answer.json()
    assert (body["id"], body["tenantId"]) == (text, text)
    return body


async def test_a_tenant_is_called_as_the_vendor_wants(backend):
    text = new_text()
    path = f"{V1}/{quote(text, safe='')}"
    await made(backend, text)
    [shown] = (await backend.get(path)).json()
    assert shown["tenantId"] == text
    added = await backend.post(f"{path}/metadata", json={"metadata": {"a": "b"}})
    assert (added.status_code, added.json()["tenantId"]) == (201, text)
    users = await backend.get(f"{USERS}/v3", headers={"frontegg-tenant-id": text})
    assert (users.status_code, users.json()["items"]) == (200, [])
    entry = {"tenantId": text, "severity": "Medium", "user": "a@b.test", "action": "Login"}
    audit = await backend.post("/audits/", headers={"frontegg-tenant-id": text}, json=entry)
    assert (audit.status_code, audit.json()["tenantId"]) == (202, text)
    changed = await backend.put(path, json={"name": "Other"})
    assert (changed.status_code, changed.json()["name"]) == (200, "Other")
    listed = await backend.get(V2, params={"_tenantIds": f"{text},{uuid4()}"})
    assert [one["tenantId"] for one in listed.json()["items"]] == [text]
    assert refusal(await backend.post(V1, json={"tenantId": text, "name": "Again"})) == (
        409,
        "tenants.id_taken",
    )
    assert (await backend.delete(path)).status_code == 200
    assert (await backend.get(path)).json() == []
    # While it can be restored, its id is taken.
    again = await backend.post(V1, json={"tenantId": text, "name": "Again"})
    assert refusal(again) == (409, "tenants.id_taken")
    restored = await backend.post(f"{path}/restore")
    assert restored.status_code in (200, 201, 204), restored.text


async def test_a_tenant_without_a_name_is_called_by_its_text(backend):
    text = new_text()
    answer = await backend.post(V1, json={"tenantId": text})
    assert answer.json()["name"] == text


async def test_ids_are_compared_letter_by_letter(backend):
    text = new_text("Case")
    await made(backend, text)
    await made(backend, text.upper())
    [shown] = (await backend.get(f"{V1}/{quote(text.upper())}")).json()
    assert shown["tenantId"] == text.upper()


@pytest.mark.parametrize(
    "text", ['"q" \\b', "<i>&amp;", "ü 日本", "100%", "a;b=c", "a.b", "a" * 255]
)
async def test_odd_ids_are_shown_as_they_are(backend, text):
    text = (text + uuid4().hex[:6])[-255:]
    await made(backend, text, website="https://a.test")
    path = f"{V1}/{quote(text, safe='')}"
    [shown] = (await backend.get(path)).json()
    assert shown["tenantId"] == text
    header = await backend.get(
        f"{USERS}/v3", headers={"frontegg-tenant-id": text.encode()}, params={"_limit": 1}
    )
    assert header.status_code == 200, header.text
    found = await backend.get(V2, params={"_tenantIds": text})
    assert [one["tenantId"] for one in found.json()["items"]] == [text]


@pytest.mark.parametrize(
    "text", ["a/b", "a?b", "a#b", "a\nb", "a\x7fb", "", " a", "a ", ".", "..", "a" * 256, "null"]
)
async def test_ids_that_no_address_can_hold(backend, text):
    refused = await backend.post(V1, json={"tenantId": text, "name": "A"})
    assert refused.status_code == 400
    if text.strip() == text and text not in ("", ".", "..") and "/" not in text:
        assert (await backend.get(f"{V2}/{quote(text, safe='')}")).status_code == 400


async def test_unknown_ids_are_not_found(backend):
    for unknown in (new_text(), str(uuid4())):
        path = quote(unknown, safe="")
        assert refusal(await backend.get(f"{V2}/{path}")) == (404, "tenants.not_found")
        assert (await backend.get(f"{V1}/{path}")).json() == []
        gone = await backend.put(f"{V1}/{path}", json={"name": "A"})
        assert refusal(gone) == (404, "tenants.not_found")
        named = await backend.post(
            f"{USERS}/v1", headers={"frontegg-tenant-id": unknown}, json={"email": "a@b.test"}
        )
        assert named.status_code == 404, named.text


async def test_the_inner_id_names_nothing(backend, db):
    """An attacker who computes it from a known text reaches nothing with it, and can claim nothing."""
    text = new_text()
    await made(backend, text)
    inner = str(inner_id(text))
    assert await db.connection.fetchval("select id from tenants where external_id = $1", text)
    assert refusal(await backend.get(f"{V2}/{inner}")) == (404, "tenants.not_found")
    found = await backend.get(V2, params={"_tenantIds": inner})
    assert found.json()["items"] == []
    # No tenant is called so, or by a text with it inside: its own answers would name the other tenant.
    for wrong in (inner, inner.upper(), f"{inner}-prod"):
        answer = await backend.post(V1, json={"tenantId": wrong, "name": "Odd"})
        assert answer.status_code == 400
    [shown] = (await backend.get(f"{V1}/{quote(text)}")).json()
    assert shown["tenantId"] == text
    # The id of another tenant that is its own text cannot be taken either.
    plain = str(uuid4())
    await made(backend, plain)
    taken = await backend.post(V1, json={"tenantId": plain.upper(), "name": "A"})
    assert refusal(taken) == (409, "tenants.id_taken")


async def test_the_database_holds_text_and_id_together(backend, db):
    text = new_text()
    await made(backend, text)
    for change in (f"external_id = '{new_text()}'", "external_id = 'a/b'", "external_id = id"):
        with pytest.raises(Exception, match="tenants_external_id"):
            async with db.connection.transaction():
                await db.connection.execute(
                    f"update tenants set {change} where id = $1", inner_id(text)
                )
    with pytest.raises(Exception, match="tenants_computed_id"):
        async with db.connection.transaction():
            await db.connection.execute(
                "update tenants set external_id = null where id = $1", inner_id(text)
            )


async def test_a_tenant_with_a_text_id_is_created_below_another_and_moved(backend):
    top, below = new_text("top"), new_text("below")
    await made(backend, top)
    shown = await made(backend, below, parentTenantId=top)
    assert shown["parentTenantId"] == top
    other = new_text("other")
    await made(backend, other)
    page = await backend.get(V2, params={"_parentTenantId": top})
    assert [one["tenantId"] for one in page.json()["items"]] == [below]


async def test_migrated_tenants_keep_their_ids(backend, run_jobs):
    top, below = new_text("top"), new_text("below")
    asked = [
        {"tenantId": top, "name": "Top"},
        {"tenantId": below, "name": "Below", "parentTenantId": top},
        top,
        new_text("unknown"),
    ]
    begun = await backend.post("/tenants/resources/migrations/v1/tenants", json={"tenants": asked})
    assert begun.status_code == 202, begun.text
    await run_jobs()
    [shown] = (await backend.get(f"{V1}/{quote(below)}")).json()
    assert (shown["tenantId"], shown["parentTenantId"]) == (below, top)
    status = await backend.get(
        f"/tenants/resources/migrations/v1/tenants/status/{begun.json()['migrationId']}"
    )
    assert MARK not in status.text
    assert len(status.json()["errors"]) == 1


async def test_an_administrator_makes_accounts_below_and_enters_them(world, backend):
    text = new_text("company")
    await made(backend, text)
    admin = await world.person("Admin", tenant_id=inner_id(text))
    sub = new_text("sub-1")
    body = {"tenantId": sub, "name": "Sub", "parentTenantId": text}
    answer = await admin.browser.post(SUB, json=body)
    assert (answer.status_code, answer.json()["tenantId"]) == (201, sub)
    assert answer.json()["parentTenantId"] == text
    own = await admin.browser.post(SUB, json={"name": "Sub 2"})
    assert own.json()["parentTenantId"] == text
    again = await admin.browser.post(SUB, json=body)
    assert refusal(again) == (409, "sub_accounts.id_taken")
    renamed = await admin.browser.patch(f"{SUB}/{quote(sub)}", json={"name": "Sub One"})
    assert renamed.status_code == 200
    stranger = await world.person("Admin")
    for name in (sub, new_text("unknown")):
        refused = await stranger.browser.patch(f"{SUB}/{quote(name)}", json={"name": "Mine"})
        assert refusal(refused) == (404, "tenants.not_found")
    below = await stranger.browser.post(
        SUB, json={"name": "Below", "parentTenantId": text, "tenantId": new_text()}
    )
    assert refusal(below) == (404, "tenants.not_found")


async def test_a_person_switches_to_such_a_tenant(world, backend):
    text = new_text()
    await made(backend, text)
    person = await world.person("Admin")
    await world.member_of(inner_id(text), person.id)
    browser = await sign_in(world, person.id, person.tenant_id)
    path = f"/frontegg{USERS}/v1/tenant"
    unknown = await browser.http.put(path, json={"tenantId": new_text("unknown")})
    assert unknown.status_code in (403, 404)
    entered = await browser.http.put(path, json={"tenantId": text})
    assert entered.status_code == 200, entered.text
    refreshed = await browser.http.post(
        "/identity/resources/auth/v1/user/token/refresh", json={"tenantId": text}
    )
    claims = claims_of(refreshed.json()["accessToken"])
    assert claims["tenantId"] == text
    assert set(claims["tenantIds"]) == {text, str(person.tenant_id)}
    browser.http.headers["authorization"] = f"Bearer {refreshed.json()['accessToken']}"
    me = await browser.http.get("/identity/resources/users/v2/me")
    assert (me.json()["tenantId"], me.status_code) == (text, 200)
    assert MARK not in me.text


def claims_of(token: str) -> dict[str, Any]:
    payload = token.split(".")[1]
    claims: dict[str, Any] = orjson.loads(
        base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    )
    return claims


@pytest.mark.parametrize("text", [None, "another"], ids=["no text", "another text"])
async def test_the_inner_id_of_a_text_cannot_be_chosen(world, backend, text):
    """An administrator would take the id of a tenant that the vendor is yet to create."""
    wanted = new_text("acme-corp")
    parts = {"inner": str(inner_id(wanted)), "text": text}
    admin = await world.person("Admin")
    for answer in (
        await admin.browser.post(SUB, json={"tenantId": parts, "name": "Sub"}),
        await backend.post(V1, json={"tenantId": parts, "name": "Acme"}),
        await backend.post(
            "/tenants/resources/migrations/v1/tenants",
            json={"tenants": [{"tenantId": parts, "name": "A"}]},
        ),
    ):
        assert answer.status_code == 400, answer.text
    for value in [5, True, [1], {"a": 1}]:
        answer = await backend.post(V1, json={"tenantId": value, "name": "Acme"})
        assert answer.status_code == 400
        assert answer.json()["errors"] == ["tenantId: must be a text"]
    await made(backend, wanted)


async def test_only_the_same_account_already_exists(world, backend):
    """By these words infrastructure code adopts the account that there is."""
    text, parent = new_text("acme"), new_text("parent")
    await made(backend, parent)
    await made(backend, text)
    again = await backend.post(V1, json={"tenantId": text, "name": "Acme"})
    assert refusal(again) == (409, "tenants.id_taken")
    assert again.json()["errors"] == ["Tenant already exists"]
    below = {"tenantId": text, "name": "Acme", "parentTenantId": parent}
    elsewhere = await backend.post(V1, json=below)
    assert refusal(elsewhere) == (409, "tenants.id_taken")
    assert "Another tenant in the hierarchy" in elsewhere.text
    # An administrator was first with the id.
    admin = await world.person("Admin", tenant_id=inner_id(parent))
    wanted = new_text("globex")
    squatted = await admin.browser.post(SUB, json={"tenantId": wanted, "name": "Globex"})
    assert squatted.status_code == 201
    late = await backend.post(V1, json={"tenantId": wanted, "name": "Globex"})
    assert refusal(late) == (409, "tenants.id_taken")
    assert "Tenant already exists" not in late.text


async def test_the_id_of_a_deleted_account_is_not_given_again(backend):
    """What tokens, files and the audit say of it would then be read as another account's."""
    text = new_text("gone")
    await made(backend, text)
    assert (await backend.delete(f"{V1}/{quote(text)}")).status_code == 200
    again = await backend.post(V1, json={"tenantId": text, "name": "Acme"})
    assert refusal(again) == (409, "tenants.id_taken")
    assert "A deleted tenant has this ID" in again.text
    assert (await backend.get(f"{V1}/{quote(text)}")).json() == []
