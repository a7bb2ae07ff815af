from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.identity.factors.authenticator_apps import parse_otpauth_secret, render_qr_code
from gatehouse.identity.sign_in.schemas import Email
from gatehouse.identity.webauthn.schemas import NewKey, UsedKey
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.configuration.models import MfaStrategy

Code = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20)]
Token = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$")]
PhoneNumber = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)]


class RememberDevice(Wire):
    """Whether browsers may be remembered; `mfaDeviceExpiration` in seconds."""

    is_allowed_to_remember: bool
    mfa_device_expiration: int


class StrategyState(Wire):
    strategy: MfaStrategy
    is_active: bool


class Strategies(Wire):
    strategies: list[StrategyState]


class QrCode(Wire):
    """A PNG as a data URL, for an authenticator app; and what the app reads in it (`otpauth://totp/…`), for
    users who cannot scan, for example on the phone that has the app. `secret` is its key in base32, to
    type."""

    qr_code: str
    setup_uri: str
    secret: str

    @classmethod
    def from_address(cls, address: str) -> "QrCode":
        return cls(
            qr_code=render_qr_code(address), setup_uri=address, secret=parse_otpauth_secret(address)
        )


class RecoveryCode(Wire):
    """Present only with the first factor; it is not shown again."""

    recovery_code: str | None = None


class AppCode(Wire):
    token: Code


class OptionalAppCode(Wire):
    """Without a code the session must be stepped up."""

    token: Code | None = None


class NewPhone(Wire):
    phone_number: PhoneNumber


class CodeSent(Wire):
    """`otcToken` must be sent back with the code."""

    otc_token: str


class TextSent(CodeSent):
    phone_number: str


class SentCode(Wire):
    otc_token: Token
    code: Code


class OptionalSentCode(Wire):
    """Without a code the session must be stepped up."""

    otc_token: Token | None = None
    code: Code | None = None


class KeyOptions(Wire):
    """Options for `navigator.credentials`; binary fields as base64url."""

    webauthn_token: str
    options: dict[str, Any]

    @classmethod
    def from_challenge(cls, challenge: tuple[str, dict[str, Any]]) -> "KeyOptions":
        token, options = challenge
        return cls(webauthn_token=token, options=options)


class EnrolledKey(Wire):
    device_type: Literal["Platform", "CrossPlatform"]
    webauthn_token: Token
    options: NewKey


class OptionalUsedKey(Wire):
    """Without a response of the key the session must be stepped up."""

    webauthn_token: Token | None = None
    options: UsedKey | None = None


class Waiting(Wire):
    mfa_token: Token


class FinishingBody(Waiting):
    remember_device: bool | None = Field(None, description="Ask no more in this browser.")


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


class Recovery(Wire):
    email: Email
    recovery_code: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)
    ]


class StepUp(Wire):
    """`maxAge` in seconds: how long ago MFA may have been completed."""

    max_age: float | None = Field(None, ge=0, le=31_536_000)
