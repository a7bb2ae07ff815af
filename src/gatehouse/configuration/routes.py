"""`/vendor/resources/configuration`: the vendor's document, as the command line shows and applies it."""

from typing import Annotated

from fastapi import Path, Query
from pydantic import StringConstraints

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.configuration import service
from gatehouse.configuration.schemas import (
    ConfigurationApply,
    ConfigurationCompared,
    ConfigurationDifferences,
    ConfigurationDocument,
    ConfigurationDocumentIn,
    ConfigurationTable,
    ConfigurationTableChange,
)
from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import AllResources

Table = Annotated[str, Path(max_length=100, examples=["brand"])]
Tables = Annotated[
    tuple[Annotated[str, StringConstraints(max_length=100)], ...],
    Query(alias="table", max_length=50, examples=[["brand", "portal"]]),
]

router = Router(
    prefix="/vendor/resources/configuration/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=VendorPermission.READ_CONFIGURATION)
async def get_configuration(db: VendorTransaction, tables: Tables = ()) -> ConfigurationDocument:
    """All that is set, as one document, or the tables that are named; applied again it changes nothing. 404
    `vendor.table_not_found`."""
    return ConfigurationDocument(document=await service.render_configuration(db, tables))


@router.post("/diff", permission=VendorPermission.WRITE_CONFIGURATION)
async def compare_configuration(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: ConfigurationDocumentIn,
) -> ConfigurationCompared:
    """What would change; nothing does. 400 `vendor.document_refused` names in `context.problems` all that is
    wrong, each with its place, and in `context.problemCodes` the same for screens in other languages; 403
    where a table needs more than the caller has."""
    lines = await service.apply_text(
        db, caller, client, data.document, resources=resources, dry_run=True
    )
    return ConfigurationCompared(differences=lines, digest=service.digest_of(lines))


@router.post("", permission=VendorPermission.WRITE_CONFIGURATION)
async def apply_configuration(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: ConfigurationApply,
) -> ConfigurationDifferences:
    """Apply all changes, or none; in force everywhere within a second. The answer says what changed. 400 and
    403 as in `diff`; 409 `vendor.document_changed` when the changes no longer match `digest`."""
    lines = await service.apply_text(
        db, caller, client, data.document, resources=resources, digest=data.digest
    )
    return ConfigurationDifferences(differences=lines)


@router.get("/{table}", permission=VendorPermission.READ_CONFIGURATION)
async def get_configuration_table(db: VendorTransaction, table: Table) -> ConfigurationTable:
    """Values of one table of the document, without its secrets. 404 `vendor.table_not_found`."""
    return ConfigurationTable(table=table, values=await service.table_values(db, table))


@router.patch("/{table}", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_configuration_table(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    table: Table,
    data: ConfigurationTableChange,
) -> ConfigurationTable:
    """Change what is given; in force everywhere within a second. 400 and 403 as in `diff`, 404
    `vendor.table_not_found`."""
    values = await service.change_table(db, caller, client, table, data, box=resources[Box])
    return ConfigurationTable(table=table, values=values)
