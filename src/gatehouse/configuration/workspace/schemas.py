"""The vendor on the wire: what the hosted platform calls a workspace."""

from typing import Any
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire

# Of the document's table `workspace`.
KEPT = ("country", "backend_stack", "frontend_stack", "open_saas_installed", "host")
OPEN_SAAS = "openSaaSInstalled"


class WorkspaceOut(Wire):
    """`name` is the product's, `allowedOrigins` those of the default application. The rest is as it was set,
    and nothing here depends on it."""

    id: UUID
    name: str
    country: str
    backend_stack: str
    frontend_stack: str
    open_saas_installed: bool = Field(alias=OPEN_SAAS)
    host: str
    allowed_origins: list[str]


class WorkspaceChange(Wire):
    """Missing fields stay unchanged. Allowed values: docs/reference/vendor-document.md."""

    name: str | None = Field(None, max_length=200)
    country: str | None = Field(None, max_length=200)
    backend_stack: str | None = Field(None, max_length=200)
    frontend_stack: str | None = Field(None, max_length=200)
    open_saas_installed: bool | None = Field(None, alias=OPEN_SAAS)
    host: str | None = Field(None, max_length=200)
    allowed_origins: list[str] | None = Field(None, max_length=100)

    def kept(self) -> dict[str, Any]:
        return self.model_dump(include=set(KEPT), exclude_none=True)


class CustomDomains(Wire):
    """There are none: names of this server are its operator's affair."""

    custom_domains: list[str] = Field(default_factory=list)
