"""Statements on user sources and their users. They need the system scope."""

from typing import LiteralString
from uuid import UUID

from gatehouse.identity.user_sources.models import StoredSource
from gatehouse.identity.user_sources.schemas import CountedSource, SourceUser
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

SECRETS = SealedColumn("user_sources", "sealed_secrets")
MOST_SOURCES = 20

OF_APPLICATION = Query(
    StoredSource,
    """
    select s.id, s.type, s.name, s.configuration, s.sealed_secrets
    from user_source_applications a join user_sources s on s.id = a.source_id
    where a.application_id = $1 order by s.index, s.created_at, s.id limit 20
    """,
)

OWNER_OF = Query(
    UUID, "select user_id from user_source_users where source_id = $1 and subject = $2"
)
SUBJECT_OF = Query(
    str, "select subject from user_source_users where source_id = $1 and user_id = $2"
)
NOTE = Command(
    """
    insert into user_source_users (source_id, user_id, subject, created_at) values ($1, $2, $3, $4)
    on conflict do nothing
    """
)


_SHOWN: LiteralString = """
  select s.id, s.type, s.name, s.description, s.index, s.configuration, array(
      select a.application_id from user_source_applications a where a.source_id = s.id
      order by a.application_id
    ) as app_ids, (
      select count(*) from (
        select from user_source_users u where u.source_id = s.id limit 10000) counted
    ) as users_count
  from user_sources s
"""

LIST = Query(CountedSource, f"{_SHOWN} order by s.index, s.created_at, s.id limit 100")
ONE = Query(CountedSource, f"{_SHOWN} where s.id = $1")
COUNT = Query(int, "select count(*) from user_sources")
# Locked, so that concurrent changes of a source run one after the other.
HOLD = Query(StoredSource, "select * from user_sources where id = $1 for update")

ADD = Command(
    """
    insert into user_sources (id, type, name, description, index, configuration, sealed_secrets,
      created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    """
)
CHANGE = Command(
    """
    update user_sources set name = coalesce($2, name), description = coalesce($3, description),
      index = coalesce($4, index), configuration = $5, sealed_secrets = $6, updated_at = $7
    where id = $1
    """
)
DELETE = Command("delete from user_sources where id = $1")
ASSIGN = Command(
    """
    insert into user_source_applications (source_id, application_id)
    select $1, a.id from unnest($2::uuid[]) as a (id) on conflict do nothing
    """
)
ASSIGN_ONLY = Command(
    """
    with others as (
      delete from user_source_applications where source_id = $1 and application_id <> all ($2::uuid[])
    )
    insert into user_source_applications (source_id, application_id)
    select $1, a.id from unnest($2::uuid[]) as a (id) on conflict do nothing
    """
)
UNASSIGN = Command(
    "delete from user_source_applications where source_id = $1 and application_id = any ($2::uuid[])"
)
USERS = Query(
    SourceUser,
    """
    select u.email, u.last_login_at as last_login
    from user_source_users s join users u on u.id = s.user_id
    where s.source_id = $1 order by s.user_id limit $2::bigint offset $3::bigint
    """,
)
# Lists are counted up to 10,000.
COUNT_USERS = Query(
    int,
    """
    select count(*) from (
      select from user_source_users where source_id = $1 limit 10000) counted
    """,
)
APPLICATIONS = Query(UUID, "select id from applications where id = any ($1::uuid[])")
