from uuid import UUID

from gatehouse.identity.factors.models import Authenticator, Factor, RecoveredAccount
from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.sign_in.queries import AUDIT_TENANT
from gatehouse.identity.webauthn.queries import CLEAR_SECOND_FACTOR, DELETE_SECOND_FACTORS
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

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

# Counts an attempt before its outcome is known; the row lock makes a concurrent attempt wait. A count that
# began at or before $3 restarts.
COUNT_ATTEMPT = Query(
    int,
    """
    insert into second_factor_attempts as a (user_id, failed_attempts, began_at) values ($1, 1, $2)
    on conflict (user_id) do update set
      failed_attempts = case when a.began_at <= $3 then 1 else a.failed_attempts + 1 end,
      began_at = case when a.began_at <= $3 then $2::timestamptz else a.began_at end
    returning failed_attempts
    """,
)
DELETE_ATTEMPTS = Command("delete from second_factor_attempts where user_id = $1")
SECRETS = SealedColumn("authenticators", "sealed_secret")

# Replaces an unconfirmed one.
ADD_UNCONFIRMED_AUTHENTICATOR = Command(
    """
    with dropped as (delete from authenticators where user_id = $2 and confirmed_at is null)
    insert into authenticators (id, user_id, sealed_secret, created_at) values ($1, $2, $3, $4)
    """
)
UNCONFIRMED_AUTHENTICATOR = Query(
    Authenticator,
    """
    select id, sealed_secret, last_step from authenticators
    where user_id = $1 and confirmed_at is null and created_at > $2
    order by created_at desc limit 1 for update
    """,
)
CONFIRM_AUTHENTICATOR = Command(
    "update authenticators set confirmed_at = $2, last_step = $3 where id = $1"
)
ADD_AUTHENTICATOR = Command(
    """
    insert into authenticators (id, user_id, sealed_secret, last_step, created_at, confirmed_at)
    values ($1, $2, $3, $4, $5, $5)
    """
)

# Locked, so that parallel attempts use a code only once.
AUTHENTICATORS = Query(
    Authenticator,
    """
    select id, sealed_secret, last_step from authenticators
    where user_id = $1 and confirmed_at is not null and ($2::uuid is null or id = $2)
    order by id for update
    """,
)
NOTE_AUTHENTICATOR_USE = Command("update authenticators set last_step = $2 where id = $1")
COUNT_AUTHENTICATORS = Query(
    int, "select count(*) from authenticators where user_id = $1 and confirmed_at is not null"
)
FIND_AUTHENTICATOR = Query(
    UUID,
    "select id from authenticators where user_id = $1 and id = $2 and confirmed_at is not null",
)
DELETE_AUTHENTICATOR = Query(
    UUID,
    """
    delete from authenticators where user_id = $1 and id = $2 and confirmed_at is not null
    returning id
    """,
)
AUTHENTICATOR_ROWS = UserRows("authenticators")
ADD_PHONE = Command(
    """
    insert into mfa_phones (id, user_id, phone_number, created_at) values ($1, $2, $3, $4)
    on conflict (user_id, phone_number) do nothing
    """
)
PHONE_NUMBER = Query(str, "select phone_number from mfa_phones where user_id = $1 and id = $2")
HAS_PHONE_NUMBER = Query(
    bool,
    "select exists (select from mfa_phones where user_id = $1 and phone_number = $2) as has_number",
)
COUNT_PHONES = Query(int, "select count(*) from mfa_phones where user_id = $1")
DELETE_PHONE = Query(UUID, "delete from mfa_phones where user_id = $1 and id = $2 returning id")
MFA_PHONE_ROWS = UserRows("mfa_phones")
ADD_EMAIL = Query(
    UUID,
    """
    insert into mfa_emails (user_id, created_at) values ($1, $2) on conflict do nothing
    returning user_id
    """,
)
HAS_EMAIL = Query(bool, "select exists (select from mfa_emails where user_id = $1) as has")
DELETE_EMAIL = Query(UUID, "delete from mfa_emails where user_id = $1 returning user_id")
MFA_EMAIL_ROWS = UserRows("mfa_emails")

# Replaces the earlier code.
SET_RECOVERY_CODE = Command(
    """
    insert into recovery_codes (user_id, code_hash, created_at) values ($1, $2, $3)
    on conflict (user_id) do update set code_hash = $2, created_at = $3
    """
)
HAS_RECOVERY_CODE = Query(
    bool, "select exists (select from recovery_codes where user_id = $1) as has"
)
DELETE_RECOVERY_CODE = Command("delete from recovery_codes where user_id = $1")

# Deletes the code; one statement for known and unknown identifiers, so that both take equal time.
USE_RECOVERY_CODE = Query(
    RecoveredAccount,
    f"""
    delete from recovery_codes r using users u
    where u.id = gatehouse_user_of($1) and r.user_id = u.id and r.code_hash = $2
    returning u.id as user_id, u.email, u.name, {AUDIT_TENANT} as tenant_id
    """,
)
RECOVERY_CODE_ROWS = UserRows("recovery_codes")
ADD_REMEMBERED_DEVICE = Command(
    """
    insert into remembered_devices (token_hash, user_id, created_at, expires_at)
    values ($1, $2, $3, $4)
    """
)
DELETE_REMEMBERED_DEVICES = Command("delete from remembered_devices where user_id = $1")
REMEMBERED_DEVICE_ROWS = UserRows("remembered_devices")
