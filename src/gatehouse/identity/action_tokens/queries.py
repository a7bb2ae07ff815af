"""Statements on action tokens."""

from typing import LiteralString
from uuid import UUID

from gatehouse.identity.action_tokens.models import ActionToken
from gatehouse.kit.db import Command, Query

ADD = Command(
    """
    insert into action_tokens
      (token_hash, purpose, user_id, tenant_id, expires_at, created_at, mailed, session_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    """,
)

# A link into a tenant is valid while the membership for which it was made is pending: not after a removal,
# not for a membership that began later, not after the activation.
# A password reset link ends when the password changes in any other way.
# $1 hash of the token, $2 now.
_LINK: LiteralString = """
    select t.user_id, t.tenant_id,
      t.used_at is null and t.expires_at > $2
      and (t.tenant_id is null or exists (
        select from memberships m
        join tenants on tenants.id = m.tenant_id and tenants.deleted_at is null
        where m.tenant_id = t.tenant_id and m.user_id = t.user_id and m.created_at <= t.created_at
          and not m.is_disabled and not (m.activated and u.verified)
          and (m.temporary_expires_at is null or m.temporary_expires_at > $2)
      ))
      and (t.purpose <> 'reset_password' or not exists (
        select from passwords p where p.user_id = t.user_id and p.changed_at > t.created_at
      )) as is_alive, t.mailed
    from action_tokens t join users u on u.id = t.user_id
    where t.token_hash = $1
"""

LINK = Query(ActionToken, f"{_LINK} and t.purpose = $3 and t.user_id = $4")

OWNER = Query(UUID, "select user_id from action_tokens where token_hash = $1 and purpose = $2")

LINK_INTO_TENANT = Query(ActionToken, f"{_LINK} and t.purpose in ('activate', 'invite')")

# Using a link uses up the user's other links for that purpose and tenant. Links that end different sessions
# are independent.
USE = Command(
    """
    update action_tokens set used_at = $4
    where user_id = $1 and purpose = $2 and tenant_id is not distinct from $3 and used_at is null
      and session_id is not distinct from (select session_id from action_tokens where token_hash = $5)
    """,
)


END_LINKS_OF_USER = Command(
    "update action_tokens set used_at = $2 where user_id = $1 and used_at is null"
)

# End links that were created before user $1 verified an address that only the vendor had marked verified.
END_LINKS_BEFORE_PROOF = Command(
    """
    update action_tokens t set used_at = u.proved_at from users u
    where u.id = $1 and u.proved_at > u.vouched_at
      and t.user_id = u.id and t.created_at < u.proved_at and t.used_at is null
    """
)
