"""What the login box sends with `mfaToken` (wire reference §16, auth-mfa-login)."""

from uuid import UUID

from gatehouse.identity.mfa.schemas import (
    Code,
    EnrolledKey,
    Finishing,
    PhoneNumber,
    Token,
    Waiting,
)
from gatehouse.identity.webauthn.schemas import UsedKey


class AppValue(Finishing):
    """`deviceId` where the client knows which app it is."""

    value: Code
    device_id: UUID | None = None


class FirstAppCode(Finishing):
    token: Code


class WaitingPhone(Waiting):
    phone_number: PhoneNumber


class SentCodeOf(Finishing):
    otc_token: Token
    code: Code


class FirstKey(Finishing, EnrolledKey):
    pass


class KeyAnswer(Finishing):
    webauthn_token: Token
    options: UsedKey
