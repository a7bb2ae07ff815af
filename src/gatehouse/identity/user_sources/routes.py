"""User sources, managed by the vendor's backends."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.identity.user_sources import queries, schemas, service
from gatehouse.identity.user_sources.models import Kind
from gatehouse.kit.paging import PageMetadata
from gatehouse.kit.resources import AllResources

Limit = Annotated[int, Query(alias="_limit", ge=1, le=200)]
Offset = Annotated[int, Query(alias="_offset", ge=0, le=10_000_000)]

PATH = "/identity/resources/user-sources/v1"

router = Router(prefix=PATH, tags=["Vendor"], route_class=VendorRoute)


@router.get("", permission=VendorPermission.READ_CONFIGURATION)
async def list_user_sources(db: VendorTransaction) -> list[schemas.CountedSource]:
    """List the user sources, in the order in which they are asked."""
    return await queries.LIST.all(db)


@router.post("/assign", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def assign_user_source(
    db: VendorTransaction, by: VendorActor, data: schemas.SourceAssignment
) -> Response:
    """Assign a source: sign-ins of these applications ask it from now on."""
    await service.assign_applications(db, data.user_source_id, data.app_ids, is_asked=True, by=by)
    return Response(status_code=201)


@router.post("/unassign", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def unassign_user_source(
    db: VendorTransaction, by: VendorActor, data: schemas.SourceAssignment
) -> Response:
    """Unassign a source: sign-ins of these applications no longer ask it."""
    await service.assign_applications(db, data.user_source_id, data.app_ids, is_asked=False, by=by)
    return Response(status_code=201)


@router.get(
    "/{source_id}", permission=VendorPermission.READ_CONFIGURATION, response_model=schemas.SourceOut
)
async def get_user_source(db: VendorTransaction, source_id: UUID) -> schemas.CountedSource:
    return await service.get_user_source(db, source_id)


@router.delete("/{source_id}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_user_source(db: VendorTransaction, by: VendorActor, source_id: UUID) -> Response:
    """Delete a source. Its users stay; a user whose password is still in the source sets a new one by
    mail."""
    await service.delete_user_source(db, source_id, by=by)
    return Response()


@router.get("/{source_id}/users", permission=VendorPermission.READ_USERS)
async def list_users_of_source(
    db: VendorTransaction, source_id: UUID, limit: Limit = 20, offset: Offset = 0
) -> schemas.SourceUsers:
    """List the users who came from a source, and their last sign-in; totals are counted up to 10,000."""
    found, total = await service.list_users_of_source(db, source_id, limit, offset)
    base = f"{PATH}/{source_id}/users?_limit={limit}&_offset="
    last = max(0, total - 1) // limit * limit
    return schemas.SourceUsers(
        items=found,
        links=schemas.SourceLinks(
            next=f"{base}{offset + limit}" if offset + limit < total else "",
            prev=f"{base}{max(0, offset - limit)}" if offset else "",
            first=f"{base}0",
            last=f"{base}{last}",
        ),
        metadata=PageMetadata.from_total(total, limit),
    )


kind_router = Router(prefix=PATH, tags=["Vendor"], route_class=VendorRoute)


def _add_kind_routes(
    kind: Kind,
    create_model: type[schemas.SourceCreate],
    change_model: type[schemas.SourceChange],
    says: str,
) -> None:
    """Routes that create and change sources of one kind."""
    path = "/federation" if kind == "federation" else f"/external/{kind}"
    name = f"{kind.replace('-', '_')}_user_source"
    accepted: Any = create_model
    changed: Any = change_model

    @kind_router.post(
        path,
        permission=VendorPermission.WRITE_CONFIGURATION,
        status_code=201,
        response_model=schemas.MadeSource,
        name=f"create_{name}",
        description=says,
    )
    async def create(
        db: VendorTransaction, resources: AllResources, by: VendorActor, data: accepted
    ) -> schemas.CountedSource:
        return await service.create_user_source(db, resources, kind, data, by=by)

    @kind_router.put(
        f"{path}/{{source_id}}",
        permission=VendorPermission.WRITE_CONFIGURATION,
        name=f"change_{name}",
    )
    async def change(
        db: VendorTransaction,
        resources: AllResources,
        by: VendorActor,
        source_id: UUID,
        data: changed,
    ) -> Response:
        await service.change_user_source(db, resources, kind, source_id, data, by=by)
        return Response()


_add_kind_routes(
    "auth0",
    schemas.Auth0SourceCreate,
    schemas.Auth0SourceChange,
    'Have sign-ins ask an Auth0 tenant. Its application needs the grant type "Password".',
)
_add_kind_routes(
    "cognito",
    schemas.CognitoSourceCreate,
    schemas.CognitoSourceChange,
    "Have sign-ins ask a Cognito user pool, whose client allows `ALLOW_USER_PASSWORD_AUTH`.",
)
_add_kind_routes(
    "firebase",
    schemas.FirebaseSourceCreate,
    schemas.FirebaseSourceChange,
    "Have sign-ins ask a Firebase project, by its web API key.",
)
_add_kind_routes(
    "custom-code",
    schemas.CodeSourceCreate,
    schemas.CodeSourceChange,
    "Have sign-ins ask your own code, at the address `codePayload`: Gatehouse does not run it. It is sent\n"
    '`{"email", "password"}`, and answers 200 with `{"id", "email", "emailVerified", "name",\n'
    '"profilePictureUrl", "tenantId"}`, or 401.',
)
_add_kind_routes(
    "federation",
    schemas.FederationSourceCreate,
    schemas.FederationSourceChange,
    "Have sign-ins ask a server of OAuth 2 with a password grant and a userinfo endpoint, such as\nKeycloak.",
)
