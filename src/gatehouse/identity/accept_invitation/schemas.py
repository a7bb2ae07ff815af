from uuid import UUID

from gatehouse.identity.passwords.schemas import Token
from gatehouse.identity.phone_numbers.schemas import Code
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId


class InvitationToken(Wire):
    token: Token


class Inviting(Wire):
    """The invitation to join. `inviterName` and `inviterEmail` are left out where no user invited;
    `email`, the masked address that is invited, where the link is for anyone who has it."""

    name: str
    tenant_id: ShownTenantId
    email: str | None = None
    inviter_name: str | None = None
    inviter_email: str | None = None


class Acceptance(Wire):
    user_id: UUID
    token: Token


class CodeAcceptance(Acceptance):
    """`userId` and `token` are those of the mail's link."""

    code: Code
