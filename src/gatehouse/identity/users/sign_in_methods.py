"""The vendor removes a user's sign-in method; the user is notified and must sign in again."""

from dataclasses import asdict
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal, must_have_recent_mfa
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.models import User
from gatehouse.directory.users.service import get_user
from gatehouse.identity.external.queries import DELETE_IDENTITY
from gatehouse.identity.factors import authenticator_apps as authenticators
from gatehouse.identity.factors import phone_and_email as emails
from gatehouse.identity.factors import service as factors
from gatehouse.identity.factors.errors import UnknownFactor
from gatehouse.identity.factors.service import mask_phone_number
from gatehouse.identity.mails import service as mails
from gatehouse.identity.mfa import changes
from gatehouse.identity.mfa.changes import FactorOwner
from gatehouse.identity.passkeys import service as passkeys
from gatehouse.identity.sessions import service as sessions
from gatehouse.identity.sessions.events import SessionsEnded
from gatehouse.identity.sessions.models import ListedSession
from gatehouse.identity.sessions.service import end_all_sessions
from gatehouse.identity.users import queries
from gatehouse.identity.users.errors import UnknownIdentity
from gatehouse.identity.users.queries import OwnFactor
from gatehouse.identity.users.schemas import PersonFactorOut, PersonIdentityOut
from gatehouse.identity.webauthn.queries import DELETE_CREDENTIAL
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy


class WayInRemoved(Event):
    """The vendor removed a sign-in method; `what` is the kind of factor, or the provider of the external
    account."""

    event_name = "user.way_in_removed"
    severity = "High"
    text = "Removed a sign-in method of {email} ({what}): {reason}"
    user_id: UUID
    email: str
    what: str
    reason: str


STRATEGIES: dict[str, MfaStrategy] = {
    "authenticator": "AuthenticatorApp",
    "phone": "SMS",
    "email": "EmailCode",
}
REASON = "ended_by_vendor"


async def list_factors(db: Db, user_id: UUID) -> list[PersonFactorOut]:
    """MFA factors and passkeys, the oldest first. Raises `UserNotFound`."""
    await get_user(db, user_id)
    return [
        PersonFactorOut.model_validate(asdict(one) | {"label": _describe_factor(one)})
        for one in await queries.FACTORS.all(db, user_id)
    ]


async def remove_factor(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    user_id: UUID,
    factor_id: UUID,
    reason: str,
) -> None:
    """Remove a factor and end every session. Raises `StepUpNeeded`, `UserNotFound` or `UnknownFactor`."""
    must_have_recent_mfa(caller)
    user = await get_user(db, user_id)
    known = await queries.FACTORS.all(db, user_id)
    factor = next((one for one in known if one.id == factor_id), None)
    if factor is None:
        raise UnknownFactor("The MFA method or passkey was not found")
    await _delete_factor(db, user_id, factor)
    by = caller.actor
    if factor.is_second_factor:
        owner = FactorOwner(user_id, user.default_tenant_id, user.email, user.name, by)
        await changes.announce_removal(db, resources, owner, _find_mfa_strategy(factor))
    else:
        await end_all_sessions(db, user_id, reason=REASON)
        await mails.mail_security_change(db, resources, "passkey-changed", user, passkeys.REMOVED)
    await announce_event(db, _build_removal_event(user, factor.kind, reason), by=by)


async def list_identities(db: Db, user_id: UUID) -> list[PersonIdentityOut]:
    """External accounts, the oldest first. Raises `UserNotFound`."""
    await get_user(db, user_id)
    return await queries.IDENTITIES.all(db, user_id)


async def unlink_external_identity(
    db: Db, caller: VendorPrincipal, user_id: UUID, identity_id: UUID, reason: str
) -> None:
    """Unlink an external account and end every session. Raises `StepUpNeeded`, `UserNotFound` or
    `UnknownIdentity`."""
    must_have_recent_mfa(caller)
    user = await get_user(db, user_id)
    provider = await DELETE_IDENTITY.first(db, user_id, identity_id)
    if provider is None:
        raise UnknownIdentity("The linked account was not found")
    await end_all_sessions(db, user_id, reason=REASON)
    await announce_event(db, _build_removal_event(user, provider, reason), by=caller.actor)


async def _delete_factor(db: Db, user_id: UUID, factor: OwnFactor) -> None:
    match factor.kind:
        case "authenticator":
            await authenticators.remove_authenticator(db, user_id, factor.id)
        case "phone":
            await emails.remove_phone_factor(db, user_id, factor.id)
        case "email":
            await emails.remove_email_factor(db, user_id)
        case _:
            await DELETE_CREDENTIAL.run(db, user_id, factor.id)


def _find_mfa_strategy(factor: OwnFactor) -> MfaStrategy:
    of_key: MfaStrategy = "WebAuthnPlatform" if factor.is_platform else "WebAuthnCrossPlatform"
    return STRATEGIES.get(factor.kind, of_key)


def _describe_factor(factor: OwnFactor) -> str:
    return mask_phone_number(factor.label) if factor.kind == "phone" else factor.label


def _build_removal_event(user: User, what: str, reason: str) -> WayInRemoved:
    return WayInRemoved(user.default_tenant_id, user.id, user.email, what, reason)


async def list_sessions(db: Db, user_id: UUID) -> list[ListedSession]:
    """The user's sessions, most recently used first. Raises `UserNotFound`."""
    await get_user(db, user_id)
    return await sessions.list_live_sessions(db, user_id)


async def end_session_by_vendor(db: Db, by: Actor, user_id: UUID, session_id: UUID) -> None:
    """End one session. Raises `UserNotFound` or `UnknownSession`."""
    user = await get_user(db, user_id)
    await sessions.end_one_session(db, user_id, session_id, reason=REASON)
    event = SessionsEnded(user.default_tenant_id, user_id, session_id)
    await announce_event(db, event, by=by)


async def end_sessions_by_vendor(db: Db, by: Actor, user_id: UUID) -> None:
    """End all sessions and forget remembered browsers. Raises `UserNotFound`."""
    user = await get_user(db, user_id)
    await factors.forget_remembered_devices(db, user_id)
    ended = await sessions.end_all_sessions(db, user_id, reason=REASON)
    event = SessionsEnded(user.default_tenant_id, user_id, ended=ended)
    await announce_event(db, event, by=by)
