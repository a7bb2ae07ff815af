"""Sends a test event, and waits for the receiver's answer."""

from gatehouse.audit.service import announce_event
from gatehouse.connectivity.webhooks import queries
from gatehouse.connectivity.webhooks.errors import TestFailed, UrlRefused
from gatehouse.connectivity.webhooks.events import WebhookTested
from gatehouse.connectivity.webhooks.message import test_body
from gatehouse.connectivity.webhooks.models import Webhook
from gatehouse.connectivity.webhooks.owner import WebhookOwner
from gatehouse.connectivity.webhooks.schemas import HIDDEN, WebhookTest, WebhookTestResult
from gatehouse.connectivity.webhooks.service import secret_of
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.webhook_signature import signed_headers

TESTS = RateLimit("webhook tests", 20)


async def test_webhook(
    db: Db, resources: Resources, owner: WebhookOwner, data: WebhookTest
) -> WebhookTestResult:
    """No connection is held while the receiver thinks. Raises `UrlRefused`, `TestFailed` or `RateLimited`."""
    await db.pause()
    await resources[RateLimiter].hit(TESTS, str(owner.tenant_id))
    known = await _find_stored_webhook(db, owner, data)
    secret = data.secret
    if secret == HIDDEN:
        secret = secret_of(resources[Box], known) if known else None
    event = WebhookTested(
        owner.account,
        known.id if known else new_id(),
        known.name if known else "",
        url=data.url,
    )
    await announce_event(db, event, by=owner.by)
    await db.pause()
    message_id, now = new_id(), clock.now()
    written = test_body(message_id, now, owner.account, data.payload).encode()
    body = await resources[ExternalIds].in_json(written)
    try:
        answer = await resources[Outbound].post(
            data.url, body, signed_headers(secret, str(message_id), now, body)
        )
    except AddressRefused as error:
        raise UrlRefused(str(error)) from None
    except Unreachable as error:
        raise TestFailed(str(error)) from None
    return WebhookTestResult(status_code=answer.status, body=answer.text)


async def _find_stored_webhook(db: Db, owner: WebhookOwner, data: WebhookTest) -> Webhook | None:
    if data.id is not None:
        return await queries.ONE.first(db, owner.tenant_id, data.id)
    return await queries.BY_URL.first(db, owner.tenant_id, data.url)
