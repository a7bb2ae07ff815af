"""Lists of people.

They read the table `roster` and hardly anything else until they know whom to show, because joining everybody
of a tenant of 100,000 with `users` takes longer than a page may take. Words, phone numbers and metadata are
looked up in an index first, and so is whom filters let through; what so many have that the index helps no
more is found soon in the order of the list itself.
"""

from collections.abc import Mapping
from typing import Any, Literal, LiteralString

from gatehouse.access.answered import OWN, answer
from gatehouse.directory.people.list.models import Wanted
from gatehouse.directory.people.read.as_json import (
    TEAM_USER,
    USER,
    USER_EVERYWHERE,
    USER_V3,
    Shape,
    people,
)
from gatehouse.kit.db import Query
from gatehouse.kit.lists import CAP, ListOf, Parts, Source

# What a part of the roster is narrowed down by. Nobody is inactive before they had the time for it.
NARROWED: Mapping[str, LiteralString] = {
    "text": "(r.name || ' ' || r.email) like $?::text",
    "email_part": "r.email like $?::text",
    "name_prefix": "r.name like $?::text",
    "email": "r.email = $?::text",
    "ids": "r.user_id = any ($?::uuid[])",
    "unenrolled": "r.mfa_enrolled = not $?::bool",
    "breached": "r.password_breached and $?::bool",
    "not_seen_since": "coalesce(r.last_login_at, r.joined_at) < $?::timestamptz",
    "phone": """exists (
      select from roster_search s
      where s.tenant_id = r.tenant_id and s.user_id = r.user_id and s.phone = $?::text
    )""",
    "metadata": """exists (
      select from roster_search s
      where s.tenant_id = r.tenant_id and s.user_id = r.user_id and s.metadata @> $?::jsonb
    )""",
    # One person, found first: then it is a look-up by the roster's key.
    "username": """(
      r.user_id = (select n.user_id from usernames n where n.folded = $?::text)
      and exists (
        select from memberships m
        where m.tenant_id = r.tenant_id and m.user_id = r.user_id and m.activated
      )
    )""",
    "groups": """(
      select true from group_members g
      where g.tenant_id = r.tenant_id and g.user_id = r.user_id and g.group_id = any ($?::uuid[]) limit 1
    )""",
    "roles": """(
      select true from effective_roles e
      where e.tenant_id = r.tenant_id and e.user_id = r.user_id and e.role_id = any ($?::uuid[]) limit 1
    )""",
    "managed_by": """(
      select m.managed_by from memberships m where m.tenant_id = r.tenant_id and m.user_id = r.user_id
    ) = any ($?::text[])""",
    "enrolled": "r.mfa_enrolled = $?::bool",
    "seen_since": "r.last_login_at >= $?::timestamptz",
    "never_seen": "(r.last_login_at is null) = $?::bool",
}


def _conditions(now: LiteralString) -> Mapping[str, LiteralString]:
    """With what changes by itself."""
    status: LiteralString = f"""(
      select case when m.is_disabled then 'disabled' when m.temporary_expires_at <= {now} then 'ended'
        when m.activated then 'active' else 'pending' end
      from memberships m where m.tenant_id = r.tenant_id and m.user_id = r.user_id
    ) = any ($?::text[])"""
    return {**NARROWED, "statuses": status}


KEPT: LiteralString = """
  select coalesce(sum(c.people), 0)::bigint from roster_counts c where c.tenant_id = $3
"""

# The largest account's people, and who belongs only to others. Exact while those others have no more than
# `CAP` people together.
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


def _sorts(now: LiteralString, *, several: bool) -> Mapping[str, LiteralString]:
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
        # Of who waits to accept, the account behind the address is not shown, by no order either.
        "isLocked": f"""((r.tenant_id, r.user_id) in (
          select m.tenant_id, m.user_id from password_locks p join memberships m on m.user_id = p.user_id
          where p.locked_until > {now} and m.tenant_id {belongs} and m.activated
        ))""",
    }


