from uuid import UUID

from gatehouse.directory.people.invite_links.schemas import InviteLinkWish


class VendorInviteLinkWish(InviteLinkWish):
    """`userId` is the member of the account whose link it is: it is worth what they may do there."""

    tenant_id: UUID
    user_id: UUID | None = None
