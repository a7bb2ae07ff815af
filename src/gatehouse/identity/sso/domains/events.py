from uuid import UUID

from gatehouse.kit.events import Event


class SsoDomainEvent(Event):
    severity = "High"
    connection_id: UUID
    domain: str


class SsoDomainAdded(SsoDomainEvent):
    event_name = "sso_domain.added"
    text = "Added the domain {domain} to single sign-on"


class SsoDomainValidated(SsoDomainEvent):
    event_name = "sso_domain.validated"
    text = "Validated the domain {domain} for single sign-on"


class SsoDomainDeleted(SsoDomainEvent):
    event_name = "sso_domain.deleted"
    text = "Removed the domain {domain} from single sign-on"


class SsoDomainMissing(SsoDomainEvent):
    event_name = "sso_domain.missing"
    text = (
        "The TXT record of {domain} was not found; without it single sign-on ends for this domain"
    )


class SsoDomainLapsed(SsoDomainEvent):
    event_name = "sso_domain.lapsed"
    text = "Single sign-on ended for {domain}, as its TXT record is gone"


class SsoDomainUnvouched(SsoDomainEvent):
    event_name = "sso_domain.unvouched"
    text = "The vendor no longer vouches for {domain}, and single sign-on ended for it"
