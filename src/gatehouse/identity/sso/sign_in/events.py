from uuid import UUID

from gatehouse.kit.events import Event


class SsoIdentityLinked(Event):
    """`subject` is the user's identifier at the provider."""

    event_name = "user.sso_identity_linked"
    severity = "Medium"
    text = "Linked an account of the company's identity provider"
    user_id: UUID
    connection_id: UUID
    subject: str


class SsoUserJoined(Event):
    event_name = "user.joined_by_sso"
    severity = "Medium"
    text = "Joined by single sign-on"
    user_id: UUID
    email: str
    role_ids: list[UUID]


class SsoRolesFollowed(Event):
    event_name = "user.sso_roles_changed"
    severity = "Medium"
    text = "Changed the roles of somebody after their groups at the identity provider"
    user_id: UUID
    given: list[UUID]
    taken: list[UUID]


class SsoGroupsLeftOut(Event):
    event_name = "user.sso_groups_left_out"
    severity = "Medium"
    text = (
        "The identity provider left the groups of a user out, so that roles stayed as they were. Send only "
        "groups that are assigned to the application, set a group filter, or use application roles."
    )
    user_id: UUID
    connection_id: UUID
