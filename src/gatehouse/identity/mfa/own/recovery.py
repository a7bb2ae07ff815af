"""A new recovery code for who is signed in."""

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce
from gatehouse.identity.factors.recovery_code import service as recovery
from gatehouse.kit.db import Db


async def renew(db: Db, caller: Principal, client: Client) -> str:
    """The one before is dead. Announces `user.recovery_code_renewed`."""
    code = await recovery.give(db, caller.user_id)
    await announce(
        db,
        "user.recovery_code_renewed",
        tenant_id=caller.tenant_id,
        description="Asked for a new recovery code",
        client=client,
        caller=caller,
        user_id=caller.user_id,
        severity="Medium",
    )
    return code
