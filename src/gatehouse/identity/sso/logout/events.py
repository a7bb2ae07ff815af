from uuid import UUID

from gatehouse.kit.events import Event


class SignedOutByProvider(Event):
    event_name = "user.signed_out_by_provider"
    text = "Signed out at the company's identity provider"
    user_id: UUID
    session_id: UUID
    connection_id: UUID


class ProviderLogoutRefused(Event):
    """A logout request or response failed verification. `check` is the check that failed."""

    event_name = "sso.logout_refused"
    severity = "Medium"
    text = "A sign-out message of the identity provider was not believed: {check}"
    connection_id: UUID
    check: str
