"""Statements on where people come from. They need the system scope."""

from uuid import UUID

from gatehouse.identity.user_sources.models import StoredSource
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

# Until the transaction ends nobody else brings the same address in.
HOLD_ADDRESS = Command("select pg_advisory_xact_lock(hashtextextended($1, 0))")

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
# Nothing is written where nothing has changed: the lists of the person's tenants follow each change.
FOLLOW = Command(
    """
    update users set name = coalesce($2, name), profile_picture_url = coalesce($3, profile_picture_url),
      updated_at = $4
    where id = $1 and (coalesce($2, name), coalesce($3, profile_picture_url))
      is distinct from (name, profile_picture_url)
    """
)
