"""The built-in providers, by name; changes are applied through the configuration document."""

from typing import Any

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import LockedConfiguration, lock_configuration
from gatehouse.identity.social.errors import ProviderNotFound
from gatehouse.identity.social.schemas import StandardProviderIn, StandardProviderOut
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.snapshot import read_snapshot
from gatehouse.vendor.social_providers import SECRETS, SocialProvider

SECTION = "social"


async def get_standard_provider(
    db: Db, resources: Resources, name: str, *, with_secret: bool = False
) -> StandardProviderOut:
    """Raises `ProviderNotFound` when the vendor has not set up the provider."""
    found = await _find_standard_provider(db, name)
    if found is None:
        raise ProviderNotFound("The provider was not set up")
    return StandardProviderOut(
        type=found.id,
        active=found.is_active,
        client_id=found.client_id,
        secret=_open_secret(resources, found) if with_secret else "",
        redirect_url=found.redirect_url,
        additional_scopes=found.scopes,
    )


async def save_standard_provider(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    client: Client,
    data: StandardProviderIn,
) -> None:
    """Save a provider. A new one is offered only after activation; an existing one keeps its state. Raises
    `DocumentRefused` when the settings are inconsistent."""
    configuration = await lock_configuration(db, caller, client, box=resources[Box])
    entry = data.entry()
    if await _find_standard_provider(db, data.type) is None:
        entry["active"] = bool(data.active)
    await _apply_document(configuration, {data.type: entry})


async def switch_provider(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, name: str, *, on: bool
) -> None:
    """Activate or deactivate a provider. Raises `ProviderNotFound` or `DocumentRefused`."""
    configuration = await lock_configuration(db, caller, client, box=resources[Box])
    if await _find_standard_provider(db, name) is None:
        raise ProviderNotFound("The provider was not set up")
    await _apply_document(configuration, {name: {"active": on}})


async def _apply_document(
    configuration: LockedConfiguration,
    entries: dict[str, dict[str, Any]],
) -> None:
    await configuration.change({SECTION: entries})


def _open_secret(resources: Resources, provider: SocialProvider) -> str:
    sealed = provider.sealed_secret
    return SECRETS.open(resources[Box], provider.id, sealed).decode() if sealed else ""


async def _find_standard_provider(db: Db, name: str) -> SocialProvider | None:
    known = (await read_snapshot(db)).social_providers
    return next((one for one in known if one.id == name and not one.is_custom), None)
