"""Phone numbers of users, one each: `users.phone_number`."""

from typing import LiteralString

from gatehouse.directory.people.phone_numbers.models import PhonesPage
from gatehouse.kit.lists import ListOf, Source, StatementParts


def _select_phone_numbers(parts: StatementParts) -> LiteralString:
    return f"""
      with total as materialized (select {parts.total} as n), page as materialized ({parts.page})
      select coalesce((
        select json_agg(json_build_object('userId', page.user_id, 'phoneNumber', u.phone_number)
          order by {parts.order})
        from page join users u on u.id = page.user_id
      ), '[]')::text as items, (select n from total) as total
    """


# Of the tenants $1, nearest first; a user of several of them is listed once.
OF_TENANTS = ListOf(
    PhonesPage,
    _select_phone_numbers,
    parameters=1,
    columns="s.user_id",
    sources=[
        Source(
            "roster_search s",
            """s.tenant_id = t.id and s.phone is not null and 0 = (
              select count(*) from memberships o where o.user_id = s.user_id
                and array_position($1::uuid[], o.tenant_id) < array_position($1::uuid[], s.tenant_id)
            )""",
            each="unnest($1::uuid[]) t (id)",
        )
    ],
    sorts={"phoneNumber": "s.phone", "userId": "s.user_id"},
    tie="s.user_id",
    conditions={
        "ids": "s.user_id = any ($?::uuid[])",
        "numbers": "s.phone = any ($?::text[])",
    },
)
