from gatehouse.identity.passwords.schemas import Token
from gatehouse.kit.schemas import Wire


class SessionEnding(Wire):
    """`token` is that of the mail's link."""

    token: Token
