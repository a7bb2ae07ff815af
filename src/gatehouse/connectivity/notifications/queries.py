"""Statements on notifications. Where a user reads their own, $1 is the tenant and $2 the user."""

from typing import LiteralString
from uuid import UUID

from gatehouse.connectivity.notifications.schemas import NotificationOut
from gatehouse.kit.db import Command, Query
from gatehouse.kit.tenant_cleanup import TenantTable

LEFT = TenantTable("bell_notifications")

COLUMNS: LiteralString = (
    "n.id, n.event_key as key, n.title, n.body, n.severity, n.url, n.created_at,"
    " coalesce(s.status, 'unread') as status, coalesce(s.status = 'read', false) as viewed,"
    " coalesce(s.is_pinned, false) as is_pinned, '[]'::jsonb as actions"
)
THEIRS: LiteralString = "n.tenant_id = $1 and (n.user_id is null or n.user_id = $2)"

# Pinned ones first, then the newest.
PAGE = Query(
    NotificationOut,
    f"""
    select * from (
      (
        select {COLUMNS} from bell_states s join bell_notifications n on n.id = s.notification_id
        where s.tenant_id = $1 and s.user_id = $2 and s.is_pinned and s.status <> 'archived' and {THEIRS}
      )
      union all
      (
        select {COLUMNS} from bell_notifications n
        left join bell_states s on s.notification_id = n.id and s.user_id = $2
        where {THEIRS} and s.is_pinned is not true and s.status is distinct from 'archived'
        order by n.created_at desc, n.id desc limit $3::int + $4::int
      )
    ) listed
    order by is_pinned desc, created_at desc, id desc limit $3::int offset $4::int
    """,
)
ONE = Query(
    UUID, f"select n.id from bell_notifications n where {THEIRS} and n.id = $3 for key share of n"
)
SET_STATUS = Command(
    """
    insert into bell_states (tenant_id, user_id, notification_id, status, updated_at)
    values ($1, $2, $3, $4, $5)
    on conflict (notification_id, user_id) do update set status = $4, updated_at = $5,
      is_pinned = bell_states.is_pinned and $4 <> 'archived'
    """
)
SET_PINNED = Command(
    """
    insert into bell_states (tenant_id, user_id, notification_id, status, is_pinned, updated_at)
    values ($1, $2, $3, 'unread', $4, $5)
    on conflict (notification_id, user_id) do update set is_pinned = $4, updated_at = $5
    """
)
COUNT_PINNED = Query(
    int,
    """
    select count(*)::int as n from bell_states
    where tenant_id = $1 and user_id = $2 and is_pinned
    """,
)
READ_ALL = Command(
    f"""
    insert into bell_states (tenant_id, user_id, notification_id, status, updated_at)
    select $1, $2, n.id, 'read', $3 from bell_notifications n
    left join bell_states s on s.notification_id = n.id and s.user_id = $2
    where {THEIRS} and coalesce(s.status, 'unread') = 'unread'
    on conflict (notification_id, user_id) do update set status = 'read', updated_at = $3
    """
)

# For every member of tenant $1; below, for those of $9 who are members. No user gets an event twice.
ADD = Command(
    """
    insert into bell_notifications (id, tenant_id, event_id, event_key, title, body, severity, url,
      created_at)
    values ($9, $1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (event_id, user_id) do nothing
    """
)
ADD_FOR = Command(
    """
    insert into bell_notifications (id, tenant_id, user_id, event_id, event_key, title, body, severity, url,
      created_at)
    select gen_random_uuid(), m.tenant_id, m.user_id, $2, $3, $4, $5, $6, $7, $8
    from memberships m where m.tenant_id = $1 and m.user_id = any ($9::uuid[])
    on conflict (event_id, user_id) do nothing
    """
)
