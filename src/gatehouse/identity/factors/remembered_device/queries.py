from datetime import datetime

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.kit.db import Command, Query

ADD = Command(
    """
    insert into remembered_devices (token_hash, user_id, created_at, expires_at)
    values ($1, $2, $3, $4)
    """
)
FORGET_ALL = Command("delete from remembered_devices where user_id = $1")

FORGET = Command(
    "delete from remembered_devices where token_hash in (select token_hash from remembered_devices"
    " where expires_at < $1 order by expires_at limit $2)"
)
OLDEST_TO_FORGET = Query(datetime, "select min(expires_at) as expired_at from remembered_devices")

REMEMBERED_DEVICE_ROWS = UserRows("remembered_devices")
