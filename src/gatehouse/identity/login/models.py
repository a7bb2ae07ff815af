from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LoginAccount:
    """What is known about an email address or user name before the password is checked; one row also for
    one that nobody has. `email` is the primary address, or what was typed.

    `is_known_place`: somebody has signed in to this account from there before. The two locks are
    times until which attempts are refused: from unknown places together, and from this known place.
    `max_attempts` is None where every tenant of the person has switched the lockout off.
    `sso_required`: people of the address's domain come in through their company only.
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
