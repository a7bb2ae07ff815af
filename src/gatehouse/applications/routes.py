"""Routes of applications, of their clients, credentials and apps on devices; registration of clients."""

from typing import Annotated
from uuid import UUID

from fastapi import Query as Parameter
from fastapi import Response
from fastapi.responses import JSONResponse

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import SharedRoute, VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.applications import clients, credentials, mobile_apps, registration, service
from gatehouse.applications.clients import (
    ApplicationClientChange,
    ApplicationClientCreate,
    ApplicationClientOut,
)
from gatehouse.applications.credentials import (
    ApplicationCredentials,
    ApplicationCredentialsOf,
    MadeClientSecret,
    MadeSharedSecret,
)
from gatehouse.applications.mobile_apps import AndroidAppIn, AndroidAppOut, IosAppIn, IosAppOut
from gatehouse.applications.registration import ClientMetadata, RegisteredClient
from gatehouse.applications.schemas import ApplicationChange, ApplicationCreate, ApplicationOut
from gatehouse.directory.applications.schemas import ApplicationsQuery, parse_ids
from gatehouse.identity.oauth.respond import NO_STORE
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import without_nulls

PATH = "/applications/resources/applications/v1"
READ, WRITE = VendorPermission.READ_APPLICATIONS, VendorPermission.WRITE_APPLICATIONS
WITHOUT_NULLS = without_nulls(ApplicationOut)

