"""`/api/v1/licenses/{id}/key` and `/file`: what a person sets a tool up with."""

from typing import Annotated, Any

from fastapi import APIRouter

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentCall, Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import AllResources, resource
from gatehouse.licensing.keys import service
from gatehouse.licensing.keys.schemas import RevealedKey
from gatehouse.licensing.licenses.named import LicenseName
from gatehouse.licensing.machine.schemas import SignedLicenseFile

router = APIRouter(prefix="/api/v1/licenses/{license_id}", tags=["Licensing"])

CanSeeKeys = Annotated[Principal, require(Permission.LICENSING_READ_KEYS)]


@router.post("/key", response_model=RevealedKey)
async def reveal_license_key(
    caller: CanSeeKeys,
    client: CurrentClient,
    db: Transaction,
    box: Annotated[Box, resource(Box)],
    license_id: LicenseName,
) -> RevealedKey:
    """The key, for a person who asked to see it; the audit says who did. No body."""
    return RevealedKey(key=await service.reveal_key(db, box, caller, client, license_id))


@router.get("/file", response_model=SignedLicenseFile)
async def download_license_file(
    caller: CanSeeKeys,
    client: CurrentClient,
    call: CurrentCall,
    resources: AllResources,
    license_id: LicenseName,
) -> dict[str, Any]:
    """The signed license file, to be carried to where a tool has no network; the audit says who took it.
    409 when the license cannot be used now."""
    return await service.take_file(call, resources, caller, client, license_id)
