"""Token templates and their targeting, for the vendor's backends ("Core Settings")."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.identity.token_templates import schemas, service
from gatehouse.kit.paging import PageMetadata
from gatehouse.vendor.current import CurrentConfiguration
from gatehouse.vendor.token_templates import JwtTargeting

READ, WRITE = VendorPermission.READ_CONFIGURATION, VendorPermission.WRITE_CONFIGURATION
TEMPLATES = "/identity/resources/jwt-templates/v1"

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.get(TEMPLATES, permission=READ)
async def list_jwt_templates(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    query: Annotated[schemas.JwtTemplatesQuery, Query()],
) -> schemas.JwtTemplatesPage:
    rows, total = await service.list_token_templates(db, query)
    return schemas.JwtTemplatesPage(
        items=[schemas.JwtTemplateOut.from_row(one, configuration.vendor.id) for one in rows],
        metadata=PageMetadata.from_total(total, query.limit),
    )


@router.post(TEMPLATES, permission=WRITE, status_code=201)
async def create_jwt_template(
    db: VendorTransaction,
    by: VendorActor,
    configuration: CurrentConfiguration,
    data: schemas.JwtTemplateCreate,
) -> schemas.JwtTemplateOut:
    """Claims that access tokens get where `jwt-template-targeting` says so. 409 `jwt_templates.key_taken`."""
    made = await service.create_token_template(db, by, data)
    return schemas.JwtTemplateOut.from_row(made, configuration.vendor.id)


@router.get(f"{TEMPLATES}/{{template_id}}", permission=READ)
async def get_jwt_template(
    db: VendorTransaction, configuration: CurrentConfiguration, template_id: UUID
) -> schemas.JwtTemplateOut:
    return schemas.JwtTemplateOut.from_row(
        await service.get_token_template(db, template_id), configuration.vendor.id
    )


@router.put(f"{TEMPLATES}/{{template_id}}", permission=WRITE)
async def change_jwt_template(
    db: VendorTransaction,
    by: VendorActor,
    configuration: CurrentConfiguration,
    template_id: UUID,
    data: schemas.JwtTemplateChange,
) -> schemas.JwtTemplateOut:
    """Omitted fields stay. Issued tokens do not change. 409 `jwt_templates.key_taken`,
    `jwt_templates.in_use` for another key where a rule names this one."""
    after = await service.change_token_template(db, by, template_id, data)
    return schemas.JwtTemplateOut.from_row(after, configuration.vendor.id)


@router.delete(f"{TEMPLATES}/{{template_id}}", permission=WRITE, status_code=204)
async def delete_jwt_template(
    db: VendorTransaction, by: VendorActor, template_id: UUID
) -> Response:
    """Delete the template. 409 `jwt_templates.in_use` where a rule names it."""
    await service.delete_token_template(db, by, template_id)
    return Response(status_code=204)


TARGETING = "/identity/resources/configurations/v1/jwt-template-targeting"

targeting_router = Router(tags=["Vendor"], route_class=VendorRoute)


@targeting_router.get(TARGETING, permission=READ)
async def get_jwt_targeting(db: VendorTransaction) -> schemas.TargetingOut:
    """The rules, in the order in which they are evaluated. 404 without any."""
    return _to_targeting_response(await service.get_template_targeting(db))


@targeting_router.post(TARGETING, permission=WRITE, status_code=201)
async def create_jwt_targeting(
    db: VendorTransaction, by: VendorActor, data: schemas.TargetingIn
) -> schemas.TargetingOut:
    """Create the rules for tokens that are issued from now on. 400 `jwt_targeting.unknown` for an unknown
    template or role; 409 `jwt_targeting.exists`."""
    return _to_targeting_response(await service.create_template_targeting(db, by, data.rules))


@targeting_router.put(TARGETING, permission=WRITE)
async def replace_jwt_targeting(
    db: VendorTransaction, by: VendorActor, data: schemas.TargetingIn
) -> Response:
    """Replace the rules. 400 `jwt_targeting.unknown`."""
    await service.change_template_targeting(db, by, data.rules)
    return Response(status_code=200)


@targeting_router.patch(f"{TARGETING}/{{targeting_id}}", permission=WRITE)
async def change_jwt_targeting(
    db: VendorTransaction, by: VendorActor, targeting_id: UUID, data: schemas.TargetingIn
) -> Response:
    """Replace the rules by id; without `rules` nothing changes. 404 `jwt_targeting.not_found` for any
    other id."""
    if "rules" in data.model_fields_set:
        await service.change_template_targeting(db, by, data.rules, targeting_id)
    else:
        await service.get_targeting_by_id(db, targeting_id)
    return Response(status_code=200)


@targeting_router.delete(f"{TARGETING}/{{targeting_id}}", permission=WRITE)
async def delete_jwt_targeting(
    db: VendorTransaction, by: VendorActor, targeting_id: UUID
) -> Response:
    """Delete the rules; tokens that are issued from now on have no custom claims."""
    await service.delete_template_targeting(db, by, targeting_id)
    return Response(status_code=200)


def _to_targeting_response(one: JwtTargeting) -> schemas.TargetingOut:
    return schemas.TargetingOut.model_validate(
        {
            "id": one.id,
            "createdAt": one.created_at,
            "updatedAt": one.updated_at,
            "targeting": {"rules": one.rules},
        }
    )
