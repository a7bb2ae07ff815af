"""The account as the statements return it."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class AccountSettings:
    tenant_id: UUID
    name: str
    alias: str | None
    website: str | None
    address: str | None
    timezone: str | None
    date_format: str | None
    time_format: str | None
    currency: str | None
    logo: str | None
    application_url: str | None
    login_url: str | None

    @property
    def has_custom_login(self) -> bool:
        return self.login_url is not None


@dataclass(frozen=True, slots=True)
class PublicAccount:
    """What anybody may know."""

    tenant_id: UUID
    application_url: str | None
    login_url: str | None
