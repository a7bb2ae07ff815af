"""The rules for which tokens get which template, for the vendor's backends ("Core Settings")."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.identity.token_templates import targeting
from gatehouse.identity.token_templates.schemas import TargetingIn, TargetingOut
from gatehouse.vendor.token_templates import JwtTargeting

TARGETING = "/identity/resources/configurations/v1/jwt-template-targeting"

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.get(TARGETING, permission=VendorPermission.READ_CONFIGURATION)
async def get_jwt_targeting(db: VendorTransaction) -> TargetingOut:
    """The rules, in the order in which they are evaluated. 404 without any."""
    return _to_targeting_response(await targeting.get_template_targeting(db))


@router.post(TARGETING, permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def create_jwt_targeting(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: TargetingIn
) -> TargetingOut:
    """Create the rules for tokens that are issued from now on. 400 `jwt_targeting.unknown` for an unknown
    template or role; 409 `jwt_targeting.exists`."""
    return _to_targeting_response(
        await targeting.create_template_targeting(db, caller, client, data.rules)
    )


@router.put(TARGETING, permission=VendorPermission.WRITE_CONFIGURATION)
async def replace_jwt_targeting(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: TargetingIn
) -> Response:
    """Replace the rules. 400 `jwt_targeting.unknown`."""
    await targeting.change_template_targeting(db, caller, client, data.rules)
    return Response(status_code=200)


@router.patch(f"{TARGETING}/{{targeting_id}}", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_jwt_targeting(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    targeting_id: UUID,
    data: TargetingIn,
) -> Response:
    """Replace the rules by id; without `rules` nothing changes. 404 `jwt_targeting.not_found` for any
    other id."""
    if "rules" in data.model_fields_set:
        await targeting.change_template_targeting(db, caller, client, data.rules, targeting_id)
    else:
        await targeting.get_by_id(db, targeting_id)
    return Response(status_code=200)


@router.delete(f"{TARGETING}/{{targeting_id}}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_jwt_targeting(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, targeting_id: UUID
) -> Response:
    """Delete the rules; tokens that are issued from now on have no custom claims."""
    await targeting.delete_template_targeting(db, caller, client, targeting_id)
    return Response(status_code=200)


def _to_targeting_response(one: JwtTargeting) -> TargetingOut:
    return TargetingOut.model_validate(
        {
            "id": one.id,
            "createdAt": one.created_at,
            "updatedAt": one.updated_at,
            "targeting": {"rules": one.rules},
        }
    )
