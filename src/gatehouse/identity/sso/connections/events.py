from uuid import UUID

from gatehouse.kit.events import Event


class SsoConnectionEvent(Event):
    severity = "High"
    connection_id: UUID
    type: str


class SsoConnectionCreated(SsoConnectionEvent):
    event_name = "sso_connection.created"
    text = "Created a single sign-on connection of type {type}"


class SsoConnectionUpdated(SsoConnectionEvent):
    event_name = "sso_connection.updated"
    text = "Changed a single sign-on connection of type {type}"
    enabled: bool
    enforced: bool
    changed: list[str]


class SsoConnectionDeleted(SsoConnectionEvent):
    event_name = "sso_connection.deleted"
    text = "Deleted a single sign-on connection of type {type}"


class SsoRolesChanged(SsoConnectionEvent):
    event_name = "sso_connection.roles_changed"
    text = "Changed the roles that a single sign-on connection gives"
    role_ids: list[UUID]


class SsoCertificateEnding(Event):
    event_name = "sso_connection.certificate_ending"
    severity = "Medium"
    text = "The certificate of a single sign-on connection ends on {day}"
    connection_id: UUID
    day: str
