from typing import Literal

from pydantic import Field

from gatehouse.kit.schemas import Wire

EnforceMfa = Literal["DontForce", "Force", "ForceExceptSAML"]


class MfaPolicy(Wire):
    """Without an `id`: the vendor's."""

    enforce_mfa_type: EnforceMfa = Field(alias="enforceMFAType")


class RememberDevice(Wire):
    """`mfaDeviceExpiration` in seconds."""

    is_allowed_to_remember: bool
    mfa_device_expiration: int
