from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response
from webauthn.helpers import bytes_to_base64url

from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_have_recent_sign_in
from gatehouse.audit.service import announce_event
from gatehouse.identity.factors.errors import UnknownFactor, WrongKey
from gatehouse.identity.mails import service as mails
from gatehouse.identity.mfa.own_factors import RECENT, count_wrong_codes
from gatehouse.identity.passkeys.schemas import AcceptedCredentials
from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import models
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.identity.webauthn import queries
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.ceremonies import (
    build_relying_party,
    build_request_options,
    decode_key_bytes,
)
from gatehouse.identity.webauthn.models import DeviceType, WebauthnCredential
from gatehouse.identity.webauthn.schemas import NewKey, UsedKey
from gatehouse.identity.webauthn.service import CHALLENGE_LASTS, ChallengePurpose
from gatehouse.kit.db import Db
from gatehouse.kit.events import Event
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

REMOVED = "A passkey was removed from your account."
PER_PLACE = RateLimit("passkeys.login.ip", 300, 5)
METHODS = ("hwk", models.MULTI_FACTOR)
HANDLE_BYTES = 16  # of a user's id
PREFIX = "fe_webauthn_"


class PasskeyAdded(Event):
    event_name = "user.passkey_added"
    severity = "Medium"
    text = "Added a passkey"
    user_id: UUID


class PasskeyRemoved(Event):
    event_name = "user.passkey_removed"
    severity = "Medium"
    text = "Removed a passkey"
    user_id: UUID
    passkey_id: UUID


async def list_accepted_credentials(
    db: Db, resources: Resources, caller: Principal
) -> AcceptedCredentials:
    """For the browser's `signalAllAcceptedCredentials`. Security keys too: an authenticator may delete what
    the list leaves out."""
    user = await queries.ACCEPTED.one(db, caller.user_id)
    return AcceptedCredentials(
        rp_id=build_relying_party(resources).id,
        user_id=bytes_to_base64url(caller.user_id.bytes),
        all_accepted_credential_ids=[bytes_to_base64url(one) for one in user.credential_ids],
        name=user.email,
        display_name=user.name,
    )


async def add_passkey(
    db: Db, resources: Resources, caller: Principal, token: str, key: NewKey
) -> None:
    """Add the passkey and announce `PasskeyAdded`. Raises `CodeRefused` or `AlreadyEnrolled`."""
    async with count_wrong_codes(db, caller):
        await keys.finish_key_registration(
            db,
            resources,
            ChallengePurpose.ADD_PASSKEY,
            token,
            key,
            user_id=caller.user_id,
            bound_to=caller.session_id,
            device_type=_choose_device_type(key),
        )
    event = PasskeyAdded(caller.tenant_id, caller.user_id)
    await announce_event(db, event, by=caller.actor)
    told = "A passkey was added to your account."
    await mails.mail_security_change(db, resources, "passkey-changed", caller, told)


async def remove_passkey(db: Db, resources: Resources, caller: Principal, passkey_id: UUID) -> None:
    """Remove the passkey and announce `PasskeyRemoved`. Raises `UnknownFactor` or `RecentSignInNeeded`."""
    if await queries.REMOVE_PASSKEY.first(db, caller.user_id, passkey_id) is None:
        raise UnknownFactor("The passkey was not found")
    must_have_recent_sign_in(caller, RECENT)
    event = PasskeyRemoved(caller.tenant_id, caller.user_id, passkey_id)
    await announce_event(db, event, by=caller.actor)
    await mails.mail_security_change(db, resources, "passkey-changed", caller, REMOVED)


def _choose_device_type(key: NewKey) -> DeviceType:
    """The device type that the client states, or the one that the browser reports."""
    if key.device_type:
        return key.device_type
    return "Platform" if key.authenticator_attachment == "platform" else "CrossPlatform"


async def begin_passkey_sign_in(call: SystemCall) -> tuple[str, dict[str, Any]]:
    """Token and options for any passkey of the site. Needs the system scope."""
    await call.limit_place(PER_PLACE)
    token, challenge = await keys.create_webauthn_challenge(call.db, ChallengePurpose.SIGN_IN, None)
    return token, build_request_options(
        build_relying_party(call.resources), challenge, [], passkey=True
    )


async def finish_passkey_sign_in(
    call: SystemCall, door: models.SignInContext, token: str, key: UsedKey
) -> SignedIn | models.SignInChallenge:
    """Finish the sign-in. Raises `WrongKey` for every invalid response, and the errors of the sign-in
    flow."""
    await call.limit_place(PER_PLACE)
    asked = await keys.use_webauthn_challenge(call.db, ChallengePurpose.SIGN_IN, token)
    credential = await queries.BY_CREDENTIAL.first(call.db, decode_key_bytes(key.id))
    if credential is None:
        unknown = await _describe_unknown_passkey(call.db, call.resources, key)
        raise WrongKey("This passkey is not registered here", **unknown)
    if not credential.is_passkey or not _is_handle_of_owner(key, credential):
        raise WrongKey("This passkey is not registered here")
    await keys.verify_and_record_key_use(
        call.db, call.resources, asked, credential, key, passkey=True
    )
    proof = models.AuthenticationResult(credential.user_id, credential.email, METHODS)
    return await sign_in(call.db, call.resources, proof, call.client, door)


async def _describe_unknown_passkey(db: Db, resources: Resources, key: UsedKey) -> dict[str, Any]:
    """What to pass to `PublicKeyCredential.signalUnknownCredential`, so that the passkey is not offered again
    (WebAuthn Level 3 §5.1.10); empty unless its handle names a user of ours. The browser deletes the passkey,
    and other services on the domain have passkeys there too."""
    handle = decode_key_bytes(key.response.user_handle or "")
    if len(handle) != HANDLE_BYTES or not await queries.HAS_USER.first(db, UUID(bytes=handle)):
        return {}
    signal = {"rpId": build_relying_party(resources).id, "credentialId": key.id.rstrip("=")}
    return {"unknownCredential": signal}


def _is_handle_of_owner(key: UsedKey, credential: WebauthnCredential) -> bool:
    handle = key.response.user_handle
    return not handle or decode_key_bytes(handle) == credential.user_id.bytes


def read_challenge_cookie(request: Request) -> str:
    """The token that names the challenge; empty without one."""
    return request.cookies.get(_compose_challenge_cookie_name(request.app.state.resources), "")


def set_challenge_cookie(response: Response, resources: Resources, token: str) -> None:
    set_cookie(
        response,
        resources,
        _compose_challenge_cookie_name(resources),
        token,
        int(CHALLENGE_LASTS.total_seconds()),
    )


def clear_challenge_cookie(response: Response, resources: Resources) -> None:
    set_cookie(response, resources, _compose_challenge_cookie_name(resources), "", 0)


def _compose_challenge_cookie_name(resources: Resources) -> str:
    return PREFIX + configuration_of(resources).default.cookie_suffix
