"""The tenant's rule for the age of passwords; the sign-in applies it."""

from gatehouse.policies.password_rotation.events import PasswordRotationUpdated
from gatehouse.policies.password_rotation.models import PasswordRotation
from gatehouse.policies.password_rotation.schemas import (
    NOTICE,
    PERIOD,
    PasswordRotationIn,
    PasswordRotationOut,
)
from gatehouse.policies.tenant_policy.service import TenantPolicy
from gatehouse.vendor.configuration.snapshot import Snapshot


def _default_policy(_: Snapshot) -> PasswordRotationOut:
    return PasswordRotationOut(is_active=False, rotation_period=PERIOD, notification_period=NOTICE)


PASSWORD_ROTATION = TenantPolicy(
    "password_rotation",
    table="password_rotation_policies",
    row=PasswordRotation,
    accepts=PasswordRotationIn,
    gives=PasswordRotationOut,
    default=_default_policy,
    announces=PasswordRotationUpdated,
)
