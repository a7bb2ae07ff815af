"""Statements on pending memberships."""

from typing import LiteralString

from gatehouse.identity.activation.models import InvitingUser, PendingActivation
from gatehouse.kit.db import Query

# Includes unverified users who may already sign in ($now as in each statement): the address is unverified.
_WAITING: LiteralString = """
  select m.user_id, m.tenant_id, u.email, u.verified, m.invited_by is not null as was_invited
  from memberships m
  join users u on u.id = m.user_id
  join tenants t on t.id = m.tenant_id and t.deleted_at is null
  where not (m.activated and u.verified) and not m.is_disabled
    and (m.temporary_expires_at is null or m.temporary_expires_at > $2)
"""
WAITING_IN_TENANT = Query(PendingActivation, f"{_WAITING} and m.user_id = $1 and m.tenant_id = $3")

# The membership for which the code was issued ($4): not one after a removal and another invitation.
STILL_WAITS = Query(
    PendingActivation, f"{_WAITING} and m.user_id = $1 and m.tenant_id = $3 and m.created_at <= $4"
)

# To which a code may go besides the mail.
PROVED_NUMBER = Query(
    str,
    "select phone_number from phone_numbers where user_id = $1 and verified_at is not null"
    " order by verified_at limit 1",
)
WAITING_BY_EMAIL = Query(
    PendingActivation,
    f"{_WAITING} and u.email = $1 order by m.created_at desc, m.tenant_id limit 100",
)

# The user who invited user $2 into tenant $1. No row when a backend sent the invitation.
INVITER = Query(
    InvitingUser,
    """
    select u.name, u.email from memberships m join users u on u.id = m.invited_by
    where m.tenant_id = $1 and m.user_id = $2 and not u.invisible
    """,
)
