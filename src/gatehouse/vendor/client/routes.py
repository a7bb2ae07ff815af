from typing import Annotated

from fastapi import Header
from fastapi import Query as Parameter

from gatehouse.kit.db import Database
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.vendor.client import service
from gatehouse.vendor.client.schemas import MetadataRows
from gatehouse.vendor.current import CurrentConfiguration

router = Router(tags=["Public configuration"])

EntityName = Annotated[
    str, Parameter(alias="entityName", max_length=100, pattern=r"^[A-Za-z0-9_-]+$")
]


@router.get("/flags")
async def list_flags(configuration: CurrentConfiguration) -> dict[str, str]:
    """Feature flags: `{name: "on" | "off"}`. Wire reference §10."""
    return dict(configuration.flags)


@router.get("/identity/resources/auth/v1/feature-flags")
async def list_feature_flags_of_app(configuration: CurrentConfiguration) -> dict[str, str]:
    """Feature flags for native apps, which call this path. Wire reference §10."""
    return dict(configuration.flags)


@router.get("/metadata")
async def get_metadata(
    configuration: CurrentConfiguration,
    entity_name: EntityName,
    deployment: Annotated[Deployment, resource(Deployment)],
    database: Annotated[Database, resource(Database)],
    scoped_tenant: Annotated[str, Header(alias="frontegg-scoped-tenant", max_length=100)] = "",
    login_alias: Annotated[str, Header(alias="frontegg-login-alias", max_length=63)] = "",
) -> MetadataRows:
    """Metadata from which the client builds its portal: `adminBox`, `audits`, `saml`, `notifications`; no row
    where nothing is set. `adminBox` includes the sign-in page settings of the account that the page names.
    Wire reference §9."""
    found = service.find_public_metadata(configuration, entity_name, deployment.public_url)
    if found and entity_name == service.ADMIN_BOX and (scoped_tenant or login_alias):
        found = await service.apply_login_box_of_tenant(database, found, scoped_tenant, login_alias)
    return MetadataRows(rows=[found] if found else [])
