from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class IpRestrictionsUpdated(Event):
    event_name = "ip_restrictions.updated"
    severity = "Medium"
    text = "The IP restrictions were changed"
    is_active: bool
    strategy: str


@dataclass(frozen=True, slots=True)
class IpRestrictionEvent(Event):
    severity = "Medium"
    restriction_id: UUID
    ip: str
    strategy: str


@dataclass(frozen=True, slots=True)
class IpRestrictionCreated(IpRestrictionEvent):
    event_name = "ip_restriction.created"
    text = "Added the IP restriction {ip}"


@dataclass(frozen=True, slots=True)
class IpRestrictionDeleted(IpRestrictionEvent):
    event_name = "ip_restriction.deleted"
    text = "Removed the IP restriction {ip}"
