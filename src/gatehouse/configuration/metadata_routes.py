from typing import Annotated, Any, Self

from fastapi import Query as Parameter
from pydantic import StringConstraints, model_validator

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import CurrentVendor, SharedRoute, VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.configuration.service import lock_configuration
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import AllResources
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.brand.color import find_wrong_colors
from gatehouse.vendor.client.saml import ENTITY as SAML
from gatehouse.vendor.client.schemas import MetadataRow
from gatehouse.vendor.client.service import find_metadata, find_public_metadata
from gatehouse.vendor.configuration.snapshot import read_snapshot
from gatehouse.vendor.document.section import Plain, drop_nulls

EntityName = Annotated[
    str, Parameter(alias="entityName", max_length=100, pattern=r"^[A-Za-z0-9_-]+$")
]

shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
router = Router(tags=["Vendor"], route_class=VendorRoute)


class MetadataChange(Wire):
    """Tables within `configuration` keep what is not given; `properties` replaces the list. `saml` holds what
    identity providers receive about this server, and in `redirectUri` where users continue after SAML; with
    `isActive` false, it has its default again."""

    entity_name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
    configuration: Annotated[dict[str, Any] | None, Plain] = None
    properties: Annotated[list[dict[str, Any]] | None, Plain] = None
    is_active: bool | None = None

    @model_validator(mode="after")
    def palettes_have_colors(self) -> Self:
        given = self.configuration or {}
        for name in ("theme", "themeV2"):
            if wrong := next(find_wrong_colors(given.get(name), name), None):
                raise ValueError(f"{wrong} must be a color, such as #2f5d50")
        return self


class MetadataRowOfVendor(MetadataRow):
    """`isActive`: the vendor has set it, and it is not the default."""

    is_active: bool


class MetadataRowsOfVendor(Wire):
    rows: list[MetadataRowOfVendor]


@shared.get("/metadata")
async def get_metadata_of_vendor(
    db: VendorTransaction, resources: AllResources, caller: CurrentVendor, entity_name: EntityName
) -> MetadataRowsOfVendor:
    """The public metadata, and whether the vendor has set it."""
    now = await read_snapshot(db)
    found = find_public_metadata(now, entity_name, resources[Deployment].public_url)
    if found is None:
        return MetadataRowsOfVendor(rows=[])
    row = {**found.model_dump(), "is_active": entity_name in now.metadata}
    return MetadataRowsOfVendor(rows=[MetadataRowOfVendor.model_validate(row)])


@router.post("/metadata", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def change_metadata(
    db: VendorTransaction, caller: VendorCaller, data: MetadataChange
) -> MetadataRow:
    """Change from what the client builds its portal. 400 for addresses of `saml` that are none, and for
    colors of a palette that are none: `#rrggbb`, or a function such as `rgb()`."""
    configuration = await lock_configuration(db, caller)
    if data.entity_name == SAML and data.is_active is False:
        document: dict[str, Any] = {"remove": {"portal": [SAML]}}
    else:
        given = drop_nulls(data.model_dump(exclude={"entity_name", "is_active"}))
        document = {"portal": {data.entity_name: given}}
    await configuration.change(document)
    return MetadataRow.model_validate(find_metadata(await read_snapshot(db), data.entity_name))