shared = Router(prefix=PATH, tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
router = Router(prefix=PATH, tags=["Vendor"], route_class=VendorRoute)


@shared.get("", permission=READ, **without_nulls(list[ApplicationOut]))
async def list_applications(
    db: VendorTransaction, query: Annotated[ApplicationsQuery, Parameter()]
) -> list[ApplicationOut]:
    """All applications, or those of these ids (with commas between)."""
    found = await service.list_applications(db, parse_ids("ids", query.ids))
    return [one for one in found if query.wants(one)]


@router.post("", permission=WRITE, status_code=201, **WITHOUT_NULLS)
async def create_application(
    db: VendorTransaction, caller: VendorCaller, data: ApplicationCreate
) -> ApplicationOut:
    """Create an application with a client id of its own."""
    return await service.create_application(db, caller, data)


@router.get("/default", permission=READ, **WITHOUT_NULLS)
async def get_default_application(db: VendorTransaction) -> ApplicationOut:
    """The default application, used when a call names none."""
    return await service.get_application(db)


@router.get("/agents", permission=READ, **without_nulls(list[ApplicationOut]))
async def list_agents(db: VendorTransaction) -> list[ApplicationOut]:
    """The applications whose platform is `agent`."""
    found = await service.list_applications(db)
    return [one for one in found if one.platform == "agent"]


@router.get("/{application_id}", permission=READ, **WITHOUT_NULLS)
async def get_application(db: VendorTransaction, application_id: UUID) -> ApplicationOut:
    return await service.get_application(db, application_id)


@router.patch("/{application_id}", permission=WRITE, status_code=201, **WITHOUT_NULLS)
async def change_application(
    db: VendorTransaction, caller: VendorCaller, application_id: UUID, data: ApplicationChange
) -> ApplicationOut:
    """Change what is given; in force everywhere within a second."""
    return await service.change_application(db, caller, application_id, data)


@router.delete("/{application_id}", permission=WRITE, response_class=Response)
async def delete_application(
    db: VendorTransaction, caller: VendorCaller, application_id: UUID
) -> None:
    """Its tokens are refused from now on. The default one cannot go."""
    await service.delete_application(db, caller, application_id)


client_routes = Router(
    prefix="/applications/application-clients", tags=["Vendor"], route_class=VendorRoute
)


@client_routes.post("", permission=WRITE, status_code=201)
async def create_application_client(
    db: VendorTransaction, caller: VendorCaller, data: ApplicationClientCreate
) -> ApplicationClientOut:
    """An agent that signs users in by OAuth with its `id` and `clientSecret`, and asks them what it may know.
    It belongs to the application of the header `frontegg-requested-application-id`, else to the default one,
    and is deleted with it. 409 `applications.too_many_clients` above a hundred."""
    return await clients.create_client(db, caller, data)


@client_routes.get("/app/{app_id}", permission=READ)
async def list_application_clients(
    db: VendorTransaction, app_id: UUID
) -> list[ApplicationClientOut]:
    """Those of an application, oldest first; also those that registered themselves."""
    return await clients.list_clients(db, app_id)


@client_routes.get("/{client_id}", permission=READ)
async def get_application_client(db: VendorTransaction, client_id: UUID) -> ApplicationClientOut:
    return await clients.get_client(db, client_id)


@client_routes.patch("/{client_id}", permission=WRITE)
async def change_application_client(
    db: VendorTransaction, caller: VendorCaller, client_id: UUID, data: ApplicationClientChange
) -> ApplicationClientOut:
    """Change what is given; in force everywhere within a second."""
    return await clients.change_client(db, caller, client_id, data)


@client_routes.delete("/{client_id}", permission=WRITE, status_code=204, response_class=Response)
async def delete_application_client(
    db: VendorTransaction, caller: VendorCaller, client_id: UUID
) -> None:
    """Its tokens are refused from now on."""
    await clients.delete_client(db, caller, client_id)


credential_routes = Router(
    prefix="/applications/resources/applications/v1/credentials",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@credential_routes.post("/regenerate", permission=WRITE, status_code=201)
async def make_application_secret(
    db: VendorTransaction, caller: VendorCaller, data: ApplicationCredentialsOf
) -> MadeClientSecret:
    """A new secret, which is shown here and nowhere else; the previous one is refused within a second."""
    secret = await credentials.create_client_secret(db, caller, data.app_id)
    return MadeClientSecret(client_secret=secret)


@credential_routes.post("/shared/regenerate", permission=WRITE, status_code=201)
async def make_application_shared_secret(
    db: VendorTransaction, caller: VendorCaller, data: ApplicationCredentialsOf
) -> MadeSharedSecret:
    """A new shared secret, which is shown here and nowhere else. The application's backend sends it in
    `x-frontegg-headers-verifier`, and its `x-frontegg-forwarded-for` is then accepted as the user's address;
    the previous secret stops working within a second."""
    secret = await credentials.create_shared_secret(db, caller, data.app_id)
    return MadeSharedSecret(shared_secret=secret)


@credential_routes.get("/{app_id}", permission=READ)
async def get_application_credentials(
    db: VendorTransaction, app_id: UUID
) -> ApplicationCredentials:
    """The last letters of its secret, and of the one that its backend shares with this server."""
    own, shared = await credentials.read_secret_hints(db, app_id)
    return ApplicationCredentials(client_secret=own, shared_secret=shared)


mobile_app_routes = Router(
    prefix="/vendors/resources/associated-domains/v1", tags=["Vendor"], route_class=VendorRoute
)


@mobile_app_routes.get("/ios", permission=VendorPermission.READ_CONFIGURATION)
async def list_ios_apps(db: VendorTransaction) -> list[IosAppOut]:
    """Those of `/.well-known/apple-app-site-association`, without those of the settings."""
    return [IosAppOut.from_row(one) for one in await mobile_apps.list_mobile_apps(db, "ios")]


@mobile_app_routes.post("/ios", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def add_ios_app(db: VendorTransaction, caller: VendorCaller, data: IosAppIn) -> IosAppOut:
    """It may use this domain's passkeys, and open mailed links and its way back from a sign-in. 409
    `mobile_apps.exists`."""
    return IosAppOut.from_row(await mobile_apps.add_mobile_app(db, caller, "ios", data.app_id))


@mobile_app_routes.delete("/ios/{app_id}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_ios_app(db: VendorTransaction, caller: VendorCaller, app_id: UUID) -> Response:
    """404 `mobile_apps.not_found`. Devices may cache the previous association for a while."""
    await mobile_apps.remove_mobile_app(db, caller, "ios", app_id)
    return Response()


@mobile_app_routes.get("/android", permission=VendorPermission.READ_CONFIGURATION)
async def list_android_apps(db: VendorTransaction) -> list[AndroidAppOut]:
    """Those of `/.well-known/assetlinks.json`, without those of the settings."""
    return [
        AndroidAppOut.from_row(one) for one in await mobile_apps.list_mobile_apps(db, "android")
    ]


@mobile_app_routes.post(
    "/android", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201
)
async def add_android_app(
    db: VendorTransaction, caller: VendorCaller, data: AndroidAppIn
) -> AndroidAppOut:
    """It may use this domain's passkeys, and open the links that its manifest names. 409
    `mobile_apps.exists`."""
    prints = data.sha256_cert_fingerprints
    return AndroidAppOut.from_row(
        await mobile_apps.add_mobile_app(db, caller, "android", data.package_name, prints)
    )


@mobile_app_routes.delete("/android/{app_id}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_android_app(db: VendorTransaction, caller: VendorCaller, app_id: UUID) -> Response:
    """404 `mobile_apps.not_found`. Devices may cache the previous association for a while."""
    await mobile_apps.remove_mobile_app(db, caller, "android", app_id)
    return Response()


registration_routes = Router(tags=["OpenID Connect"])


@registration_routes.post("/oauth/register", status_code=201, response_model=RegisteredClient)
async def register_client(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: ClientMetadata
) -> Response:
    """A tool or an agent registers itself (RFC 7591) under an application that has `allowDcr`; users are
    asked for consent before it learns anything, and it is deleted when no user has given consent for a day.
    403 `access_denied` where no application allows it; 400 `invalid_redirect_uri`,
    `invalid_client_metadata`."""
    made = await registration.register_client(db, resources, client, data)
    return JSONResponse(made.model_dump(mode="json", exclude_none=True), 201, headers=NO_STORE)
