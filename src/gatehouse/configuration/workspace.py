"""Changes are made through the configuration document."""

from typing import Any
from uuid import UUID

from pydantic import Field

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import lock_configuration
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.configuration.snapshot import read_snapshot

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


class CustomDomains(Wire):
    """There are none: names of this server are its operator's affair."""

    custom_domains: list[str] = Field(default_factory=list)


async def get_workspace(db: Db) -> WorkspaceOut:
    now = await read_snapshot(db)
    vendor = now.vendor
    return WorkspaceOut(
        id=vendor.id,
        name=vendor.name,
        allowed_origins=now.default.allowed_origins,
        **{name: getattr(vendor, name) for name in KEPT},
    )


async def save_workspace(db: Db, caller: VendorPrincipal, data: WorkspaceChange) -> None:
    """Raises `DocumentRefused`; `MissingPermission` for origins when the caller may not change
    applications."""
    configuration = await lock_configuration(db, caller)
    document: dict[str, Any] = {"workspace": data.model_dump(include=set(KEPT), exclude_none=True)}
    if data.name is not None:
        document["brand"] = {"name": data.name}
    origins = data.allowed_origins
    if not data.model_fields_set:
        # Clients leave a list out that has become empty, and send nothing else with it.
        origins = []
    if origins is not None:
        default = (await read_snapshot(db)).default.key
        document["applications"] = {default: {"allowed_origins": origins}}
    await configuration.change(document, as_caller=True)
