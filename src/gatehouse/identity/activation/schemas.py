from uuid import UUID

from gatehouse.identity.passwords.schemas import Address, PasswordOrNone, Token
from gatehouse.identity.phone_numbers.schemas import Code
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId


class Activation(Wire):
    """`password` is needed when the strategy says so."""

    user_id: UUID
    token: Token
    password: PasswordOrNone = None


class CodeActivation(Activation):
    """`userId` and `token` (`activationToken`) are those of the sign-up's answer, or of the invitation's
    link."""

    code: Code


class ActivationStrategy(Wire):
    should_set_password: bool


class ResendRequest(Wire):
    email: Address


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
