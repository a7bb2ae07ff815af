from gatehouse.kit.db import Command

# Exempt session $1, and its parent browser session, from MFA in tenant $2. If the rule is new ($3), the
# exemption of every other session ends.
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
