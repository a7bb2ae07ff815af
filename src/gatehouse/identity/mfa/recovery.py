"""The recovery code: its renewal by a signed-in user, and the MFA reset with it. After a reset the user must
still sign in with the password, so the code alone gives no access."""

from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.factors import recovery_codes as recovery
from gatehouse.identity.factors import service as factors
from gatehouse.identity.mfa import changes
from gatehouse.identity.mfa.changes import FactorOwner
from gatehouse.identity.mfa.errors import RecoveryRefused
from gatehouse.identity.mfa.events import RecoveryCodeRenewed
from gatehouse.identity.sign_in.context import normalize_identifier
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit

PER_PLACE = RateLimit("mfa.recover.ip", 30, 15)
PER_ADDRESS = RateLimit("mfa.recover.address", 10, 15)


async def reset_mfa_by_recovery_code(call: SystemCall, typed: str, code: str) -> None:
    """Use the recovery code of the user with this identifier. Raises `RecoveryRefused` for a wrong code and,
    after equal time, for an unknown identifier. Needs the system scope."""
    identifier = normalize_identifier(typed)
    await call.limit_place(PER_PLACE)
    await call.limit_key(PER_ADDRESS, token_hash(identifier).hex())
    found = await recovery.use_recovery_code(call.db, identifier, code)
    if found is None:
        raise RecoveryRefused("The email address or the recovery code is incorrect")
    await factors.remove_all_factors(call.db, found.user_id)
    by = by_person(found.user_id, found.email, call.client)
    owner = FactorOwner(found.user_id, found.tenant_id, found.email, found.name, by)
    await changes.announce_recovery(call.db, call.resources, owner)


async def renew_recovery_code(db: Db, caller: Principal) -> str:
    """Replace the recovery code. Announces `RecoveryCodeRenewed`."""
    code = await recovery.replace_recovery_code(db, caller.user_id)
    event = RecoveryCodeRenewed(caller.tenant_id, caller.user_id)
    await announce_event(db, event, by=caller.actor)
    return code
