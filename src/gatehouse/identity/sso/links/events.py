from uuid import UUID

from gatehouse.kit.events import Event


class SsoLinkReleased(Event):
    """`email` is the address that the identity provider sent last."""

    event_name = "sso_connection.link_released"
    severity = "High"
    text = "Released the account {email} of the identity provider"
    connection_id: UUID
    user_id: UUID
    email: str


class SsoLinksReleased(Event):
    event_name = "sso_connection.links_released"
    severity = "High"
    text = "Released all {count} accounts of an identity provider"
    connection_id: UUID
    count: int
