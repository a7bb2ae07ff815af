from gatehouse.policies.password_history.service import PASSWORD_HISTORY
from gatehouse.policies.tenant_policy.router import policy_router

router = policy_router(PASSWORD_HISTORY)
