"""Events of single sign-on."""

from typing import ClassVar
from uuid import UUID

from gatehouse.kit.events import Event, Severity


class SsoConnectionEvent(Event):
    severity: ClassVar[Severity] = "High"
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
    text = "Changed the roles that a single sign-on connection assigns"
    role_ids: list[UUID]


class SsoCertificateEnding(Event):
    event_name = "sso_connection.certificate_ending"
    severity = "Medium"
    text = "The certificate of a single sign-on connection expires on {day}"
    connection_id: UUID
    day: str


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
        "The TXT record of {domain} was not found; without it, single sign-on ends for this domain"
    )


class SsoDomainLapsed(SsoDomainEvent):
    event_name = "sso_domain.lapsed"
    text = "Single sign-on ended for {domain} because its TXT record was not found"


class SsoDomainUnvouched(SsoDomainEvent):
    event_name = "sso_domain.unvouched"
    text = "Single sign-on ended for {domain} because the vendor no longer confirms the domain"


class SsoGroupEvent(Event):
    severity = "High"
    connection_id: UUID
    group_id: UUID
    name: str


class SsoGroupCreated(SsoGroupEvent):
    event_name = "sso_group.created"
    text = "Assigned roles to the single sign-on group {name}"
    role_ids: list[UUID]


class SsoGroupUpdated(SsoGroupEvent):
    event_name = "sso_group.updated"
    text = "Changed the roles of the single sign-on group {name}"
    role_ids: list[UUID]


class SsoGroupDeleted(SsoGroupEvent):
    event_name = "sso_group.deleted"
    text = "Removed the roles of the single sign-on group {name}"


class SsoLinkEvent(Event):
    severity = "High"
    connection_id: UUID


class SsoLinkReleased(SsoLinkEvent):
    """`email` is the address that the identity provider sent last."""

    event_name = "sso_connection.link_released"
    text = "Unlinked the account {email} at the identity provider"
    user_id: UUID
    email: str


class SsoLinksReleased(SsoLinkEvent):
    event_name = "sso_connection.links_released"
    text = "Unlinked all {count} accounts at an identity provider"
    count: int


class SsoUserEvent(Event):
    severity = "Medium"
    user_id: UUID


class SsoIdentityLinked(SsoUserEvent):
    """`subject` is the user's identifier at the provider."""

    event_name = "user.sso_identity_linked"
    text = "Linked an account at the identity provider"
    connection_id: UUID
    subject: str


class SsoUserJoined(SsoUserEvent):
    event_name = "user.joined_by_sso"
    text = "Joined through single sign-on"
    email: str
    role_ids: list[UUID]


class SsoRolesFollowed(SsoUserEvent):
    event_name = "user.sso_roles_changed"
    text = "Changed a user's roles based on their groups at the identity provider"
    given: list[UUID]
    taken: list[UUID]


class SsoGroupsLeftOut(SsoUserEvent):
    event_name = "user.sso_groups_left_out"
    text = (
        "The identity provider omitted a user's groups, so the roles did not change. Send only "
        "groups that are assigned to the application, set a group filter, or use application roles."
    )
    connection_id: UUID


class SignedOutByProvider(Event):
    event_name = "user.signed_out_by_provider"
    text = "Signed out at the identity provider"
    user_id: UUID
    session_id: UUID
    connection_id: UUID


class ProviderLogoutRefused(Event):
    """A logout request or response failed verification. `check` is the check that failed."""

    event_name = "sso.logout_refused"
    severity = "Medium"
    text = "A sign-out message from the identity provider was rejected: {check}"
    connection_id: UUID
    check: str


class SsoConnectionTested(SsoConnectionEvent):
    event_name = "sso_connection.tested"
    severity = "Info"
    text = "Started a test sign-in through a single sign-on connection of type {type}"
