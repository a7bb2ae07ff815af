from typing import Any

from gatehouse.identity.sign_in.schemas import Email
from gatehouse.identity.webauthn.schemas import PasskeyOut, UsedKey
from gatehouse.kit.schemas import Text, Wire


class Prelogin(Wire):
    """The answer does not depend on the named user: the passkey identifies its owner."""

    email: Email | None = None
    user_id: Text | None = None
    recaptcha_token: Text | None = None


class Postlogin(UsedKey):
    recaptcha_token: Text | None = None
    invitation_token: Text | None = None


class Options(Wire):
    """For `navigator.credentials`; binary fields as base64url."""

    options: dict[str, Any]


class AcceptedCredentials(Wire):
    """Binary values as base64url."""

    rp_id: str
    user_id: str
    all_accepted_credential_ids: list[str]
    name: str
    display_name: str


class Passkeys(Wire):
    devices: list[PasskeyOut]
