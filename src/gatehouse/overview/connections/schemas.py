from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId

ConnectionKind = Literal["sso", "directory", "webhook"]
ConnectionState = Literal["failing", "on", "off"]
Problem = Literal["not_answering", "given_up", "domain_lost", "certificate_over", "test_failed"]


class ConnectionsQuery(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    kind: ConnectionKind | None = None
    state: ConnectionState | None = None
    tenant_id: TenantId | None = None
    offset: int = Field(0, ge=0, le=10_000)
    limit: int = Field(20, ge=1, le=100)


class ConnectionOut(Wire):
    """Without a tenant it is the vendor's own webhook. `name`: of a webhook or directory its own, of a single
    sign-on its type. `problem`: a webhook is `not_answering` or was `given_up`; of a single sign-on a
    `domain_lost` its record, the `certificate_over`, or the last `test_failed`. What was last is known of
    test logins, of a webhook's newest 100 deliveries, and of a directory's changes; its failures are not
    kept."""

    kind: ConnectionKind
    id: UUID
    tenant_id: ShownTenantId | None = None
    tenant_name: str | None = None
    name: str
    enabled: bool
    problem: Problem | None = None
    failing_since: datetime | None = None
    last_success_at: datetime | None = None
    last_failure_at: datetime | None = None
    created_at: datetime


class ConnectionsPage(Wire):
    """Those that fail first, then the newest. `total` counts the others to 10,000."""

    items: list[ConnectionOut]
    total: int
