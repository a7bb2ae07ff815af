from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

Kind = Literal["auth0", "cognito", "firebase", "custom-code", "federation"]


@dataclass(frozen=True, slots=True)
class StoredSource:
    """`configuration` is in wire format without secrets; `sealed_secrets` holds those."""

    id: UUID
    type: str
    name: str
    configuration: dict[str, Any]
    sealed_secrets: bytes


@dataclass(frozen=True, slots=True)
class SourceQuestion:
    """One query for the user with this password. `settings` are the configuration and the secrets
    together."""

    settings: dict[str, Any]
    email: str
    password: str
    ip: str

    def __getitem__(self, name: str) -> str:
        return str(self.settings.get(name) or "")

    @property
    def tenant_field(self) -> str | None:
        """The field in which the system names the user's account."""
        tenant: dict[str, Any] = self.settings["tenantConfig"]
        found: str | None = tenant.get("tenantIdFieldName")
        return found


@dataclass(frozen=True, slots=True)
class SourceUser:
    """The data that a source returns for the user with this password. `tenant` is the account as the source
    names it."""

    subject: str
    email: str
    email_verified: bool
    name: str | None = None
    picture: str | None = None
    tenant: Any = None


@dataclass(frozen=True, slots=True)
class SourceResponse:
    """The result of a query. `is_silent`: a source that might know the password did not respond."""

    source: StoredSource | None = None
    found: SourceUser | None = field(default=None)
    is_silent: bool = False
