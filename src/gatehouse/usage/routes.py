"""`/usage/resources/v1`."""

from typing import Annotated

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.audit.settings import AuditSettings
from gatehouse.kit.resources import resource
from gatehouse.usage import service
from gatehouse.usage.schemas import Usage

Kept = Annotated[AuditSettings, resource(AuditSettings)]

router = Router(prefix="/usage/resources/v1", tags=["Usage"])


@router.get("", permission=Permission.USAGE_READ)
async def get_usage(db: Transaction, caller: Caller, kept: Kept) -> Usage:
    """Active users, sign-ins, API tokens, seats and API calls of the caller's account by month. Of the audit
    and of each license at most the newest 50,000 entries are read. Calls of the last ten seconds may be
    missing."""
    return await service.read_usage(db, caller.tenant_id, kept.audit_retention_days)
