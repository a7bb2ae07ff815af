"""`[mobile_apps."<app>"]` of the document."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.deployment import AndroidPackage, AppleApp
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    State,
    build_table_reader,
    delete_removed_entries,
    quote_key,
)

Platform = Literal["ios", "android"]


@dataclass(frozen=True, slots=True)
class MobileApp:
    """`app` is `TEAM.bundle.id` of iOS, or the package name of Android; `fingerprints` are SHA-256 in
    pairs of digits, of the certificates that sign it, of Android alone."""

    app: str
    id: UUID
    platform: Platform
    fingerprints: list[str]
    created_at: datetime
    updated_at: datetime

    @property
    def origins(self) -> list[str]:
        """Origins that Android's credential manager sends for the app."""
        return [
            "android:apk-key-hash:"
            + base64.urlsafe_b64encode(_parse_fingerprint(one)).decode().rstrip("=")
            for one in self.fingerprints
        ]


def _parse_fingerprint(fingerprint: str) -> bytes:
    return bytes.fromhex(fingerprint.replace(":", ""))


READ_MOBILE_APPS = Query(MobileApp, "select * from mobile_apps order by platform, app")

SAVE = Command(
    """
    insert into mobile_apps (app, platform, fingerprints, created_at, updated_at)
    values ($1, $2, $3, $4, $4)
    on conflict (app) do update set platform = $2, fingerprints = $3, updated_at = $4
    """
)

DELETE = Command("delete from mobile_apps where app = any ($1::text[])")


NAMES = {"ios": TypeAdapter(AppleApp), "android": TypeAdapter(AndroidPackage)}
LOOKS = {"ios": "ABCDE12345.com.umbrella.app", "android": "com.umbrella.app"}

Fingerprint = Annotated[str, StringConstraints(pattern=r"^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31}$")]


class MobileAppEntry(DocumentEntry):
    platform: Platform = Field(description="Where it runs.")
    fingerprints: list[Fingerprint] = Field(
        [],
        max_length=20,
        description="Android only: SHA-256 of each certificate that signs it, such as `14:6D:E9:…`.",
    )


async def write_mobile_apps(db: Db, changes: Changes) -> None:
    for app, after in await delete_removed_entries(db, DELETE, changes):
        entry = MobileAppEntry.model_validate(after)
        await SAVE.run(db, app, entry.platform, entry.fingerprints, clock.now())


def check_mobile_apps(state: State) -> Iterator[DocumentProblem]:
    for app, entry in state["mobile_apps"].items():
        place, platform = f"mobile_apps.{quote_key(app)}", entry["platform"]
        if not _is_app_name(platform, app):
            text = f"the name for {platform} must look like {LOOKS[platform]}"
            yield DocumentProblem(place, text, "app_name", {"example": LOOKS[platform]})
        if (platform == "android") != bool(entry["fingerprints"]):
            text = "are required for android and not allowed for ios"
            yield DocumentProblem(f"{place}.fingerprints", text, "fingerprints_of_android")


def _is_app_name(platform: Platform, app: str) -> bool:
    try:
        NAMES[platform].validate_python(app)
    except ValidationError:
        return False
    return True


MOBILE_APPS = DocumentSection(
    "mobile_apps",
    "Apps on devices that belong to this server's domain: they may use its passkeys, and open its links. "
    "`/.well-known/apple-app-site-association` and `/.well-known/assetlinks.json` tell of them.",
    MobileAppEntry,
    build_table_reader(MobileAppEntry, READ_MOBILE_APPS, "app"),
    write_mobile_apps,
    check=check_mobile_apps,
    most=100,
    keys=r"[A-Za-z0-9._-]{1,255}",
    example="""\
[mobile_apps."ABCDE12345.com.umbrella.app"]
platform = "ios"
""",
)
