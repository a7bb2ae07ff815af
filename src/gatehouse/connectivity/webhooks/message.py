"""What a webhook is sent (wire-api §14)."""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from gatehouse.connectivity.events import EventTriggered
from gatehouse.kit.events import Event, EventEnvelope

# As JSON writes it, which PostgreSQL stores nowhere. After an odd backslash it is a backslash and `u0000`.
NUL = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")
TEST_KEY = "gatehouse.webhook.test"
TEST_DATA = {"message": "This is a test event."}


def build_webhook_body(key: str, news: EventEnvelope[Event]) -> str:
    """The JSON body: `eventKey` and `eventContext` as on the wire, and `data` with the event's own facts, a
    readable sentence and the actor."""
    event, actor = news.event, news.actor
    context: dict[str, Any] = {"tenantId": event.tenant_id}
    about = getattr(event, "user_id", None) or actor.user_id
    if about:
        context["userId"] = about
    by = {"kind": actor.kind, "userId": actor.user_id, "email": actor.email}
    data = {"description": event.description, "severity": event.severity, "actor": by}
    if isinstance(event, EventTriggered):
        data |= event.details | {"title": event.title, "description": event.summary}
    else:
        data = {_to_camel_case(name): value for name, value in event.data.items()} | data
    return _encode_webhook_message(news.id, key, news.occurred_at, context, data)


def build_test_webhook_body(
    message_id: UUID, at: datetime, account: UUID | None, data: dict[str, Any] | None
) -> str:
    context = {"tenantId": account} if account else {}
    return _encode_webhook_message(message_id, TEST_KEY, at, context, data or TEST_DATA)


def _encode_webhook_message(
    message_id: UUID, key: str, at: datetime, context: dict[str, Any], data: dict[str, Any]
) -> str:
    message = {
        "id": message_id,
        "eventKey": key,
        "timestamp": at,
        "eventContext": context,
        "data": data,
    }
    return NUL.sub(r"\1", orjson.dumps(message, default=str).decode())


def _to_camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
