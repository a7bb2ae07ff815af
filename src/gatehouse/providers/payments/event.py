"""Verifies the signature of a webhook, and parses its body into an event.

The body contains unverified input from browsers, so it is cleaned. The signature is `Paddle-Signature:
ts=<unix seconds>;h1=<hex>[;h1=<hex>…]`: `h1` is HMAC-SHA256 over `<ts>:<raw body>` with a destination's whole
secret. While a secret is rotated several `h1` arrive, and we may hold several secrets: one match is enough.
Verified by hand, because the official verifier depends on the letter case of the header, fails on unknown
keys, and can be switched off by an environment variable.
"""

import hmac
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse.providers.payments.errors import MalformedEvent, SignatureRefused
from gatehouse.providers.payments.port import ProviderEvent

TIMESTAMP = re.compile(r"[0-9]{1,12}")
MAX_MARKS = 10


def verify_webhook_signature(
    body: bytes, header: str, secrets: Sequence[str], now: datetime, tolerance_seconds: int
) -> None:
    """`SignatureRefused` unless one of the secrets signed exactly this body at about this time."""
    parts = [part.strip().partition("=") for part in header.split(";")]
    stamps = [value for key, _, value in parts if key == "ts"]
    marks = [value for key, _, value in parts if key == "h1"][:MAX_MARKS]
    if len(stamps) != 1 or not TIMESTAMP.fullmatch(stamps[0]) or not marks:
        raise SignatureRefused("The signature is missing or unreadable")
    if abs(now.timestamp() - int(stamps[0])) > tolerance_seconds:
        raise SignatureRefused("The signature is too old or from the future")
    message = stamps[0].encode() + b":" + body
    expected = [hmac.digest(secret.encode(), message, "sha256").hex() for secret in secrets]
    if not any(equal_in_constant_time(one, mark) for one in expected for mark in marks):
        raise SignatureRefused("The signature does not fit")


IDENTIFIER = re.compile(r"[A-Za-z0-9_.\-]{1,100}")
BIGGEST_INTEGER = 2**63 - 1
DEEPEST = 100
YEARS = range(1970, 3000)


def parse_event(body: bytes, now: datetime) -> ProviderEvent:
    """`MalformedEvent` unless the body is an object with `event_id` and `event_type`."""
    try:
        # Not orjson: it refuses lone surrogates and long integers, and a paid purchase may hold them.
        payload = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MalformedEvent("The body is not valid JSON") from error
    if not isinstance(payload, dict):
        raise MalformedEvent("The body is not an object")
    event_id, event_type = payload.get("event_id"), payload.get("event_type")
    if not _is_identifier(event_id) or not _is_identifier(event_type):
        raise MalformedEvent("event_id and event_type are required")
    occurred_at, kept = parse_moment(payload.get("occurred_at")) or now, to_storable(payload)
    return ProviderEvent(
        str(event_id),
        str(event_type),
        occurred_at,
        kept,
        _find_subscription_id(str(event_type), kept),
    )


def _find_subscription_id(event_type: str, payload: dict[str, Any]) -> str | None:
    data = payload.get("data")
    name = "id" if event_type.startswith("subscription.") else "subscription_id"
    found = data.get(name) if isinstance(data, dict) else None
    return found if _is_identifier(found) else None


def _is_identifier(value: object) -> bool:
    return isinstance(value, str) and IDENTIFIER.fullmatch(value) is not None


def to_storable(value: Any, depth: int = 0) -> Any:
    """The JSON value without what `jsonb` and its encoder cannot hold; values nested too deep become null."""
    if depth > DEEPEST:
        return None
    if isinstance(value, dict):
        return {to_storable(key): to_storable(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [to_storable(item, depth + 1) for item in value]
    if isinstance(value, str):
        return value.replace("\x00", "").encode("utf-8", "replace").decode()
    if isinstance(value, int) and abs(value) > BIGGEST_INTEGER:
        return str(value)
    return value


def parse_moment(value: object) -> datetime | None:
    """An RFC 3339 time with up to nine fractional digits; None when it is none, or so far away that it
    cannot be reckoned with."""
    if not isinstance(value, str):
        return None
    try:
        parsed = datetime.fromisoformat(value)
    except ValueError:
        return None
    if parsed.year not in YEARS:
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
