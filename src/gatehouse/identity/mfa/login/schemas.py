"""What the login box sends with `mfaToken` (wire reference §16, auth-mfa-login)."""

from uuid import UUID

from gatehouse.identity.mfa.schemas import (
    Code,
    EnrolledKey,
    FinishingBody,
    PhoneNumber,
    Token,
    Waiting,
)
from gatehouse.identity.webauthn.schemas import UsedKey


class AppValue(FinishingBody):
    """`deviceId` when the client knows which app is used."""

    value: Code
    device_id: UUID | None = None


class FirstAppCode(FinishingBody):
    token: Code


class WaitingPhone(Waiting):
    phone_number: PhoneNumber


class SentCodeOf(FinishingBody):
    otc_token: Token
    code: Code


class FirstKey(FinishingBody, EnrolledKey):
    pass


class KeyAnswer(FinishingBody):
    webauthn_token: Token
    options: UsedKey
