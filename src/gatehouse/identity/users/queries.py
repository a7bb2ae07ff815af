"""Statements of the vendor on users. They need the system scope: no tenant owns what they read."""

from typing import LiteralString

from gatehouse.identity.users.as_json import is_locked, user_json
from gatehouse.identity.users.models import UserPage
from gatehouse.kit.db import Command, Query
from gatehouse.kit.lists import CAP, ListOf, Source, StatementParts, WordSearch

ONE = Query(
    str, f"select ({user_json('$2::timestamptz')})::text as text from users u where u.id = $1"
)


_WORDS: LiteralString = "(u.name || ' ' || u.email)"


def _select_users(parts: StatementParts) -> LiteralString:
    return f"""
      with {parts.found} total as materialized (select {parts.total} as n),
      page as materialized ({parts.page})
      select coalesce((
        select json_agg(one.text order by {parts.order}) from (
          select page.*, (
            select {user_json("$1::timestamptz")} from users u where u.id = page.id
          ) as text from page
        ) one
      ), '[]')::text as items, (select n from total) as total
    """


# All users, at the time `$1`. Words are patterns, all of which occur in the name or the address.
EVERYBODY = ListOf(
    UserPage,
    _select_users,
    parameters=1,
    columns="u.id",
    sources=[Source("users u", "true")],
    sorts={
        "createdAt": "u.created_at",
        "name": "lower(u.name)",
        "email": "u.email",
        "id": "u.id",
        "verified": "u.verified",
        "isLocked": f"({is_locked('$1::timestamptz')})",
        "provider": "u.provider",
        "tenantId": "u.default_tenant_id",
    },
    tie="u.id",
    words=WordSearch(
        f"gatehouse_find_users($?::text[], {CAP})", f"{_WORDS} ilike all ($?::text[])"
    ),
    conditions={
        "excludes": f"not {_WORDS} ilike any ($?::text[])",
        "optional": f"{_WORDS} ilike any ($?::text[])",
        "name_prefix": "lower(u.name) like lower($?::text)",
        "email": "u.email = $?::text",
        "username": "u.id = (select n.user_id from usernames n where n.folded = $?::text)",
        "phone": "translate(u.phone_number, ' ().-', '') = $?::text",
        "ids": "u.id = any ($?::uuid[])",
        "external_ids": "u.external_id = any ($?::text[])",
        "tenant": """exists (
          select from memberships m where m.user_id = u.id and m.tenant_id = $?::uuid
        )""",
        "below": """exists (
          select from tenants own join tenants t on t.path ~>=~ own.path and t.path ~<~ (own.path || '~')
          join memberships m on m.tenant_id = t.id and m.user_id = u.id where own.id = $?::uuid
        )""",
    },
)

# The fast plan depends on the number of members. A generic plan assumes a small tenant, and looks up a
# hundred thousand users one by one to sort them.
PLANNED_ANEW = Command("set local plan_cache_mode = force_custom_plan")
