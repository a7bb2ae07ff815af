from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SamlSessionToSignOut:
    """Somebody whose session began at a provider that is told. `id` is of the row that says so, `subject` who
    they are there."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    subject: dict[str, Any]
