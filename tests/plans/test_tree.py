"""The tree of an account with 10,000 accounts below it opens page by page, and so do its people."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest

from gatehouse.access.tokens import AccessTokens
from gatehouse.app import build_app, build_request_pipeline
from gatehouse.commands.runtime import open_resources
from gatehouse.directory.tenants.queries import EVERY_ONE_AFTER
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.db.database import APPLICATION_ROLE
from gatehouse.settings import Settings
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.databases import own_database
from tests.plans.plan import explain
from tests.plans.recorded import Asked, recording

BELOW = 10_000
TOP = UUID("00000001-0000-4000-8000-000000000000")
DEEP = UUID("00000005-0000-4000-8000-000000000000")
TREE = "/tenants/resources/hierarchy"

# A hundred right below, a hundred below each of those; and nine times as many of other accounts.
FILL = f"""
set session_replication_role = replica;
create temp table t as
select n, (lpad(to_hex(n + 1), 8, '0') || '-0000-4000-8000-000000000000')::uuid as id,
  (lpad(to_hex(n / 100 + 1), 8, '0') || '-0000-4000-8000-000000000000')::uuid as above
from generate_series(0, {BELOW}) n;
insert into tenants (id, parent_id, path, name, created_at, updated_at)
select id, case when n > 0 then above end,
  case when n = 0 then '' when n < 100 then '{TOP}/' else '{TOP}/' || above || '/' end || id || '/',
  'Account ' || n, now(), now() from t;
