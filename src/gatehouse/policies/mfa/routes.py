from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentPrincipal, Transaction
from gatehouse.policies.mfa.schemas import MfaPolicyIn, MfaPolicyOut
from gatehouse.policies.mfa.service import MFA
from gatehouse.policies.tenant_policy.router import CanWrite, policy_router
from gatehouse.vendor.current import CurrentConfiguration

# Everybody reads what is asked of them.
router = policy_router(MFA, reader=CurrentPrincipal)


@router.put("", name="replace_mfa_policy", response_model_exclude_none=True)
async def change_mfa_policy(
    db: Transaction,
    caller: CanWrite,
    client: CurrentClient,
    configuration: CurrentConfiguration,
    data: MfaPolicyIn,
) -> MfaPolicyOut:
    """As server packages set it for one account: what is missing stays."""
    return await MFA.set(db, caller, data, client, configuration)
