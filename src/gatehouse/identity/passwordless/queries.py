from typing import LiteralString

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.passwordless.models import MagicLink, PasswordlessUser
from gatehouse.identity.sign_in.queries import AUDIT_TENANT
from gatehouse.kit.db import Command, Query

_PERSON: LiteralString = f"""
  select u.id, u.email, u.verified, n.phone_number, {AUDIT_TENANT} as tenant_id from users u
"""

# A number that is about to replace the others comes first ($2 is now).
_NUMBER: LiteralString = """
  left join lateral (
    select p.phone_number from phone_numbers p
    where p.user_id = u.id and (p.verified_at is not null or p.replaces_until > $2)
    order by (p.replaces_until > $2) is true desc, p.verified_at desc, p.id limit 1
  ) n on true
"""

BY_EMAIL = Query(PasswordlessUser, f"{_PERSON} {_NUMBER} where u.id = gatehouse_person_of($1)")

BY_ID = Query(PasswordlessUser, f"{_PERSON} {_NUMBER} where u.id = $1::uuid")

# The user who has verified the number; else a user who is about to.
BY_NUMBER = Query(
    PasswordlessUser,
    f"""
    {_PERSON}
    join lateral (
      select p.phone_number, p.verified_at, p.updated_at from phone_numbers p
      where p.user_id = u.id and p.phone_number = $1
    ) n on true
    where u.id = (
      select p.user_id from phone_numbers p
      where p.phone_number = $1 and (p.verified_at is not null or p.replaces_until > $2)
      order by (p.verified_at is not null) desc, p.replaces_until desc limit 1
    )
    """,
)

LOCK_PERSON = Command("select id from users where id = $1 for no key update")

ADD_LINK = Command(
    """
    insert into magic_links (token_hash, browser_hash, user_id, recipient, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6)
    """
)
LINK = Query(
    MagicLink,
    "select user_id, recipient, browser_hash, expires_at, used_at from magic_links"
    " where token_hash = $1",
)
# Once: of concurrent attempts only one gets the row.
USE_LINK = Query(
    bool,
    """
    update magic_links set used_at = $2
    where token_hash = $1 and used_at is null and expires_at > $2
    returning true as used
    """,
)
END_MAGIC_LINKS_OF_USER = Command(
    "update magic_links set used_at = $2 where user_id = $1 and used_at is null"
)

MAGIC_LINK_ROWS = UserRows("magic_links")
