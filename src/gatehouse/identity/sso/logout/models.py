from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SamlSessionToSignOut:
    """A session that began at a provider with single logout. `id` is the id of the `saml_sessions` row,
    `subject` the user's identity at the provider."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    subject: dict[str, Any]
