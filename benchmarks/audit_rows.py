"""The entries of `benchmarks.audits`: made by the database, month by month, as the product writes them."""

import argparse
import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg

from benchmarks.database import settle

STEP = 250_000
OF_OTHERS = 100
READ = (
    ("first page", "gatehouse_read_audit_keys($1, '1970-01-01', '9000-01-01', true, 10001)"),
    (
        "filters",
        "gatehouse_page_audits($1, '1970-01-01', '9000-01-01', true, 10000, '{\"ascii_text\": \"user\"}',"
        " 'createdAt', true, 20, 0)",
    ),
)

# The newest is a second old, and each is as much older than the one before as makes the whole span.
ENTRIES = """
insert into audits (id, tenant_id, created_at, action, severity, description, actor_user_id, actor_email, ip,
  user_agent, data, actor_kind)
select (lpad(to_hex(1000000000 - n), 12, '0') || substr(md5(n::text || $1), 13))::uuid, $1::text::uuid,
  $2::timestamptz - (n - 1) * $5::interval,
  (array['user.authenticated','user.invited','role.updated','webhook.created','user.sign_in_failed','group.updated',
    'api_token.created','sso.updated'])[n % 8 + 1],
  (array['Info','Info','Info','Info','Medium','Info','High','Info','Info','Critical'])[n % 10 + 1],
  'What person ' || n % 5000 || ' did in the account, told in a sentence of the usual length',
  md5('person' || n % 5000)::uuid, 'person' || n % 5000 || '@audits.test',
  '10.' || n % 200 || '.' || n % 250 || '.7',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  jsonb_build_object('number', n, 'changed', array['name', 'roles']), 'person'
from generate_series($3::bigint, $4::bigint) n
"""
ACCOUNTS = """
insert into tenants (id, path, name, created_at, updated_at)
select id, id || '/', 'Account ' || n, now(), now()
from (select n, md5('audits' || n)::uuid as id from generate_series(1, $1::int) n) t
"""
OTHERS = f"""
insert into audits (id, tenant_id, created_at, action, severity, description, actor_email, ip)
select gen_random_uuid(), md5('audits' || t)::uuid, $2::timestamptz - n * $3::interval, 'user.signed_in',
  'Info', 'Signed in', 'somebody@audits.test', '10.0.0.1'
from generate_series(1, $1::int) t, generate_series(1, {OF_OTHERS}) n
"""

MONTHS = """
select gatehouse_add_audit_month(m.starts, m.ends)
from (
  select month at time zone 'UTC' as starts, (month + interval '1 month') at time zone 'UTC' as ends
  from generate_series(1 - $2::int, 0) n
  cross join lateral (select date_trunc('month', $1::timestamptz at time zone 'UTC') + n * interval '1 month')
    m (month)
) m
where not exists (select from audit_parts p where p.starts < m.ends and p.ends > m.starts)
"""


@dataclass(frozen=True, slots=True)
class Filled:
    """`every` is how far apart the entries are; `moments` fill the placeholders of addresses."""

    newest: datetime
    every: timedelta
    rows: int

    @property
    def moments(self) -> dict[str, str]:
        middle = self.newest - self.every * (self.rows // 2)
        return {"middle": _wire(middle), "day": f"{middle:%Y-%m-%d}"}

    def since(self, count: int) -> str:
        """From where on there are about so many."""
        return _wire(self.newest - self.every * count)


def fill(url: str, tenant_id: UUID, options: argparse.Namespace) -> Filled:
    return asyncio.run(_fill(url, tenant_id, options))


async def _fill(url: str, tenant_id: UUID, options: argparse.Namespace) -> Filled:
    newest = datetime.now(UTC) - timedelta(seconds=1)
    every = timedelta(days=30.4 * options.months) / options.rows
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("set role postgres; set synchronous_commit = off")
        await _months(connection, newest, options.months + 1)
        # Accounts are made without what their triggers would write: no user signs in there.
        await connection.execute("set session_replication_role = replica")
        await connection.execute(ACCOUNTS, options.tenants)
        for first in range(1, options.rows + 1, STEP):
            last = min(first + STEP - 1, options.rows)
            await connection.execute(ENTRIES, str(tenant_id), newest, first, last, every)
        apart = timedelta(days=30.4 * options.months) / OF_OTHERS
        await connection.execute(OTHERS, options.tenants, newest, apart)
    finally:
        await connection.close()
    await settle(url)
    return Filled(newest, every, options.rows)


async def _months(connection: Any, newest: datetime, count: int) -> None:
    """Those that the product would have made as time went by."""
    await connection.execute(MONTHS, newest, count)


def plans(url: str, tenant_id: UUID) -> str:
    return asyncio.run(_plans(url, tenant_id))


async def _plans(url: str, tenant_id: UUID) -> str:
    from gatehouse.audit.stats import STATS

    connection = await asyncpg.connect(url)
    now = datetime.now(UTC)
    try:
        await connection.execute("set role postgres")
        day, week = now - timedelta(days=1), now - timedelta(days=7)
        asked = [(name, f"select * from {function}", [tenant_id]) for name, function in READ] + [
            ("figures", STATS.sql, [tenant_id, day, week, now])
        ]
        told = []
        for name, statement, values in asked:
            rows = await connection.fetch(f"explain (analyze, buffers) {statement}", *values)
            told.append("\n".join([f"-- {name}", *(row[0] for row in rows)]))
        return "\n\n".join(told)
    finally:
        await connection.close()


def as_json(value: Any) -> str:
    return json.dumps(value)


def _wire(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
