"""Events of a tenant's members, invitations and invite links."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from gatehouse.kit.events import Event, Severity


class MemberEvent(Event):
    severity: ClassVar[Severity] = "Medium"
    user_id: UUID
    email: str


class UserCreated(MemberEvent):
    """A user became a member of this account, in any way. For the account they are new: whether they have
    other accounts is not disclosed. How they joined is a separate event of the same transaction."""

    event_name = "user.created"
    text = "{email} was added as a user"
    is_audited = False


class UserInvited(MemberEvent):
    event_name = "user.invited"
    severity = "Info"
    text = "Invited {email}"


class UserRemoved(MemberEvent):
    event_name = "user.removed"
    text = "Removed {email}"


class UserDeleted(MemberEvent):
    """Counterpart of `UserCreated`: the user is no longer a user of this account. Announced together with
    `UserRemoved` or `UserLeft`."""

    event_name = "user.deleted"
    text = "{email} is no longer a user"
    is_audited = False


class UserLeft(MemberEvent):
    """The user ended the membership themselves."""

    event_name = "user.left"
    text = "{email} left the account"


def build_removal_events(tenant_id: UUID, user_id: UUID, email: str) -> list[Event]:
    return [UserRemoved(tenant_id, user_id, email), UserDeleted(tenant_id, user_id, email)]


class UserDisabled(MemberEvent):
    event_name = "user.disabled"
    text = "Disabled {email}"


class UserEnabled(MemberEvent):
    event_name = "user.enabled"
    text = "Enabled {email}"


class UserRolesChanged(MemberEvent):
    event_name = "user.roles_changed"
    text = "Changed the roles of {email}"


class UserMadePermanent(MemberEvent):
    event_name = "user.made_permanent"
    text = "Made the access of {email} permanent"


class TemporaryAccess(MemberEvent):
    text = "Limited the access of {email} until {expires_at:%Y-%m-%d %H:%M} UTC"
    expires_at: datetime


class TemporaryAccessGiven(TemporaryAccess):
    event_name = "user.temporary_access_given"


class TemporaryAccessChanged(TemporaryAccess):
    event_name = "user.temporary_access_changed"


class InviteLinkEvent(Event):
    severity: ClassVar[Severity] = "Medium"
    link_id: UUID


class InviteLinkCreated(InviteLinkEvent):
    event_name = "invite_link.created"
    text = "Created an invite link"


class InviteLinkUpdated(InviteLinkEvent):
    event_name = "invite_link.updated"
    text = "Changed an invite link"


class InviteLinkDeleted(InviteLinkEvent):
    event_name = "invite_link.deleted"
    severity = "Info"
    text = "Deleted an invite link"


class UserJoinedByLink(MemberEvent):
    """`maker_id` is the creator of the link."""

    event_name = "user.joined_by_link"
    severity = "Info"
    text = "{email} joined through an invite link"
    link_id: UUID
    maker_id: UUID
