from typing import Annotated

from fastapi import Path, Query

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit.resources import AllResources
from gatehouse.system import service
from gatehouse.system.schemas import JobsOut, JobsQuery, KeyRotation, SystemOut

JobId = Annotated[int, Path(ge=1, le=2**63 - 1)]

router = Router(prefix="/vendor/resources/system/v1", tags=["Vendor"], route_class=VendorRoute)


@router.get("", permission=VendorPermission.READ_SYSTEM)
async def get_system(db: VendorTransaction) -> SystemOut:
    """Versions, what was sent of late, and the keys that sign."""
    return await service.read_system_state(db)


@router.post("/keys/rotate", permission=VendorPermission.WRITE_SYSTEM, status_code=204)
async def rotate_signing_key(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, data: KeyRotation
) -> None:
    """Publish a new key that signs tokens ten minutes later; older ones are published until nothing that they
    signed counts. 409 `system.key_waits` while the last one does not sign yet; 403 `access.step_up_needed`
    for one of the staff who showed two factors more than 15 minutes ago."""
    await service.rotate_signing_keys(db, resources, caller, data.algorithm)


@router.get("/jobs", permission=VendorPermission.READ_SYSTEM)
async def list_jobs(db: VendorLaggingTransaction, query: Annotated[JobsQuery, Query()]) -> JobsOut:
    """What waits, runs, and has given up."""
    return await service.list_jobs(db, query)


@router.post("/jobs/{job_id}/retry", permission=VendorPermission.WRITE_SYSTEM, status_code=204)
async def retry_job(db: VendorTransaction, caller: VendorCaller, job_id: JobId) -> None:
    """Run a job that gave up, from its first attempt on. 404 `system.job_not_found`, 409
    `system.job_waits_again`."""
    await service.retry_job(db, caller, job_id)


@router.delete("/jobs/{job_id}", permission=VendorPermission.WRITE_SYSTEM, status_code=204)
async def drop_job(db: VendorTransaction, caller: VendorCaller, job_id: JobId) -> None:
    """Forget a job that gave up. 404 `system.job_not_found`."""
    await service.drop_job(db, caller, job_id)
