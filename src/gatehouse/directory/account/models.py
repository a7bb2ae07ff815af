"""Result types of the account statements."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PublicAccount:
    """Sign-in addresses of a tenant that are public."""

    tenant_id: UUID
    application_url: str | None
    login_url: str | None
