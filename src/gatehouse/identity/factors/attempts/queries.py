from gatehouse.kit.db import Command, Query

# Counts an attempt before its outcome is known; the row lock makes a concurrent attempt wait. A count that
# began at or before $3 restarts.
COUNT = Query(
    int,
    """
    insert into second_factor_attempts as a (user_id, failed_attempts, began_at) values ($1, 1, $2)
    on conflict (user_id) do update set
      failed_attempts = case when a.began_at <= $3 then 1 else a.failed_attempts + 1 end,
      began_at = case when a.began_at <= $3 then $2::timestamptz else a.began_at end
    returning failed_attempts
    """,
)
FORGET = Command("delete from second_factor_attempts where user_id = $1")
