"""The log on the wire (wire-api §16.18)."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Query
from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId

WebhookId = Annotated[UUID, Query(description="The webhook.")]
Offset = Annotated[int, Query(ge=0, le=100_000)]
Size = Annotated[int, Query(ge=1, le=100)]


class DeliveryOut(Wire):
    """`body` is what is sent; `statusCode` what the receiver answered at the last attempt, null when no
    answer came; `answer` the first kilobyte of it, or why there was none. `status`: `waiting` until
    `nextAttemptAt`, `delivered`, or `dead`, which is sent again only on request."""

    id: UUID
    webhook_id: UUID
    tenant_id: ShownTenantId
    vendor_id: UUID
    event_id: UUID
    event_key: str
    body: str
    status: Literal["waiting", "delivered", "dead"]
    attempts: int
    status_code: int | None = None
    answer: str
    next_attempt_at: datetime | None = None
    last_attempt_at: datetime | None = None
    created_at: datetime


class DeliveryPage(Wire):
    count: int = Field(description="Of all pages; counted to 10,000.")
    rows: list[DeliveryOut]


class RetryResult(Wire):
    status_code: Literal[202] = Field(202, description="The event is sent again.")
