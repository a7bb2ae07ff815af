from gatehouse.policies.lockout.service import LOCKOUT
from gatehouse.policies.tenant_policy.router import policy_router

router = policy_router(LOCKOUT)
