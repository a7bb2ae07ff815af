from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class EntityTypeChanged(Event):
    event_name = "vendor.entity_type_changed"
    severity = "High"
    text = "{what} of the entity type {key}"
    key: str
    what: str


@dataclass(frozen=True, slots=True)
class RelationsAssigned(Event):
    event_name = "vendor.relations_assigned"
    severity = "Medium"
    text = "Gave {count} relations"
    count: int


@dataclass(frozen=True, slots=True)
class RelationsUnassigned(Event):
    event_name = "vendor.relations_unassigned"
    severity = "Medium"
    text = "Took {count} relations away"
    count: int
