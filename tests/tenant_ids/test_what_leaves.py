"""What leaves besides answers names a tenant as the vendor does, and what comes back so is taken."""

import csv
import hashlib
import io
import json
from collections.abc import AsyncIterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit
from uuid import uuid4

import httpx
import orjson
import pytest
from starlette.types import ASGIApp

from gatehouse.audit.settings import AuditSettings
from gatehouse.audit.stream.destinations import choose_destination
from gatehouse.audit.stream.queries import StreamedEntry
from gatehouse.imports.models import Options
from gatehouse.imports.service import read_export
from gatehouse.imports.users.file import import_user_file
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.request_middleware import RequestMiddleware
from gatehouse.kit.tenant_ids import MARK, inner_id
from gatehouse.licensing.license_api.signing import LicenseKeys
from gatehouse.providers.outgoing import Outbox
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.audit.test_export import columns
from tests.connectivity.receiver import Received, Receiver, Reply
from tests.connectivity.steps import Webhooks
from tests.connectivity.test_delivery import as_token
from tests.databases import opened
from tests.directory.api_tokens import KINDS, new_machine
from tests.identity import test_approvals as approvals
from tests.identity.browser import REFRESH, sign_in
from tests.identity.oauth_steps import authorize, code_for, exchange
from tests.prehooks.conftest import Service, says
from tests.sent import texts_in
from tests.tenant_ids.test_vendor_calls import claims_of, made, new_text
from tests.world import Person, World


@pytest.fixture
async def text(backend: httpx.AsyncClient) -> str:
    text = new_text('acme, "inc" & <co>')
    await made(backend, text)
    return text


@pytest.fixture
async def admin(world: World, text: str) -> Person:
    return await world.person("Admin", tenant_id=inner_id(text))


@pytest.fixture
async def hooks(world: World, admin: Person, run_jobs) -> AsyncIterator[Webhooks]:
    before = world.resources[Outbound]
    world.resources.add(Outbound, Outbound([ip_network("127.0.0.0/8")]))
    receiver = Receiver()
    server = await receiver.serve()
    yield Webhooks(world, admin, receiver, world.resources, run_jobs)
    server.close()
    world.resources.add(Outbound, before)


async def test_a_webhook_is_signed_with_the_text_in_it(hooks: Webhooks, text: str):
    await hooks.make()
    await hooks.happens("Sales")
    (received,) = hooks.receiver.received
    assert MARK not in received.content.decode()
    assert received.json["eventContext"]["tenantId"] == text
    assert as_token(received)["bodySha256"] == hashlib.sha256(received.content).hexdigest()


@pytest.mark.parametrize("kind", KINDS)
async def test_tokens_of_machines(world: World, admin: Person, text: str, kind: str):
    machine = await new_machine(world, admin, kind)
    token = machine.http.headers["authorization"].split(" ")[1]
    assert claims_of(token)["tenantId"] == text
    roles = await machine.http.get("/identity/resources/roles/v1")
    assert roles.is_success, roles.text
    assert MARK not in roles.text


async def test_an_application_signs_in_to_the_tenant(world: World, admin: Person, text: str):
    plain = await world.tenant()
    await world.member_of(plain, admin.id)
    browser = await sign_in(world, admin.id, plain)
    unknown = await code_for(world, browser, tenantId=new_text("unknown"))
    assert unknown
    code = await code_for(world, browser, tenantId=text)
    tokens = (await exchange(world, code)).json()
    for name in ("access_token", "id_token"):
        claims = claims_of(tokens[name])
        assert (claims["tenantId"], MARK in json.dumps(claims)) == (text, False)
        assert set(claims["tenantIds"]) == {text, str(plain)}
    http = world.new_client()
    http.headers["authorization"] = f"Bearer {tokens['access_token']}"
    info = await http.get("/oauth/userinfo")
    assert info.json()["tenantId"] == text
    renewed = await http.post(
        "/oauth/token",
        json={
            "grant_type": "refresh_token",
            "refresh_token": tokens["refresh_token"],
            "tenantId": text,
        },
    )
    assert claims_of(renewed.json()["access_token"])["tenantId"] == text


