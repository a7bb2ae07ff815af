from typing import Any
from uuid import UUID

from gatehouse.kit.events import Event


class UserSignedOut(Event):
    event_name = "user.signed_out"
    text = "Signed out"
    user_id: UUID
    session_id: UUID


class SessionsEnded(Event):
    """Sessions ended: a named one, or the number in `ended`."""

    event_name = "session.ended"
    text = "Sessions were ended"
    user_id: UUID
    session_id: UUID | None = None
    ended: int = 1


class TenantSwitched(Event):
    """A session switched tenants; announced in the tenant that was entered."""

    event_name = "session.tenant_switched"
    text = "Switched to the account"
    from_tenant_id: UUID


class ReusedRefreshToken(Event):
    event_name = "session.refresh_token_reused"
    severity = "High"
    text = "A refresh token was used twice; the session was ended"
    user_id: UUID
    session_id: UUID


class SessionPolicyUpdated(Event):
    event_name = "session_policy.updated"
    severity = "Medium"
    text = "Changed the session limits"
    changes: dict[str, Any]
