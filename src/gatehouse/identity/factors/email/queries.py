from uuid import UUID

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.kit.db import Query

ADD = Query(
    UUID,
    """
    insert into mfa_emails (user_id, created_at) values ($1, $2) on conflict do nothing
    returning user_id
    """,
)
HAS = Query(bool, "select exists (select from mfa_emails where user_id = $1) as has")
REMOVE = Query(UUID, "delete from mfa_emails where user_id = $1 returning user_id")

MFA_EMAIL_ROWS = UserRows("mfa_emails")
