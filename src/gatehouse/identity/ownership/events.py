from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class AbandonedTenantDeleted(Event):
    event_name = "tenant.abandoned_deleted"
    severity = "Medium"
    text = "Deleted the account {name}, which has no members"
    name: str
