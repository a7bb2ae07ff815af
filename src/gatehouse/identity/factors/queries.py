from gatehouse.identity.factors.models import Factor
from gatehouse.identity.webauthn.queries import CLEAR_SECOND_FACTOR, DELETE_SECOND_FACTORS
from gatehouse.kit.db import Command, Query

FACTORS = Query(
    Factor,
    """
    select id, 'authenticator' as kind, '' as label from authenticators
    where user_id = $1 and confirmed_at is not null
    union all
    select id, 'phone', phone_number from mfa_phones where user_id = $1
    union all
    select e.user_id, 'email', u.email from mfa_emails e join users u on u.id = e.user_id
    where e.user_id = $1
    union all
    select id, case device_type when 'Platform' then 'platform' else 'cross_platform' end, name
    from webauthn_credentials where user_id = $1 and is_second_factor
    """,
)

# Separate statements, because the trigger of each counts the remaining factors.
REMOVE_ALL = (
    Command("delete from authenticators where user_id = $1"),
    Command("delete from mfa_phones where user_id = $1"),
    Command("delete from mfa_emails where user_id = $1"),
    DELETE_SECOND_FACTORS,
    CLEAR_SECOND_FACTOR,
)
