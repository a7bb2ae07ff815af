"""One pair of routes for each kind of system."""

from typing import Any
from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.identity.user_sources import service
from gatehouse.identity.user_sources.models import Kind, ShownSource
from gatehouse.identity.user_sources.schemas import (
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
from gatehouse.kit.resources import AllResources

router = Router(
    prefix="/identity/resources/user-sources/v1", tags=["Vendor"], route_class=VendorRoute
)


def _add_kind_routes(kind: Kind, path: str, accepted: Any, changed: Any, says: str) -> None:
    name = f"{kind.replace('-', '_')}_user_source"

    @router.post(
        path,
        permission=VendorPermission.WRITE_CONFIGURATION,
        status_code=201,
        response_model=MadeSource,
        name=f"create_{name}",
        description=says,
    )
    async def create(
        db: VendorTransaction,
        resources: AllResources,
        caller: VendorCaller,
        client: CurrentClient,
        data: accepted,
    ) -> ShownSource:
        return await service.create_user_source(
            db, resources, kind, data, by=by_vendor(caller, client)
        )

    @router.put(
        f"{path}/{{source_id}}",
        permission=VendorPermission.WRITE_CONFIGURATION,
        name=f"change_{name}",
    )
    async def change(
        db: VendorTransaction,
        resources: AllResources,
        caller: VendorCaller,
        client: CurrentClient,
        source_id: UUID,
        data: changed,
    ) -> Response:
        await service.change_user_source(
            db, resources, kind, source_id, data, by=by_vendor(caller, client)
        )
        return Response()


_add_kind_routes(
    "auth0",
    "/external/auth0",
    Auth0SourceCreate,
    Auth0SourceChange,
    'Have sign-ins ask an Auth0 tenant. Its application needs the grant type "Password".',
)
_add_kind_routes(
    "cognito",
    "/external/cognito",
    CognitoSourceCreate,
    CognitoSourceChange,
    "Have sign-ins ask a Cognito user pool, whose client allows `ALLOW_USER_PASSWORD_AUTH`.",
)
_add_kind_routes(
    "firebase",
    "/external/firebase",
    FirebaseSourceCreate,
    FirebaseSourceChange,
    "Have sign-ins ask a Firebase project, by its web API key.",
)
_add_kind_routes(
    "custom-code",
    "/external/custom-code",
    CodeSourceCreate,
    CodeSourceChange,
    "Have sign-ins ask your own code, at the address `codePayload`: Gatehouse does not run it. It is sent\n"
    '`{"email", "password"}`, and answers 200 with `{"id", "email", "emailVerified", "name",\n'
    '"profilePictureUrl", "tenantId"}`, or 401.',
)
_add_kind_routes(
    "federation",
    "/federation",
    FederationSourceCreate,
    FederationSourceChange,
    "Have sign-ins ask a server of OAuth 2 with a password grant and a userinfo endpoint, such as\nKeycloak.",
)
