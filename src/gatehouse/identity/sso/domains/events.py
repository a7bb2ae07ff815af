from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class SsoDomainEvent(Event):
    severity = "High"
    connection_id: UUID
    domain: str


@dataclass(frozen=True, slots=True)
class SsoDomainAdded(SsoDomainEvent):
    event_name = "sso_domain.added"
    text = "Added the domain {domain} to single sign-on"


@dataclass(frozen=True, slots=True)
class SsoDomainValidated(SsoDomainEvent):
    event_name = "sso_domain.validated"
    text = "Validated the domain {domain} for single sign-on"


@dataclass(frozen=True, slots=True)
class SsoDomainDeleted(SsoDomainEvent):
    event_name = "sso_domain.deleted"
    text = "Removed the domain {domain} from single sign-on"


@dataclass(frozen=True, slots=True)
class SsoDomainMissing(SsoDomainEvent):
    event_name = "sso_domain.missing"
    text = (
        "The TXT record of {domain} was not found; without it single sign-on ends for this domain"
    )


@dataclass(frozen=True, slots=True)
class SsoDomainLapsed(SsoDomainEvent):
    event_name = "sso_domain.lapsed"
    text = "Single sign-on ended for {domain}, as its TXT record is gone"


@dataclass(frozen=True, slots=True)
class SsoDomainUnvouched(SsoDomainEvent):
    event_name = "sso_domain.unvouched"
    text = "The vendor no longer vouches for {domain}, and single sign-on ended for it"
