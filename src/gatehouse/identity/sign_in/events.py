from uuid import UUID

from gatehouse.kit.events import Event


class UserAuthenticated(Event):
    """A user signed in. `methods` as in RFC 8176."""

    event_name = "user.authenticated"
    text = "Signed in"
    user_id: UUID
    session_id: UUID
    methods: list[str]
    is_new_place: bool = False


class UserAuthenticatedWithSso(Event):
    """A user signed in with SSO; announced in addition to `UserAuthenticated`, which every method
    announces."""

    event_name = "user.authenticated_with_sso"
    text = "Signed in with single sign-on"
    is_audited = False
    user_id: UUID
    session_id: UUID


class UserAuthenticatedWithSaml(Event):
    """A user signed in with SAML; announced in addition to `UserAuthenticatedWithSso`."""

    event_name = "user.authenticated_with_saml"
    text = "Signed in with SAML"
    is_audited = False
    user_id: UUID
    session_id: UUID


class AuthenticationFailed(Event):
    event_name = "user.failed_authentication"
    severity = "Medium"
    text = "Sign-in failed"
    reason: str
    user_id: UUID | None = None


class UserLockedOut(Event):
    event_name = "user.locked_out"
    severity = "High"
    text = "Sign-in was locked after too many failed attempts"
    known_place: bool
    user_id: UUID | None = None


class UserUnlocked(Event):
    event_name = "user.unlocked"
    severity = "Medium"
    text = "Sign-in was unlocked"
    user_id: UUID
