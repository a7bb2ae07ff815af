from datetime import timedelta
from typing import Annotated

from fastapi import Path

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import resource
from gatehouse.licensing.licenses.identifiers import FINGERPRINT
from gatehouse.licensing.licenses.keys.models import NewKey
from gatehouse.licensing.licenses.keys.rotation import rotate_any
from gatehouse.licensing.licenses.keys.schemas import KeyRotation, RevealedKey

Fingerprint = Annotated[str, Path(pattern=f"^{FINGERPRINT.pattern}$")]

router = Router(
    prefix="/tenants/resources/licenses/v1/{fingerprint}", tags=["Vendor"], route_class=VendorRoute
)


@router.post(
    "/rotate-key",
    permission=VendorPermission.WRITE_LICENSES,
    response_model=RevealedKey,
    response_model_exclude_none=True,
)
async def rotate_key_of_license(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    box: Annotated[Box, resource(Box)],
    fingerprint: Fingerprint,
    data: KeyRotation,
) -> NewKey:
    """A new key, whichever account the license belongs to. The one until now works for `overlapHours` more;
    the one before that ends at once. 404 `licenses.missing`."""
    overlap = timedelta(hours=data.overlap_hours)
    return await rotate_any(db, box, fingerprint, overlap, by_vendor(caller, client))
