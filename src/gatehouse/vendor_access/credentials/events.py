from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class CredentialCreated(Event):
    event_name = "vendor.credential_created"
    severity = "High"
    text = "The vendor credential {name} was created"
    credential_id: UUID
    name: str
    permissions: list[str]


@dataclass(frozen=True, slots=True)
class CredentialRevoked(Event):
    event_name = "vendor.credential_revoked"
    severity = "High"
    text = "The vendor credential {credential_id} was revoked"
    credential_id: UUID
