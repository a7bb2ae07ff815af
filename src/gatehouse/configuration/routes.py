"""`/vendors`: what infrastructure code sets of the vendor."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query, Response
from pydantic import StringConstraints

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.configuration import hosted_login, schemas, service, workspace
from gatehouse.configuration.errors import CustomDomainNotFound, NoCustomDomains
from gatehouse.configuration.hosted_login import (
    HostedLogin,
    RedirectUri,
    RedirectUriIn,
    RedirectUris,
)
from gatehouse.configuration.workspace import CustomDomains, WorkspaceChange, WorkspaceOut
from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import AllResources

Table = Annotated[str, Path(max_length=100, examples=["brand"])]
Tables = Annotated[
    tuple[Annotated[str, StringConstraints(max_length=100)], ...],
    Query(alias="table", max_length=50, examples=[["brand", "portal"]]),
]

router = Router(
    prefix="/vendor/resources/configuration/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=VendorPermission.READ_CONFIGURATION)
async def get_configuration(
    db: VendorTransaction, tables: Tables = ()
) -> schemas.ConfigurationDocument:
    """All that is set, as one document, or the tables that are named; applied again it changes nothing. 404
    `vendor.table_not_found`."""
    return schemas.ConfigurationDocument(document=await service.render_configuration(db, tables))


@router.post("/diff", permission=VendorPermission.WRITE_CONFIGURATION)
async def compare_configuration(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.ConfigurationDocumentIn,
) -> schemas.ConfigurationCompared:
    """What would change; nothing does. 400 `vendor.document_refused` names in `context.problems` all that is
    wrong, each with its place, and in `context.problemCodes` the same for screens in other languages; 403
    where a table needs more than the caller has."""
    lines = await service.apply_document_for_caller(
        db, caller, data.document, resources=resources, dry_run=True
    )
    return schemas.ConfigurationCompared(differences=lines, digest=service.compute_digest(lines))


@router.post("", permission=VendorPermission.WRITE_CONFIGURATION)
async def apply_configuration(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.ConfigurationApply,
) -> schemas.ConfigurationDifferences:
    """Apply all changes, or none; in force everywhere within a second. The answer says what changed. 400 and
    403 as in `diff`; 409 `vendor.document_changed` when the changes no longer match `digest`."""
    lines = await service.apply_document_for_caller(
        db, caller, data.document, resources=resources, digest=data.digest
    )
    return schemas.ConfigurationDifferences(differences=lines)


@router.get("/{table}", permission=VendorPermission.READ_CONFIGURATION)
async def get_configuration_table(
    db: VendorTransaction, table: Table
) -> schemas.ConfigurationTable:
    """Values of one table of the document, without its secrets. 404 `vendor.table_not_found`."""
    return schemas.ConfigurationTable(
        table=table, values=await service.read_table_values(db, table)
    )


@router.patch("/{table}", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_configuration_table(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    table: Table,
    data: schemas.ConfigurationTableChange,
) -> schemas.ConfigurationTable:
    """Change what is given; in force everywhere within a second. 400 and 403 as in `diff`, 404
    `vendor.table_not_found`."""
    values = await service.change_table(db, caller, table, data, box=resources[Box])
    return schemas.ConfigurationTable(table=table, values=values)


ADDRESSES = "/redirect-uri"
hosted_login_routes = Router(
    prefix="/oauth/resources/configurations/v1", tags=["Vendor"], route_class=VendorRoute
)


@hosted_login_routes.get("", permission=VendorPermission.READ_APPLICATIONS)
async def get_hosted_login(db: VendorTransaction) -> HostedLogin:
    """Whether the default application uses the hosted login."""
    return HostedLogin(is_active=await hosted_login.is_hosted_login_active(db))


@hosted_login_routes.post(
    "/activate", permission=VendorPermission.WRITE_APPLICATIONS, status_code=201
)
async def activate_hosted_login(db: VendorTransaction, caller: VendorCaller) -> Response:
    """They are from now on, within a second."""
    await hosted_login.set_hosted_login(db, caller, on=True)
    return Response(status_code=201)


@hosted_login_routes.post(
    "/deactivate", permission=VendorPermission.WRITE_APPLICATIONS, status_code=201
)
async def deactivate_hosted_login(db: VendorTransaction, caller: VendorCaller) -> Response:
    """They no longer are: `/oauth/authorize` sends them back with `unauthorized_client`. Its own login box
    signs them in."""
    await hosted_login.set_hosted_login(db, caller, on=False)
    return Response(status_code=201)


@hosted_login_routes.get(ADDRESSES, permission=VendorPermission.READ_APPLICATIONS)
async def list_redirect_uris(db: VendorTransaction) -> RedirectUris:
    """Those of the default application."""
    return RedirectUris(redirect_uris=await hosted_login.list_redirect_uris(db))


@hosted_login_routes.post(
    ADDRESSES, permission=VendorPermission.WRITE_APPLICATIONS, status_code=201
)
async def add_redirect_uri(
    db: VendorTransaction, caller: VendorCaller, data: RedirectUriIn
) -> RedirectUri:
    """An exact address; in force everywhere within a second. 400 for one that is not `https`, but for this
    machine's; 409 `applications.redirect_uri_exists`."""
    return await hosted_login.add_redirect_uri(db, caller, data.redirect_uri)


@hosted_login_routes.delete(
    f"{ADDRESSES}/{{address_id}}", permission=VendorPermission.WRITE_APPLICATIONS
)
async def delete_redirect_uri(
    db: VendorTransaction, caller: VendorCaller, address_id: UUID
) -> Response:
    """Remove a redirect URI; users are no longer sent there. 404 `applications.redirect_uri_not_found`."""
    await hosted_login.remove_redirect_uri(db, caller, address_id)
    return Response()


DOMAINS = "/vendors/custom-domains/v2"
workspace_routes = Router(tags=["Vendor"], route_class=VendorRoute)


@workspace_routes.get("/vendors", permission=VendorPermission.READ_CONFIGURATION)
async def get_workspace(db: VendorTransaction) -> WorkspaceOut:
    """Product name, and the origins that may call this server."""
    return await workspace.get_workspace(db)


@workspace_routes.put("/vendors", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_workspace(
    db: VendorTransaction, caller: VendorCaller, data: WorkspaceChange
) -> WorkspaceOut:
    """Change what is given; in force everywhere within a second. An empty object takes the last allowed
    origin away: clients leave out a list that has become empty. 403 for origins without the permission for
    applications."""
    await workspace.save_workspace(db, caller, data)
    return await workspace.get_workspace(db)


@workspace_routes.get(DOMAINS, permission=VendorPermission.READ_CONFIGURATION)
async def list_custom_domains() -> CustomDomains:
    """Always empty: `GATEHOUSE_PUBLIC_URL` sets the host name of this server."""
    return CustomDomains()


@workspace_routes.post(f"{DOMAINS}/verify", permission=VendorPermission.WRITE_CONFIGURATION)
async def add_custom_domain() -> CustomDomains:
    """400 `vendor.no_custom_domains`, always."""
    raise NoCustomDomains(
        "customDomain: cannot be added through the API. Point the domain to this server and set "
        "GATEHOUSE_PUBLIC_URL to it."
    )


@workspace_routes.delete(
    f"{DOMAINS}/{{domain_id}}", permission=VendorPermission.WRITE_CONFIGURATION
)
async def delete_custom_domain(domain_id: str) -> CustomDomains:
    """404 `vendor.custom_domain_not_found`, always."""
    raise CustomDomainNotFound("The custom domain was not found")
