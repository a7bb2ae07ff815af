from gatehouse.kit.events import Event


class EntityTypeChanged(Event):
    event_name = "vendor.entity_type_changed"
    severity = "High"
    text = "{what} of the entity type {key}"
    key: str
    what: str


class RelationsAssigned(Event):
    event_name = "vendor.relations_assigned"
    severity = "Medium"
    text = "Gave {count} relations"
    count: int


class RelationsUnassigned(Event):
    event_name = "vendor.relations_unassigned"
    severity = "Medium"
    text = "Took {count} relations away"
    count: int
