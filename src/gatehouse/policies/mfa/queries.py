from gatehouse.kit.db import Command

# Session $1 goes on in tenant $2 without a second factor, and so does the browser's own when $1 is an
# application's below it. Under a new rule ($3) nobody else does, who has set another one before.
EXCUSE = Command(
    """
    with setter as (
      select unnest(array[s.id, s.parent_id]) as id from sessions s where s.id = $1
    )
    update session_tenants set mfa_excused = session_id in (select id from setter where id is not null)
    where tenant_id = $2
      and (session_id in (select id from setter) or mfa_excused and $3)
    """
)
