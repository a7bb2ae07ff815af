from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

DeviceType = Literal["Platform", "CrossPlatform"]


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The site for which keys are made (`id`, a domain), and the origins of its pages and apps that may
    use them."""

    id: str
    name: str
    origins: list[str]


@dataclass(frozen=True, slots=True)
class WebauthnChallenge:
    """`user_id` None: the responding key identifies the user."""

    user_id: UUID | None
    challenge: bytes
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class AcceptedKeys:
    """A user's names and the ids of all their keys."""

    email: str
    name: str
    credential_ids: list[bytes]


@dataclass(frozen=True, slots=True)
class WebauthnCredential:
    id: UUID
    user_id: UUID
    credential_id: bytes
    public_key: bytes
    sign_count: int
    transports: list[str]
    device_type: DeviceType
    is_passkey: bool
    is_second_factor: bool
    email: str
