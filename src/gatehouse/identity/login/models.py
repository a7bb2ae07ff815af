from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LoginAccount:
    """What is known about an identifier before the password is checked; one row even for an unknown
    identifier. `email` is the primary email address, or the identifier as typed.

    `is_known_place`: the user has signed in from this location before. The two locks are times until which
    sign-ins are refused: from all unknown locations, and from this known one. `max_attempts` is None where
    every tenant of the user has disabled the lockout. `sso_required`: users with this email domain must use
    SSO.
    """

    user_id: UUID | None
    email: str
    home_tenant_id: UUID | None
    verified: bool
    hash: str | None
    changed_at: datetime | None
    is_known_place: bool
    account_locked_until: datetime | None
    place_locked_until: datetime | None
    max_attempts: int | None
    sso_required: bool
