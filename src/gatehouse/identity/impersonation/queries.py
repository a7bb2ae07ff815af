from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.db import Command, Query


@dataclass(frozen=True, slots=True)
class ImpersonationPermit:
    """An approved impersonation. `amr`: how the impersonator signed in; `by_staff`: the impersonator is
    staff of the vendor."""

    tenant_id: UUID
    user_id: UUID
    reason: str
    actor_id: UUID
    actor_email: str
    amr: list[str]
    by_staff: bool


@dataclass(frozen=True, slots=True)
class ImpersonationRequest:
    """A request for an impersonation: who, as which user, in which tenant, and why. `session_id`: the
    requester's session."""

    tenant_id: UUID
    actor_id: UUID
    session_id: UUID
    user_id: UUID
    reason: str
    by_staff: bool


# Forbidden by the tenant, or by the vendor for all.
IS_FORBIDDEN = Query(
    bool,
    "select exists (select from impersonation_policies where tenant_id = $1 and not enabled)"
    " or exists (select from vendor where not delegation_enabled) as is_forbidden",
)

ADD = Command(
    """
    insert into impersonations (id, token_hash, tenant_id, actor_id, actor_session_id, user_id, reason,
      created_at, expires_at, by_staff)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    """
)

# Valid once, for this user, while the requester is signed in and either is a member of the tenant, or is
# staff of the vendor and signed in with MFA.
USE = Query(
    ImpersonationPermit,
    """
    update impersonations p set used_at = $3
    from users a, sessions s
    where p.token_hash = $1 and p.user_id = $2 and p.used_at is null and p.expires_at > $3
      and a.id = p.actor_id
      and s.id = p.actor_session_id and s.ended_at is null and s.expires_at > $3
      and case when p.by_staff then 'mfa' = any (s.amr) and exists (
          select from staff st where st.user_id = p.actor_id and st.role = any ($4::text[]))
        else exists (
          select from memberships_in_force m
          where m.tenant_id = p.tenant_id and m.user_id = p.actor_id and m.until > $3
            and (m.sessions_from is null or p.created_at > m.sessions_from)) end
    returning p.tenant_id, p.user_id, p.reason, p.actor_id, a.email as actor_email, s.amr, p.by_staff
    """,
)

# Whether the user has access to the tenant.
IS_MEMBER = Query(
    bool,
    """
    select exists (
      select from memberships_in_force where tenant_id = $1 and user_id = $2 and until > $3
    ) as is_member
    """,
)
