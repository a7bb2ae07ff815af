from gatehouse.policies.password_rotation.service import PASSWORD_ROTATION
from gatehouse.policies.tenant_policy.router import policy_router

# The published API returns 200 here, unlike for the other policies.
router = policy_router(PASSWORD_ROTATION, made=200)
