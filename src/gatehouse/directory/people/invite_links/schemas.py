"""Invite links on the wire (wire-api §16.7)."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.directory.people.schemas import RoleIds
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId

DEFAULT_MINUTES = 43_200
Minutes = Annotated[int, Field(ge=1, le=525_600)]


class InviteConfiguration(Wire):
    """`emailsEnabled`: the creator of a link may be notified by email about users who join."""

    tenant_invitations_allowed: bool
    emails_enabled: bool


class InviteLinkDetails(Wire):
    expires_in_minutes: Minutes | None = None
    should_send_email: bool | None = None
    role_ids: RoleIds | None = None


class InviteLinkWish(InviteLinkDetails):
    """Without `expiresInMinutes` the link is valid for 30 days. Without `roleIds` users who join get the
    default roles."""


class InviteLinkChange(InviteLinkDetails):
    """Missing or null fields stay unchanged. `expiresInMinutes` counts from now; an empty list of roles
    means the default ones."""


class InviteLink(Wire):
    """`userId` is the creator, `token` what the page at `url` sends as `invitationToken`."""

    id: UUID
    vendor_id: UUID
    tenant_id: ShownTenantId
    user_id: UUID
    token: str
    url: str
    expires: datetime
    should_send_email: bool
    role_ids: list[UUID]


class VendorInviteLinkWish(InviteLinkWish):
    """`userId` is the member of the account whose link it is: the link is limited to what they may give
    there."""

    tenant_id: TenantId
    user_id: UUID | None = None
