from uuid import UUID

from gatehouse.identity.passwords.schemas import Address, PasswordOrNone, Token
from gatehouse.kit.schemas import Wire


class Activation(Wire):
    """`password` is needed when the strategy says so."""

    user_id: UUID
    token: Token
    password: PasswordOrNone = None


class ActivationStrategy(Wire):
    should_set_password: bool


class ResendRequest(Wire):
    email: Address
