"""Figures of the audit (wire-api §17)."""

from typing import Annotated

from gatehouse.access.guard import require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.replica_reads import LaggingTransaction
from gatehouse.audit.stats import service
from gatehouse.audit.stats.models import AuditStats
from gatehouse.audit.stats.schemas import DaysOut, StatsOut
from gatehouse.kit.router import Router

CanRead = Annotated[Principal, require(Permission.READ_AUDITS)]

router = Router(tags=["Audits"])


@router.get("/audits/stats", response_model=StatsOut)
async def get_audit_stats(db: LaggingTransaction, caller: CanRead) -> AuditStats:
    """Of today and of this week, in the account's time zone. Neither counts further than 100,000."""
    return await service.read_audit_stats(db, caller.tenant_id)


@router.get("/audits/stats/days")
async def get_audit_days(db: LaggingTransaction, caller: CanRead) -> DaysOut:
    """How many entries each of the last fourteen days has, in the account's time zone. Of an account with
    more than 100,000 in them, fewer days."""
    return await service.read_audit_days(db, caller.tenant_id)