def _answer(items: LiteralString, shape: Shape, parts: Parts) -> LiteralString:
    texts = f"select coalesce(string_agg(text, ',' order by {parts.order}), '') from written"
    pages = f"(n + {parts.limit} - 1) / {parts.limit}"
    if shape is TEAM_USER:
        totals = f"""'],"totalItems":' || n || ',"totalPages":' || {pages} || '}}'"""
    else:
        totals = (
            f"""'],"_metadata":{{"totalItems":' || n || ',"totalPages":' || {pages} || '}}}}'"""
        )
    return f"""
      with {items} select '{{"items":[' || ({texts}) || {totals}
      from (select n from total) one
    """


# How the people are found: all of them, by words, phone number or metadata, or by all that is asked for.
Found = Literal["all", "searched", "narrowed"]


def _list(shape: Shape, *, by: Found, several: bool) -> ListOf[str]:
    """Of the caller's tenant, with the caller's check in the same statement; or of several tenants, `$1`,
    nearest first, at the time `$2`. Of several a person is found once, as the nearest knows them."""
    tenants: LiteralString = "$1::uuid[]" if several else "array[$3::uuid]"
    now: LiteralString = "$2::timestamptz" if several else "$4"
    looked_up = _looked_up(by, tenants, now, several=several)
    # Asked for each person read, which are few; joined, it would read the memberships of all tenants.
    nearest: LiteralString = f"""0 = (
      select count(*) from memberships o where o.user_id = r.user_id
        and array_position({tenants}, o.tenant_id) < array_position({tenants}, r.tenant_id)
    )"""
    many: LiteralString | None = None if by == "all" else f"count(*) >= {CAP} from found"
    everybody = (
        Source(
            "roster r",
            f"r.tenant_id = t.id and {nearest}",
            each=f"unnest({tenants}) t (id)",
            when=many,
        )
        if several
        else Source("roster r", "r.tenant_id = $3", when=many, beyond=by == "narrowed")
    )
    found = Source(
        "found r",
        nearest if several else "r.tenant_id = $3",
        when=f"count(*) < {CAP} from found",
        meets=by == "narrowed",
    )

    def write(parts: Parts) -> LiteralString:
        items = f"""
          {looked_up} total as materialized (select {parts.total} as n),
          {people(shape, parts.page, tenants=tenants, now=now)}
        """
        body = _answer(items, shape, parts)
        return body if several else answer(body)

    return ListOf(
        str,
        write,
        parameters=(2 if several else OWN) + {"all": 0, "searched": 3, "narrowed": 1}[by],
        columns="r.tenant_id, r.user_id",
        sources=[everybody] if by == "all" else [found, everybody],
        sorts=_sorts(now, several=several),
        tie="r.user_id",
        conditions=_conditions(now),
        kept=None if by != "all" else KEPT_OF_SEVERAL if several else KEPT,
    )


def _looked_up(
    by: Found, tenants: LiteralString, now: LiteralString, *, several: bool
) -> LiteralString:
    match by:
        case "all":
            return ""
        case "searched":
            search: LiteralString = (
                "$3::text[], $4::text, $5::jsonb" if several else "$6::text[], $7::text, $8::jsonb"
            )
            rows: LiteralString = f"gatehouse_search({tenants}, {search}, {CAP})"
        case "narrowed":
            wanted: LiteralString = "$3::jsonb" if several else "$6::jsonb"
            rows = f"gatehouse_narrow({tenants}, {wanted}, {now}, {CAP})"
    return f"found as materialized (select * from {rows}),"


KINDS: tuple[Found, ...] = ("all", "searched", "narrowed")

# By shape, how the people are found, and whether in several tenants.
LISTS = {
    (shape.name, by, several): _list(shape, by=by, several=several)
    for shape in (USER, USER_V3, USER_EVERYWHERE, TEAM_USER)
    for by in KINDS
    for several in (False, True)
}


def list_for(shape: Shape, wanted: Wanted, *, several: bool) -> tuple[ListOf[str], tuple[Any, ...]]:
    """The list that finds them, and what it looks up."""
    if (narrowed := wanted.narrowed) is not None:
        return LISTS[shape.name, "narrowed", several], (narrowed,)
    if (looked_up := wanted.looked_up) is not None:
        return LISTS[shape.name, "searched", several], looked_up
    return LISTS[shape.name, "all", several], ()


# How many notes were folded, of some tenants of those that have any. Of two that fold at once, each adds up
# what it took away itself.
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
