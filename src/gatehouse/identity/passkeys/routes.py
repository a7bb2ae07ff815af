from typing import Any
from uuid import UUID

import orjson
from fastapi import Request, Response

from gatehouse.access.guard import OwnTransaction, SignedInPerson
from gatehouse.access.step_up import must_have_recent_sign_in
from gatehouse.identity.mfa.own_factors import RECENT
from gatehouse.identity.passkeys import service
from gatehouse.identity.passkeys.schemas import (
    AcceptedCredentials,
    Options,
    Passkeys,
    Postlogin,
    Prelogin,
)
from gatehouse.identity.passkeys.service import (
    clear_challenge_cookie,
    read_challenge_cookie,
    set_challenge_cookie,
)
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.context import PARAMETERS, build_sign_in_context
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.identity.webauthn.queries import PASSKEYS
from gatehouse.identity.webauthn.schemas import NewKey
from gatehouse.identity.webauthn.service import ChallengePurpose, begin_key_registration
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router

router = Router(tags=["Passkeys"])

AUTH = "/identity/resources/auth/v1/webauthn"
DEVICES = "/identity/resources/users/webauthn/v1/devices"
ACCEPTED = "/identity/resources/users/webauthn/v1/accepted-credentials"


@router.post(f"{AUTH}/prelogin", response_model=Options)
async def begin_passkey_sign_in(call: PublicCall, data: Prelogin | None = None) -> Response:
    """Options for `navigator.credentials.get`; they do not depend on the address."""
    token, options = await service.begin_passkey_sign_in(call)
    return _build_challenge_response(call.resources, token, options)


@router.post(
    f"{AUTH}/postlogin",
    response_model=LoginResponse,
    responses={
        400: {
            "description": "ER-01052: not a passkey of anybody, or not answered right. For a passkey"
            " that a user here no longer has, `context.unknownCredential` is the argument of"
            " `PublicKeyCredential.signalUnknownCredential`."
        }
    },
    openapi_extra={"parameters": PARAMETERS},
)
async def finish_passkey_sign_in(call: PublicCall, data: Postlogin) -> Response:
    """Sign in with the passkey's answer, in the browser that requested the challenge; counts as two
    factors."""
    outcome = await service.finish_passkey_sign_in(
        call,
        build_sign_in_context(call.request, data.invitation_token),
        read_challenge_cookie(call.request),
        data,
    )
    response = build_sign_in_response(call.resources, outcome)
    clear_challenge_cookie(response, call.resources)
    return response


@router.get(DEVICES)
async def list_my_passkeys(db: OwnTransaction, caller: SignedInPerson) -> Passkeys:
    """The caller's passkeys, oldest first."""
    return Passkeys(devices=await PASSKEYS.all(db, caller.user_id))


@router.get(ACCEPTED)
async def get_accepted_credentials(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson
) -> AcceptedCredentials:
    """What `PublicKeyCredential.signalAllAcceptedCredentials` and `signalCurrentUserDetails` take: the
    caller's passkeys and security keys, and the names to show beside them."""
    return await service.list_accepted_credentials(db, resources, caller)


@router.post(DEVICES, response_model=Options)
async def begin_passkey(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson
) -> Response:
    """Options for `navigator.credentials.create`. 403 `access.recent_sign_in_needed` when the caller
    signed in more than an hour ago."""
    must_have_recent_sign_in(caller, RECENT)
    token, options = await begin_key_registration(
        db, resources, ChallengePurpose.ADD_PASSKEY, caller.user_id, caller.email, caller.session_id
    )
    return _build_challenge_response(resources, token, options)


@router.post(f"{DEVICES}/verify")
async def add_passkey(
    request: Request,
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: NewKey,
) -> Response:
    """Store the new passkey; 400 `ER-01011` when its answer is not right."""
    await service.add_passkey(db, resources, caller, read_challenge_cookie(request), data)
    response = Response(status_code=200)
    clear_challenge_cookie(response, resources)
    return response


@router.delete(f"{DEVICES}/{{device_id}}")
async def remove_passkey(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, device_id: UUID
) -> Response:
    """Remove the passkey."""
    await service.remove_passkey(db, resources, caller, device_id)
    return Response(status_code=200)


def _build_challenge_response(
    resources: Resources, token: str, options: dict[str, Any]
) -> Response:
    response = Json(orjson.dumps({"options": options}))
    set_challenge_cookie(response, resources, token)
    return response