insert into tenants (id, path, name, created_at, updated_at)
select i, i || '/', 'Other', now(), now()
from (select gen_random_uuid() as i from generate_series(1, {9 * BELOW})) o;
insert into users (id, email, name, verified, created_at, updated_at)
select '{TOP}', 'top@big.test', 'Top', true, now(), now();
insert into memberships (tenant_id, user_id, activated, created_at) select '{TOP}', '{TOP}', true, now();
insert into membership_roles (tenant_id, user_id, role_id)
select '{TOP}', '{TOP}', id from roles where key = 'Admin' and tenant_id is null;
insert into users (id, email, name, verified, created_at, updated_at)
select md5(n::text)::uuid, 'p' || n || '@big.test', 'Person ' || n, true, now(), now() from t;
set session_replication_role = origin;
insert into memberships (tenant_id, user_id, activated, created_at)
select id, md5(n::text)::uuid, true, now() from t;
"""

# What a page may read: itself, the account asked about, and what says who asks. A search, and the count of
# all that is below, read the part of the tree that is below.
PAGE_ROWS = 300
WHOLE_TREE = 10_500
REQUESTS = {
    f"{TREE}/v2": PAGE_ROWS,
    f"{TREE}/v2?_limit=50&_sortBy=createdAt&_order=DESC": PAGE_ROWS,
    f"{TREE}/v2?_limit=50&_subTenantId={DEEP}": PAGE_ROWS,
    f"{TREE}/v2?_limit=50&_offset=50&_sortBy=tenantId": PAGE_ROWS,
    f"{TREE}/v1/parents/{DEEP}": PAGE_ROWS,
    f"{TREE}/v2/metadata?_tenantIds={DEEP}": PAGE_ROWS,
    f"{TREE}/v2/metadata?_tenantIds={TOP}": WHOLE_TREE,
    f"{TREE}/v2?_filter=account 77": WHOLE_TREE,
    f"{TREE}/v1": WHOLE_TREE,
    f"{TREE}/v1/tree": WHOLE_TREE,
}

# Of ten thousand accounts one after the other, each look-up alone goes down an index of two or three pages.
EVERYWHERE = "/identity/resources/sub-tenants/users/v1?_limit=20"
PEOPLE_PAGES = 8_000
PEOPLE = (
    f"{EVERYWHERE}&_sortBy=name",
    f"{EVERYWHERE}&_sortBy=joinedAt&_order=DESC&_offset=10",
    f"{EVERYWHERE}&_sortBy=name&_filter=p777",
)


@pytest.fixture(scope="module")
async def wide(server_url: str) -> AsyncIterator[str]:
    async with own_database(server_url) as owner_url:
        connection = await asyncpg.connect(owner_url)
        session_id, now = uuid4(), clock.now()
        await connection.execute(FILL)
        await connection.execute(
            "insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, auth_time)"
            " values ($1, $2, $2, $3, $3, $4, $3)",
            session_id, TOP, now, now + timedelta(days=1),
        )  # fmt: skip
        await connection.execute("vacuum analyze")
        await connection.close()
        yield owner_url


async def statements_of(
    settings: Settings, wide: str, paths: Iterable[str]
) -> dict[str, list[Asked]]:
    """Those about accounts, by what was asked."""
    owner = await asyncpg.connect(wide)
    session_id = await owner.fetchval("select id from sessions")
    await owner.close()
    found: dict[str, list[Asked]] = {}
    async with open_resources(settings, wide, 4) as resources:
        app = build_app(settings, resources)
        claims = {"sub": str(TOP), "tenantId": str(TOP), "sid": str(session_id)}
        audience = str(resources[VendorConfiguration].current.default.client_id)
        token = await resources[AccessTokens].issue(claims, audience=audience, seconds=3600)
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(build_request_pipeline(app, settings)),
            base_url=settings.public_url,
            headers={"authorization": f"Bearer {token}"},
        ) as browser:
            for path in paths:
                with recording() as statements:
                    answer = await browser.get(path)
                assert answer.status_code == 200, f"{path}: {answer.text[:200]}"
                found[path] = [
                    one
                    for one in statements
                    if "tenants" in one.sql or "gatehouse_list_people" in one.sql
                ]
    return found


async def test_a_page_of_the_tree_reads_a_page(settings: Settings, wide: str):
    found = await statements_of(settings, wide, REQUESTS)
    connection = await asyncpg.connect(
        wide, server_settings={"role": APPLICATION_ROLE, "timezone": "UTC", "jit": "off"}
    )
    problems = []
    for path, statements in found.items():
        for asked in statements:
            # As the tree is walked; the call's own scope holds one account.
            one = replace(asked, scope=Scope.system())
            for generic in (True, False):
                read = await explain(connection, one, generic=generic)
                if read.rows > REQUESTS[path] or "tenants" in read.tables:
                    problems.append(
                        f"{path} ({generic}): {read.rows:,} rows, {read.tables}: {one.sql[:120]}"
                    )
    await connection.close()
    assert not problems, "\n".join(problems)
    assert sum(map(len, found.values())) > 20


async def test_a_page_of_users_of_all_sub_accounts_reads_the_accounts_together(
    settings: Settings, wide: str
):
    found = await statements_of(settings, wide, PEOPLE)
    connection = await asyncpg.connect(
        wide, server_settings={"role": APPLICATION_ROLE, "timezone": "UTC", "jit": "off"}
    )
    touched = {
        path: (await explain(connection, replace(asked, scope=Scope.system()), generic=False)).pages
        for path, statements in found.items()
        for asked in statements
        if "gatehouse_list_people" in asked.sql
    }
    await connection.close()
    assert touched.keys() == set(PEOPLE)
    assert max(touched.values()) < PEOPLE_PAGES, touched


@pytest.mark.parametrize("size", [2, 1000])
async def test_a_part_of_the_list_of_all_accounts_reads_that_part(wide: str, size: int):
    """Each of many parts of one answer: if it read the whole table, the list would take minutes."""
    connection = await asyncpg.connect(
        wide, server_settings={"role": APPLICATION_ROLE, "timezone": "UTC", "jit": "off"}
    )
    asked = Asked(EVERY_ONE_AFTER.sql, (UUID(int=0), size), Scope.system())
    for generic in (True, False):
        read = await explain(connection, asked, generic=generic)
        assert read.rows <= size, (generic, read)
        assert "tenants" not in read.tables
    await connection.close()
