"""The passkeys of the signed-in user. Needs the user's or the system scope."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from webauthn.helpers import bytes_to_base64url

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_be_recent
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.identity.factors.errors import UnknownFactor
from gatehouse.identity.mails import service
from gatehouse.identity.mfa.own.proof import count_wrong_proofs
from gatehouse.identity.passkeys.events import PasskeyAdded, PasskeyRemoved
from gatehouse.identity.passkeys.schemas import AcceptedCredentials
from gatehouse.identity.webauthn import queries
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.challenges import ChallengePurpose
from gatehouse.identity.webauthn.models import DeviceType, Passkey
from gatehouse.identity.webauthn.party import party_of
from gatehouse.identity.webauthn.schemas import NewKey
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources

RECENT = timedelta(hours=1)
REMOVED = "A passkey was removed from your account."


async def list_passkeys(db: Db, caller: Principal) -> list[Passkey]:
    return await queries.PASSKEYS.all(db, caller.user_id)


async def read_accepted_credentials(
    db: Db, resources: Resources, caller: Principal
) -> AcceptedCredentials:
    """For the browser's `signalAllAcceptedCredentials`. Security keys too: an authenticator may delete what
    the list leaves out."""
    user = await queries.ACCEPTED.one(db, caller.user_id)
    return AcceptedCredentials(
        rp_id=party_of(resources).id,
        user_id=bytes_to_base64url(caller.user_id.bytes),
        all_accepted_credential_ids=[bytes_to_base64url(one) for one in user.credential_ids],
        name=user.email,
        display_name=user.name,
    )


async def begin_passkey_registration(
    db: Db, resources: Resources, caller: Principal
) -> tuple[str, dict[str, Any]]:
    """Token and options for a new passkey. Raises `RecentSignInNeeded` or `TooManyFactors`."""
    must_be_recent(caller, RECENT)
    return await keys.begin_new(
        db, resources, ChallengePurpose.ADD_PASSKEY, caller.user_id, caller.email, caller.session_id
    )


async def add_passkey(
    db: Db, resources: Resources, caller: Principal, client: Client, token: str, key: NewKey
) -> None:
    """Add the passkey and announce `PasskeyAdded`. Raises `CodeRefused` or `AlreadyEnrolled`."""
    async with count_wrong_proofs(db, caller):
        await keys.finish_new(
            db,
            resources,
            ChallengePurpose.ADD_PASSKEY,
            token,
            key,
            user_id=caller.user_id,
            bound_to=caller.session_id,
            device_type=_device_type(key),
        )
    event = PasskeyAdded(caller.tenant_id, caller.user_id)
    await announce_event(db, event, by=by_caller(caller, client))
    await mail_passkey_change(
        db, resources, caller.email, caller.name, "A passkey was added to your account."
    )


async def remove_passkey(
    db: Db, resources: Resources, caller: Principal, client: Client, passkey_id: UUID
) -> None:
    """Remove the passkey and announce `PasskeyRemoved`. Raises `UnknownFactor` or `RecentSignInNeeded`."""
    if await queries.REMOVE_PASSKEY.first(db, caller.user_id, passkey_id) is None:
        raise UnknownFactor("The passkey was not found")
    must_be_recent(caller, RECENT)
    event = PasskeyRemoved(caller.tenant_id, caller.user_id, passkey_id)
    await announce_event(db, event, by=by_caller(caller, client))
    await mail_passkey_change(db, resources, caller.email, caller.name, REMOVED)


def _device_type(key: NewKey) -> DeviceType:
    """The device type that the client states, or the one that the browser reports."""
    if key.device_type:
        return key.device_type
    return "Platform" if key.authenticator_attachment == "platform" else "CrossPlatform"


async def mail_passkey_change(
    db: Db, resources: Resources, email: str, name: str, told: str
) -> None:
    """Notify the user of a passkey change by mail, independent of who made the change."""
    link = service.build_mail_link(resources, "/account/forget-password")
    await service.send_mail(
        db, resources, "passkey-changed", email, name=name, change=told, link=link
    )
