"""Statements of the member lists.

`gatehouse_list_people` finds, counts and sorts the members of a page by the table `roster`, because joining
all members of a tenant of 100,000 with `users` exceeds the time budget of a page. The statements here read
what is shown of them.
"""

from typing import LiteralString

from gatehouse.access.single_statement_reads import compose_authorized_select
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
from gatehouse.kit.lists import CAP


def _compose_page(items: LiteralString, shape: UserShape, limit: LiteralString) -> LiteralString:
    texts: LiteralString = "select coalesce(string_agg(text, ',' order by key), '') from written"
    pages: LiteralString = f"(n + {limit} - 1) / {limit}"
    totals: LiteralString = f""""totalItems":' || n || ',"totalPages":' || {pages} || '"""
    if shape is not TEAM_USER:
        totals = f""""_metadata":{{{totals}}}"""
    return f"""
      with {items} select '{{"items":[' || ({texts}) || '],{totals}}}'
      from (select max(total) as n from found) one
    """


def _fold_patterns(wanted: LiteralString) -> LiteralString:
    """The filters with their patterns folded to lower case by the database, as names and addresses are
    stored."""
    return f"""
      ({wanted}::jsonb || coalesce((
        select jsonb_object_agg(w.key, lower(w.value::text)::jsonb) from jsonb_each({wanted}::jsonb) w
        where w.key in ('words', 'text', 'email_part', 'name_prefix')
      ), '{{}}'))
    """


def _select_members(
    shape: UserShape,
    tenants: LiteralString,
    now: LiteralString,
    parameters: tuple[LiteralString, ...],
) -> LiteralString:
    """A list of the members of `tenants`, nearest first. `parameters`: filters, sort, descending, limit,
    offset."""
    wanted, sort, down, limit, offset = parameters
    items: LiteralString = f"""
      found as materialized (
        select * from gatehouse_list_people(
          {tenants}, {_fold_patterns(wanted)}, {now}, {sort}::text, {down}::bool, {limit}::bigint,
          {offset}::bigint, {CAP}
        )
      ),
      {people_as_json(shape, "select * from found", tenants=tenants, now=now)}
    """
    return _compose_page(items, shape, f"{limit}::bigint")


def _select_below(shape: UserShape) -> LiteralString:
    """A list of the members of account `$1` and up to `$2` accounts below it at the time `$3`, with the
    further parameters of `_select_members`. The statement looks up the account ids itself, which are
    thousands; `near` are those that users of the page are members of."""
    reach: LiteralString = "(select ids from reach)::uuid[]"
    near: LiteralString = "(select ids from near)::uuid[]"
    items: LiteralString = f"""
      reach as materialized (select gatehouse_reach($1, $2) as ids),
      found as materialized (
        select f.* from reach cross join lateral gatehouse_list_people(
          reach.ids, {_fold_patterns("$4")}, $3, $5::text, $6::bool, $7::bigint, $8::bigint, {CAP}
        ) f
      ),
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
    return _compose_page(items, shape, "$7::bigint")


SHAPES = (USER, USER_V3, USER_EVERYWHERE, TEAM_USER)
# By the name of the shape: in the caller's own tenant, in the tenants $1 at the time $2, and in the caller's
# tenant with all accounts below.
IN_OWN_TENANT = {
    shape.name: Query(
        str,
        compose_authorized_select(
            _select_members(shape, "array[$3::uuid]", "$4", ("$6", "$7", "$8", "$9", "$10"))
        ),
    )
    for shape in SHAPES
}
IN_TENANTS = {
    shape.name: Query(
        str,
        _select_members(shape, "$1::uuid[]", "$2::timestamptz", ("$3", "$4", "$5", "$6", "$7")),
    )
    for shape in SHAPES
}
WITH_ACCOUNTS_BELOW = {shape.name: Query(str, _select_below(shape)) for shape in SHAPES}


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
