from typing import Literal
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.vendor.configuration.models import MfaStrategy

__all__ = ["MfaDevices", "MfaStrategy"]


class WebAuthnDevice(Wire):
    id: UUID
    device_type: Literal["Platform", "CrossPlatform"]
    name: str


class PhoneDevice(Wire):
    id: UUID
    phone_number: str


class AuthenticatorDevice(Wire):
    id: UUID


class EmailDevice(Wire):
    email: str


class MfaDevices(Wire):
    """A list for each kind, even when it is empty, because clients count the entries."""

    webauthn: list[WebAuthnDevice] = Field(default_factory=list)
    phones: list[PhoneDevice] = Field(default_factory=list)
    authenticators: list[AuthenticatorDevice] = Field(default_factory=list)
    emails: list[EmailDevice] = Field(default_factory=list)
