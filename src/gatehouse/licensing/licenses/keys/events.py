"""Who was handed what opens a license."""

from dataclasses import dataclass

from gatehouse.licensing.licenses.events import LicenseEvent


@dataclass(frozen=True, slots=True)
class LicenseKeyRevealed(LicenseEvent):
    event_name = "license.key_revealed"
    severity = "Medium"
    text = "The key of {name} was shown"


@dataclass(frozen=True, slots=True)
class LicenseKeyReplaced(LicenseEvent):
    event_name = "license.key_replaced"
    severity = "High"
    text = "{name} got a new key; the one before works until {former_until}"
    former_until: str


@dataclass(frozen=True, slots=True)
class LicenseFileTaken(LicenseEvent):
    event_name = "license.file_taken"
    severity = "Medium"
    text = "The license file of {name} was downloaded"
