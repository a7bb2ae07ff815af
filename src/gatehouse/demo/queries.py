"""History that no service makes: the demo's past."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.db import Command, Query

# Joined, seen and signed in at some time in the past, so that sorting shows something.
AGE_MEMBER = Command(
    """
    with aged as (
      update memberships set created_at = $3, last_seen_at = $4, activated = $4::timestamptz is not null
      where tenant_id = $1 and user_id = $2
    )
    update users set created_at = $3, last_login_at = $4 where id = $2
    """
)
ADD_PAST_AUDIT = Command(
    """
    insert into audits (id, tenant_id, created_at, action, severity, description, actor_user_id, actor_email,
      ip, user_agent, data, actor_kind)
    select $1, $2, $3, $4, $5, $6, (select id from users where email = $7), $7, $8, $9, $10,
      case when $7::text is null then 'system' else 'user' end
    """
)


@dataclass(frozen=True, slots=True)
class PaidLicense:
    id: UUID
    organization_id: UUID


PAID_LICENSE = Query(
    PaidLicense,
    "select id, organization_id from licenses where tenant_id = $1 and not is_trial limit 1",
)
ADD_SEAT = Command(
    "insert into license_seats (id, tenant_id, license_id, holder, claimed_at, last_seen_at)"
    " values ($1, $2, $3, $4, $5, $6) on conflict do nothing"
)
ADD_TRIAL = Command(
    "insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,"
    " key, fingerprint, valid_to, created_at, updated_at)"
    " values ($1, $2, $3, $4, 'trial', true, $5, $6, $7, $8, $9, $9)"
)
HAS_TRIAL = Query(
    bool, "select exists(select from licenses where tenant_id = $1 and name = $2) as found"
)
