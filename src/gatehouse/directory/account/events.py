from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class TenantUpdated(Event):
    event_name = "tenant.updated"
    text = "Changed the account settings"
