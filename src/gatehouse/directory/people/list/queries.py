"""Statements of the member lists.

They read little besides the table `roster` until the members of the page are known, because joining all
members of a tenant of 100,000 with `users` exceeds the time budget of a page. Members that match words and
filters are found by `gatehouse_list_people`.
"""

from collections.abc import Mapping
from typing import LiteralString

from gatehouse.access.single_statement_reads import OWN, compose_authorized_select
from gatehouse.directory.people.read.as_json import (
    TEAM_USER,
    USER,
    USER_EVERYWHERE,
    USER_V3,
    UserShape,
    people_as_json,
)
from gatehouse.directory.roles.as_json import holders_in_many
from gatehouse.kit.db import Query
from gatehouse.kit.lists import CAP, ListOf, Source, StatementParts

# Conditions that the roster's own order answers.
CONDITIONS: Mapping[str, LiteralString] = {
    "text": "(r.name || ' ' || r.email) like lower($?::text)",
    "email_part": "r.email like lower($?::text)",
    "name_prefix": "r.name like lower($?::text)",
    "email": "r.email = $?::text",
    "ids": "r.user_id = any ($?::uuid[])",
    # At most one user, found first: then it is a look-up by the primary key of the roster.
    "username": """(
      r.user_id = (select n.user_id from usernames n where n.folded = $?::text)
      and exists (
        select from memberships m
        where m.tenant_id = r.tenant_id and m.user_id = r.user_id and m.activated
      )
    )""",
}

KEPT: LiteralString = """
  select coalesce(sum(c.people), 0)::bigint from roster_counts c where c.tenant_id = $3
"""

# The members of the largest account, plus members of the others only. Exact while the others have at most
# `CAP` members together.
KEPT_OF_SEVERAL: LiteralString = f"""
  with largest as materialized (
    select c.tenant_id, sum(c.people)::bigint as people from roster_counts c
    where c.tenant_id = any ($1::uuid[]) group by c.tenant_id order by people desc limit 1
  ), other as materialized (
    select one.user_id from unnest($1::uuid[]) t (id) cross join lateral (
      select r.user_id from roster r
      where r.tenant_id = t.id and t.id <> (select tenant_id from largest) limit {CAP}
    ) one limit {CAP}
  )
  select coalesce((select people from largest), 0) + count(distinct other.user_id) from other
  where 0 = (
    select count(*) from roster r
    where r.tenant_id = (select tenant_id from largest) and r.user_id = other.user_id
  )
"""


def _sort_keys(now: LiteralString, *, several: bool) -> Mapping[str, LiteralString]:
    belongs: LiteralString = "= any ($1::uuid[])" if several else "= $3"
    return {
        "createdAt": "r.created_at",
        "joinedAt": "r.joined_at",
        "lastLogin": "r.last_login_at",
        "name": "r.name",
        "email": "r.email",
        "id": "r.user_id",
        "tenantId": "r.tenant_id" if several else "r.user_id",
        "verified": "r.verified",
        "provider": "r.provider",
        # Of a member who has not accepted yet, the account behind the address is not disclosed, not even by a
        # sort order.
        "isLocked": f"""((r.tenant_id, r.user_id) in (
          select m.tenant_id, m.user_id from password_locks p join memberships m on m.user_id = p.user_id
          where p.locked_until > {now} and m.tenant_id {belongs} and m.activated
        ))""",
    }


def _compose_page(
    items: LiteralString, shape: UserShape, order: LiteralString, limit: LiteralString
) -> LiteralString:
    texts: LiteralString = (
        f"select coalesce(string_agg(text, ',' order by {order}), '') from written"
    )
    pages: LiteralString = f"(n + {limit} - 1) / {limit}"
    if shape is TEAM_USER:
        totals: LiteralString = f"""'],"totalItems":' || n || ',"totalPages":' || {pages} || '}}'"""
    else:
        totals = (
            f"""'],"_metadata":{{"totalItems":' || n || ',"totalPages":' || {pages} || '}}}}'"""
        )
    return f"""
      with {items} select '{{"items":[' || ({texts}) || {totals}
      from (select n from total) one
    """


def _scope_condition(*, several: bool) -> tuple[LiteralString, LiteralString]:
    """SQL of the tenants and the time: for one tenant the caller's, checked in the same statement; for
    several the parameters, nearest first."""
    return ("$1::uuid[]", "$2::timestamptz") if several else ("array[$3::uuid]", "$4")