async def test_a_tenants_sign_in_page_is_found_by_it(world: World, backend, text: str):
    await backend.put(
        f"/tenants/resources/tenants/v1/{quote(text)}", json={"loginUrl": "https://a.test/login"}
    )
    public = await world.new_client().get(
        "/tenants/resources/account-settings/v1/public", headers={"frontegg-tenant-id": text}
    )
    assert (public.status_code, public.json()["tenantId"]) == (200, text)
    unknown = await world.new_client().get(
        "/tenants/resources/account-settings/v1/public",
        headers={"frontegg-tenant-id": new_text("unknown")},
    )
    assert unknown.status_code == 404


async def test_mail_and_text_messages(world: World, admin: Person, text: str, run_jobs):
    outbox, inner = world.resources[Outbox], str(admin.tenant_id)
    async with opened(world.resources[Database], Scope.system()) as db:
        from gatehouse.providers.mail.port import Mail

        words = f"Go on at https://a.test/?tenantId={inner} for {inner}."
        html = f'<a href="https://a.test/?tenantId={inner}">{inner}</a>'
        await outbox.queue_rendered_mail(db, Mail(admin.email, f"About {inner}", words, html))
    await run_jobs()
    mail = world.mails(admin.email)[-1]
    said = mail.as_string() + "".join(
        part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"
    )
    assert inner not in said
    assert mail["subject"] == f"About {text}"
    plain = mail.get_body(("plain",))
    assert plain is not None
    assert f"?tenantId={quote(text, safe='')} for {text}." in plain.get_content()
    rich = mail.get_body(("html",))
    assert rich is not None
    assert "<co>" not in rich.get_content()


async def test_the_audit_as_a_file(world: World, admin: Person, backend, text: str, db):
    entry = {
        "severity": "Medium", "action": "Login", "user": "a@b.test",
        "description": f"Came to {admin.tenant_id}", "of": str(admin.tenant_id),
    }  # fmt: skip
    told = await backend.post("/audits", headers={"frontegg-tenant-id": text}, json=entry)
    assert told.status_code == 202, told.text
    file = await admin.browser.post(
        "/audits/export/csv/v2", json=columns("action", "description", "json")
    )
    assert file.status_code == 201
    assert MARK not in file.text
    rows = list(csv.reader(io.StringIO(file.text)))
    [row] = [one for one in rows if one[0] == "Login"]
    assert row[1] == f"Came to {text}"
    assert json.loads(row[2])["of"] == text
    pdf = await admin.browser.post(
        "/audits/export/pdf", json=columns("action", "description", "json")
    )
    assert pdf.status_code == 201


async def test_the_audit_stream(world: World, admin: Person, text: str, tmp_path: Path):
    settings = AuditSettings.model_validate({"audit_stream_url": f"file://{tmp_path}/audit.jsonl"})
    send = choose_destination(settings, world.resources[ExternalIds])
    assert send is not None
    inner = admin.tenant_id
    entry = StreamedEntry(
        uuid4(), inner, clock.now(), "tenant.created", "Info", f"Made {inner}", None, None, None,
        None, None, None, {"tenantId": str(inner)},
    )  # fmt: skip
    await send([entry])
    [line] = (tmp_path / "audit.jsonl").read_text().splitlines()
    shown = json.loads(line)
    assert (shown["tenantId"], shown["description"], shown["json"]) == (
        text, f"Made {text}", {"tenantId": text},
    )  # fmt: skip


async def test_a_license_file(world: World, admin: Person, text: str):
    signed = await world.resources[LicenseKeys].sign_file({"customer": str(admin.tenant_id)})
    assert signed["license"]["customer"] == text


