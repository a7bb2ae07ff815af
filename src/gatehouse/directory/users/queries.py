"""Statements on people. They are global; who may see them is decided through memberships."""

from gatehouse.directory.users.models import User
from gatehouse.kit.db import Command, Query

USER = Query(User, "select * from users where id = $1")

# Also by a further address that they have proved.
USER_BY_EMAIL = Query(User, "select * from users where id = gatehouse_person_of($1)")

# No row when the address is taken, also as a further one of somebody: the unique constraint and a trigger
# settle races.
ADD_USER = Query(
    User,
    """
    insert into users (id, email, name, phone_number, metadata, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $6)
    on conflict (email) do nothing
    returning *
    """,
)

VERIFY_USER = Command("update users set verified = true, updated_at = $2 where id = $1")

# The person who has the address, made now if there is none. Either way the row is locked until the
# transaction ends, so that nobody forgets them meanwhile. No row when it is a further address of somebody.
ADD_OR_FIND_USER = Query(
    User,
    """
    insert into users (id, email, name, phone_number, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $5)
    on conflict (email) do update set updated_at = users.updated_at
    returning *
    """,
)
FIND_BY_FURTHER = Query(
    User, "select * from users where id = gatehouse_person_of($1) for no key update"
)

RENAME_USER = Command("update users set name = $2, updated_at = $3 where id = $1")

# Whoever brings the person into a tenant at this moment is waited for. A statement of its own: one that
# waits goes on with what it saw before, and would not see the new membership.
LOCK_USER = Command("select id from users where id = $1 for update")

FORGET_USER = Command(
    """
    delete from users u where u.id = $1 and not u.verified
      and not exists (select from memberships m where m.user_id = u.id)
    """,
)
