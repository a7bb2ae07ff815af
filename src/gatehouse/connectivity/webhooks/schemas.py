"""Webhooks on the wire (wire-api §16.18)."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Query
from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from gatehouse.kit.outbound_url import OutboundUrl
from gatehouse.kit.schemas import Metadata, Name, Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId

# Shown instead of a stored secret; who sends it back leaves the secret as it is.
HIDDEN = "••••••••"


Secret = Annotated[
    Annotated[str, StringConstraints(min_length=8, max_length=256, pattern=r"^[^\x00-\x1f\x7f]+$")]
    | None,
    BeforeValidator(lambda value: None if value == "" else value),
]
DisplayName = Annotated[Name, StringConstraints(min_length=1)]
# The key of an event, the id of a category, or the name of a category and `.*`.
EventKey = Annotated[
    str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")
]
EventKeys = Annotated[
    list[EventKey],
    Field(min_length=1, max_length=200),
    AfterValidator(lambda keys: list(dict.fromkeys(keys))),
]


def _refuse_secret_placeholder(secret: str | None) -> str | None:
    if secret == HIDDEN:
        raise ValueError("must be a secret, not its placeholder")
    return secret


class WebhookIn(Wire):
    """`eventKeys` may hold the id of a category, or its name and `.*`, which means all its events and is
    answered as the id. `isOrdered`: an event is sent
    when all before it have arrived. `payload` is the data of test events."""

    display_name: DisplayName
    description: Text | None = None
    url: OutboundUrl
    secret: Annotated[Secret, AfterValidator(_refuse_secret_placeholder)] = None
    event_keys: EventKeys
    is_active: bool = False
    is_ordered: bool = False
    payload: Metadata = None


class VendorWebhookIn(WebhookIn):
    """The vendor's own may be called nothing."""

    display_name: Name | None = None  # type: ignore[assignment]


class WebhookChange(Wire):
    """What is missing stays; a secret that is null is taken away."""

    display_name: DisplayName | None = None
    description: Text | None = None
    url: OutboundUrl | None = None
    secret: Secret = None
    event_keys: EventKeys | None = None
    is_active: bool | None = None
    is_ordered: bool | None = None
    payload: Metadata = None


class WebhookOut(Wire):
    """`secret` is a placeholder where there is one. `failingSince`: nothing arrived since then;
    `disabledAt`: switched off because of that."""

    id: UUID = Field(alias="_id")
    display_name: str
    description: str
    url: str
    secret: str | None
    event_keys: list[str]
    is_active: bool
    is_ordered: bool
    payload: dict[str, Any] | None = None
    invocations: int
    failing_since: datetime | None = None
    disabled_at: datetime | None = None
    created_at: datetime
    updated_at: datetime


class VendorWebhookOut(WebhookOut):
    """`secret` is the stored value for a caller who may see secrets."""

    vendor_id: UUID


class WebhookTest(Wire):
    """`_id` names the webhook whose stored secret the placeholder stands for; else that of this URL."""

    id: UUID | None = Field(None, alias="_id")
    url: OutboundUrl
    secret: Secret = None
    payload: Metadata = None


class WebhookTestResult(Wire):
    """The receiver's status, 200 or 201 when it took the event, and the beginning of what it answered."""

    status_code: int
    body: str


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
