"""`[portal]` and `[flags]` of the document."""

import re
from collections.abc import Iterator
from typing import Any

import orjson
from pydantic import Field, StrictBool, TypeAdapter, ValidationError

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.vendor.client import queries
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    OptionalAddress,
    State,
    drop_nulls,
)

SHOWN = ("profile", "privacy", "account", "users", "audits")
BY_PERMISSION = ("security", "allAccounts")
HIDDEN = (
    "usage", "allUsers", "groups", "roles", "sso", "provisioning",
    "webhooks", "connectivity", "apiTokens", "personalApiTokens", "subscriptions",
)  # fmt: skip

ADMIN_BOX: dict[str, Any] = {
    "navigation": {
        **{page: {"visibility": "always"} for page in SHOWN},
        # Older clients hide some pages behind a flag unless the flag's name is empty.
        **{page: {"visibility": "byPermissions", "featureFlag": ""} for page in BY_PERMISSION},
        **{page: {"visibility": "hidden"} for page in HIDDEN},
    }
}


def _build_audit_column(name: str, title: str, kind: str) -> dict[str, Any]:
    return {
        "name": name,
        "displayName": title,
        "type": kind,
        "sortable": kind != "Json",
        "filterable": kind != "Json",
        "showInTable": True,
        "showInMoreInfo": "Always",
        "isPredefined": True,
    }


AUDIT_COLUMNS = [
    _build_audit_column("createdAt", "Time", "Timestamp"),
    _build_audit_column("email", "User", "Email"),
    _build_audit_column("action", "Action", "AlphaNumeric"),
    _build_audit_column("description", "Description", "AlphaNumeric"),
    _build_audit_column("ip", "IP Address", "IpAddress"),
    _build_audit_column("severity", "Severity", "Severity"),
    _build_audit_column("userAgent", "User Agent", "AlphaNumeric"),
    _build_audit_column("json", "Json Data", "Json"),
]

# Without a row the client treats the SAML addresses as missing and asks three times, a second at each start.
CONFIGURATIONS: dict[str, dict[str, Any]] = {"adminBox": ADMIN_BOX, "saml": {}}
PROPERTIES: dict[str, list[dict[str, Any]]] = {"audits": AUDIT_COLUMNS}


MAX_BYTES = 262_144
SAML = "saml"
_address: TypeAdapter[str] = TypeAdapter(OptionalAddress)
# Clients put it into a script's address.
TRACKING_ID = re.compile(r"GTM-[A-Za-z0-9]{1,50}")


class Portal(DocumentEntry):
    configuration: dict[str, Any] = Field(
        {}, description="What the client reads of it, such as `navigation` and `themeV2`."
    )
    properties: list[dict[str, Any]] = Field(
        [], description="Columns of a table, such as `audits`."
    )


async def read_portal(db: Db) -> Entries:
    """The portal configuration in force: the default where the vendor has set nothing."""
    entries: Entries = {
        name: build_default_portal_entry(name) for name in [*CONFIGURATIONS, *PROPERTIES]
    }
    for row in await queries.ALL_METADATA.all(db):
        entries[row.entity_name] = drop_nulls(
            {"configuration": row.configuration, "properties": row.properties}
        )
    return {name: entries[name] for name in sorted(entries)}


def build_default_portal_entry(name: str) -> dict[str, Any] | None:
    if name not in CONFIGURATIONS and name not in PROPERTIES:
        return None
    return {
        "configuration": CONFIGURATIONS.get(name, {}),
        "properties": PROPERTIES.get(name, []),
    }


async def write_portal(db: Db, changes: Changes) -> None:
    for name, (_, after) in changes.items():
        if after is None or after == build_default_portal_entry(name):
            await queries.DELETE_METADATA.run(db, name)
        else:
            await queries.SAVE_METADATA.run(
                db, name, after["configuration"], after["properties"], clock.now()
            )


def merge_portal_entry(before: Any, given: Any) -> Any:
    """Tables within tables keep what is not given; a list is replaced."""
    if not isinstance(before, dict) or not isinstance(given, dict):
        return given
    return {
        **before,
        **{key: merge_portal_entry(before.get(key), value) for key, value in given.items()},
    }


def merge_portal_patch(before: Any, given: Any) -> Any:
    """Merge for API calls, where null removes a value (RFC 7396). TOML has no null."""
    return drop_nulls(merge_portal_entry(before, given))


def check_portal(state: State) -> Iterator[DocumentProblem]:
    yield from _check_saml_addresses(state)
    for name, entry in state["portal"].items():
        text = orjson.dumps(entry)
        if len(text) > MAX_BYTES or b"\\u0000" in text:
            said = f"must be at most {MAX_BYTES} bytes, without NUL"
            yield DocumentProblem(
                f"portal.{name}", said, "metadata_too_large", {"bytes": MAX_BYTES}
            )
        if not all(map(_is_tracking_id, _list_tag_managers(entry))):
            place = f"portal.{name}.configuration.integrations.gtm"
            yield DocumentProblem(
                place, "each ID must consist of GTM- and letters or digits", "tracking_id"
            )


def _check_saml_addresses(state: State) -> Iterator[DocumentProblem]:
    """Validate the addresses to which users and their SAML assertions are sent."""
    given = state["portal"].get(SAML, {}).get("configuration") or {}
    for name in ("acsUrl", "redirectUri"):
        try:
            _address.validate_python(given.get(name) or "")
        except ValidationError as error:
            place = f"portal.{SAML}.configuration.{name}"
            yield DocumentProblem.from_field_error(place, error.errors()[0])


def _list_tag_managers(entry: Any) -> list[Any]:
    """The tag managers whose scripts clients load in the vendor's own product."""
    integrations = (entry.get("configuration") or {}).get("integrations")
    found = integrations.get("gtm", []) if isinstance(integrations, dict) else []
    return found if isinstance(found, list) else [found]


def _is_tracking_id(tracker: Any) -> bool:
    given = tracker.get("id") if isinstance(tracker, dict) else None
    return isinstance(given, str) and TRACKING_ID.fullmatch(given) is not None


async def read_flags(db: Db) -> Entries:
    return {flag.name: flag.is_on for flag in await queries.FLAGS.all(db)}


async def write_flags(db: Db, changes: Changes) -> None:
    for name, (_, after) in changes.items():
        if after is None:
            await queries.DELETE_FLAG.run(db, name)
        else:
            await queries.SAVE_FLAG.run(db, name, after)


PORTAL = DocumentSection(
    "portal",
    "From what the client builds its portal; `adminBox` shows and hides its pages.\n"
    "Removed, an entry has its default again.",
    Portal,
    read_portal,
    write_portal,
    merge=merge_portal_patch,
    default=build_default_portal_entry,
    check=check_portal,
    keys=r"[A-Za-z0-9_-]{1,100}",
    example="""\
[portal.adminBox.configuration.navigation.audits]
visibility = "byPermissions"
""",
)
FLAGS = DocumentSection(
    "flags",
    "Feature flags of the client.",
    StrictBool,
    read_flags,
    write_flags,
    scalar=True,
    keys=r"[A-Za-z0-9_.-]{1,100}",
    example="[flags]\nnew-dashboard = true\n",
)
