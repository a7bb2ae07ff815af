"""Statements on the sign-in methods of one user. They need the system scope."""

from gatehouse.identity.users.security.models import ExternalIdentityOfUser, OwnFactor
from gatehouse.kit.db import Query

# The last use of an app's code is known from `last_step`, which counts half minutes (RFC 6238 §4.2).
FACTORS = Query(
    OwnFactor,
    """
    select id, 'authenticator' as kind, '' as label, true as is_second_factor, false as is_platform,
      confirmed_at as created_at,
      case when last_step > 0 then to_timestamp(last_step * 30) end as last_used_at
    from authenticators where user_id = $1 and confirmed_at is not null
    union all
    select id, 'phone', phone_number, true, false, created_at, null from mfa_phones where user_id = $1
    union all
    select e.user_id, 'email', u.email, true, false, e.created_at, null
    from mfa_emails e join users u on u.id = e.user_id where e.user_id = $1
    union all
    select id, case when is_passkey then 'passkey' when device_type = 'Platform' then 'platform'
      else 'cross_platform' end, name, is_second_factor, device_type = 'Platform', created_at, last_used_at
    from webauthn_credentials where user_id = $1
    order by created_at, id limit 200
    """,
)
IDENTITIES = Query(
    ExternalIdentityOfUser,
    """
    select id, kind, provider, email, created_at, last_used_at from external_identities
    where user_id = $1 order by created_at, id limit 200
    """,
)
