from dataclasses import asdict
from uuid import UUID

import orjson
from fastapi import Request, Response

from gatehouse.access.client import client_of
from gatehouse.access.guard import (
    BoundlessTransaction,
    CurrentPrincipal,
    OwnTransaction,
    SignedInOrNamed,
    SignedInPerson,
    Transaction,
)
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.router import Caller, Router
from gatehouse.identity.sessions import new_locations, policy, schemas, service
from gatehouse.identity.sessions.cookies import read_refresh_cookies
from gatehouse.identity.sessions.errors import TenantIdMalformed
from gatehouse.identity.sessions.models import ListedSession
from gatehouse.identity.sessions.queries import SESSIONS_OF
from gatehouse.identity.sessions.refresh import refresh_first_live_session
from gatehouse.identity.sign_in import legacy_login_box_v5
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.kit import clock
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.resources import Resources
from gatehouse.kit.tenant_ids import inner_id
from gatehouse.vendor.current import CurrentConfiguration, configuration_of

hot = Router(tags=["Sessions"], route_class=PlainRoute)
router = Router(tags=["Sessions"])
new_location_router = Router(tags=["Sessions"])


@hot.post(
    "/identity/resources/auth/v1/user/token/refresh",
    response_model=schemas.LoginResponse,
    status_code=201,
    responses={401: {"description": "Session not found: the normal answer without a session"}},
    openapi_extra={
        "requestBody": {
            "required": False,
            "content": {"application/json": {"schema": schemas.RefreshRequest.model_json_schema()}},
        }
    },
)
async def refresh_session(request: Request) -> Response:
    """Exchange the refresh cookie for its successor and a new access token.

    No body, an empty body or `{"tenantId": null | id}`. Wire reference §5. Earlier login boxes receive here
    the MFA challenge of a sign-in that returned from a provider.
    """
    resources: Resources = request.app.state.resources
    tenant_id = _parse_tenant_id(await request.body())
    asked = await legacy_login_box_v5.answer_pending_challenge(request, resources)
    if asked is not None:
        return asked
    tokens = read_refresh_cookies(request, [configuration_of(resources).default])
    client = client_of(request)
    signed_in = await refresh_first_live_session(
        resources, tokens, tenant_id=tenant_id, client=client
    )
    return build_sign_in_response(resources, signed_in, 201)


def _parse_tenant_id(body: bytes) -> UUID | None:
    if not body:
        return None
    try:
        tenant_id = orjson.loads(body).get("tenantId")
        return inner_id(tenant_id) if tenant_id else None
    except (ValueError, TypeError, AttributeError):
        raise TenantIdMalformed("tenantId: must be an ID or null") from None


def _to_session_response(session: ListedSession, caller: Principal) -> schemas.SessionOut:
    facts = {"expires": session.expires_at, "current": session.id == caller.session_id}
    return schemas.SessionOut.model_validate({**asdict(session), **facts})


@router.get("/identity/resources/users/sessions/v1/me", response_model_exclude_none=True)
async def list_own_sessions(
    db: OwnTransaction, caller: SignedInOrNamed
) -> list[schemas.SessionOut]:
    """List the caller's sessions, a bare array; one has `current: true`."""
    return [
        _to_session_response(session, caller)
        for session in await service.list_live_sessions(db, caller.user_id)
    ]


@router.get("/identity/resources/users/sessions/v1/me/current", response_model_exclude_none=True)
async def get_current_session(db: OwnTransaction, caller: SignedInPerson) -> schemas.SessionOut:
    """Get the caller's current session."""
    session = await SESSIONS_OF.one(db, caller.user_id, clock.now(), caller.session_id)
    return _to_session_response(session, caller)


@router.delete("/identity/resources/users/sessions/v1/me/all")
async def end_other_sessions(db: Transaction, caller: SignedInOrNamed) -> Response:
    """End every session of the caller except the current one."""
    await service.end_other_sessions(db, caller)
    return Response(status_code=200)


@router.delete("/identity/resources/users/sessions/v1/me/{session_id}")
async def end_own_session(db: Transaction, caller: SignedInOrNamed, session_id: UUID) -> Response:
    """End one of the caller's sessions; 404 `session.unknown` when it is not theirs or has ended."""
    await service.end_session(db, caller, session_id)
    return Response(status_code=200)


@router.post("/identity/resources/users/sessions/v1/revoke", permission=Permission.DELETE_SESSIONS)
async def revoke_user_sessions(
    db: BoundlessTransaction, caller: Caller, data: schemas.RevokeRequest
) -> Response:
    """Revoke the rights of a member's sessions in the caller's tenant; 404 for a user of another tenant, 403
    `members.outranks_you`."""
    await service.revoke_sessions(db, caller, data.user_id)
    return Response(status_code=200)


@router.get("/identity/resources/configurations/sessions/v1")
async def get_session_configuration(
    db: Transaction, caller: CurrentPrincipal, configuration: CurrentConfiguration
) -> schemas.SessionConfiguration:
    """Get the tenant's session limits, for every member: the client runs the idle timer."""
    return await policy.read_session_configuration(db, configuration.vendor, caller)


@router.get("/identity/resources/configurations/sessions/v1/vendor")
async def get_vendor_session_configuration(
    caller: CurrentPrincipal, configuration: CurrentConfiguration
) -> schemas.SessionConfiguration:
    """Get the session limits of a tenant that has set none."""
    return policy.build_default_session_policy(configuration.vendor)


@router.post(
    "/identity/resources/configurations/sessions/v1",
    permission=Permission.WRITE_SECURITY_POLICY,
    status_code=201,
)
async def save_session_configuration(
    db: BoundlessTransaction, caller: Caller, data: schemas.SessionConfiguration
) -> Response:
    """Change the given parts of the session limits; they apply to running sessions."""
    await policy.save_session_configuration(db, caller, data)
    return Response(status_code=201)


@new_location_router.post(
    "/identity/resources/users/sessions/v1/end-by-link", summary="End a session by its mailed link"
)
async def end_session_by_link(call: PublicCall, data: schemas.SessionEnding) -> Response:
    """Empty 200, also when the session has ended already. 404 for a link that was used or is too old. The
    link is from the mail about a sign-in from a new location."""
    await new_locations.end_session_by_link(call, data.token)
    return Response(status_code=200)
