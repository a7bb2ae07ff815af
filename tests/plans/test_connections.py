"""A page of the vendor's list of connections reads what it shows and what fails, however many there are."""

from typing import Any

import asyncpg
import pytest

from gatehouse.kit import clock
from gatehouse.kit.db import Query, Scope
from gatehouse.kit.db.database import APPLICATION_ROLE
from gatehouse.overview import connection_queries
from tests.databases import own_database
from tests.plans.plan import explain
from tests.plans.recorded import Asked

# 36,000 webhooks, single sign-on and directories of 3,000 accounts; 300 of them fail.
FILL = """
insert into tenants (id, path, name, created_at, updated_at)
select gen_random_uuid(), '', 'Tenant ' || n, now(), now() from generate_series(1, 3000) n;
update tenants set path = '/' || id || '/' where path = '';
create temporary table numbered as
  select id, row_number() over () as n from tenants;
insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, failing_since, created_at,
  updated_at)
select gen_random_uuid(), t.id, 'Hook', 'https://a.test', '{}', true,
  case when t.n % 20 = 0 and k = 1 then now() end, now() - t.n * interval '1 minute', now()
from numbered t, generate_series(1, 4) k;
insert into sso_connections (id, tenant_id, type, enabled, enforced, override_active_tenant,
  sso_endpoint, idp_entity_id, audience, sign_request, metadata_source, metadata_url, oidc_client_id,
  created_at, updated_at)
select gen_random_uuid(), t.id, 'saml', true, false, false, '', '', '', false, 'form', '', '',
  now() - t.n * interval '1 minute', now()
from numbered t, generate_series(1, 4) k;
insert into sso_tests (id, tenant_id, connection_id, session_id, checks, passed, created_at, expires_at)
select gen_random_uuid(), c.tenant_id, c.id, gen_random_uuid(), '[]', c.n % 80 <> 0, now(), now()
from (select *, row_number() over () as n from sso_connections) c;
insert into scim_connections (id, tenant_id, name, source, sync_to_user_management, token_hash, token_made_at,
  created_at)
select gen_random_uuid(), t.id, 'Directory', 'okta', true, '', now(), now() - t.n * interval '1 minute'
from numbered t, generate_series(1, 4) k;
analyze;
"""
ROWS = 12_000
PAGES = 60_000

FIRST = (None, None, None, 0, 20)
ASKED: dict[str, tuple[Query[Any], tuple[Any, ...]]] = {
    "the first page": (connection_queries.CONNECTIONS, FIRST),
    "a later page": (connection_queries.CONNECTIONS, (None, None, None, 2000, 20)),
    "what fails": (connection_queries.CONNECTIONS, (None, "failing", None, 0, 20)),
    "one kind": (connection_queries.CONNECTIONS, ("directory", "on", None, 0, 20)),
    "the count": (connection_queries.COUNT_CONNECTIONS, (None, None, None)),
    "what fails, counted": (connection_queries.FAILING_COUNTS, ()),
}


@pytest.fixture(scope="module")
async def filled(server_url: str):
    async with own_database(server_url) as owner_url:
        owner = await asyncpg.connect(owner_url)
        await owner.execute("set gatehouse.scope = 'system'")
        await owner.execute(FILL)
        await owner.close()
        yield owner_url


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("name", ASKED)
async def test_a_page_is_read_by_an_index(filled: str, name: str, generic: bool):
    """Planned for its arguments, and for any, as a connection does from the sixth time on."""
    query, arguments = ASKED[name]
    connection = await asyncpg.connect(
        filled, server_settings={"role": APPLICATION_ROLE, "timezone": "UTC", "jit": "off"}
    )
    asked = Asked(query.sql, (clock.now(), *arguments), Scope.system())
    read = await explain(connection, asked, generic=generic)
    await connection.close()
    scanned = read.tables & {"webhooks", "sso_connections", "scim_connections"}
    # What counts to ten thousand reads them in whatever order they lie.
    assert not scanned or query is connection_queries.COUNT_CONNECTIONS, scanned
    assert read.rows <= ROWS, read
    assert read.pages <= PAGES, read
