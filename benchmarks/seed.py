"""Rows for the run, written straight into the migrated schema.

One tenant with many users (the lists are read there), of which a few hundred have a password; and
for each contestant on this schema live sessions with a refresh token.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg

from benchmarks.database import settle
from benchmarks.refresh_tokens import TOKENS
from gatehouse.kit.crypto import new_id, token_hash
from gatehouse.kit.db.migrate import migrate
from gatehouse.kit.hashing import hash_password
from gatehouse.licensing.licenses.identifiers import generate_license_key

PASSWORD = "Gatehouse-benchmark-1"
CLIENT_SECRET = "a-benchmark-secret"
WITH_PASSWORD = 512
SESSIONS = 64
LICENSES = 25
SEATS = 4

FIRST = ("Ada", "Bela", "Chen", "Dora", "Emre", "Fatou", "Goran", "Hana", "Ines", "Jonas")
LAST = ("Abel", "Bauer", "Costa", "Diallo", "Eriksen", "Fuchs", "Garcia", "Haddad", "Ito", "Jansen")


BY_TRIGGERS = """
insert into roster (tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at,
  joined_at, last_login_at, activated, is_disabled, temporary_expires_at, managed_by)
select tenant_id, user_id, name, email, verified, mfa_enrolled, provider, created_at, joined_at,
  last_login_at, activated, is_disabled, temporary_expires_at, managed_by
