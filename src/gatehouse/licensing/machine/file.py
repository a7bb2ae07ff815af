"""The license file: what a tool needs to work without the server (docs/reference/license-file.md)."""

from datetime import UTC, datetime, timedelta
from typing import Any

from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources
from gatehouse.licensing.machine import queries
from gatehouse.licensing.machine.errors import NotInForce
from gatehouse.licensing.machine.models import FiledLicense, KeyOwner
from gatehouse.licensing.machine.signing import LicenseKeys
from gatehouse.licensing.settings import LicensingSettings

VERSION = 1
REFRESH_AFTER = timedelta(days=1)


async def license_file(
    resources: Resources, owner: KeyOwner, subject: str | None
) -> dict[str, Any]:
    """Signed. `NotInForce` with the reason, also when the subject holds no seat."""
    now = clock.now()
    async with resources[Database].transaction(Scope.tenant(owner.tenant_id)) as db:
        found = await queries.FILED.one(db, owner.tenant_id, owner.license_id, now, subject)
    if found.code != "VALID":
        raise NotInForce(found.code)
    if subject is not None and not found.has_seat:
        raise NotInForce("NO_SEAT")
    days = resources[LicensingSettings].license_file_days
    content = contents(found, subject, now, timedelta(days=days))
    return await resources[LicenseKeys].sign(content)


def contents(
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
        "issuedAt": _stamp(issued),
        "refreshAt": _stamp(min(issued + REFRESH_AFTER, expires)),
        "expiresAt": _stamp(expires),
        "validTo": _stamp(found.valid_to) if found.valid_to else None,
    }


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
