"""One pair of routes for each kind of system."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.kit.resources import AllResources
from gatehouse.management.user_sources import service
from gatehouse.management.user_sources.models import ShownSource
from gatehouse.management.user_sources.schemas import (
    Auth0SourceChange,
    Auth0SourceCreate,
    CodeSourceChange,
    CodeSourceCreate,
    CognitoSourceChange,
    CognitoSourceCreate,
    FederationSourceChange,
    FederationSourceCreate,
    FirebaseSourceChange,
    FirebaseSourceCreate,
    MadeSource,
)

CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_CONFIGURATION)]

router = APIRouter(
    prefix="/identity/resources/user-sources/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.post("/external/auth0", status_code=201, response_model=MadeSource)
async def create_auth0_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: Auth0SourceCreate,
) -> ShownSource:
    """Have sign-ins ask an Auth0 tenant. Its application needs the grant type "Password"."""
    return await service.create(db, resources, "auth0", data, by=by_vendor(caller, client))


@router.put("/external/auth0/{source_id}")
async def change_auth0_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    source_id: UUID,
    data: Auth0SourceChange,
) -> Response:
    await service.change(db, resources, "auth0", source_id, data, by=by_vendor(caller, client))
    return Response()


@router.post("/external/cognito", status_code=201, response_model=MadeSource)
async def create_cognito_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: CognitoSourceCreate,
) -> ShownSource:
    """Have sign-ins ask a Cognito user pool, whose client allows `ALLOW_USER_PASSWORD_AUTH`."""
    return await service.create(db, resources, "cognito", data, by=by_vendor(caller, client))


@router.put("/external/cognito/{source_id}")
async def change_cognito_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    source_id: UUID,
    data: CognitoSourceChange,
) -> Response:
    await service.change(db, resources, "cognito", source_id, data, by=by_vendor(caller, client))
    return Response()


@router.post("/external/firebase", status_code=201, response_model=MadeSource)
async def create_firebase_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: FirebaseSourceCreate,
) -> ShownSource:
    """Have sign-ins ask a Firebase project, by its web API key."""
    return await service.create(db, resources, "firebase", data, by=by_vendor(caller, client))


@router.put("/external/firebase/{source_id}")
async def change_firebase_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    source_id: UUID,
    data: FirebaseSourceChange,
) -> Response:
    await service.change(db, resources, "firebase", source_id, data, by=by_vendor(caller, client))
    return Response()


@router.post("/external/custom-code", status_code=201, response_model=MadeSource)
async def create_custom_code_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: CodeSourceCreate,
) -> ShownSource:
    """Have sign-ins ask your own code, at the address `codePayload`: Gatehouse does not run it. It is sent
    `{"email", "password"}`, and answers 200 with `{"id", "email", "emailVerified", "name",
    "profilePictureUrl", "tenantId"}`, or 401."""
    return await service.create(db, resources, "custom-code", data, by=by_vendor(caller, client))


@router.put("/external/custom-code/{source_id}")
async def change_custom_code_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    source_id: UUID,
    data: CodeSourceChange,
) -> Response:
    await service.change(
        db, resources, "custom-code", source_id, data, by=by_vendor(caller, client)
    )
    return Response()


@router.post("/federation", status_code=201, response_model=MadeSource)
async def create_federation_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: FederationSourceCreate,
) -> ShownSource:
    """Have sign-ins ask a server of OAuth 2 with a password grant and a userinfo endpoint, such as
    Keycloak."""
    return await service.create(db, resources, "federation", data, by=by_vendor(caller, client))


@router.put("/federation/{source_id}")
async def change_federation_user_source(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    source_id: UUID,
    data: FederationSourceChange,
) -> Response:
    await service.change(db, resources, "federation", source_id, data, by=by_vendor(caller, client))
    return Response()
