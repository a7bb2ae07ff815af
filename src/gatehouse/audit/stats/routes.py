"""Figures of the audit (wire-api §17)."""

from gatehouse.access.permissions import Permission
from gatehouse.access.replica_reads import LaggingTransaction
from gatehouse.access.router import Caller, Router
from gatehouse.audit.stats import service
from gatehouse.audit.stats.models import AuditStats
from gatehouse.audit.stats.schemas import DaysOut, StatsOut

router = Router(tags=["Audits"])


@router.get("/audits/stats", permission=Permission.READ_AUDITS, response_model=StatsOut)
async def get_audit_stats(db: LaggingTransaction, caller: Caller) -> AuditStats:
    """Of today and of this week, in the account's time zone. Neither counts further than 100,000."""
    return await service.read_audit_stats(db, caller.tenant_id)


@router.get("/audits/stats/days", permission=Permission.READ_AUDITS)
async def get_audit_days(db: LaggingTransaction, caller: Caller) -> DaysOut:
    """How many entries each of the last fourteen days has, in the account's time zone. Of an account with
    more than 100,000 in them, fewer days."""
    return await service.read_audit_days(db, caller.tenant_id)
