from uuid import UUID

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.kit.db import Command, Query

ADD = Command(
    """
    insert into mfa_phones (id, user_id, phone_number, created_at) values ($1, $2, $3, $4)
    on conflict (user_id, phone_number) do nothing
    """
)
NUMBER = Query(str, "select phone_number from mfa_phones where user_id = $1 and id = $2")
HAS_NUMBER = Query(
    bool,
    "select exists (select from mfa_phones where user_id = $1 and phone_number = $2) as has_number",
)
COUNT = Query(int, "select count(*) from mfa_phones where user_id = $1")
REMOVE = Query(UUID, "delete from mfa_phones where user_id = $1 and id = $2 returning id")

MFA_PHONE_ROWS = UserRows("mfa_phones")
