from uuid import UUID

from gatehouse.directory.people.invite_links.schemas import InviteLinkWish
from gatehouse.kit.tenant_ids import TenantId


class VendorInviteLinkWish(InviteLinkWish):
    """`userId` is the member of the account whose link it is: the link is limited to what they may give
    there."""

    tenant_id: TenantId
    user_id: UUID | None = None
