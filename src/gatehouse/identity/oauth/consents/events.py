from uuid import UUID

from gatehouse.kit.events import Event


class ConsentGiven(Event):
    event_name = "oauth.consent_given"
    text = "Let {name} know who they are"
    user_id: UUID
    application_id: UUID
    name: str
    scopes: str


class ConsentRevoked(Event):
    event_name = "oauth.consent_revoked"
    text = "Took back what {name} was let know"
    user_id: UUID
    application_id: UUID
    name: str
