from gatehouse.policies.password_rotation.service import PASSWORD_ROTATION
from gatehouse.policies.tenant_policy.router import policy_router

# What is published answers so, unlike for the other rules.
router = policy_router(PASSWORD_ROTATION, made=200)
