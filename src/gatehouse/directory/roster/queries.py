"""Lists of a tenant's people. Each answers ids in order; the people are then read by id.

`$1` is the tenant and `$2` the time now. They read the table `roster` and nothing else, because
joining everybody of a tenant of 100,000 with `users` takes longer than a page may take.
"""

from typing import LiteralString
from uuid import UUID

from gatehouse.directory.roster.models import UserPhone
from gatehouse.kit.db import Query
from gatehouse.kit.lists import ListOf

SORTS: dict[str, LiteralString] = {
    "createdAt": "r.created_at",
    "joinedAt": "r.joined_at",
    "lastLogin": "r.last_login_at",
    "name": "r.name",
    "email": "r.email",
    "id": "r.user_id",
    "tenantId": "r.tenant_id",
    "verified": "r.verified",
    "provider": "r.provider",
    "isLocked": "locked",
}

# `locked` is computed only for the rows that are read, and is what `isLocked` sorts by.
LISTED = """
select r.user_id,
  r.user_id in (select p.user_id from passwords p where p.locked_until > $2) as locked
from roster r where r.tenant_id = $1
"""

EVERYBODY = ListOf(
    UUID, LISTED, parameters=2, sorts=SORTS, tie="r.user_id",
    count="select count(*) from roster r where r.tenant_id = $1 and $2::timestamptz is not null",
)  # fmt: skip

# $3: pattern over name and address; $4 and $5: patterns over each alone.
MATCHING = ListOf(
    UUID,
    f"{LISTED} and (r.name || ' ' || r.email) like $3 and r.email like $4 and r.name like $5",
    parameters=5,
    sorts=SORTS,
    tie="r.user_id",
)

CHOSEN = ListOf(
    UUID, f"{LISTED} and r.user_id = any ($3::uuid[])", parameters=3, sorts=SORTS, tie="r.user_id"
)

UNENROLLED = ListOf(
    UUID, f"{LISTED} and not r.mfa_enrolled", parameters=2, sorts=SORTS, tie="r.user_id"
)

# Nobody is inactive before they had the time for it.
INACTIVE = ListOf(
    UUID,
    f"{LISTED} and coalesce(r.last_login_at, r.joined_at) < $3",
    parameters=3,
    sorts=SORTS,
    tie="r.user_id",
)

WITH_PHONE = Query(
    UserPhone,
    """
    select u.id as user_id, u.phone_number
    from memberships m join users u on u.id = m.user_id
    where m.tenant_id = $1 and m.user_id = any ($2::uuid[]) and u.phone_number is not null
    order by u.id
    """,
)
