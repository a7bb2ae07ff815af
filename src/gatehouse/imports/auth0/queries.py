"""Statements on migrations from Auth0. They need the system scope."""

from uuid import UUID

from gatehouse.imports.auth0.models import Auth0Migration
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

SECRET = SealedColumn("auth0_migrations", "sealed_secret")

BEGIN = Command(
    """
    insert into auth0_migrations (id, configuration, sealed_secret, asked_by) values ($1, $2, $3, $4)
    """
)
ONE = Query(Auth0Migration, "select * from auth0_migrations where id = $1")
# Only the job that processed the page at this position advances to the next.
ADVANCE = Query(
    UUID,
    """
    update auth0_migrations set since = $4, page = $5, seen = $6
    where id = $1 and since is not distinct from $2 and page = $3 and finished_at is null
    returning id
    """,
)
FINISH = Command(
    """
    update auth0_migrations set finished_at = $2, problem = $3, sealed_secret = null
    where id = $1 and finished_at is null
    """
)
