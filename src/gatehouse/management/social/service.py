"""What changes goes through the document."""

from typing import Any

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.management.document.service import LockedConfiguration, lock_configuration
from gatehouse.management.social.errors import ProviderExists, ProviderNotFound
from gatehouse.management.social.schemas import CustomProviderChange, CustomProviderCreate
from gatehouse.vendor.configuration.snapshot import read_snapshot

SECTION = "custom_social"


async def create(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    client: Client,
    data: CustomProviderCreate,
) -> None:
    """`ProviderExists`, and `DocumentRefused` for what does not fit together."""
    configuration = await lock_configuration(db, caller, client, box=resources[Box])
    if data.type in await _keys(db):
        raise ProviderExists("type: there is a provider of this name")
    await _apply(configuration, {SECTION: {data.type: data.entry()}})


async def update(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    client: Client,
    key: str,
    data: CustomProviderChange,
) -> None:
    """`ProviderNotFound`; `ProviderExists` for another name: accounts are linked under the old one."""
    configuration = await lock_configuration(db, caller, client, box=resources[Box])
    if key not in await _keys(db):
        raise ProviderNotFound("The provider was not found")
    if data.type not in (None, key):
        raise ProviderExists("type: cannot be changed; make another provider")
    await _apply(configuration, {SECTION: {key: data.entry()}})


async def delete(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, key: str
) -> None:
    """`ProviderNotFound`."""
    configuration = await lock_configuration(db, caller, client, box=resources[Box])
    if key not in await _keys(db):
        raise ProviderNotFound("The provider was not found")
    await _apply(configuration, {"remove": {SECTION: [key]}})


async def _apply(
    configuration: LockedConfiguration,
    document: dict[str, Any],
) -> None:
    await configuration.change(document)


async def _keys(db: Db) -> set[str]:
    return {one.id for one in (await read_snapshot(db)).social_providers if one.is_custom}
