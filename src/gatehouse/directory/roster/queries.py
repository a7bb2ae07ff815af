"""Lists of a tenant's people. Each answers ids in order; the people are then read by id.

`$1` is the tenant and `$2` the time now. They read the table `roster` and nothing else, because
joining everybody of a tenant of 100,000 with `users` takes longer than a page may take.
"""

from typing import LiteralString
from uuid import UUID

from gatehouse.directory.roster.models import Found, UserPhone
from gatehouse.kit.db import Db, Query
from gatehouse.kit.lists import ListOf, ListQuery, Page

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
    "isLocked": "(r.user_id in (select p.user_id from passwords p where p.locked_until > $2))",
}

# Only the order by `isLocked` needs the time, but every statement of a list takes the same parameters.
ROSTER = "$2::timestamptz as asked_at from roster r where r.tenant_id = $1"

EVERYBODY = ListOf(
    UUID,
    f"select r.user_id, {ROSTER}",
    parameters=2,
    sorts=SORTS,
    tie="r.user_id",
    count="select (select count(*) from roster r where r.tenant_id = $1)"
    " where $2::timestamptz is not null",
)


class Search:
    """A list whose every page reads all of the tenant's part of the roster: the scan is the cost, so
    page and total come from one statement."""

    def __init__(self, condition: LiteralString, *, page: LiteralString) -> None:
        sql: LiteralString = (
            f"select r.user_id, count(*) over () as total, {ROSTER} and {condition}"
        )
        self._pages: dict[tuple[str, str], Query[Found]] = {}
        for name, column in SORTS.items():
            up = f"{sql} order by {column} asc nulls first, r.user_id asc {page}"
            down = f"{sql} order by {column} desc nulls last, r.user_id desc {page}"
            self._pages[name, "ASC"] = Query(Found, up)
            self._pages[name, "DESC"] = Query(Found, down)

    async def page(self, db: Db, query: ListQuery, sort: str, *arguments: object) -> Page[UUID]:
        statement = self._pages[sort, query.order.upper()]
        found = await statement.all(db, *arguments, query.limit, query.offset)
        if not found and query.offset:
            first = await statement.first(db, *arguments, 1, 0)
            return Page([], first.total if first else 0, query.limit)
        return Page([one.user_id for one in found], found[0].total if found else 0, query.limit)


# $3: pattern over name and address; $4 and $5: patterns over each alone.
MATCHING = Search(
    "(r.name || ' ' || r.email) like $3 and r.email like $4 and r.name like $5",
    page="limit $6 offset $7",
)

CHOSEN = Search("r.user_id = any ($3::uuid[])", page="limit $4 offset $5")

UNENROLLED = Search("not r.mfa_enrolled", page="limit $3 offset $4")

# Nobody is inactive before they had the time for it.
INACTIVE = Search("coalesce(r.last_login_at, r.joined_at) < $3", page="limit $4 offset $5")

WITH_PHONE = Query(
    UserPhone,
    """
    select u.id as user_id, u.phone_number
    from memberships m join users u on u.id = m.user_id
    where m.tenant_id = $1 and m.user_id = any ($2::uuid[]) and u.phone_number is not null
      and gatehouse_knows(m.activated, u.verified, u.default_tenant_id, m.tenant_id)
    order by u.id
    """,
)
