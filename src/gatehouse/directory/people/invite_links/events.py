from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class InviteLinkCreated(Event):
    event_name = "invite_link.created"
    severity = "Medium"
    text = "Made an invite link"
    link_id: UUID


@dataclass(frozen=True, slots=True)
class InviteLinkUpdated(Event):
    event_name = "invite_link.updated"
    severity = "Medium"
    text = "Changed an invite link"
    link_id: UUID


@dataclass(frozen=True, slots=True)
class InviteLinkDeleted(Event):
    event_name = "invite_link.deleted"
    text = "Deleted an invite link"
    link_id: UUID


@dataclass(frozen=True, slots=True)
class UserJoinedByLink(Event):
    """`maker_id` is the creator of the link."""

    event_name = "user.joined_by_link"
    text = "{email} used an invite link"
    user_id: UUID
    email: str
    link_id: UUID
    maker_id: UUID
