"""Statements on people. They are global; who may see them is decided through memberships."""

from uuid import UUID

from gatehouse.directory.users.models import User
from gatehouse.kit.db import Command, Query

USER = Query(User, "select * from users where id = $1")

# Also by a further address that they have proved.
USER_BY_EMAIL = Query(User, "select * from users where id = gatehouse_person_of($1)")

# Whoever makes a person does it for an address, which no tenant's scope shows: so the database widens its own
# for it. With `or_find` whoever has the address already, locked until the transaction ends, so that nobody
# forgets them meanwhile; else no row then. An address is also
# somebody's who has proved it as a further one.
ADD_USER = Query(User, "select * from gatehouse_add_person($1, $2, $3, $4, $5, or_find => false)")
ADD_OR_FIND_USER = Query(
    User, "select * from gatehouse_add_person($1, $2, $3, '{}', $4, or_find => true)"
)

VERIFY_USER = Command(
    """
    with answered as (delete from sign_up_requests where user_id = $1)
    update users set verified = true, metadata_claimed = false, updated_at = $2 where id = $1
    """
)

VOUCH = Command("update users set vouched_at = $2 where id = $1")
# The first time since the vendor vouched counts: what was there before may be somebody else's.
PROVE = Query(
    UUID,
    """
    update users set proved_at = $2
    where id = $1 and vouched_at is not null and (proved_at > vouched_at) is not true
    returning id
    """,
)

RENAME_USER = Command("update users set name = $2, updated_at = $3 where id = $1")

# Whoever brings the person into a tenant at this moment is waited for. A statement of its own: one that
# waits goes on with what it saw before, and would not see the new membership.
LOCK_USER = Command("select id from users where id = $1 for update")

RETIRE_ID = Command(
    """
    insert into person_id_successors (retired_hash, seed)
    values (sha256(convert_to($1::uuid::text, 'UTF8')), $2) on conflict do nothing
    """
)

FORGET_USER = Command(
    """
    delete from users u where u.id = $1 and not u.verified
      and not exists (select from memberships m where m.user_id = u.id)
    """,
)