def _compose_member_list(shape: UserShape, *, several: bool) -> ListOf[str]:
    """A list of all members, or of those that the roster's own order finds quickly. In several tenants a
    user is listed once, as in the nearest tenant."""
    tenants, now = _scope_condition(several=several)
    # Evaluated per row read, which are few; as a join it would read the memberships of all tenants.
    nearest: LiteralString = f"""0 = (
      select count(*) from memberships o where o.user_id = r.user_id and o.tenant_id <> r.tenant_id
        and array_position({tenants}, o.tenant_id) < array_position({tenants}, r.tenant_id)
    )"""
    source = (
        Source("roster r", f"r.tenant_id = t.id and {nearest}", each=f"unnest({tenants}) t (id)")
        if several
        else Source("roster r", "r.tenant_id = $3")
    )

    def write(parts: StatementParts) -> LiteralString:
        items = f"""
          total as materialized (select {parts.total} as n),
          {people_as_json(shape, parts.page, tenants=tenants, now=now)}
        """
        body = _compose_page(items, shape, parts.order, parts.limit)
        return body if several else compose_authorized_select(body)

    return ListOf(
        str,
        write,
        parameters=2 if several else OWN,
        columns="r.tenant_id, r.user_id",
        sources=[source],
        sorts=_sort_keys(now, several=several),
        tie="r.user_id",
        conditions=CONDITIONS,
        kept=KEPT_OF_SEVERAL if several else KEPT,
    )


def _fold_patterns(wanted: LiteralString) -> LiteralString:
    """The filters with their patterns folded to lower case by the database, as names and addresses are
    stored."""
    return f"""
      ({wanted}::jsonb || coalesce((
        select jsonb_object_agg(w.key, lower(w.value::text)::jsonb) from jsonb_each({wanted}::jsonb) w
        where w.key in ('words', 'text', 'email_part', 'name_prefix')
      ), '{{}}'))
    """


def _select_filtered(shape: UserShape, *, several: bool) -> Query[str]:
    """A list of the members that match words and filters. Parameters after those of the scope: filters,
    sort, descending, limit, offset."""
    tenants, now = _scope_condition(several=several)
    wanted, sort, down, limit, offset = _FROM_THIRD if several else _FROM_SIXTH
    items: LiteralString = f"""
      found as materialized (
        select * from gatehouse_list_people(
          {tenants}, {_fold_patterns(wanted)}, {now}, {sort}::text, {down}::bool, {limit}::bigint,
          {offset}::bigint, {CAP}
        )
      ),
      total as materialized (select max(total) as n from found),
      {people_as_json(shape, "select * from found", tenants=tenants, now=now)}
    """
    body = _compose_page(items, shape, "key", f"{limit}::bigint")
    return Query(str, body if several else compose_authorized_select(body))


def _select_below(shape: UserShape) -> Query[str]:
    """A list of the members of account `$1` and up to `$2` accounts below it at the time `$3`, with the
    further parameters of `_select_filtered`; all members if there are no filters. The statement looks up
    the account ids itself, which are thousands; `near` are those that users of the page are members of."""
    reach: LiteralString = "(select ids from reach)::uuid[]"
    near: LiteralString = "(select ids from near)::uuid[]"
    items: LiteralString = f"""
      reach as materialized (select gatehouse_reach($1, $2) as ids),
      found as materialized (
        select f.* from reach cross join lateral gatehouse_list_people(
          reach.ids, {_fold_patterns("$4")}, $3, $5::text, $6::bool, $7::bigint, $8::bigint, {CAP}
        ) f
      ),
      total as materialized (select max(total) as n from found),
      near as materialized (
        select array(
          select m.tenant_id from found f
          join memberships m on m.user_id = f.user_id and m.tenant_id = any ({reach})
          group by m.tenant_id order by array_position({reach}, m.tenant_id)
        ) as ids
      ),
      {
        people_as_json(
            shape, "select tenant_id, user_id, key from found", tenants=near, now="$3",
            holding=holders_in_many(reach),
        )
    }
    """  # fmt: skip
    return Query(str, _compose_page(items, shape, "key", "$7::bigint"))


_FROM_THIRD: tuple[LiteralString, ...] = ("$3", "$4", "$5", "$6", "$7")
_FROM_SIXTH: tuple[LiteralString, ...] = ("$6", "$7", "$8", "$9", "$10")

SHAPES = (USER, USER_V3, USER_EVERYWHERE, TEAM_USER)
# By shape, and whether for several tenants.
LISTS = {
    (shape.name, several): _compose_member_list(shape, several=several)
    for shape in SHAPES
    for several in (False, True)
}
NARROWED = {
    (shape.name, several): _select_filtered(shape, several=several)
    for shape in SHAPES
    for several in (False, True)
}
EVERYWHERE = {shape.name: _select_below(shape) for shape in SHAPES}


# Folds the counts of at most 500 tenants and returns how many rows were folded. Concurrent runs are safe:
# each adds up only the rows that it deleted itself.
FOLD_COUNTS = Query(
    int,
    """
    with gone as (
      delete from roster_counts where tenant_id in (
        select distinct tenant_id from roster_counts where not folded limit 500
      ) returning tenant_id, people, folded
    ), kept as (
      insert into roster_counts (tenant_id, people, folded)
      select tenant_id, sum(people), true from gone group by tenant_id having sum(people) <> 0
    )
    select count(*) from gone where not folded
    """,
)
