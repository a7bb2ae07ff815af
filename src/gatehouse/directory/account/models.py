"""The account as the statements return it."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PublicAccount:
    """What anybody may know."""

    tenant_id: UUID
    application_url: str | None
    login_url: str | None
