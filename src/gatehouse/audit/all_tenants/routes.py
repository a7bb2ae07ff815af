from datetime import timedelta
from typing import Annotated

from fastapi import Query
from fastapi.responses import Response

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router
from gatehouse.access.vendor import (
    VendorPermission,
)
from gatehouse.audit.all_tenants import queries, service
from gatehouse.audit.all_tenants.models import SealStatus
from gatehouse.audit.all_tenants.schemas import AuditChainOut, AuditLogPage, AuditLogQuery
from gatehouse.audit.list.models import TimeSpan
from gatehouse.audit.list.service import newest_of
from gatehouse.kit import clock

# Entries come into a block five minutes after they were written, at the next run of the job.
LATE = timedelta(minutes=15)

router = Router(prefix="/vendor/resources/audits/v1", tags=["Vendor"])


@router.get("", permission=VendorPermission.READ_AUDITS, response_model=AuditLogPage)
async def list_audit_log(
    db: VendorLaggingTransaction, query: Annotated[AuditLogQuery, Query()]
) -> Response:
    """What happened in every account, and in none; with `tenantId` in one."""
    span = TimeSpan(query.created_from, query.created_to)
    if query.tenant_id is not None:
        return await newest_of(
            db, query.tenant_id, span, query.wanted, offset=query.offset, count=query.count
        )
    return await service.of_all(db, span, query.wanted, offset=query.offset, count=query.count)


@router.get("/chain", permission=VendorPermission.READ_AUDITS, response_model=AuditChainOut)
async def get_audit_chain(db: VendorLaggingTransaction) -> SealStatus:
    """How far the audit is sealed."""
    return await queries.SEALED.one(db, clock.now() - LATE)
