"""Who was handed what opens a license."""

from gatehouse.licensing.licenses.events import LicenseEvent


class LicenseKeyRevealed(LicenseEvent):
    event_name = "license.key_revealed"
    severity = "Medium"
    text = "The key of {name} was shown"


class LicenseKeyReplaced(LicenseEvent):
    event_name = "license.key_replaced"
    severity = "High"
    text = "{name} got a new key; the one before works until {former_until}"
    former_until: str


class LicenseFileTaken(LicenseEvent):
    event_name = "license.file_taken"
    severity = "Medium"
    text = "The license file of {name} was downloaded"