async def test_licenses_from_a_table(backend, text: str):
    cell = '"' + text.replace('"', '""') + '"'
    rows = (f"{cell},5,a@acme.test", "a/b,1,b@acme.test", f"{uuid4()},1,c@acme.test")
    csv = "\n".join(("tenantId,seats,billingEmail", *rows))
    answer = await backend.post("/tenants/resources/licenses/v1/import", json={"csv": csv})
    assert answer.status_code == 200, answer.text
    assert (len(answer.json()["made"]), len(answer.json()["problems"])) == (1, 2), answer.text
    assert MARK not in answer.text
    listed = await backend.get("/tenants/resources/licenses/v1", params={"_tenantId": text})
    assert {one["tenantId"] for one in listed.json()["items"]} == {text}


async def test_the_hosted_platforms_export(
    world: World, backend, database: Database, tmp_path: Path, db
):
    first, second = new_text("acme-corp-1"), new_text("acme corp 2")
    email = f"{uuid4().hex}@acme-corp.test"
    whole: dict[str, Any] = {
        "tenants": [
            {"tenantId": second, "name": "Below", "parentTenantId": first},
            {"tenantId": first, "name": "Acme corp 1"},
        ],
        "permissions": [],
        "roles": [],
        "groups": [{"tenantId": first, "name": "Sales", "users": [{"email": email}]}],
        "users": [
            {"email": email, "name": "A", "tenantId": first, "tenantIds": [first, second]},
            {"email": f"b{email}", "name": "B", "tenantId": "a/b", "tenantIds": ["a/b"]},
        ],
    }
    path = tmp_path / "export.json"
    path.write_text(json.dumps(whole))
    people, _ = read_export("hosted", path, Options(), verified=False)
    outcome = await import_user_file(database, people, lambda _: None, dry_run=False)
    assert (outcome.done.created, outcome.done.joined, outcome.done.failed) == (1, 1, 1)
    assert "group Sales: 1 people" in outcome.made
    [shown] = (await backend.get(f"/tenants/resources/tenants/v1/{quote(second)}")).json()
    assert (shown["tenantId"], shown["parentTenantId"]) == (second, first)
    users = await backend.get("/identity/resources/users/v3", headers={"frontegg-tenant-id": first})
    assert [one["email"] for one in users.json()["items"]] == [email]
    path.write_text(json.dumps(whole) + " ")
    again, _ = read_export("hosted", path, Options(), verified=False)
    repeated = await import_user_file(database, again, lambda _: None, dry_run=False)
    assert repeated.done.created == 0


async def test_the_hosted_platforms_roles_of_one_tenant(
    backend, database: Database, tmp_path: Path
):
    tenant, other = new_text("acme-corp"), new_text("acme corp")
    email = f"{uuid4().hex}@acme-corp.test"
    roles: list[dict[str, Any]] = [
        {"id": f"r-{one}", "key": "auditor", "name": "Auditor", "tenantId": one, "permissions": []}
        for one in (tenant, other)
    ]
    whole = {
        "tenants": [{"tenantId": tenant, "name": "A"}, {"tenantId": other, "name": "B"}],
        "permissions": [],
        "roles": roles,
        "groups": [{"tenantId": other, "name": "Sales", "roles": roles[1:]}],
        "users": [
            {
                "email": email,
                "name": "A",
                "tenantId": tenant,
                "tenants": [{"tenantId": tenant, "roles": roles[:1]}],
            }
        ],
    }
    path = tmp_path / "export.json"
    path.write_text(json.dumps(whole))
    people, _ = read_export("hosted", path, Options(), verified=False)
    outcome = await import_user_file(database, people, lambda _: None, dry_run=False)
    assert (outcome.done.created, outcome.failures) == (1, [])
    users = await backend.get(
        "/identity/resources/users/v2", headers={"frontegg-tenant-id": tenant}
    )
    [user] = users.json()["items"]
    assert [one["key"] for one in user["roles"]] == ["auditor"]
    for one in (tenant, other):
        listed = await backend.get(
            "/identity/resources/roles/v1", headers={"frontegg-tenant-id": one}
        )
        [own] = [role for role in listed.json() if role["key"] == "auditor"]
        assert own["tenantId"] == one


