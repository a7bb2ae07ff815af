"""Statements on addresses. Each names the user; all but the list need the user's or the system scope."""

from typing import LiteralString
from uuid import UUID

from gatehouse.identity.email_addresses.models import PendingEmailAddress, PrimaryAddressOwner
from gatehouse.identity.email_addresses.schemas import EmailAddressOut
from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.kit.lists import JsonPage, ListOf, Source, StatementParts
from gatehouse.kit.sealed import SealedColumn

REQUEST = SealedColumn("user_emails", "sealed_request")

_PRIMARY_ID: LiteralString = "md5(u.id::text || ':' || u.email)::uuid"

# The primary address first. A user has only a few, so there is no paging.
ALL = Query(
    EmailAddressOut,
    f"""
    select {_PRIMARY_ID} as id, u.id as user_id, u.email, u.verified, true as is_primary, u.created_at,
      u.created_at as updated_at
    from users u where u.id = $1
    union all
    (select e.id, e.user_id, e.email, e.verified_at is not null, false, e.created_at, e.updated_at
      from user_emails e where e.user_id = $1 and e.is_listed order by e.created_at, e.id limit 50)
    """,
)

OWNER = Query(
    PrimaryAddressOwner,
    """
    select u.id, u.email, u.name, u.verified, exists (
        select from memberships m where m.user_id = u.id and m.managed_by <> 'frontegg'
      ) as is_managed, (
        select m.tenant_id from memberships m where m.user_id = u.id and m.activated
        order by (m.tenant_id = u.default_tenant_id) is true desc, m.created_at limit 1
      ) as tenant_id
    from users u where u.id = $1 for no key update of u
    """,
)

COUNT_OTHERS = Query(int, "select count(*) from user_emails where user_id = $1 and email <> $2")

ADD = Query(
    PendingEmailAddress,
    """
    insert into user_emails (id, user_id, email, is_listed, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $5)
    on conflict (user_id, email) do update
      set is_listed = user_emails.is_listed or excluded.is_listed, updated_at = excluded.updated_at
    returning id, sealed_request
    """,
)
# One change of the primary address at a time.
DROP_UNLISTED = Command(
    "delete from user_emails where user_id = $1 and not is_listed and email <> $2"
)
KEEP_REQUEST = Command("update user_emails set sealed_request = $2 where id = $1")
ASKED = Query(
    PendingEmailAddress,
    "select id, sealed_request from user_emails where user_id = $1 and email = $2",
)

LOCK_ADDRESS = Query(bool, "select gatehouse_lock_address($1, false) is null as locked")
PERSON_OF = Query(UUID, "select gatehouse_person_of($1) as id")

VERIFY = Command(
    """
    update user_emails set verified_at = coalesce(verified_at, $3), is_listed = true,
      sealed_request = null, updated_at = $3
    where user_id = $1 and email = $2
    """
)
ADD_VERIFIED = Command(
    """
    insert into user_emails (id, user_id, email, verified_at, created_at, updated_at)
    values ($1, $2, $3, $4, $4, $4)
    on conflict (user_id, email) do update set verified_at = coalesce(user_emails.verified_at, $4),
      is_listed = true, updated_at = $4
    """
)
DELETE = Query(
    UUID, "delete from user_emails where user_id = $1 and id = $2 and is_listed returning id"
)
DROP = Command("delete from user_emails where user_id = $1 and email = $2")


def _compose_email_page_statement(parts: StatementParts) -> LiteralString:
    return f"""
      with total as materialized (select {parts.total} as n), page as materialized ({parts.page})
      select coalesce((
        select json_agg(json_build_object(
          'id', md5(page.user_id::text || ':' || page.email)::uuid, 'userId', page.user_id,
          'email', page.email, 'verified', page.verified, 'isPrimary', true,
          'createdAt', {instant_as_json("page.created_at")}, 'updatedAt', {instant_as_json("page.created_at")}
        ) order by {parts.order}) from page
      ), '[]')::text as items, (select n from total) as total
    """


# For the members of tenant $1, the address by which the tenant knows each; further ones are private.
OF_TENANT = ListOf(
    JsonPage,
    _compose_email_page_statement,
    parameters=1,
    columns="r.user_id, r.email, r.verified, r.created_at",
    sources=[Source("roster r", "r.tenant_id = $1::uuid")],
    sorts={"email": "r.email", "userId": "r.user_id"},
    tie="r.user_id",
    conditions={"part": "r.email like lower($?::text)", "ids": "r.user_id = any ($?::uuid[])"},
    kept="select coalesce(sum(c.people), 0)::bigint from roster_counts c where c.tenant_id = $1::uuid",
)

# For erasure: delete unverified claims of other users to the erased addresses.
DELETE_UNVERIFIED_CLAIMS = Command(
    "delete from user_emails where email = any ($1::text[]) and verified_at is null"
)

EMAIL_ROWS = UserRows("user_emails")
