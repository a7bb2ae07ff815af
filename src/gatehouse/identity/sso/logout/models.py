from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Leaving:
    """Somebody whose session began at a provider that is told. `subject` is who they are there."""

    tenant_id: UUID
    connection_id: UUID
    subject: dict[str, Any]
