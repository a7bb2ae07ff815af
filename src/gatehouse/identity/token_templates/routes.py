"""Token templates, for the vendor's backends ("Core Settings")."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.identity.token_templates import service
from gatehouse.identity.token_templates.schemas import (
    JwtTemplateChange,
    JwtTemplateCreate,
    JwtTemplateOut,
    JwtTemplatesPage,
    JwtTemplatesQuery,
)
from gatehouse.kit.paging import PageMetadata
from gatehouse.vendor.current import CurrentConfiguration

TEMPLATES = "/identity/resources/jwt-templates/v1"

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.get(TEMPLATES, permission=VendorPermission.READ_CONFIGURATION)
async def list_jwt_templates(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    query: Annotated[JwtTemplatesQuery, Query()],
) -> JwtTemplatesPage:
    rows, total = await service.list_token_templates(db, query)
    return JwtTemplatesPage(
        items=[JwtTemplateOut.of(one, configuration.vendor.id) for one in rows],
        metadata=PageMetadata(total_items=total, total_pages=-(-total // query.limit)),
    )


@router.post(TEMPLATES, permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def create_jwt_template(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    configuration: CurrentConfiguration,
    data: JwtTemplateCreate,
) -> JwtTemplateOut:
    """Claims that access tokens get where `jwt-template-targeting` says so. 409 `jwt_templates.key_taken`."""
    made = await service.create_token_template(db, caller, client, data)
    return JwtTemplateOut.of(made, configuration.vendor.id)


@router.get(f"{TEMPLATES}/{{template_id}}", permission=VendorPermission.READ_CONFIGURATION)
async def get_jwt_template(
    db: VendorTransaction, configuration: CurrentConfiguration, template_id: UUID
) -> JwtTemplateOut:
    return JwtTemplateOut.of(
        await service.get_token_template(db, template_id), configuration.vendor.id
    )


@router.put(f"{TEMPLATES}/{{template_id}}", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_jwt_template(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    configuration: CurrentConfiguration,
    template_id: UUID,
    data: JwtTemplateChange,
) -> JwtTemplateOut:
    """Omitted fields stay. Issued tokens do not change. 409 `jwt_templates.key_taken`,
    `jwt_templates.in_use` for another key where a rule names this one."""
    after = await service.change_token_template(db, caller, client, template_id, data)
    return JwtTemplateOut.of(after, configuration.vendor.id)


@router.delete(
    f"{TEMPLATES}/{{template_id}}", permission=VendorPermission.WRITE_CONFIGURATION, status_code=204
)
async def delete_jwt_template(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, template_id: UUID
) -> Response:
    """Delete the template. 409 `jwt_templates.in_use` where a rule names it."""
    await service.delete_token_template(db, caller, client, template_id)
    return Response(status_code=204)