async def test_rows_of_people_name_it(backend, text: str, run_jobs):
    email = f"{uuid4().hex}@acme.test"
    taken = await backend.post(
        "/identity/resources/migrations/v1/local", json={"email": email, "tenantId": text}
    )
    assert taken.status_code == 201, taken.text
    found = await backend.get(f"/identity/resources/users/v1/email?email={email}")
    assert found.json()["tenantId"] == text
    invited = await backend.post(
        "/identity/resources/users/bulk/v1/invite",
        headers={"frontegg-tenant-id": text},
        json={"users": [{"email": f"b{email}"}]},
    )
    assert invited.status_code == 202, invited.text
    await run_jobs()
    users = await backend.get("/identity/resources/users/v3", headers={"frontegg-tenant-id": text})
    assert {one["email"] for one in users.json()["items"]} == {email, f"b{email}"}


async def test_a_backend_acts_for_a_person_of_it(backend, admin: Person, text: str):
    named = {"frontegg-tenant-id": text, "frontegg-user-id": str(admin.id)}
    sessions = "/identity/resources/users/sessions/v1/me"
    assert (await backend.get(sessions, headers=named)).status_code == 200
    listed = await backend.get("/identity/resources/users/v3", headers=named)
    assert [one["tenantId"] for one in listed.json()["items"]] == [text]
    for wrong in (str(admin.tenant_id), new_text("unknown")):
        refused = await backend.get(sessions, headers={**named, "frontegg-tenant-id": wrong})
        assert refused.status_code == 404


async def test_a_refresh_costs_no_more_statements(world: World, admin: Person, text: str):
    """What was read once is kept."""
    browser = await sign_in(world, admin.id, admin.tenant_id)
    assert (await browser.http.post(REFRESH)).is_success
    ids = world.resources[ExternalIds]
    reads = 0
    before = ids._database

    class Counting:
        def one_statement(self):
            nonlocal reads
            reads += 1
            return before.one_statement()

    ids._database = Counting()  # type: ignore[assignment]
    try:
        answer = await browser.http.post(REFRESH)
    finally:
        ids._database = before
    assert (claims_of(answer.json()["accessToken"])["tenantId"], reads) == (text, 0)


async def test_a_prehook_is_asked_and_answers_in_the_vendors_ids(
    service: Service, world: World, admin: Person, text: str
):
    """Claims may come back as they were sent."""
    await service.hook("JWT_GENERATION")

    def echo(received: Received) -> Reply:
        claims = received.json["data"]["claims"]
        return says({"verdict": "allow", "response": {"claims": {**claims, "plan": "team"}}})

    service.receiver.reply = echo
    browser = await sign_in(world, admin.id, admin.tenant_id)
    answer = await browser.http.post(REFRESH)
    assert answer.is_success, answer.text
    claims = claims_of(answer.json()["accessToken"])
    assert (claims["tenantId"], claims["plan"]) == (text, "team")
    assert MARK not in service.last.content.decode()
    assert service.last.json["prehookContext"]["tenantId"] == text
    assert service.last.json["data"]["claims"]["tenantId"] == text


async def test_answers_in_parts_and_their_lengths(world: World, admin: Person, text: str):
    """As a server sends them, with a length that was right before."""
    inner = str(admin.tenant_id)
    body = orjson.dumps([{"tenantId": inner, "text": "x" * 50}] * 40)

    def app_of(size: int, *headers: tuple[bytes, bytes]) -> ASGIApp:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            listed = [(b"content-type", b"application/json"), *headers]
            await send({"type": "http.response.start", "status": 200, "headers": listed})
            for at in range(0, len(body), size):
                more = at + size < len(body)
                part = body[at : at + size]
                await send({"type": "http.response.body", "body": part, "more_body": more})

        return RequestMiddleware(
            app, https=False, shapes={}, external_ids=world.resources[ExternalIds]
        )

    length = (b"content-length", b"%d" % len(body))
    place = (b"location", f"/x?tenantId={inner}&back=%2Fy%3Fa%3D{inner}".encode())
    for size in (7, 100, len(body)):
        for headers in ([length], [place], []):
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app_of(size, *headers)), base_url="http://a.test"
            ) as http:
                for answer in (await http.get("/"), await http.head("/")):
                    told = answer.headers.get("content-length")
                    if answer.request.method == "GET":
                        assert {one["tenantId"] for one in answer.json()} == {text}
                        assert told in (None, str(len(answer.content)))
                    assert (told is not None) == (headers == [length] and size == len(body))
                    assert MARK not in answer.headers.get("location", "")
            assert parse_qs(urlsplit(answer.headers.get("location", "")).query).get(
                "tenantId", [text]
            ) == [text]


