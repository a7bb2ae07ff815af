from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class UserAuthenticated(Event):
    """`methods` as in RFC 8176."""

    event_name = "user.authenticated"
    text = "Signed in"
    user_id: UUID
    session_id: UUID
    methods: list[str]
    is_new_place: bool = False


@dataclass(frozen=True, slots=True)
class AuthenticationFailed(Event):
    event_name = "user.failed_authentication"
    severity = "Medium"
    text = "Sign-in failed"
    reason: str
    user_id: UUID | None = None
