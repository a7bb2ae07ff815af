"""The tenant's word on impersonation; `access/principal.py` and `identity/impersonation` apply it."""

from gatehouse.policies.impersonation.events import ImpersonationPolicyUpdated
from gatehouse.policies.impersonation.models import ImpersonationPolicy
from gatehouse.policies.impersonation.schemas import (
    ImpersonationPolicyIn,
    ImpersonationPolicyOut,
)
from gatehouse.policies.tenant_policy.service import TenantPolicy
from gatehouse.vendor.configuration.snapshot import Snapshot


def _default_policy(_: Snapshot) -> ImpersonationPolicyOut:
    """Allowed by default; a permission that the vendor assigns decides who may impersonate."""
    return ImpersonationPolicyOut(enabled=True)


IMPERSONATION = TenantPolicy(
    "impersonation_policy",
    table="impersonation_policies",
    row=ImpersonationPolicy,
    accepts=ImpersonationPolicyIn,
    gives=ImpersonationPolicyOut,
    default=_default_policy,
    announces=ImpersonationPolicyUpdated,
)
