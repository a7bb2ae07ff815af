"""Events of contact messages to the vendor."""

from gatehouse.kit.events import Event


class VendorContacted(Event):
    event_name = "organization.contacted_vendor"
    text = "Somebody wrote to the vendor: {subject}"
    subject: str
