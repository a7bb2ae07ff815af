"""The audit log of all tenants, ordered by time; that of one tenant is `audit.list`.

Only the `WINDOW` newest entries of the time span are read; the response says where they end, and a client
continues from there.
"""

from typing import LiteralString

from gatehouse.audit.all_tenants.models import SealStatus
from gatehouse.audit.list.queries import ENTRY, WINDOW
from gatehouse.kit.db import Query
from gatehouse.kit.db.as_json import instant_as_json

# `$1` until before `$2`. What is left out of the conditions is null.
_CONDITIONS: LiteralString = """
  ($3::text is null or concat_ws(' ', s.actor_email, s.action, s.description, s.ip) ilike $3)
  and ($4::text is null or s.action ilike $4) and ($5::text is null or s.actor_email ilike $5)
  and ($6::text is null or s.severity = $6) and ($7::text is null or s.actor_kind = $7)
  and ($10::uuid[] is null or s.tenant_id = any ($10))
  and ($11::uuid[] is null or s.actor_user_id = any ($11))
  and ($12::text[] is null or lower(s.actor_email) = any ($12))
"""
_COLUMNS: LiteralString = """
  a.created_at, a.id, a.tenant_id, a.actor_user_id, a.actor_email, a.action, a.description, a.ip, a.severity,
  a.actor_kind
"""


# A page of `$9` from the row `$8` on.
OF_ALL = Query(
    str,
    f"""
    with seen as materialized (
      select s.*, row_number() over (order by s.created_at desc, s.id desc) as place from (
        select {_COLUMNS} from audits a where a.created_at >= $1 and a.created_at < $2
        order by a.created_at desc, a.id desc limit {WINDOW} + 1
      ) s
    ),
    found as materialized (
      select s.created_at, s.id from seen s where s.place <= {WINDOW} and {_CONDITIONS}
    ),
    page as (
      select * from found order by created_at desc, id desc offset $8::bigint limit $9::bigint
    ),
    written as (
      select page.created_at, page.id, {ENTRY} as text from page
      join audits a on a.created_at = page.created_at and a.id = page.id
    ),
    beyond as (
      select date_trunc('milliseconds', created_at) + interval '1 ms' as at from seen
      where place > {WINDOW}
    )
    select '{{"data":['
      || (select coalesce(string_agg(text, ',' order by created_at desc, id desc), '') from written)
      || '],"total":' || (select count(*) from found)
      || coalesce((select ',"searchedTo":"' || {instant_as_json("at")} || '"' from beyond), '')
      || '}}' as answer
    """,
)

SEALED = Query(
    SealStatus,
    """
    select at as sealed_until, exists (
      select from audits a where (a.created_at, a.id) > (s.at, s.id) and a.created_at >= s.at
        and a.created_at < $1
    ) as is_behind
    from audit_sealed_until s
    """,
)
