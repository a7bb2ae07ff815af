"""Each account is made as by a call of its own, in a transaction of its own."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.directory.tenants.schemas import VendorTenantCreate
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.tenants.vendor_service import create_tenant
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import STORED, ChosenTenantId, NewTenantId, inner_id
from gatehouse.tasks import service as tasks
from gatehouse.tasks.service import TaskAuthor

# An id alone requires that the tenant exists.
Wanted = NewTenantId | VendorTenantCreate


class TenantMigration(Wire):
    """Each account as `POST tenants/v1` has it, or the id of one that has to be there already."""

    tenants: Annotated[list[Wanted], Field(min_length=1, max_length=1000)] = Field(
        examples=[[{"name": "Acme"}]]
    )


class TenantMigrationBegun(Wire):
    migration_id: UUID


async def begin_tenant_import(
    db: Db, resources: Resources, caller: VendorPrincipal, wanted: list[Wanted]
) -> UUID:
    """The task's id."""
    parts = [
        {"tenantId": str(one)}
        if isinstance(one, ChosenTenantId)
        else {
            "data": one.model_dump(mode="json", by_alias=True, exclude_unset=True),
            "name": one.name,
        }
        for one in wanted
    ]
    return await tasks.begin_task(db, resources, "tenants", caller, parts)


@job("vendor_tasks.tenants")
async def create_tenants(context: JobContext, task_id: str) -> None:
    await tasks.run_task_parts(context, "tenants", task_id, _create_or_check_tenant)


async def _create_or_check_tenant(
    db: Db, resources: Resources, asked: TaskAuthor, part: dict[str, Any]
) -> None:
    if "data" not in part:
        await get_tenant(db, inner_id(part["tenantId"]))
        return
    data = VendorTenantCreate.model_validate(part["data"], context=STORED)
    await create_tenant(db, resources, asked.caller, data)
