"""Everything of one account as a file, and nothing of another."""

import json
from uuid import uuid4

from gatehouse.exports import tenants
from gatehouse.exports.service import LEFT_OUT
from tests.backend import new_backend
from tests.directory.test_tenants import V1, actions
from tests.identity.passwordless_steps import refusal

ADD_TRANSACTION = """
insert into provider_transactions (id, tenant_id, organization_id, status, origin, currency_code, total,
  billed_at, provider_updated_at, provider_occurred_at)
values ($1, $2, $3, 'completed', 'web', 'USD', 43550, now(), now(), now())
"""

ADD_LICENSE = """
insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats, key,
  fingerprint, created_at, updated_at)
values ($1, $2, $3, 'Studio', 'teams', false, 5, gen_random_uuid(), gen_random_uuid(), now(), now())
"""


async def test_what_the_account_pays_is_for_those_who_may_see_bills(world, db):
    who, transaction = await world.person("Admin"), uuid4()
    tables = await db.connection.fetch(
        "select table_name::text as name from information_schema.columns where table_schema = 'public'"
        " and table_name ~ '^(billing_|provider_)' and column_name = 'tenant_id'"
    )
    assert tables
    assert {row["name"] for row in tables} <= tenants.BILLS
    organization = uuid4()
    await db.connection.execute(
        "insert into organizations (id, tenant_id, name, billing_email, created_at)"
        " values ($1, $2, 'Acme', 'bills@acme.test', now())",
        organization, who.tenant_id,
    )  # fmt: skip
    await db.connection.execute(ADD_TRANSACTION, str(transaction), who.tenant_id, organization)
    sees = ["vendor.read.tenants", "vendor.read.users"]
    for more, found in (set(), False), ({"vendor.read.*"}, False), ({"vendor.see.bills"}, True):
        backend = (await new_backend(world, [*sees, *more])).http
        answer = await backend.get(f"{V1}/{who.tenant_id}/export")
        assert (str(transaction) in answer.text) is found, more
    await db.connection.execute(
        "delete from provider_transactions where tenant_id = $1", who.tenant_id
    )
    await db.connection.execute("delete from organizations where id = $1", organization)


OF_EVENTS = r"^(audits$|audit_|bell_|event_|slack_|triggered_|webhook)"
ADD_DELIVERY = """
with w as (
  insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, created_at, updated_at)
  values ($1, $2, 'Ours', 'https://hooks.example', '{*}', false, now(), now())
)
insert into webhook_deliveries (id, tenant_id, webhook_id, event_id, event_key, body, status, created_at)
values ($1, $2, $1, $1, 'frontegg.user.created', '{}', 'dead', now())
"""


async def test_what_happened_is_for_those_who_may_read_that(world, db):
    who, delivery = await world.person("Admin"), uuid4()
    tables = await db.connection.fetch(
        "select table_name::text as name from information_schema.columns where table_schema = 'public'"
        " and table_name ~ $1 and column_name = 'tenant_id'"
        " and table_name not in (select relname from pg_class where relispartition)",
        OF_EVENTS,
    )
    assert tables
    assert {row["name"] for row in tables} <= tenants.AUDITS | tenants.SENT | LEFT_OUT
    await db.connection.execute(ADD_DELIVERY, delivery, who.tenant_id)
    sees = ["vendor.read.tenants", "vendor.read.users"]
    await (await new_backend(world, sees)).http.get(f"{V1}/{who.tenant_id}/export")
    for more, found in {
        None: set(),
        "vendor.read.audits": {"audits"},
        "vendor.read.events": {"webhooks", "webhook_deliveries"},
        "vendor.read.*": {"audits", "webhooks", "webhook_deliveries"},
    }.items():
        backend = (await new_backend(world, [*sees, more] if more else sees)).http
        answer = await backend.get(f"{V1}/{who.tenant_id}/export")
        tables_told = {json.loads(line)["table"] for line in answer.text.splitlines()}
        assert tables_told & {"audits", "webhooks", "webhook_deliveries"} == found, more


async def test_what_it_has_bought_is_for_those_who_may_read_that(world, db):
    who, organization, license_id = await world.person("Admin"), uuid4(), uuid4()
    tables = await db.connection.fetch(
        "select table_name::text as name from information_schema.columns where table_schema = 'public'"
        " and table_name ~ '^(license|organization|payment_|subscription_|entitlement)'"
        " and column_name = 'tenant_id'"
    )
    assert tables
    assert {row["name"] for row in tables} <= tenants.LICENSES | tenants.ENTITLEMENTS
    await db.connection.execute(
        "insert into organizations (id, tenant_id, name, billing_email, created_at)"
        " values ($1, $2, 'Acme', 'bills@acme.test', now())",
        organization, who.tenant_id,
    )  # fmt: skip
    await db.connection.execute(ADD_LICENSE, license_id, who.tenant_id, organization)
    sees = ["vendor.read.tenants", "vendor.read.users"]
    for more in (None, "vendor.read.licenses", "vendor.read.*"):
        backend = (await new_backend(world, [*sees, more] if more else sees)).http
        answer = await backend.get(f"{V1}/{who.tenant_id}/export")
        assert (str(license_id) in answer.text) is bool(more), more
        assert ("bills@acme.test" in answer.text) is bool(more), more
    await db.connection.execute("delete from licenses where id = $1", license_id)
    await db.connection.execute("delete from organizations where id = $1", organization)


async def test_all_that_is_its_own_and_no_secret(world, monkeypatch):
    backend = (await new_backend(world, ["vendor.read.tenants", "vendor.read.users"])).http
    who, other = await world.person("Admin"), await world.person("Admin")
    answer = await backend.get(f"{V1}/{who.tenant_id}/export")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/jsonl"
    assert f"tenant-{who.tenant_id}.jsonl" in answer.headers["content-disposition"]
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert {"tenants", "memberships", "users", "membership_roles"} <= {one["table"] for one in rows}
    assert [one["row"]["email"] for one in rows if one["table"] == "users"] == [who.email]
    assert not {"passwords", "sessions", "api_tokens"} & {one["table"] for one in rows}
    assert str(other.tenant_id) not in answer.text
    assert other.email not in answer.text
    assert await actions(world, who.tenant_id) == ["tenant.exported"]

    monkeypatch.setattr(tenants, "MOST", 2)
    refused = await backend.get(f"{V1}/{who.tenant_id}/export")
    assert refusal(refused) == (409, "tenants.too_much_to_export")
    missing = await backend.get(f"{V1}/{uuid4()}/export")
    assert refusal(missing) == (404, "tenants.not_found")
    blind = (await new_backend(world, ["vendor.read.tenants"])).http
    denied = await blind.get(f"{V1}/{who.tenant_id}/export")
    assert refusal(denied) == (403, "access.missing_permission")
