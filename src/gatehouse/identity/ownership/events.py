from gatehouse.kit.events import Event


class AbandonedTenantDeleted(Event):
    event_name = "tenant.abandoned_deleted"
    severity = "Medium"
    text = "Deleted the account {name}, which has no members"
    name: str
