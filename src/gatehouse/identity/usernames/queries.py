"""Statements on user names. The table is global, as users are; the list names the tenant."""

from typing import LiteralString

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.usernames.schemas import UsernameOut
from gatehouse.kit.db import Command, Query
from gatehouse.kit.lists import JsonPage, ListOf, Source, StatementParts

OF = Query(UsernameOut, "select user_id, username from usernames where user_id = $1")

# No row when the name is taken or the user has one: the unique constraints settle races.
# $4: given by the vendor.
ADD = Query(
    UsernameOut,
    """
    insert into usernames (user_id, username, created_at, is_vendors) values ($1, $2, $3, $4)
    on conflict do nothing returning user_id, username
    """,
)

DELETE = Query(
    UsernameOut,
    "delete from usernames where user_id = $1 and folded = $2 returning user_id, username",
)


def _compose_username_page_statement(parts: StatementParts) -> LiteralString:
    return f"""
      with total as materialized (select {parts.total} as n), page as materialized ({parts.page})
      select coalesce((
        select json_agg(json_build_object(
          'userId', page.user_id, 'username', page.username, 'vendorId', (select v.id from vendor v)
        ) order by {parts.order}) from page
      ), '[]')::text as items, (select n from total) as total
    """


# Of the members of tenant $1 who have accepted the membership.
OF_TENANT = ListOf(
    JsonPage,
    _compose_username_page_statement,
    parameters=1,
    columns="n.user_id, n.username",
    sources=[
        Source(
            "usernames n",
            "exists (select from memberships m where m.tenant_id = $1::uuid and m.user_id = n.user_id"
            " and m.activated)",
        )
    ],
    sorts={"username": "n.folded", "userId": "n.user_id"},
    tie="n.user_id",
    conditions={
        "prefix": "n.folded like lower($?::text)",
        "ids": "n.user_id = any ($?::uuid[])",
        "names": "n.folded = any ($?::text[])",
    },
)

ADD_IMPORTED_USERNAMES = Command(
    """
    insert into usernames (user_id, username, created_at, is_vendors)
    select n.user_id, n.username, $3, true from unnest($1::uuid[], $2::text[]) as n (user_id, username)
    on conflict do nothing
    """
)

# User $2 gets the name of user $1, unless they have one.
MOVE_USERNAME = Command(
    """
    update usernames set user_id = $2 where user_id = $1
      and not exists (select from usernames n where n.user_id = $2)
    """
)

USERNAME_ROWS = UserRows("usernames", only="not g.is_vendors")
