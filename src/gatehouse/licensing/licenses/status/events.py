"""What the vendor does to a license."""

from gatehouse.licensing.licenses.events import LicenseEvent


class LicenseSuspended(LicenseEvent):
    event_name = "license.suspended"
    severity = "High"
    text = "{name} was suspended by the vendor"


class LicenseRevoked(LicenseEvent):
    event_name = "license.revoked"
    severity = "High"
    text = "{name} was revoked by the vendor"


class LicenseRestored(LicenseEvent):
    event_name = "license.restored"
    text = "{name} was restored by the vendor"
