"""Changes are made through the configuration document."""

from typing import Any

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import lock_configuration
from gatehouse.configuration.workspace.schemas import KEPT, WorkspaceChange, WorkspaceOut
from gatehouse.kit.db import Db
from gatehouse.vendor.configuration.snapshot import read_snapshot


async def get_workspace(db: Db) -> WorkspaceOut:
    now = await read_snapshot(db)
    vendor = now.vendor
    return WorkspaceOut(
        id=vendor.id,
        name=vendor.name,
        allowed_origins=now.default.allowed_origins,
        **{name: getattr(vendor, name) for name in KEPT},
    )


async def save_workspace(
    db: Db, caller: VendorPrincipal, client: Client, data: WorkspaceChange
) -> None:
    """Raises `DocumentRefused`; `MissingPermission` for origins when the caller may not change
    applications."""
    configuration = await lock_configuration(db, caller, client)
    document: dict[str, Any] = {"workspace": data.kept()}
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
