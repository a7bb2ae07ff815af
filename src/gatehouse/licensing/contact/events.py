"""Events of contact messages to the vendor."""

from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class VendorContacted(Event):
    event_name = "organization.contacted_vendor"
    text = "Somebody wrote to the vendor: {subject}"
    subject: str
