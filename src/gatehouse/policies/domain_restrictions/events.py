from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class DomainRestrictionsUpdated(Event):
    event_name = "domain_restrictions.updated"
    severity = "Medium"
    text = "The email domain restrictions were changed"
    is_active: bool
    strategy: str
    block_public_domains: bool


@dataclass(frozen=True, slots=True)
class DomainRestrictionsReplaced(Event):
    event_name = "domain_restrictions.replaced"
    severity = "Medium"
    text = "The list of email domains was replaced"
    strategy: str
    count: int


@dataclass(frozen=True, slots=True)
class DomainRestrictionEvent(Event):
    severity = "Medium"
    restriction_id: UUID
    domain: str
    strategy: str


@dataclass(frozen=True, slots=True)
class DomainRestrictionCreated(DomainRestrictionEvent):
    event_name = "domain_restriction.created"
    text = "Added the email domain {domain}"


@dataclass(frozen=True, slots=True)
class DomainRestrictionDeleted(DomainRestrictionEvent):
    event_name = "domain_restriction.deleted"
    text = "Removed the email domain {domain}"
