from datetime import datetime
from uuid import UUID

from gatehouse.identity.one_time_codes.models import OneTimeCode
from gatehouse.kit.db import Command, Query

ADD = Command(
    """
    insert into one_time_codes (token_hash, purpose, user_id, recipient, code_hash, created_at,
      expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    """
)

# Counts a try ($3 are allowed), one after the other, and uses the code up when its hash $4 is right.
TRY = Query(
    OneTimeCode,
    """
    update one_time_codes c set tries = c.tries + 1,
      used_at = case when c.code_hash = $4 and c.expires_at > $5 then $5::timestamptz end
    where c.token_hash = $1 and c.purpose = $2 and c.used_at is null and c.tries < $3
    returning c.user_id, c.recipient, c.code_hash, c.expires_at, c.expires_at > $5 as is_open
    """,
)

# Whose it is, found out after it was made; only while it can still be used.
GIVE = Query(
    bool,
    """
    update one_time_codes set user_id = $2, recipient = $3
    where token_hash = $1 and used_at is null and expires_at > $4
    returning true as given
    """,
)

OWNER = Query(UUID, "select user_id from one_time_codes where token_hash = $1")

FORGET = Command(
    "delete from one_time_codes where token_hash in ("
    "select token_hash from one_time_codes where expires_at < $1 order by expires_at limit $2)"
)
OLDEST_TO_FORGET = Query(datetime, "select min(expires_at) as expired_at from one_time_codes")
