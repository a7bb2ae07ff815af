from uuid import UUID

from gatehouse.kit.events import Event


class SsoConnectionTested(Event):
    event_name = "sso_connection.tested"
    text = "Began a test login through a single sign-on connection of type {type}"
    connection_id: UUID
    type: str
