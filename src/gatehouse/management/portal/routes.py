from typing import Annotated, Any

from pydantic import StringConstraints

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Wire
from gatehouse.management.document.service import change
from gatehouse.vendor.client.schemas import MetadataRow
from gatehouse.vendor.client.service import find_metadata
from gatehouse.vendor.configuration.snapshot import read_snapshot
from gatehouse.vendor.document.toml import without_null
from gatehouse.vendor.document.values import Plain

CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_CONFIGURATION)]

router = Router(tags=["Vendor"], route_class=VendorRoute)


class MetadataChange(Wire):
    """Tables within `configuration` keep what is not given; `properties` replaces the list."""

    entity_name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
    configuration: Annotated[dict[str, Any] | None, Plain] = None
    properties: Annotated[list[dict[str, Any]] | None, Plain] = None


@router.post("/metadata", status_code=201)
async def change_metadata(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, data: MetadataChange
) -> MetadataRow:
    """Change from what the client builds its portal."""
    given = without_null(data.model_dump(exclude={"entity_name"}))
    await change(db, {"portal": {data.entity_name: given}}, caller=caller, client=client)
    return MetadataRow.model_validate(find_metadata(await read_snapshot(db), data.entity_name))
