"""Changes are made through the configuration document."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.applications.errors import MobileAppExists, MobileAppNotFound
from gatehouse.configuration.service import lock_configuration
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.mobile_apps import READ_MOBILE_APPS, MobileApp, Platform

AppName = Annotated[str, Field(min_length=1, max_length=255)]


class IosAppIn(Wire):
    """Team and bundle, such as `ABCDE12345.com.umbrella.app`."""

    app_id: AppName


class AndroidAppIn(Wire):
    """`sha256CertFingerprints` of every certificate that signs it, as `keytool` prints them."""

    package_name: AppName
    sha256_cert_fingerprints: list[Annotated[str, Field(max_length=100)]] = Field(
        alias="sha256CertFingerprints", min_length=1, max_length=20
    )


class IosAppOut(Wire):
    id: UUID
    app_id: str

    @classmethod
    def from_row(cls, row: MobileApp) -> "IosAppOut":
        return cls(id=row.id, app_id=row.app)


class AndroidAppOut(Wire):
    id: UUID
    package_name: str
    sha256_cert_fingerprints: list[str] = Field(alias="sha256CertFingerprints")

    @classmethod
    def from_row(cls, row: MobileApp) -> "AndroidAppOut":
        return cls(id=row.id, package_name=row.app, sha256_cert_fingerprints=row.fingerprints)


SECTION = "mobile_apps"


async def list_mobile_apps(db: Db, platform: Platform) -> list[MobileApp]:
    return [one for one in await READ_MOBILE_APPS.all(db) if one.platform == platform]


async def add_mobile_app(
    db: Db, caller: VendorPrincipal, platform: Platform, app: str, fingerprints: Sequence[str] = ()
) -> MobileApp:
    """Raises `MobileAppExists`, `DocumentRefused`."""
    configuration = await lock_configuration(db, caller)
    if app in {one.app for one in await READ_MOBILE_APPS.all(db)}:
        raise MobileAppExists("This app has already been added")
    entry = {"platform": platform, "fingerprints": list(fingerprints)}
    await configuration.change({SECTION: {app: entry}})
    return next(one for one in await list_mobile_apps(db, platform) if one.app == app)


async def remove_mobile_app(
    db: Db, caller: VendorPrincipal, platform: Platform, app_id: UUID
) -> None:
    """Raises `MobileAppNotFound`."""
    configuration = await lock_configuration(db, caller)
    for one in await list_mobile_apps(db, platform):
        if one.id == app_id:
            await configuration.change({"remove": {SECTION: [one.app]}})
            return
    raise MobileAppNotFound("The app was not found")
