"""Recurring revenue reads an index, and each license is read once."""

import asyncpg
import pytest

from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.db.database import APPLICATION_ROLE
from gatehouse.overview import queries
from tests.databases import own_database
from tests.plans.plan import explain
from tests.plans.recorded import Asked

# 20,000 licenses, half of them bought; 120,000 payments of 40 months, one in three for a subscription.
FILL = """
insert into tenants (id, path, name, created_at, updated_at)
select gen_random_uuid(), '', 'Tenant ' || n, now(), now() from generate_series(1, 1000) n;
update tenants set path = '/' || id || '/' where path = '';
insert into organizations (id, tenant_id, name, billing_email, created_at)
select gen_random_uuid(), id, name, 'a@b.test', now() from tenants;
insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats, fingerprint,
  valid_to, created_at, updated_at)
select gen_random_uuid(), o.tenant_id, o.id, 'License', 'teams', n % 4 = 0, 5, gen_random_uuid()::text,
  case when n % 3 = 0 then now() - n * interval '10 days' end, now() - n * interval '40 days', now()
from organizations o, generate_series(1, 20) n;
insert into license_subscriptions (id, tenant_id, license_id, linked_at)
select 'sub_' || l.id, l.tenant_id, l.id, l.created_at from licenses l where not l.is_trial;
insert into provider_transactions (id, tenant_id, organization_id, subscription_id, status, origin,
  currency_code, total, billed_at, covers_until, provider_updated_at, provider_occurred_at)
select gen_random_uuid()::text, o.tenant_id, o.id, case when n % 3 = 0 then 'sub' end, 'completed',
  'web', 'EUR',
  100, now() - n * interval '10 days', now() - (n - 3) * interval '10 days', now(), now()
from organizations o, generate_series(1, 120) n;
insert into provider_adjustments (id, tenant_id, organization_id, transaction_id, action, status,
  currency_code, total, provider_updated_at, provider_occurred_at)
select 'adj_' || id, tenant_id, organization_id, id, 'refund', 'approved', 'EUR', 50, now(), now()
from provider_transactions where subscription_id is not null order by id limit 1000;
"""


@pytest.fixture(scope="module")
async def filled(server_url: str):
    async with own_database(server_url) as owner_url:
        owner = await asyncpg.connect(owner_url)
        await owner.execute("set gatehouse.scope = 'system'")
        await owner.execute(FILL)
        await owner.execute("vacuum analyze")
        await owner.close()
        yield owner_url


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("name", ["licenses", "revenue"])
async def test_a_chart_reads_no_more_than_it_counts(filled: str, name: str, generic: bool):
    now = clock.now()
    first = now.date().replace(year=now.year - 1, day=1)
    asked = {
        "licenses": Asked(queries.RUNNING.sql, (first, now), Scope.system()),
        "revenue": Asked(
            queries.RECURRING.sql,
            (first, now.replace(year=now.year - 4, month=1, day=1), now),
            Scope.system(),
        ),
    }[name]
    connection = await asyncpg.connect(
        filled, server_settings={"role": APPLICATION_ROLE, "timezone": "UTC", "jit": "off"}
    )
    read = await explain(connection, asked, generic=generic)
    await connection.close()
    if name == "revenue":
        assert not read.tables & {"licenses", "license_subscriptions", "provider_transactions"}, (
            read
        )
    assert read.rows <= 40_000, read
