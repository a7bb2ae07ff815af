"""`/usage/resources/v1`."""

from typing import Annotated

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.settings import AuditSettings
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.usage import service
from gatehouse.usage.schemas import Usage

CanRead = Annotated[Principal, require(Permission.USAGE_READ)]
Kept = Annotated[AuditSettings, resource(AuditSettings)]

router = Router(prefix="/usage/resources/v1", tags=["Usage"])


@router.get("")
async def get_usage(db: Transaction, caller: CanRead, kept: Kept) -> Usage:
    """Active users, sign-ins, API tokens, seats and API calls of the caller's account by month. Of the audit
    and of each license at most the newest 50,000 entries are read. Calls of the last ten seconds may be
    missing."""
    return await service.usage_of(db, caller.tenant_id, kept.audit_retention_days)
