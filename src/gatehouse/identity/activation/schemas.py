from uuid import UUID

from gatehouse.identity.passwords.schemas import Address, PasswordOrNone, Token
from gatehouse.identity.phone_numbers.schemas import Code
from gatehouse.kit.schemas import Wire


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
