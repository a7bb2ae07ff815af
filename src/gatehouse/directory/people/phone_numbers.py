"""Lists of the phone numbers of a tenant's members (wire reference §16.5): `users.phone_number`, one each."""

from typing import Literal, LiteralString
from uuid import UUID

from pydantic import Field

from gatehouse.access.principal import Principal
from gatehouse.directory.people.list_schemas import SEPARATORS, Ids, Pattern
from gatehouse.directory.people.service import list_memberships_of_users
from gatehouse.kit.db import Db
from gatehouse.kit.lists import (
    EMPTY_PAGE,
    JsonPage,
    ListOf,
    ListQuery,
    Source,
    SparseQuery,
    StatementParts,
)
from gatehouse.kit.paging import Page
from gatehouse.kit.plain_route import Json
from gatehouse.kit.schemas import Wire


def _compose_phone_numbers_statement(parts: StatementParts) -> LiteralString:
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
    JsonPage,
    _compose_phone_numbers_statement,
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


class UserPhoneOut(Wire):
    user_id: UUID
    phone_number: str


class UserPhones(Page[UserPhoneOut]):
    pass


class PhoneNumbersQuery(SparseQuery, ListQuery):
    """`_offset` counts rows. `_phoneNumber` is a complete number, with any separators; a plus sign that
    the client did not encode arrives as a space."""

    phone_number: str = Field("", max_length=60, alias="_phoneNumber", pattern=Pattern)
    sort_by: Literal["userId", "phoneNumber"] = Field("phoneNumber", alias="_sortBy")
    ids: Ids = Field([], alias="userIds")

    @property
    def numbers(self) -> list[str] | None:
        """The number as it may be stored: with the plus sign and without."""
        bare = self.phone_number.translate(SEPARATORS).removeprefix("+")
        return [f"+{bare}", bare] if self.phone_number else None


async def list_phone_numbers(db: Db, caller: Principal, query: PhoneNumbersQuery) -> Json:
    """Phone numbers of the tenant's members who have one; of users requested by id also in the tenants
    below that the caller reaches."""
    tenants = [caller.tenant_id]
    if query.ids:
        tenants += {
            one.tenant_id for one in await list_memberships_of_users(db, caller, query.ids)
        } - {caller.tenant_id}
    page = (
        await OF_TENANTS.page(
            db, query, query.sort_by, tenants, ids=query.ids or None, numbers=query.numbers
        )
        or EMPTY_PAGE
    )
    return page.to_response(query.limit)
