from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class UserPage:
    """`items` is JSON."""

    items: str
    total: int


@dataclass(frozen=True, slots=True)
class UserLink:
    """A link for a user, and its token."""

    user_id: UUID
    link: str
    token: str


@dataclass(frozen=True, slots=True)
class OwnFactor:
    """`kind` is that of an MFA factor, or `passkey`, which may be both. `last_used_at` is unknown for
    numbers and addresses: what was sent there is not kept."""

    id: UUID
    kind: str
    label: str
    is_second_factor: bool
    is_platform: bool
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class ExternalIdentityOfUser:
    """An external account that can sign in to this one. `provider` of single sign-on is the id of the
    connection."""

    id: UUID
    kind: str
    provider: str
    email: str
    created_at: datetime
    last_used_at: datetime
