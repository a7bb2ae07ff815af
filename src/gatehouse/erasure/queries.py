"""Statements on erasures. They need the system scope."""

from datetime import datetime
from uuid import UUID

from gatehouse.audit.chain.queries import AuditPosition
from gatehouse.erasure import models
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

PERSON = SealedColumn("person_erasures", "sealed_person")

IS_STAFF = Query(bool, "select exists (select from staff where user_id = $1) as found")
IS_BEGUN = Query(bool, "select erasing_since is not null as found from users where id = $1")
TENANTS = Query(UUID, "select tenant_id from memberships where user_id = $1 order by tenant_id")
# Identifiers that the user has verified are searched for everywhere. Unverified ones, such as a contact
# number or a name from a company's directory, may appear in texts of other users for another reason: they are
# `typed`, and searched for only where the user appears anyway.
NAMED = Query(
    models.ErasedName,
    """
    with a as (
      select lower(u.email) as said, true as is_shown from users u where u.id = $1
      union all select lower(m.invited_email), true from memberships m where m.user_id = $1
      union all select lower(e.email), e.verified_at is not null from user_emails e where e.user_id = $1
      union all select lower(i.email), false from external_identities i where i.user_id = $1
      union all select lower(s.user_name), false from memberships m
      join scim_users s on s.tenant_id = m.tenant_id and s.user_id = m.user_id where m.user_id = $1
    ), n as (
      select p.phone_number as said, p.verified_at is not null as is_shown from phone_numbers p
      where p.user_id = $1
      union all select p.phone_number, true from mfa_phones p where p.user_id = $1
      union all select u.phone_number, false from users u where u.id = $1
      union all select m.invited_phone_number, false from memberships m where m.user_id = $1
    ), shown as (
      select said, false as is_number from a
      where is_shown and said like '%_@_%' and coalesce(gatehouse_person_of(said), $1) = $1
      union
      select said, true from n
      where is_shown and length(said) > 5
        and not exists (select from mfa_phones p where p.phone_number = said and p.user_id <> $1)
        and not gatehouse_number_is_anothers(said, $1)
    )
    select
      array(select f.former_id from former_people f where f.user_id = $1) as former_ids,
      array(select said from shown where not is_number) as addresses,
      array(select said from shown where is_number) as numbers,
      array(
        select c from (
          select u.name as c from users u where u.id = $1
          union select m.invited_name from memberships m where m.user_id = $1
          union select f.name from former_people f where f.user_id = $1
          union select s.username from usernames s where s.user_id = $1
        ) called where c <> ''
      ) as names,
      array(
        select said from (select said from a union select said from n) given
        where length(said) > 5 and said not in (select said from shown)
      ) as typed
    """,
)
# Rows that reference a user, by the referencing column. Sessions stay until applications have been notified
# of their end by the user's id.
HANGING = Query(
    models.CatalogColumn,
    """
    select c.conrelid::regclass::text as kind, a.attname::text as name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'users'::regclass and c.contype = 'f' and c.confdeltype = 'c'
      and c.conrelid <> all ('{sessions, session_tenants, staff}'::regclass[])
    order by c.conrelid::regclass::text, a.attname
    """,
)

BEGIN = Command(
    """
    insert into person_erasures (id, pseudonym, reason, asked_by, asked_at, sealed_person)
    values ($1, $2, $3, $4, $5, $6)
    """
)
LIST = Query(
    models.ListedErasure,
    """
    select id, pseudonym, reason, asked_by, asked_at, entries, finished_at,
      (select count(*) from (select from person_erasures limit 10000) counted) as total
    from person_erasures order by asked_at desc, id desc offset $1::bigint limit $2::bigint
    """,
)
ONE = Query(
    models.ListedErasure,
    """
    select id, pseudonym, reason, asked_by, asked_at, entries, finished_at, 1::bigint as total
    from person_erasures where id = $1
    """,
)
# `$1`: what began before that has settled.
OPEN = Query(
    UUID,
    """
    select id from person_erasures where finished_at is null and (stage <> 'settling' or asked_at <= $1)
    order by asked_at limit 100
    """,
)
# SKIP LOCKED: another worker already processes this erasure.
TAKE = Query(
    models.UserErasure,
    """
    select id, pseudonym, asked_at, sealed_person, stage, place, entries from person_erasures
    where id = $2 and finished_at is null and (stage <> 'settling' or asked_at <= $1)
    for update skip locked
    """,
)
STEP = Command(
    "update person_erasures set stage = $2, place = $3, entries = entries + $4 where id = $1"
)
FINISH = Command(
    """
    update person_erasures set stage = 'done', place = '{}', sealed_person = null, finished_at = $2
    where id = $1
    """
)

