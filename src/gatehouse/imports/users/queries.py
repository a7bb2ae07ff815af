"""Statements of an import. They need the system scope, and process many users per call."""

from uuid import UUID

from gatehouse.directory.users.models import KnownAddress
from gatehouse.imports.users import models
from gatehouse.kit.db import Command, Query

BEGIN = Command(
    "insert into user_imports (id, created_at, updated_at) values ($1, $2, $2) on conflict do nothing"
)
# Serializes concurrent calls that send rows of the same import.
HOLD = Query(models.ProgressOut, "select * from user_imports where id = $1 for update")
PROGRESS = Query(models.ProgressOut, "select * from user_imports where id = $1")
ADVANCE = Query(
    models.ProgressOut,
    """
    update user_imports set position = position + $2, created = created + $3, joined = joined + $4,
      failed = failed + $5, updated_at = $6
    where id = $1 returning *
    """,
)
ADD_FAILURES = Command(
    """
    insert into user_import_failures (import_id, number, email, problem, is_taken)
    select $1, f.number, f.email, f.problem, f.is_taken
    from unnest($2::bigint[], $3::text[], $4::text[], $5::boolean[])
      as f (number, email, problem, is_taken)
    on conflict do nothing
    """
)
FAILURES = Query(
    models.ImportFailure,
    """
    select number, email, problem, is_taken from user_import_failures
    where import_id = $1 and number > $2 and is_taken = any ($4::boolean[])
    order by number limit $3::bigint
    """,
)

TENANTS = Query(UUID, "select id from tenants where id = any ($1::uuid[]) and deleted_at is null")
ROLES = Query(
    models.HeldRole,
    """
    select id, key, tenant_id, is_default from roles
    where tenant_id is null or tenant_id = any ($1::uuid[])
    """,
)
# Users by primary or verified address: `gatehouse_person_of`, for many addresses.
KNOWN = Query(
    KnownAddress,
    """
    select u.email, u.id as user_id from users u where u.email = any ($1::text[])
    union all
    select e.email, e.user_id from user_emails e
    where e.email = any ($1::text[]) and e.verified_at is not null
      and not exists (select from users u where u.email = e.email)
    """,
)
STAFF = Query(UUID, "select user_id from staff where user_id = any ($1::uuid[])")
# Accounts that one of the staff enters first.
STAFF_HOMES = Query(
    UUID,
    """
    select u.default_tenant_id from staff s join users u on u.id = s.user_id
    where u.default_tenant_id = any ($1::uuid[])
    """,
)
TAKEN_NAMES = Query(str, "select folded from usernames where folded = any ($1::text[])")

# Numbers of imported users per tenant that are not announced yet.
KEEP_NEWS = Command(
    """
    insert into user_import_news (import_id, tenant_id, people, told_from)
    select $1, n.tenant_id, n.people, $4
    from unnest($2::uuid[], $3::bigint[]) as n (tenant_id, people)
    on conflict (tenant_id, import_id) do update
    set people = user_import_news.people + excluded.people, told_from = excluded.told_from
    """
)
TAKE_NEWS = Query(
    models.ImportResult,
    """
    delete from user_import_news n using (
      select tenant_id, import_id from user_import_news where import_id = $1
      order by import_id, tenant_id limit $2::bigint for update skip locked
    ) due
    where n.tenant_id = due.tenant_id and n.import_id = due.import_id
    returning n.import_id, n.tenant_id, n.people
    """,
)
DUE_NEWS = Query(
    models.DueNews,
    """
    select told_from as due_at, import_id::text || tenant_id as id, tenant_id, import_id
    from user_import_news
    where told_from < $1 and (told_from, import_id::text || tenant_id) > ($2, $3)
    order by told_from, import_id::text || tenant_id limit $4
    """,
)
# Unless the file goes on after all.
TAKE_DUE_NEWS = Query(
    models.ImportResult,
    """
    delete from user_import_news where tenant_id = $1 and import_id = $2 and told_from < $3
    returning import_id, tenant_id, people
    """,
)
