from gatehouse.policies.password_rotation.service import PASSWORD_ROTATION
from gatehouse.policies.tenant_policy.router import policy_router

router = policy_router(PASSWORD_ROTATION)
