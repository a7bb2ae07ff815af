"""Changes are made through the configuration document."""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.applications.mobile_apps.errors import MobileAppExists, MobileAppNotFound
from gatehouse.configuration.service import lock_configuration
from gatehouse.kit.db import Db
from gatehouse.vendor.mobile_apps import READ_MOBILE_APPS, MobileApp, Platform

SECTION = "mobile_apps"


async def list_of(db: Db, platform: Platform) -> list[MobileApp]:
    return [one for one in await READ_MOBILE_APPS.all(db) if one.platform == platform]


async def add_mobile_app(
    db: Db,
    caller: VendorPrincipal,
    client: Client,
    platform: Platform,
    app: str,
    fingerprints: Sequence[str] = (),
) -> MobileApp:
    """Raises `MobileAppExists`, `DocumentRefused`."""
    configuration = await lock_configuration(db, caller, client)
    if app in {one.app for one in await READ_MOBILE_APPS.all(db)}:
        raise MobileAppExists("This app is there already")
    entry = {"platform": platform, "fingerprints": list(fingerprints)}
    await configuration.change({SECTION: {app: entry}})
    return next(one for one in await list_of(db, platform) if one.app == app)


async def remove_mobile_app(
    db: Db, caller: VendorPrincipal, client: Client, platform: Platform, app_id: UUID
) -> None:
    """Raises `MobileAppNotFound`."""
    configuration = await lock_configuration(db, caller, client)
    for one in await list_of(db, platform):
        if one.id == app_id:
            await configuration.change({"remove": {SECTION: [one.app]}})
            return
    raise MobileAppNotFound("There is no such app")
