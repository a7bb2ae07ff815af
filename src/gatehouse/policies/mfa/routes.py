from gatehouse.access.guard import CurrentPrincipal
from gatehouse.policies.mfa.service import MFA
from gatehouse.policies.tenant_policy.router import policy_router

# Everybody reads what is asked of them.
router = policy_router(MFA, reader=CurrentPrincipal)
