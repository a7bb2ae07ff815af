from gatehouse.policies.impersonation.service import IMPERSONATION
from gatehouse.policies.tenant_policy.router import policy_router

router = policy_router(IMPERSONATION)
