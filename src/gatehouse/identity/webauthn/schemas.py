"""Responses of keys, as browsers send them: binary fields as base64url."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.identity.webauthn.models import DeviceType
from gatehouse.kit.schemas import Wire

Base64Url = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]+={0,2}$", max_length=16_000)]
OtherBase64Url = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9_-]*={0,2}$", max_length=2000)
]


class PasskeyOut(Wire):
    id: UUID
    device_type: DeviceType
    created_at: datetime


class BrowserKey(Wire):
    """A key's answer, as WebAuthn libraries read it."""

    id: Base64Url
    response: Any

    def to_credential(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "rawId": self.id,
            "type": "public-key",
            "response": self.response.model_dump(by_alias=True),
        }


class Attestation(Wire):
    client_data_json: Base64Url = Field(alias="clientDataJSON")
    attestation_object: Base64Url
    transports: list[Annotated[str, StringConstraints(max_length=20)]] = Field([], max_length=10)


class NewKey(BrowserKey):
    """The result of `navigator.credentials.create`."""

    response: Attestation
    device_type: Literal["Platform", "CrossPlatform"] | None = None
    authenticator_attachment: Annotated[str, StringConstraints(max_length=20)] | None = None


class Assertion(Wire):
    client_data_json: Base64Url = Field(alias="clientDataJSON")
    authenticator_data: Base64Url
    signature: Base64Url
    user_handle: OtherBase64Url | None = None


class UsedKey(BrowserKey):
    """The result of `navigator.credentials.get`."""

    response: Assertion
