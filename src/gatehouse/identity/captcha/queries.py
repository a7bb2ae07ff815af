from datetime import datetime

from gatehouse.kit.db import Command, Query

USE = Query(
    bool,
    """
    insert into captcha_solutions (solution_hash, expires_at) values ($1, $2)
    on conflict do nothing
    returning true as is_first
    """,
)

FORGET = Command(
    "delete from captcha_solutions where solution_hash in ("
    "select solution_hash from captcha_solutions where expires_at < $1 order by expires_at limit $2)"
)
OLDEST_TO_FORGET = Query(datetime, "select min(expires_at) as expired_at from captcha_solutions")
