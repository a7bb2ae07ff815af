from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.identity.mfa.recover.schemas import Recovery
from gatehouse.identity.mfa.recover.service import recover_account
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(tags=["MFA at login"])


@router.post("/identity/resources/auth/v1/user/mfa/recover")
async def recover_mfa(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: Recovery
) -> Response:
    """Remove all MFA factors with the recovery code, which works once; the user then signs in without MFA.
    401 alike for a wrong code and an unknown email address. Every session ends."""
    await recover_account(db, resources, client, data.email, data.recovery_code)
    return Response(status_code=200)
