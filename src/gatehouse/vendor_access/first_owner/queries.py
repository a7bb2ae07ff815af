"""Statements on first-owner links. A link is valid until it expires or the staff has an owner, whichever
comes first."""

from gatehouse.kit.db import Command, Query

HAS_OWNER = Query(bool, "select exists (select from staff where role = 'owner') as found")
FORGET = Command("delete from first_owner_links where expires_at <= $1")
ADD = Command("insert into first_owner_links (token_hash, expires_at) values ($1, $2)")
IS_ALIVE = Query(
    bool,
    """
    select exists (select from first_owner_links where token_hash = $1 and expires_at > $2)
      and not exists (select from staff where role = 'owner') as alive
    """,
)
CLOSE = Command("delete from first_owner_links")
