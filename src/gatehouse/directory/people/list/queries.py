"""Lists of people. Each answers ids in order; the people are then read by id.

`$1` is the tenant, or where several are listed their ids, nearest first; `$2` is the time now. They read
the table `roster` and hardly anything else, because joining everybody of a tenant of 100,000 with `users`
takes longer than a page may take.
"""

from typing import LiteralString
from uuid import UUID

from gatehouse.directory.people.list.models import Found
from gatehouse.kit.db import Db, Query
from gatehouse.kit.lists import ListOf, ListQuery, Page

_ONE: LiteralString = "= $1"
_SEVERAL: LiteralString = "= any ($1::uuid[])"


def _sorts(tenants: LiteralString) -> dict[str, LiteralString]:
    return {
        "createdAt": "r.created_at",
        "joinedAt": "r.joined_at",
        "lastLogin": "r.last_login_at",
        "name": "r.name",
        "email": "r.email",
        "id": "r.user_id",
        "tenantId": "r.tenant_id",
        "verified": "r.verified",
        "provider": "r.provider",
        # Of who waits to accept, the account behind the address is not shown, by no order either.
        "isLocked": f"""((r.tenant_id, r.user_id) in (
            select m.tenant_id, m.user_id from passwords p
            join memberships m on m.user_id = p.user_id and m.tenant_id {tenants} and m.activated
            where p.locked_until > $2
          ))""",
    }


# Only the order by `isLocked` needs the time, but every statement of a list takes the same parameters.
EVERYBODY = ListOf(
    UUID,
    "select r.user_id, $2::timestamptz as asked_at from roster r where r.tenant_id = $1",
    parameters=2,
    sorts=_sorts(_ONE),
    tie="r.user_id",
    count="select (select count(*) from roster r where r.tenant_id = $1)"
    " where $2::timestamptz is not null",
)


class Search:
    """A list whose every page reads all of the tenants' part of the roster: the scan is the cost, so
    page and total come from one statement. Of several tenants a person is found once, in the nearest."""

    def __init__(self, condition: LiteralString, *, several: bool, page: LiteralString) -> None:
        tenants = _SEVERAL if several else _ONE
        nearest: LiteralString = "order by r.user_id, array_position($1::uuid[], r.tenant_id)"
        self._pages: dict[tuple[str, str], Query[Found]] = {}
        for name, column in _sorts(tenants).items():
            sql: LiteralString = f"""
              select user_id, count(*) over () as total from (
                select {"distinct on (r.user_id)" if several else ""} r.user_id, {column} as key
                from roster r
                where r.tenant_id {tenants} and $2::timestamptz is not null
                  and {condition.replace("TENANTS", tenants)}
                {nearest if several else ""}
              ) found
            """
            up = f"{sql} order by key asc nulls first, user_id asc {page}"
            down = f"{sql} order by key desc nulls last, user_id desc {page}"
            self._pages[name, "ASC"] = Query(Found, up)
            self._pages[name, "DESC"] = Query(Found, down)

    async def page(self, db: Db, query: ListQuery, sort: str, *arguments: object) -> Page[UUID]:
        statement = self._pages[sort, query.order.upper()]
        found = await statement.all(db, *arguments, query.limit, query.offset)
        if not found and query.offset:
            first = await statement.first(db, *arguments, 1, 0)
            return Page([], first.total if first else 0, query.limit)
        return Page([one.user_id for one in found], found[0].total if found else 0, query.limit)


# $3: pattern over name and address; $4 and $5: patterns over each alone; $6: exactly this address; $7: of
# these people; $8: those without a second factor; $9: not seen since. Null asks for nothing. Nobody is
# inactive before they had the time for it.
_MATCHING: LiteralString = """
  (r.name || ' ' || r.email) like $3 and r.email like $4 and r.name like $5
  and ($6::text is null or r.email = $6)
  and ($7::uuid[] is null or r.user_id = any ($7))
  and (not $8::bool or not r.mfa_enrolled)
  and ($9::timestamptz is null or coalesce(r.last_login_at, r.joined_at) < $9)
"""

# And by what only `users` holds: $10 a phone number without its separators, $11 metadata.
_KNOWN_AS: LiteralString = f"""{_MATCHING}
  and r.user_id in (
    select m.user_id from memberships m join users u on u.id = m.user_id
    where m.tenant_id TENANTS and m.activated
      and ($10::text is null or translate(u.phone_number, ' ().-', '') = $10)
      and ($11::jsonb is null or u.metadata @> $11)
  )
"""

MATCHING = {
    several: Search(_MATCHING, several=several, page="limit $10 offset $11")
    for several in (False, True)
}
KNOWN_AS = {
    several: Search(_KNOWN_AS, several=several, page="limit $12 offset $13")
    for several in (False, True)
}
