"""What the vendor does to a license."""

from dataclasses import dataclass

from gatehouse.licensing.licenses.events import LicenseEvent


@dataclass(frozen=True, slots=True)
class LicenseSuspended(LicenseEvent):
    event_name = "license.suspended"
    severity = "High"
    text = "{name} was suspended by the vendor"


@dataclass(frozen=True, slots=True)
class LicenseRevoked(LicenseEvent):
    event_name = "license.revoked"
    severity = "High"
    text = "{name} was revoked by the vendor"


@dataclass(frozen=True, slots=True)
class LicenseRestored(LicenseEvent):
    event_name = "license.restored"
    text = "{name} was restored by the vendor"
