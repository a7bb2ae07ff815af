"""Management of the social providers by the vendor: the built-in ones and its own. Changes are applied
through the configuration document."""

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import lock_configuration
from gatehouse.identity.social import schemas
from gatehouse.identity.social.errors import ProviderExists, ProviderNotFound
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.snapshot import read_snapshot
from gatehouse.vendor.social_providers import SECRETS, SocialProvider

STANDARD, CUSTOM = "social", "custom_social"


async def get_standard_provider(
    db: Db, resources: Resources, name: str, *, with_secret: bool = False
) -> schemas.StandardProviderOut:
    """Raises `ProviderNotFound` when the vendor has not set up the provider."""
    found = await _find_standard_provider(db, name)
    if found is None:
        raise ProviderNotFound("The provider is not configured")
    return schemas.StandardProviderOut(
        type=found.id,
        active=found.is_active,
        client_id=found.client_id,
        secret=_unseal_provider_secret(resources, found) if with_secret else "",
        redirect_url=found.redirect_url,
        additional_scopes=found.scopes,
    )


async def save_standard_provider(
    db: Db, resources: Resources, caller: VendorPrincipal, data: schemas.StandardProviderIn
) -> None:
    """Save a provider. A new one is offered only after activation; an existing one keeps its state. Raises
    `DocumentRefused` when the settings are inconsistent."""
    configuration = await lock_configuration(db, caller, box=resources[Box])
    entry = data.to_entry()
    if await _find_standard_provider(db, data.type) is None:
        entry["active"] = bool(data.active)
    await configuration.change({STANDARD: {data.type: entry}})


async def set_provider_active(
    db: Db, resources: Resources, caller: VendorPrincipal, name: str, *, on: bool
) -> None:
    """Activate or deactivate a provider. Raises `ProviderNotFound` or `DocumentRefused`."""
    configuration = await lock_configuration(db, caller, box=resources[Box])
    if await _find_standard_provider(db, name) is None:
        raise ProviderNotFound("The provider is not configured")
    await configuration.change({STANDARD: {name: {"active": on}}})


def _unseal_provider_secret(resources: Resources, provider: SocialProvider) -> str:
    sealed = provider.sealed_secret
    return SECRETS.open(resources[Box], provider.id, sealed).decode() if sealed else ""


async def _find_standard_provider(db: Db, name: str) -> SocialProvider | None:
    known = (await read_snapshot(db)).social_providers
    return next((one for one in known if one.id == name and not one.is_custom), None)


async def create_custom_provider(
    db: Db, resources: Resources, caller: VendorPrincipal, data: schemas.CustomProviderCreate
) -> None:
    """Raises `ProviderExists` when the name is taken, and `DocumentRefused` when the settings are
    inconsistent."""
    configuration = await lock_configuration(db, caller, box=resources[Box])
    if data.type in await _list_custom_provider_keys(db):
        raise ProviderExists("type: a provider with this name already exists")
    await configuration.change({CUSTOM: {data.type: data.to_entry()}})


async def update_custom_provider(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    key: str,
    data: schemas.CustomProviderChange,
) -> None:
    """Raises `ProviderNotFound`, and `ProviderExists` when `type` is changed: accounts are linked under the
    old one."""
    configuration = await lock_configuration(db, caller, box=resources[Box])
    if key not in await _list_custom_provider_keys(db):
        raise ProviderNotFound("The provider was not found")
    if data.type not in (None, key):
        raise ProviderExists("type: cannot be changed. Create another provider.")
    await configuration.change({CUSTOM: {key: data.to_entry()}})


async def delete_custom_provider(
    db: Db, resources: Resources, caller: VendorPrincipal, key: str
) -> None:
    """Raises `ProviderNotFound` when there is no provider of this name."""
    configuration = await lock_configuration(db, caller, box=resources[Box])
    if key not in await _list_custom_provider_keys(db):
        raise ProviderNotFound("The provider was not found")
    await configuration.change({"remove": {CUSTOM: [key]}})


async def _list_custom_provider_keys(db: Db) -> set[str]:
    return {one.id for one in (await read_snapshot(db)).social_providers if one.is_custom}