async def test_a_redirect_to_the_sign_in_page(world: World, text: str):
    """Without a body; the page comes back to an address within the address."""
    place, query = await authorize(world, world.new_client(), tenantId=text)
    assert query["tenantId"] == text
    assert parse_qs(urlsplit(query["redirectUrl"]).query)["tenantId"] == [text]
    assert MARK not in place.geturl()


async def test_tokens_are_targeted_by_the_tenant(world: World, admin: Person, backend, text: str):
    """By its id, and by a role of its own."""
    inner = admin.tenant_id
    role_id, key = uuid4(), f"own-{uuid4().hex[:6]}"
    async with opened(world.resources[Database], Scope.system()) as db:
        await db.connection.execute(
            "insert into roles (id, tenant_id, key, name) values ($1, $2, $3, $3)",
            role_id, inner, key,
        )  # fmt: skip
        await db.connection.execute(
            "insert into membership_roles values ($1, $2, $3)", inner, admin.id, role_id
        )
    template = await backend.post(
        "/identity/resources/jwt-templates/v1",
        json={
            "key": f"of-{uuid4().hex[:6]}",
            "name": "Of the tenant",
            "expiration": 120,
            "algorithm": "RS256",
            "templateSchema": {"claims": {"account": "{{tenant.id}}"}},
        },
    )
    assert template.status_code == 201, template.text
    path = "/identity/resources/configurations/v1/jwt-template-targeting"
    try:
        for attribute, value in (("tenantId", text), ("roleIds", str(role_id))):
            condition = {
                "attribute": attribute, "op": "in_list", "negate": False, "value": {"list": [value]},
            }  # fmt: skip
            rules = [
                {
                    "conditionLogic": "and",
                    "conditions": [condition],
                    "treatment": template.json()["key"],
                }
            ]
            set_rules = await backend.post(path, json={"rules": rules})
            if set_rules.status_code == 409:
                set_rules = await backend.put(path, json={"rules": rules})
            assert set_rules.is_success, set_rules.text
            await world.resources[VendorConfiguration].load()
            browser = await sign_in(world, admin.id, inner)
            token = (await browser.http.post(REFRESH)).json()["accessToken"]
            assert claims_of(token)["account"] == text, attribute
    finally:
        await world.configure("delete from jwt_targeting")
        await world.configure("delete from jwt_templates")


async def test_the_result_of_an_approval(
    world: World, admin: Person, backend, client, text: str, run_jobs, hooks: Webhooks, db
):
    boss = f"{uuid4().hex}@example.test"
    flow = await approvals.new_flow(backend, approvals.step(emails=[boss]))
    begun = await backend.post(
        f"{approvals.FLOWS}/{flow}/execute",
        json={"webhookUrl": hooks.receiver.url},
        headers={"frontegg-user-id": str(admin.id), "frontegg-tenant-id": text},
    )
    assert begun.status_code == 200, begun.text
    await run_jobs()
    link = approvals.link_of(world, boss)
    assert (await client.post(approvals.ACT, json={**link, "approved": True})).is_success
    await run_jobs()
    [received] = hooks.receiver.received
    assert received.json["tenantId"] == claims_of(received.json["token"])["tenantId"] == text
    await db.connection.execute("delete from approval_flows")


async def test_text_messages(world: World, admin: Person, text: str, run_jobs):
    number = f"+49151{uuid4().int % 10**8:08}"
    async with opened(world.resources[Database], Scope.system()) as db:
        await world.resources[Outbox].queue_sms(db, number, f"In {admin.tenant_id} now.")
    await run_jobs()
    assert texts_in(world.settings.data_dir).to(number) == [f"In {text} now."]
