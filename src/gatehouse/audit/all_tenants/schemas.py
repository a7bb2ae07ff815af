from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from gatehouse.audit.list.models import BEGINNING, END, AuditQuery
from gatehouse.audit.list.schemas import Moment, Part
from gatehouse.kit.events import Severity
from gatehouse.kit.lists import CAP, SparseQuery
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId


class AuditLogQuery(SparseQuery):
    """Newest first; `offset` counts rows. `filter` is a part of any text; `action` and `email` are parts, the
    others whole. `created_to` is not included."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    offset: int = Field(0, ge=0, le=int(CAP))
    count: int = Field(20, ge=1, le=200)
    created_from: Moment = BEGINNING
    created_to: Moment = END
    tenant_id: TenantId | None = Field(None, alias="tenantId")
    filter: Part = ""
    action: Part = ""
    email: Part = ""
    severity: Severity | None = None
    actor_kind: Literal["user", "staff", "vendor", "system"] | None = Field(None, alias="actorKind")

    @property
    def wanted(self) -> AuditQuery:
        return AuditQuery(
            text=self.filter,
            action=self.action,
            email=self.email,
            severity=self.severity,
            actor_kind=self.actor_kind,
        )


class LoggedOut(Wire):
    """`email` is empty when no user or caller was involved; an entry that belongs to no tenant has no
    `tenantId`."""

    id: UUID = Field(alias="_id")
    created_at: datetime
    email: str
    user: UUID | None = None
    action: str
    description: str
    ip: str
    severity: Severity
    user_agent: str | None = None
    tenant_id: ShownTenantId | None = None
    vendor_id: UUID
    actor_kind: str | None = None
    impersonator_id: UUID | None = None
    json_: dict[str, Any] = Field(alias="json")


class AuditLogPage(Wire):
    """`searchedTo`: only the 10,000 newest entries of the span were searched; older ones follow with it as
    `created_to`."""

    data: list[LoggedOut]
    total: int
    searched_to: datetime | None = None


class AuditChainOut(Wire):
    """`sealedUntil`: all entries until then are in a block, and any change to them is detected. `isBehind`:
    later entries should be sealed too, and are not. `gatehouse audit verify` compares every entry with its
    block."""

    sealed_until: datetime
    is_behind: bool