# Taking one of these addresses waits for the step, so the step can tell whether one has been taken since.
HOLD_ADDRESSES = Command(
    """
    select gatehouse_lock_address(a, false)
    from (select a from unnest($1::text[]) a order by abs(hashtext(a)::bigint) % 256, a offset 0) ordered
    """
)
IS_TAKEN_ANEW = Query(
    bool,
    """
    select exists (select from unnest($1::text[]) a where gatehouse_person_of(a) is not null) as found
    """,
)

# Entries after `$1` and `$2` and before `$3`: the place of the `$4`th.
PLACE = Query(
    AuditPosition,
    """
    select created_at as at, id from audits
    where created_at >= $1 and (created_at, id) > ($1, $2) and created_at < $3
    order by created_at, id offset $4 - 1 limit 1
    """,
)
# Entries from these, until `$4` and `$5`, that concern the user, by the ids `$6`, or contain one of the words
# `$7`.
ENTRIES = Query(
    models.AuditEntryToErase,
    """
    select a.created_at, a.id, gatehouse_audit_digest(a) as digest, a.description, a.actor_user_id,
      a.actor_email, a.impersonator_id, a.ip, a.user_agent, a.data
    from audits a
    where a.created_at >= $1 and (a.created_at, a.id) > ($1, $2) and a.created_at < $3
      and (a.created_at, a.id) <= ($4, $5)
      and (a.actor_user_id = any ($6::uuid[]) or a.impersonator_id = any ($6) or exists (
        select from unnest($7::text[]) w
        where strpos(lower(concat_ws(' ', a.actor_email, a.description, a.data::text)), w) > 0))
    """,
)

# Tables that may contain traces of a user: those that a program may change, without the tables of the queue
# and the migrations, ordered by name from $2 on. Columns are those that hold texts or ids, apart from keys
# and references.
TABLES = Query(
    models.CatalogTable,
    """
    select c.relname::text as name, k.names as key_names, k.types as key_types,
      f.names as column_names, f.kinds as column_kinds,
      exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'created_at' and not a.attisdropped
      ) as has_time
    from pg_class c
    cross join lateral (
      select coalesce(array_agg(a.attname::text order by key.place), '{}') as names,
        coalesce(array_agg(format_type(a.atttypid, null)::text order by key.place), '{}') as types
      from pg_constraint p
      cross join lateral unnest(p.conkey) with ordinality key (number, place)
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = key.number
      where p.conrelid = c.oid and p.contype = 'p'
    ) k
    cross join lateral (
      select coalesce(array_agg(a.attname::text order by a.attnum), '{}') as names,
        coalesce(array_agg(t.typname::text order by a.attnum), '{}') as kinds
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and t.typname in ('text', 'jsonb', '_text', 'uuid')
        -- By these an account's own systems are reached: with a pseudonym in it nothing would arrive.
        and a.attname !~ '(^|_)url$'
        and not exists (
          select from pg_constraint p
          where p.conrelid = c.oid and p.contype in ('p', 'f') and a.attnum = any (p.conkey))
    ) f
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and has_table_privilege(c.oid, 'update') and c.relname !~ '^(pgqueuer|_?yoyo|pg_|schema_migrations)'
      and c.relname <> all ($1::text[]) and c.relname >= $2::text
    order by c.relname limit $3::bigint
    """,
)

EARLIEST: datetime = datetime.fromisoformat("1970-01-01T00:00:00Z")
LATEST: datetime = datetime.fromisoformat("9000-01-01T00:00:00Z")
