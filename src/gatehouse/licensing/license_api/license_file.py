"""The license file: what a tool needs to work without the server (docs/reference/license-file.md)."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.errors import Invalid
from gatehouse.kit.resources import Resources
from gatehouse.licensing.errors import NotInForce
from gatehouse.licensing.license_api import queries
from gatehouse.licensing.license_api.queries import FiledLicense, KeyOwner
from gatehouse.licensing.license_api.signing import LicenseKeys, compute_key_id, encode_base64url
from gatehouse.licensing.settings import LicensingSettings

VERSION = 1
STAMP = "%Y-%m-%dT%H:%M:%SZ"
REFRESH_AFTER = timedelta(days=1)


async def issue_license_file(
    resources: Resources, owner: KeyOwner, subject: str | None, relay_key: str | None = None
) -> dict[str, Any]:
    """Signed. `NotInForce` with the reason, also when the subject holds no seat. `relay_key`: for the relay
    that has the other half of it, and no tool."""
    now = clock.now()
    async with resources[Database].transaction(Scope.tenant(owner.tenant_id)) as db:
        found = await queries.FILED.one(db, owner.tenant_id, owner.license_id, now, subject)
    if found.code != "VALID":
        raise NotInForce(found.code)
    if subject is not None and not found.has_seat:
        raise NotInForce("NO_SEAT")
    days = resources[LicensingSettings].license_file_days
    content = build_license_file(found, subject, now, timedelta(days=days))
    if relay_key is not None:
        content |= {"subject": f"relay {compute_relay_key_id(relay_key)}", "relayKey": relay_key}
    return await resources[LicenseKeys].sign_file(content)


def build_license_file(
    found: FiledLicense, subject: str | None, now: datetime, budget: timedelta
) -> dict[str, Any]:
    """It expires with the license, also with an end that lies ahead, or when the time without the server is
    used up."""
    issued = now.replace(microsecond=0)
    ends = [one.replace(microsecond=0) for one in (found.valid_to, found.ends_at) if one]
    # One that should have ended by now, and runs, waits for news; its tools ask again soon.
    expires = max(min([issued + budget, *ends]), min(issued + REFRESH_AFTER, issued + budget))
    if found.valid_to is not None:
        expires = min(expires, found.valid_to.replace(microsecond=0))
    return {
        "version": VERSION,
        "customer": found.customer,
        "fingerprint": found.fingerprint,
        "name": found.name,
        "licenseType": found.license_type,
        "isTrial": found.is_trial,
        "maxSeats": found.max_seats,
        "subject": subject,
        "entitlements": [found.license_type],
        "issuedAt": format_timestamp(issued),
        "refreshAt": format_timestamp(min(issued + REFRESH_AFTER, expires)),
        "expiresAt": format_timestamp(expires),
        "validTo": format_timestamp(found.valid_to) if found.valid_to else None,
    }


def compute_relay_key_id(relay_key: str) -> str:
    """`Invalid` for what is no Ed25519 key in base64url."""
    try:
        raw = base64.urlsafe_b64decode(relay_key + "=")
        Ed25519PublicKey.from_public_bytes(raw)
    except ValueError:
        raw = b""
    if encode_base64url(raw) != relay_key:
        raise Invalid("This is not the key of a relay. Run `gatehouse relay key` to show it.")
    return compute_key_id(raw)


def format_timestamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(STAMP)
