"""`/prehooks/resources/configurations/v1`: services of the vendor that are asked before something happens."""

from typing import Annotated

from fastapi import Path, Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    may_read_secrets,
)
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.prehooks import schemas, service
from gatehouse.prehooks.errors import NoCustomCode
from gatehouse.prehooks.queries import LAST
from gatehouse.vendor.prehooks import READ_PREHOOKS, Prehook

PrehookId = Annotated[str, Path(max_length=60, pattern=r"^[A-Za-z0-9_-]+$")]
READ, WRITE = VendorPermission.READ_CONFIGURATION, VendorPermission.WRITE_CONFIGURATION
SHOWN_CALLS = 50

router = Router(
    prefix="/prehooks/resources/configurations/v1", tags=["Vendor"], route_class=VendorRoute
)


def _to_prehook_response(
    resources: Resources, caller: VendorPrincipal, one: Prehook, secret: str | None = None
) -> schemas.PrehookOut:
    if secret is None:
        secret = (
            service.decrypt_prehook_secret(resources, one)
            if may_read_secrets(caller)
            else schemas.HIDDEN
        )
    told = {
        name: getattr(one, name) for name in schemas.PrehookOut.model_fields if hasattr(one, name)
    }
    return schemas.PrehookOut(**told, secret=secret)


@router.get("", permission=READ)
async def list_prehooks(
    db: VendorTransaction, caller: VendorCaller, resources: AllResources
) -> list[schemas.PrehookOut]:
    """List prehooks, the oldest first. Secrets are returned only to a credential that may see them."""
    return [_to_prehook_response(resources, caller, one) for one in await READ_PREHOOKS.all(db)]


@router.post("", permission=WRITE, status_code=201)
@router.post(
    "/api",
    permission=WRITE,
    status_code=201,
    name="create_api_prehook",
    include_in_schema=False,
)
async def create_prehook(
    db: VendorTransaction, caller: VendorCaller, resources: AllResources, data: schemas.PrehookIn
) -> schemas.PrehookOut:
    """Create a prehook, which is applied within a moment once active. Without a `secret` one is made, and
    returned here only. 400 `prehooks.no_custom_code`, `prehooks.url_unusable`; 409 `prehooks.event_taken`:
    one prehook for each event."""
    made = await service.create_prehook(db, resources, caller, data)
    is_ours = data.secret in (None, schemas.HIDDEN)
    return _to_prehook_response(
        resources,
        caller,
        made,
        service.decrypt_prehook_secret(resources, made) if is_ours else None,
    )


@router.post("/custom-code", permission=WRITE, include_in_schema=False)
async def create_custom_code_prehook(db: VendorTransaction) -> Response:
    """400 `prehooks.no_custom_code`."""
    raise NoCustomCode(service.NO_CODE)


@router.patch("/custom-code/{prehook_id}", permission=WRITE, include_in_schema=False)
async def change_custom_code_prehook(db: VendorTransaction, prehook_id: PrehookId) -> Response:
    """400 `prehooks.no_custom_code`."""
    raise NoCustomCode(service.NO_CODE)


@router.patch("/{prehook_id}", permission=WRITE)
async def change_prehook(
    db: VendorTransaction,
    caller: VendorCaller,
    resources: AllResources,
    prehook_id: PrehookId,
    data: schemas.PrehookChange,
) -> schemas.PrehookOut:
    """404 `prehooks.not_found`; otherwise as the call that makes one."""
    changed = await service.change_prehook(db, resources, caller, prehook_id, data)
    return _to_prehook_response(resources, caller, changed)


@router.post("/{prehook_id}/secret", permission=WRITE, status_code=201)
async def rotate_prehook_secret(
    db: VendorTransaction, caller: VendorCaller, resources: AllResources, prehook_id: PrehookId
) -> schemas.PrehookSecret:
    """Replace the signing secret; the new one is returned here only. 404 `prehooks.not_found`."""
    return schemas.PrehookSecret(
        secret=await service.rotate_prehook_secret(db, resources, caller, prehook_id)
    )


@router.post("/{prehook_id}/test", permission=WRITE)
async def test_prehook(
    db: VendorTransaction,
    caller: VendorCaller,
    resources: AllResources,
    prehook_id: PrehookId,
    data: schemas.PrehookTest,
) -> schemas.PrehookTestResult:
    """Call the prehook about a fictitious user, whether it is active or not, and return the request and the
    answer. 404 `prehooks.not_found`; 429 after 20 in a minute."""
    return await service.send_test_question(db, resources, caller, prehook_id, data)


@router.get("/{prehook_id}/calls", permission=READ)
async def list_prehook_calls(
    db: VendorTransaction, prehook_id: PrehookId
) -> list[schemas.PrehookCallOut]:
    """What came of the last 50 questions of the past seven days, the newest first. 404
    `prehooks.not_found`."""
    await service.get_prehook(db, prehook_id)
    return await LAST.all(db, prehook_id, SHOWN_CALLS)


@router.delete("/{prehook_id}", permission=WRITE)
async def delete_prehook(
    db: VendorTransaction, caller: VendorCaller, resources: AllResources, prehook_id: PrehookId
) -> Response:
    """It is asked no more. 404 `prehooks.not_found`."""
    await service.delete_prehook(db, resources, caller, prehook_id)
    return Response()
