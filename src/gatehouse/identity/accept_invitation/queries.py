"""Statements on invitations."""

from gatehouse.identity.accept_invitation.models import InvitingUser
from gatehouse.kit.db import Query

# The user who invited user $2 into tenant $1. No row when a backend sent the invitation.
INVITER = Query(
    InvitingUser,
    """
    select u.name, u.email from memberships m join users u on u.id = m.invited_by
    where m.tenant_id = $1 and m.user_id = $2 and not u.invisible
    """,
)
