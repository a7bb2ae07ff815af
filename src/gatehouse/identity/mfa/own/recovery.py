"""Recovery code renewal of a signed-in user."""

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.identity.factors import recovery_codes as recovery
from gatehouse.identity.mfa.events import RecoveryCodeRenewed
from gatehouse.kit.db import Db


async def renew_recovery_code(db: Db, caller: Principal, client: Client) -> str:
    """Replace the recovery code. Announces `RecoveryCodeRenewed`."""
    code = await recovery.replace_recovery_code(db, caller.user_id)
    event = RecoveryCodeRenewed(caller.tenant_id, caller.user_id)
    await announce_event(db, event, by=by_caller(caller, client))
    return code
