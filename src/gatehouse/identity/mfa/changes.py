"""Consequences of changed MFA factors: all other sessions end, remembered browsers are forgotten, the user is
notified by email, and the first factor comes with a recovery code. Needs the user's scope, or the system
scope."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.identity.factors import queries
from gatehouse.identity.factors import recovery_codes as recovery
from gatehouse.identity.factors import service as factors
from gatehouse.identity.mails import service as mails
from gatehouse.identity.mfa.events import MfaDisabled, MfaEnrolled, MfaRecovered
from gatehouse.identity.sessions.service import end_all_sessions
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy

NAMES: dict[MfaStrategy, str] = {
    "AuthenticatorApp": "An authenticator app",
    "WebAuthnPlatform": "A device passkey",
    "WebAuthnCrossPlatform": "A security key",
    "SMS": "A phone number",
    "EmailCode": "Email verification",
}


@dataclass(frozen=True, slots=True)
class FactorOwner:
    """The user whose factors change, the actor, and the tenant of the event; `session_id` is the session that
    continues."""

    user_id: UUID
    tenant_id: UUID | None
    email: str
    name: str
    by: Actor
    session_id: UUID | None = None


async def announce_enrollment(
    db: Db,
    resources: Resources,
    owner: FactorOwner,
    strategy: MfaStrategy,
    recovery_code: str | None = None,
) -> str | None:
    """Announce `MfaEnrolled`, with a recovery code if the user had none: the given one or a new one. Returns
    it."""
    given = None
    if not await queries.HAS_RECOVERY_CODE.one(db, owner.user_id):
        given = await recovery.replace_recovery_code(db, owner.user_id, recovery_code)
    told = f"{NAMES[strategy]} was added to your account as an MFA method."
    event = MfaEnrolled(owner.tenant_id, owner.user_id, strategy)
    await _announce_factor_change(db, resources, owner, told, event, "NewMFAMethod")
    return given


async def announce_removal(
    db: Db, resources: Resources, owner: FactorOwner, strategy: MfaStrategy | None
) -> None:
    """Announce `MfaDisabled` for one factor, or for all. The recovery code is deleted with the last
    factor."""
    if not await queries.FACTORS.all(db, owner.user_id):
        await queries.DELETE_RECOVERY_CODE.run(db, owner.user_id)
    if strategy:
        told = f"{NAMES[strategy]} was removed from the MFA methods of your account."
    else:
        told = "All MFA methods were removed from your account."
    event = MfaDisabled(owner.tenant_id, owner.user_id, strategy)
    await _announce_factor_change(db, resources, owner, told, event, "RemoveMFAMethod")


async def announce_recovery(db: Db, resources: Resources, owner: FactorOwner) -> None:
    """Announce `MfaRecovered`: all factors were removed with the recovery code."""
    told = "All MFA methods were removed from your account with the recovery code."
    event = MfaRecovered(owner.tenant_id, owner.user_id)
    await _announce_factor_change(db, resources, owner, told, event, "MFARecoveryCode")


async def _announce_factor_change(
    db: Db, resources: Resources, owner: FactorOwner, told: str, event: Event, kind: str
) -> None:
    await factors.forget_remembered_devices(db, owner.user_id)
    await end_all_sessions(db, owner.user_id, reason="mfa_changed", except_session=owner.session_id)
    await announce_event(db, event, by=owner.by)
    await mails.mail_security_change(db, resources, "second-factor-changed", owner, told, kind=kind)
