"""Changes are made through the configuration document."""

from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.hosted_login.errors import RedirectUriExists, RedirectUriNotFound
from gatehouse.configuration.hosted_login.schemas import RedirectUri
from gatehouse.configuration.service import LockedConfiguration, lock_configuration
from gatehouse.kit.db import Db
from gatehouse.vendor.applications import Application
from gatehouse.vendor.configuration.snapshot import read_snapshot


async def is_on(db: Db) -> bool:
    return (await _default_application(db)).hosted_login


async def switch_hosted_login(db: Db, caller: VendorPrincipal, client: Client, *, on: bool) -> None:
    configuration = await lock_configuration(db, caller, client)
    await _change_redirect_uri(configuration, {"hosted_login": on})


async def list_redirect_uris(db: Db) -> list[RedirectUri]:
    return [RedirectUri.of(one) for one in (await _default_application(db)).redirect_uris]


async def add_redirect_uri(
    db: Db, caller: VendorPrincipal, client: Client, address: str
) -> RedirectUri:
    """Add a redirect URI. Raises `RedirectUriExists`, `DocumentRefused`. Concurrent calls wait for each
    other, so that both addresses are kept."""
    configuration = await lock_configuration(db, caller, client)
    known = (await _default_application(db)).redirect_uris
    if address in known:
        raise RedirectUriExists("redirectUri: is there already")
    await _change_redirect_uri(configuration, {"redirect_uris": [*known, address]})
    return RedirectUri.of(address)


async def remove_redirect_uri(
    db: Db, caller: VendorPrincipal, client: Client, address_id: UUID
) -> None:
    """Raises `RedirectUriNotFound`."""
    configuration = await lock_configuration(db, caller, client)
    known = (await _default_application(db)).redirect_uris
    left = [one for one in known if RedirectUri.of(one).id != address_id]
    if len(left) == len(known):
        raise RedirectUriNotFound("There is no such redirect address")
    await _change_redirect_uri(configuration, {"redirect_uris": left})


async def _default_application(db: Db) -> Application:
    return (await read_snapshot(db)).default


async def _change_redirect_uri(configuration: LockedConfiguration, entry: dict[str, Any]) -> None:
    document = {"applications": {(await _default_application(configuration.db)).key: entry}}
    await configuration.change(document)
