"""The caller of an access token that belongs to a session."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.access.errors import SessionEnded
from gatehouse.access.principal import Kind, Principal
from gatehouse.access.rights import LEVEL, PERMISSION_KEYS
from gatehouse.access.tokens import Claims
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query


@dataclass(frozen=True, slots=True)
class SessionCaller:
    email: str
    name: str
    amr: list[str]
    auth_time: datetime
    permissions: list[str]
    level: int


# The session $1 of the person $2 lives and may act in the token's tenant $3 at the time $4. Tabs of one
# session may act in different tenants, so the session's own is not asked.
ACTING: LiteralString = """
    from sessions s
    join session_tenants r on r.session_id = s.id and r.tenant_id = $3
      and r.ended_at is null and r.expires_at > $4
    join memberships_in_force m on m.tenant_id = r.tenant_id and m.user_id = s.user_id
      and m.until > $4 and (m.sessions_from is null or s.created_at > m.sessions_from)
    join users u on u.id = s.user_id
    where s.id = $1 and s.user_id = $2
      and s.ended_at is null and s.expires_at > $4
"""

# One round trip: who it is, and what the roles there permit.
SESSION_CALLER = Query(
    SessionCaller,
    f"""
    select u.email, u.name, s.amr, s.auth_time,
      {PERMISSION_KEYS} as permissions, {LEVEL} as level
    {ACTING}
    """,
)


async def load(db: Db, claims: Claims) -> Principal:
    """The caller of verified claims; `SessionEnded` when the session or the membership is over."""
    user_id, tenant_id, session_id = (UUID(claims[name]) for name in ("sub", "tenantId", "sid"))
    row = await _row(db, session_id, user_id, tenant_id)
    application = claims.get("applicationId")
    return Principal(
        kind=Kind.USER,
        subject_id=user_id,
        tenant_id=tenant_id,
        application_id=UUID(application) if application else None,
        person_id=user_id,
        session=session_id,
        email=row.email,
        name=row.name,
        permissions=tuple(row.permissions),
        level=row.level,
        amr=tuple(row.amr),
        acr=claims.get("acr"),
        auth_time=row.auth_time,
    )


async def again(db: Db, principal: Principal) -> Principal:
    """The same caller with the rights of this moment, after having waited; `SessionEnded`. Whoever calls
    without a session is as they were."""
    if principal.session is None:
        return principal
    row = await _row(db, principal.session, principal.user_id, principal.tenant_id)
    return replace(principal, permissions=tuple(row.permissions), level=row.level)


async def _row(db: Db, session_id: UUID, user_id: UUID, tenant_id: UUID) -> SessionCaller:
    row = await SESSION_CALLER.first(db, session_id, user_id, tenant_id, clock.now())
    if row is None:
        raise SessionEnded("The session has ended")
    return row
