"""`[mobile_apps."<app>"]` of the document."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import AndroidPackage, AppleApp
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    State,
    quote_key,
)
from gatehouse.vendor.mobile_apps import queries
from gatehouse.vendor.mobile_apps.models import Platform

MOST = 100
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


async def read_mobile_apps(db: Db) -> Entries:
    return {
        row.app: MobileAppEntry.model_validate(row).model_dump(mode="json")
        for row in await queries.MOBILE_APPS.all(db)
    }


async def write_mobile_apps(db: Db, changes: Changes) -> None:
    gone = [app for app, (_, after) in changes.items() if after is None]
    await queries.DELETE.run(db, gone)
    for app, (_, after) in changes.items():
        if after is not None:
            entry = MobileAppEntry.model_validate(after)
            await queries.SAVE.run(db, app, entry.platform, entry.fingerprints, clock.now())


def check_mobile_apps(state: State) -> Iterator[DocumentProblem]:
    if len(state["mobile_apps"]) > MOST:
        yield DocumentProblem("mobile_apps", f"at most {MOST}", "too_many", {"most": MOST})
    for app, entry in state["mobile_apps"].items():
        place, platform = f"mobile_apps.{quote_key(app)}", entry["platform"]
        if not _is_name(platform, app):
            text = f"of {platform} is called such as {LOOKS[platform]}"
            yield DocumentProblem(place, text, "app_name", {"example": LOOKS[platform]})
        if (platform == "android") != bool(entry["fingerprints"]):
            text = "are needed of android, and there are none of ios"
            yield DocumentProblem(f"{place}.fingerprints", text, "fingerprints_of_android")


def _is_name(platform: Platform, app: str) -> bool:
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
    read_mobile_apps,
    write_mobile_apps,
    check=check_mobile_apps,
    keys=r"[A-Za-z0-9._-]{1,255}",
    example="""\
[mobile_apps."ABCDE12345.com.umbrella.app"]
platform = "ios"
""",
)