from roster_source;
insert into roster_search (tenant_id, user_id, words)
select tenant_id, user_id, name || ' ' || email from roster;
insert into roster_counts (tenant_id, people, folded)
select tenant_id, count(*), true from roster group by tenant_id;
insert into session_tenants (session_id, tenant_id, user_id, entered_at, last_used_at, expires_at)
select id, tenant_id, user_id, created_at, last_used_at, expires_at from sessions;
"""


Copy = Callable[[str, str, Sequence[tuple[Any, ...]]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Seeded:
    """What plans need to know. `tokens` are refresh tokens, one list per contestant; `tools` the license key
    and the seat of each licensed tool."""

    tenant_id: UUID
    client_id: UUID
    emails: list[str]
    tokens: list[list[str]]
    sessions: list[UUID]
    owners: list[UUID]
    tools: list[tuple[str, UUID]]


async def seed(url: str, *, people: int) -> Seeded:
    await migrate(url)
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("set role postgres")
        # The triggers cost more than the rows; what they write is written at once.
        await connection.execute("set session_replication_role = replica")
        seeded = await fill(connection, people)
        await connection.execute(BY_TRIGGERS)
    finally:
        await connection.close()
    await settle(url)
    return seeded


async def fill(connection: Any, people: int) -> Seeded:
    now = datetime.now(UTC)
    tenant, ids = new_id(), [new_id() for _ in range(people)]
    emails = [f"person{index}@benchmark.test" for index in range(people)]
    # Spread over a year, so that sorting by age is not the order of insertion.
    ages = [now - timedelta(minutes=index * 7919 % 525_600) for index in range(people)]
    names = [f"{FIRST[index % 10]} {LAST[index // 10 % 10]} {index}" for index in range(people)]
    roles = dict(await connection.fetch("select key, id from roles where tenant_id is null"))
    # As in a real tenant: those who sign in here are administrators, all others have the default role.
    given = [roles["Admin" if index < WITH_PASSWORD else "ReadOnly"] for index in range(people)]

    copy = copying(connection)
    await copy(
        "tenants", "id path name created_at updated_at",
        [(tenant, f"{tenant}/", "Benchmark", now, now)],
    )  # fmt: skip
    people_rows = [
        (ids[i], emails[i], names[i], True, tenant, ages[i], ages[i]) for i in range(people)
    ]
    columns = "id email name verified default_tenant_id created_at updated_at"
    await copy("users", columns, people_rows)
    await copy(
        "memberships", "tenant_id user_id activated created_at",
        [(tenant, ids[i], True, ages[i]) for i in range(people)],
    )  # fmt: skip
    await copy(
        "membership_roles", "tenant_id user_id role_id",
        [(tenant, ids[i], given[i]) for i in range(people)],
    )  # fmt: skip
    # One hash for all: making five hundred would take longer than the run needs.
    hashed = await hash_password(PASSWORD)
    known = ids[:WITH_PASSWORD]
    await copy("passwords", "user_id hash changed_at", [(person, hashed, now) for person in known])
    owners = known[: 2 * SESSIONS]
    sessions, opened = await open_sessions(copy, [(tenant, owner) for owner in owners], now)
    tokens = [opened[:SESSIONS], opened[SESSIONS:]]
    tools = await add_licenses(copy, tenant, now)
    client_id = await connection.fetchval("select client_id from vendor")
    await connection.execute(
        "insert into application_secrets (application_id, secret_hash, hint, created_at)"
        " select id, $1, 'cret', $2 from applications where is_default",
        token_hash(CLIENT_SECRET), now,
    )  # fmt: skip
    # On any port of this machine (RFC 8252 §7.3).
    await connection.execute(
        "update applications set redirect_uris = $1 where is_default",
        ["http://127.0.0.1/oauth/callback"],
    )
    return Seeded(tenant, client_id, emails[:WITH_PASSWORD], tokens, sessions, owners, tools)


def copying(connection: Any) -> Copy:
    """Rows in bulk: `await copy("table", "its columns", rows)`."""

    async def copy(table: str, columns: str, rows: Sequence[tuple[Any, ...]]) -> None:
        await connection.copy_records_to_table(table, columns=columns.split(), records=rows)

    return copy


async def open_sessions(
    copy: Copy, members: Sequence[tuple[UUID, UUID]], now: datetime
) -> tuple[list[UUID], list[str]]:
    """A live session for each pair of tenant and person, and its refresh token."""
    sessions = [new_id() for _ in members]
    later = now + timedelta(days=1)
    await copy(
        "sessions", "id user_id tenant_id created_at last_used_at expires_at auth_time",
        [
            (session, person, tenant, now, now, later, now)
            for session, (tenant, person) in zip(sessions, members, strict=True)
        ],
    )  # fmt: skip
    return sessions, [TOKENS.encode_token(session, 0) for session in sessions]


async def add_licenses(copy: Copy, tenant: UUID, now: datetime) -> list[tuple[str, UUID]]:
    """Seats that are held by tools: the key and the seat of each."""
    organization, ids = new_id(), [new_id() for _ in range(LICENSES)]
    keys = [generate_license_key() for _ in ids]
    await copy(
        "organizations", "id tenant_id name billing_email created_at",
        [(organization, tenant, "Benchmark", "billing@benchmark.test", now)],
    )  # fmt: skip
    columns = (
        "id tenant_id organization_id name license_type is_trial max_seats key fingerprint "
        "valid_to created_at updated_at"
    )
    end = now + timedelta(days=365)
    await copy(
        "licenses", columns,
        [
            (ids[i], tenant, organization, f"License {i}", "standard", False, 10, keys[i],
             f"fingerprint-{i}", end, now + timedelta(seconds=i), now)
            for i in range(LICENSES)
        ],
    )  # fmt: skip
    await copy(
        "license_keys", "id tenant_id license_id key_hash created_at",
        [(new_id(), tenant, ids[i], token_hash(keys[i]), now) for i in range(LICENSES)],
    )  # fmt: skip
    # Longer than the run takes to come to them.
    lease = now + timedelta(hours=1)
    seats = [(keys[i], new_id(), ids[i], seat) for i in range(LICENSES) for seat in range(SEATS)]
    await copy(
        "license_seats", "id tenant_id license_id holder claimed_at last_seen_at lease_until",
        [
            (seat_id, tenant, license_id, f"machine-{seat}", now, now, lease)
            for _, seat_id, license_id, seat in seats
        ],
    )  # fmt: skip
    return [(key, seat_id) for key, seat_id, _, _ in seats]


def prepare(url: str, *, people: int) -> Seeded:
    return asyncio.run(seed(url, people=people))
