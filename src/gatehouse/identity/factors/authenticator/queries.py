from datetime import datetime
from uuid import UUID

from gatehouse.identity.factors.authenticator.models import Authenticator
from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

SECRETS = SealedColumn("authenticators", "sealed_secret")

# Replaces an unconfirmed one.
BEGIN = Command(
    """
    with dropped as (delete from authenticators where user_id = $2 and confirmed_at is null)
    insert into authenticators (id, user_id, sealed_secret, created_at) values ($1, $2, $3, $4)
    """
)
UNCONFIRMED = Query(
    Authenticator,
    """
    select id, sealed_secret, last_step from authenticators
    where user_id = $1 and confirmed_at is null and created_at > $2
    order by created_at desc limit 1 for update
    """,
)
CONFIRM = Command("update authenticators set confirmed_at = $2, last_step = $3 where id = $1")
ADD = Command(
    """
    insert into authenticators (id, user_id, sealed_secret, last_step, created_at, confirmed_at)
    values ($1, $2, $3, $4, $5, $5)
    """
)

# Locked, so that parallel attempts use a code only once.
CONFIRMED = Query(
    Authenticator,
    """
    select id, sealed_secret, last_step from authenticators
    where user_id = $1 and confirmed_at is not null and ($2::uuid is null or id = $2)
    order by id for update
    """,
)
USED = Command("update authenticators set last_step = $2 where id = $1")
COUNT = Query(
    int, "select count(*) from authenticators where user_id = $1 and confirmed_at is not null"
)
FOUND = Query(
    UUID,
    "select id from authenticators where user_id = $1 and id = $2 and confirmed_at is not null",
)
REMOVE = Query(
    UUID,
    """
    delete from authenticators where user_id = $1 and id = $2 and confirmed_at is not null
    returning id
    """,
)

FORGET = Command(
    "delete from authenticators where id in (select id from authenticators"
    " where confirmed_at is null and created_at < $1 order by created_at limit $2)"
)
OLDEST_TO_FORGET = Query(
    datetime,
    "select min(created_at) as created_at from authenticators where confirmed_at is null",
)

AUTHENTICATOR_ROWS = UserRows("authenticators")
