"""Changes are made through the configuration document."""

from typing import Annotated, Any
from uuid import NAMESPACE_URL, UUID, uuid5

from pydantic import Field

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.errors import RedirectUriExists, RedirectUriNotFound
from gatehouse.configuration.service import LockedConfiguration, lock_configuration
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.applications import Application
from gatehouse.vendor.configuration.snapshot import read_snapshot


class HostedLogin(Wire):
    is_active: bool


class RedirectUriIn(Wire):
    redirect_uri: Annotated[
        str, Field(min_length=1, max_length=2000, examples=["https://app.example.com/callback"])
    ]


class RedirectUri(Wire):
    """`id` is derived from the address, and is the same wherever that is."""

    id: UUID
    redirect_uri: str

    @classmethod
    def from_address(cls, address: str) -> "RedirectUri":
        return cls(id=uuid5(NAMESPACE_URL, address), redirect_uri=address)


class RedirectUris(Wire):
    redirect_uris: list[RedirectUri]


async def is_hosted_login_active(db: Db) -> bool:
    return (await _read_default_application(db)).hosted_login


async def set_hosted_login(db: Db, caller: VendorPrincipal, *, on: bool) -> None:
    configuration = await lock_configuration(db, caller)
    await _change_default_application(configuration, {"hosted_login": on})


async def list_redirect_uris(db: Db) -> list[RedirectUri]:
    return [
        RedirectUri.from_address(one) for one in (await _read_default_application(db)).redirect_uris
    ]


async def add_redirect_uri(db: Db, caller: VendorPrincipal, address: str) -> RedirectUri:
    """Add a redirect URI. Raises `RedirectUriExists`, `DocumentRefused`. Concurrent calls wait for each
    other, so that both addresses are kept."""
    configuration = await lock_configuration(db, caller)
    known = (await _read_default_application(db)).redirect_uris
    if address in known:
        raise RedirectUriExists("redirectUri: already exists")
    await _change_default_application(configuration, {"redirect_uris": [*known, address]})
    return RedirectUri.from_address(address)


async def remove_redirect_uri(db: Db, caller: VendorPrincipal, address_id: UUID) -> None:
    """Raises `RedirectUriNotFound`."""
    configuration = await lock_configuration(db, caller)
    known = (await _read_default_application(db)).redirect_uris
    left = [one for one in known if RedirectUri.from_address(one).id != address_id]
    if len(left) == len(known):
        raise RedirectUriNotFound("The redirect URI was not found")
    await _change_default_application(configuration, {"redirect_uris": left})


async def _read_default_application(db: Db) -> Application:
    return (await read_snapshot(db)).default


async def _change_default_application(
    configuration: LockedConfiguration, entry: dict[str, Any]
) -> None:
    document = {"applications": {(await _read_default_application(configuration.db)).key: entry}}
    await configuration.change(document)
