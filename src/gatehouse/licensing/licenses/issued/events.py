"""What the vendor gives."""

from gatehouse.licensing.licenses.events import LicenseEvent


class LicenseIssued(LicenseEvent):
    event_name = "license.issued"
    severity = "Medium"
    text = "The vendor issued {name} with {seats} seats"
    seats: int


class LicenseExtended(LicenseEvent):
    """`until`: a day, or that there is none any more."""

    event_name = "license.extended"
    severity = "Medium"
    text = "The vendor lets {name} work until {until}"
    until: str
