"""Statements on memberships that wait to be activated."""

from typing import LiteralString

from gatehouse.identity.activation.models import Waiting
from gatehouse.kit.db import Query

# Also of a person who may sign in unverified ($now as in each statement): the address still waits.
_WAITING: LiteralString = """
  select m.user_id, m.tenant_id, u.email, u.verified, m.invited_by is not null as was_invited
  from memberships m
  join users u on u.id = m.user_id
  join tenants t on t.id = m.tenant_id and t.deleted_at is null
  where not (m.activated and u.verified) and not m.is_disabled
    and (m.temporary_expires_at is null or m.temporary_expires_at > $2)
"""

WAITING_IN_TENANT = Query(Waiting, f"{_WAITING} and m.user_id = $1 and m.tenant_id = $3")

WAITING_BY_EMAIL = Query(
    Waiting, f"{_WAITING} and u.email = $1 order by m.created_at desc, m.tenant_id limit 100"
)
