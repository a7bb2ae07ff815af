"""Entries of an audit that is as long as a test needs."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.world import Db

ADD = """
  insert into audits (id, tenant_id, created_at, action, severity, description, actor_email, ip, user_agent,
    data, actor_kind, actor_user_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'user', $11)
"""
ADD_MANY = """
  insert into audits (id, tenant_id, created_at, action, severity)
  select gen_random_uuid(), $1, $2::timestamptz - n * interval '1 s', 'user.authenticated', 'Info'
  from generate_series(1, $3::int) n
"""


async def add(db: Db, tenant_id: UUID, action: str = "user.invited", **facts: Any) -> UUID:
    """An entry of an hour ago, unless `ago` or `at` says otherwise."""
    at: datetime = facts.get("at") or clock.now() - facts.get("ago", timedelta(hours=1))
    entry_id = new_id()
    await db.connection.execute(
        ADD, entry_id, tenant_id, at, action, facts.get("severity", "Info"),
        facts.get("description", ""), facts.get("email"), facts.get("ip"), facts.get("user_agent"),
        facts.get("data", {}), facts.get("user_id"),
    )  # fmt: skip
    return entry_id


async def add_many(db: Db, tenant_id: UUID, count: int, *, before: datetime) -> None:
    """One a second."""
    await db.connection.execute(ADD_MANY, tenant_id, before, count)
