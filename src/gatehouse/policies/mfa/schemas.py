"""The MFA policy on the wire (wire reference §16.12)."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from gatehouse.kit.schemas import Wire
from gatehouse.policies.tenant_policy.schemas import PolicyOut
from gatehouse.vendor.configuration.models import EnforceMfa

# Other values that clients use. `ASSIGNABLE` (each user chooses) forces no user, so it equals `DontForce`.
SYNONYMS = {"NEVER": "DontForce", "ASSIGNABLE": "DontForce", "ALWAYS": "Force"}


def _to_plain(value: Any) -> Any:
    return SYNONYMS.get(value, value) if isinstance(value, str) else value


class MfaPolicyIn(Wire):
    """Every field is optional. `mfaDeviceExpiration` in seconds: an hour to a year, 14 days by default."""

    enforce_mfa_type: Annotated[EnforceMfa, BeforeValidator(_to_plain)] = Field(
        "DontForce", alias="enforceMFAType"
    )
    allow_remember_my_device: bool = False
    mfa_device_expiration: int = Field(1_209_600, ge=3600, le=31_536_000)


class MfaPolicyOut(PolicyOut):
    enforce_mfa_type: EnforceMfa = Field(alias="enforceMFAType")
    allow_remember_my_device: bool
    mfa_device_expiration: int
