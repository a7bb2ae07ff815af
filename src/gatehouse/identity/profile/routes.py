from typing import Annotated
from uuid import UUID

from fastapi import Header, Query, Request, Response, UploadFile
from fastapi.responses import PlainTextResponse

from gatehouse.access.answer_cache import AnswerCache
from gatehouse.access.guard import (
    BoundlessTransaction,
    CallerClaims,
    OwnTransaction,
    SignedInOrNamed,
    SignedInPerson,
    open_call,
    read_api_claims,
)
from gatehouse.access.principal import PrincipalKind
from gatehouse.identity.profile import queries, schemas, service
from gatehouse.identity.sessions.enter_tenant import issue_token_for_tenant, switch_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.db import Query as Statement
from gatehouse.kit.plain_route import Json, PlainRoute
from gatehouse.kit.resources import AllResources, Resources, resource
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Text

hot = Router(tags=["Profile"], route_class=PlainRoute)
router = Router(tags=["Profile"])


async def _respond_with_profile(request: Request, view: Statement[queries.ProfileText]) -> Response:
    claims = await read_api_claims(request)
    resources: Resources = request.app.state.resources
    async with resources[Database].one_statement(confirms=True) as db:
        content = await service.read_own_profile(db, resources[AnswerCache], view, claims)
    return Json(content)


@hot.get("/identity/resources/users/v2/me", response_model=schemas.Me)
@hot.get("/identity/resources/users/v3/me", response_model=schemas.Me, name="get_me_v3")
async def get_me(request: Request) -> Response:
    """The caller: profile, roles, permissions and tenants (also with `?addRoles=true`)."""
    return await _respond_with_profile(request, queries.ME)


@hot.get("/identity/resources/users/v1/me/authorization", response_model=schemas.Authorization)
async def get_my_authorization(request: Request) -> Response:
    """The caller's roles and permissions in the tenant of the token; also those of a tenant's API token.
    An access token that would be too long with them refers to this call."""
    claims = await read_api_claims(request)
    resources: Resources = request.app.state.resources
    async with resources[Database].one_statement(confirms=True) as db:
        content = await service.read_own_authorization(db, resources[AnswerCache], claims)
    return Json(content)


@hot.get("/identity/resources/users/v2/me/tenants", response_model=list[schemas.OwnTenant])
async def list_my_tenants(request: Request) -> Response:
    """The tenants that the caller may enter, by name; for a backend those of the user it names."""
    call = await open_call(request)
    if call.proof.kind is not PrincipalKind.BACKEND:
        return await _respond_with_profile(request, queries.TENANT_LIST)
    caller = await call.require_signed_in_or_named_user()
    async with call.database.one_statement() as db:
        text = await queries.TENANTS_OF.one(db, caller.user_id, clock.now())
    return Json(text.encode())


@hot.get("/identity/resources/users/v3/me/tenants", response_model=schemas.OwnTenants)
@hot.get(
    "/identity/resources/users/v1/me/tenants",
    response_model=schemas.OwnTenants,
    name="get_my_tenants_v1",
)
async def get_my_tenants(request: Request) -> Response:
    """The tenants that the caller may enter, and the one of the token."""
    return await _respond_with_profile(request, queries.TENANTS)


@router.put("/identity/resources/users/v2/me", response_model=schemas.Me)
async def update_me(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    claims: CallerClaims,
    data: schemas.ProfileUpdate,
) -> Response:
    """Change the own name, phone number, metadata or picture address; everything else that the
    client sends back is ignored. Answers with the user."""
    await service.update_profile(db, caller, data)
    content = await service.read_own_profile(db, resources[AnswerCache], queries.ME, claims)
    return Response(content, media_type="application/json")


@router.put("/identity/resources/users/v1/tenant")
async def switch_my_tenant(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInOrNamed,
    data: schemas.TenantChoice,
) -> Response:
    """Switch the session to another tenant of the caller, from its next refresh on; 404 for a tenant that
    the caller does not belong to, 403 `admission.*` for one whose restrictions refuse them. A backend
    uses it to choose the tenant in which a user's next session begins."""
    await switch_tenant(db, resources, caller, data.tenant_id)
    return Response(status_code=200)


@router.post("/identity/resources/users/v3/me/token")
async def create_tenant_token(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.TenantChoice,
) -> schemas.TenantToken:
    """An access token of this session for another tenant of the caller; 404 for any other, 403
    `admission.*` for one whose restrictions refuse them."""
    signed_in = await issue_token_for_tenant(db, resources, caller, data.tenant_id)
    return schemas.TenantToken(
        access_token=signed_in.access_token,
        expires=signed_in.expires_at.isoformat(),
        expires_in=signed_in.expires_in,
    )


@router.put("/team/resources/profile/me/image/v1", response_class=PlainTextResponse)
async def upload_my_picture(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, image: UploadFile
) -> str:
    """Set the own picture: PNG, JPEG, WebP or GIF, at most 1 MB and 4096 px a side, in the multipart
    field `image`. Answers with its address as plain text; 429 after 20 in an hour, or when too many users
    send one at once."""
    return await service.save_picture(db, resources, caller, await image.read())


@router.get("/identity/resources/users/pictures/v1/{user_id}", response_class=Response)
async def get_picture(
    database: Annotated[Database, resource(Database)],
    user_id: UUID,
    version: Annotated[Text, Query(alias="v", max_length=64)] = "",
    if_none_match: Annotated[str | None, Header()] = None,
) -> Response:
    """A profile picture, for every client that knows its address: pages show it without a token. 404 for
    the user's id alone."""
    async with database.transaction(Scope(user=user_id)) as db:
        picture = await service.get_profile_picture(db, user_id, version)
    headers = {
        "etag": f'"{picture.digest}"',
        "cache-control": "private, max-age=300",
        # Prevents scripts when the address is opened on its own, whatever the bytes contain.
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "cross-origin",
    }
    if if_none_match == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(picture.content, media_type=picture.media_type, headers=headers)
