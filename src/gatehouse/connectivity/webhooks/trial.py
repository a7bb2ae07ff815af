"""A test event, sent while somebody waits for the receiver's answer."""

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce
from gatehouse.connectivity.webhooks import queries
from gatehouse.connectivity.webhooks.errors import TestFailed, UrlRefused
from gatehouse.connectivity.webhooks.events import WebhookTested
from gatehouse.connectivity.webhooks.message import test_body
from gatehouse.connectivity.webhooks.models import Webhook
from gatehouse.connectivity.webhooks.schemas import HIDDEN, WebhookTest, WebhookTestResult
from gatehouse.connectivity.webhooks.signature import signed_headers
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources

TESTS = Limit("webhook tests", 20)


async def test(
    db: Db, resources: Resources, caller: Principal, client: Client, data: WebhookTest
) -> WebhookTestResult:
    """No connection is held while the receiver thinks. `UrlRefused`, `TestFailed`, `RateLimited`."""
    await db.pause()
    await resources[RateLimiter].hit(TESTS, str(caller.tenant_id))
    known = await _stored(db, caller, data)
    secret = data.secret
    if secret == HIDDEN:
        sealed = known.sealed_secret if known else None
        secret = (
            queries.SECRET.open(resources[Box], known.id, sealed).decode()
            if known and sealed
            else None
        )
    event = WebhookTested(
        caller.tenant_id,
        known.id if known else new_id(),
        known.display_name if known else "",
        url=data.url,
    )
    await announce(db, event, by=by_caller(caller, client))
    await db.pause()
    message_id, now = new_id(), clock.now()
    body = test_body(message_id, now, caller.tenant_id, data.payload).encode()
    try:
        answer = await resources[Outbound].post(
            data.url, body, signed_headers(secret, str(message_id), now, body)
        )
    except AddressRefused as error:
        raise UrlRefused(str(error)) from None
    except Unreachable as error:
        raise TestFailed(str(error)) from None
    return WebhookTestResult(status_code=answer.status, body=answer.text)


async def _stored(db: Db, caller: Principal, data: WebhookTest) -> Webhook | None:
    if data.id is not None:
        return await queries.ONE.first(db, caller.tenant_id, data.id)
    return await queries.BY_URL.first(db, caller.tenant_id, data.url)
