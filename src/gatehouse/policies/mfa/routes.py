from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentPrincipal, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller
from gatehouse.policies.mfa.schemas import MfaPolicyIn, MfaPolicyOut
from gatehouse.policies.mfa.service import MFA
from gatehouse.policies.tenant_policy.router import policy_router
from gatehouse.vendor.current import CurrentConfiguration

# Every member may read the policy that applies to them.
router = policy_router(MFA, reader=CurrentPrincipal)


@router.put(
    "",
    permission=Permission.WRITE_SECURITY_POLICY,
    name="replace_mfa_policy",
    response_model_exclude_none=True,
)
async def change_mfa_policy(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    configuration: CurrentConfiguration,
    data: MfaPolicyIn,
) -> MfaPolicyOut:
    """Change the policy of one tenant; missing fields keep their value."""
    return await MFA.set(db, caller, data, client, configuration)
