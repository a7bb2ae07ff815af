from uuid import UUID

from gatehouse.kit.events import Event


class ApplicationClientEvent(Event):
    """`application_id`: the client's own."""

    severity = "High"
    application_id: UUID
    name: str


class ApplicationClientCreated(ApplicationClientEvent):
    event_name = "application.client_created"
    text = "Created the client {name}"


class ApplicationClientChanged(ApplicationClientEvent):
    event_name = "application.client_changed"
    text = "Changed the client {name}"


class ApplicationClientDeleted(ApplicationClientEvent):
    event_name = "application.client_deleted"
    text = "Deleted the client {name}"


class ApplicationSecretEvent(Event):
    severity = "High"
    application_id: UUID
    name: str


class ApplicationSecretMade(ApplicationSecretEvent):
    event_name = "application.secret_made"
    text = "Created a new client secret for the application {name}"


class ApplicationSharedSecretMade(ApplicationSecretEvent):
    """A holder of the shared secret decides which address a user's call is attributed to."""

    event_name = "application.shared_secret_made"
    text = "Created a new shared secret for the application {name}"


class ClientRegistered(Event):
    event_name = "application.client_registered"
    text = "The client {name} was registered dynamically"
    application_id: UUID
    parent_id: UUID
    name: str
