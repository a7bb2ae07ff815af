"""How the installation does. All tables are the vendor's, and read by an index or few."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.system.schemas import ChannelOut, DatabaseOut, SystemKeyOut


@dataclass(frozen=True, slots=True)
class AppliedMigration:
    name: str
    applied_at: datetime


MOST: LiteralString = "10000"

# Since `$1`, the newest `MOST`. What waits for its next attempt has an error, and is neither sent nor
# given up.
CHANNELS = Query(
    ChannelOut,
    f"""
    with looked as materialized (
      select channel, created_at, sent_at, failed_at, last_error from outgoing_messages
      where created_at >= $1 order by created_at desc limit {MOST}
    )
    select channel, count(*) filter (where sent_at is not null) as sent,
      count(*) filter (where failed_at is not null) as failed,
      count(*) filter (where sent_at is null and failed_at is null) as waiting,
      max(sent_at) as last_sent_at,
      (array_agg(left(last_error, 300) order by created_at desc)
        filter (where last_error is not null and sent_at is null))[1] as last_error
    from looked group by channel order by channel
    """,
)
KEYS = Query(
    SystemKeyOut,
    """
    select 'tokens' as purpose, id, public_jwk ->> 'alg' as algorithm, created_at, active_from
    from signing_keys
    union all
    select 'licenses', id, 'Ed25519', created_at, created_at from license_signing_keys
    order by purpose desc, active_from desc, id
    """,
)
DATABASE = Query(
    DatabaseOut,
    """
    select current_setting('server_version') as version, pg_database_size(current_database()) as size_bytes
    """,
)
KEY_WAITS = Query(
    bool,
    """
    select exists (
      select from signing_keys where public_jwk ->> 'alg' = $1 and active_from > $2
    ) as waits
    """,
)
MIGRATIONS = Query(
    AppliedMigration,
    "select name, applied_at from schema_migrations order by name desc limit $1",
)
