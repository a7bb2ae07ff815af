"""`/api/v1/licenses/{id}/key` and `/file`: what a user sets up a tool with. The vendor's backends replace a
key through `vendor_routes.py`."""

from typing import Annotated, Any

from fastapi import Query

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentCall, Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.router import Caller, Router
from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import AllResources, resource
from gatehouse.licensing.license_api.schemas import RelayKey, SignedLicenseFile
from gatehouse.licensing.licenses.keys import service
from gatehouse.licensing.licenses.keys.models import NewKey
from gatehouse.licensing.licenses.keys.schemas import KeyRotation, RevealedKey
from gatehouse.licensing.licenses.lookup import LicenseName

router = Router(prefix="/api/v1/licenses/{license_id}", tags=["Licensing"])


@router.post(
    "/key",
    permission=Permission.LICENSING_READ_KEYS,
    response_model=RevealedKey,
    response_model_exclude_none=True,
)
async def reveal_license_key(
    caller: Caller,
    client: CurrentClient,
    db: Transaction,
    box: Annotated[Box, resource(Box)],
    license_id: LicenseName,
) -> RevealedKey:
    """Reveal the key to a user; the audit records who did. 403 `access.step_up_needed`, or without MFA
    `access.recent_sign_in_needed`, when the user has not authenticated so within the hour. No body."""
    return await service.reveal_key(db, box, caller, client, license_id)


@router.post("/key/rotate", response_model=RevealedKey, response_model_exclude_none=True)
async def rotate_license_key(
    caller: Annotated[Principal, require(Permission.LICENSING_WRITE_LICENSES)],
    client: CurrentClient,
    db: Transaction,
    box: Annotated[Box, resource(Box)],
    license_id: LicenseName,
    data: KeyRotation,
) -> NewKey:
    """Replace the key. Requires the permission to see keys and an authentication within the hour. The
    previous key works for `overlapHours` more; the one before that ends at once. Held seats stay held."""
    return await service.replace_key(db, box, caller, client, license_id, data)


@router.get(
    "/file",
    permission=Permission.LICENSING_READ_KEYS,
    response_model=SignedLicenseFile,
    response_model_exclude_unset=True,
)
async def download_license_file(
    caller: Caller,
    client: CurrentClient,
    call: CurrentCall,
    resources: AllResources,
    license_id: LicenseName,
    relay_key: Annotated[RelayKey | None, Query(alias="relayKey")] = None,
) -> dict[str, Any]:
    """The signed license file, to be carried to where a tool has no network, or to the relay with this key;
    the audit says who took it. 409 when the license cannot be used now."""
    return await service.take_file(call, resources, caller, client, license_id, relay_key)
