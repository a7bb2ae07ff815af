"""Webhooks and their logs (wire-api §16.18; admin portal, webhooks)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.replica_reads import LaggingTransaction
from gatehouse.access.router import Caller, Router
from gatehouse.connectivity.webhooks import log, schemas, service
from gatehouse.connectivity.webhooks.models import WebhookOwner
from gatehouse.connectivity.webhooks.queries import ALL
from gatehouse.kit.resources import AllResources
from gatehouse.vendor.current import configuration_of

router = Router(prefix="/webhook", tags=["Webhooks"])
# The published client asks with a slash before the query.
logs = Router(prefix="/webhook/logs", tags=["Webhooks"])


@router.get("", permission=Permission.READ_WEBHOOKS)
async def list_webhooks(db: Transaction, caller: Caller) -> list[schemas.WebhookOut]:
    """All of the account, the oldest first."""
    return [service.to_webhook_response(one) for one in await ALL.all(db, caller.tenant_id)]


@router.post("/custom", permission=Permission.WRITE_WEBHOOK, status_code=201)
async def create_webhook(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.WebhookIn
) -> schemas.WebhookOut:
    """Switched off unless `isActive`. 400 `webhooks.url_refused` for an address in a private network,
    `webhooks.unknown_event`; 409 `webhooks.too_many`."""
    owner = WebhookOwner.for_tenant(caller)
    return service.to_webhook_response(await service.create_webhook(db, resources, owner, data))


@router.post("/test", permission=Permission.WRITE_WEBHOOK)
async def test_webhook(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.WebhookTest
) -> schemas.WebhookTestResult:
    """Send a test event now. 400 `webhooks.url_refused` for a private address; 400 `webhooks.test_failed`
    when no answer came, with the reason as text; 429 `rate.limited`."""
    return await service.test_webhook(db, resources, WebhookOwner.for_tenant(caller), data)


@router.patch("/{webhook_id}", permission=Permission.WRITE_WEBHOOK)
async def change_webhook(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    webhook_id: UUID,
    data: schemas.WebhookChange,
) -> schemas.WebhookOut:
    """400 `webhooks.url_refused`, `webhooks.unknown_event`; 404 `webhooks.not_found`."""
    owner = WebhookOwner.for_tenant(caller)
    return service.to_webhook_response(
        await service.change_webhook(db, resources, owner, webhook_id, data)
    )


@router.delete("/{webhook_id}", permission=Permission.DELETE_WEBHOOK)
async def delete_webhook(db: Transaction, caller: Caller, webhook_id: UUID) -> Response:
    """Delete the webhook and its log. 404 `webhooks.not_found`."""
    await service.delete_webhook(db, WebhookOwner.for_tenant(caller), webhook_id)
    return Response()


@logs.get("/", permission=Permission.READ_WEBHOOK_LOGS)
@logs.get(
    "",
    permission=Permission.READ_WEBHOOK_LOGS,
    include_in_schema=False,
    name="list_webhook_deliveries_without_slash",
)
async def list_webhook_deliveries(
    db: LaggingTransaction,
    caller: Caller,
    resources: AllResources,
    id: schemas.WebhookId,  # noqa: A002  the wire's name
    offset: schemas.Offset = 0,
    limit: schemas.Size = 10,
) -> schemas.DeliveryPage:
    """What was or is to be sent in the last 30 days, the newest first. 404 `webhooks.not_found`."""
    vendor_id = configuration_of(resources).vendor.id
    return await log.list_deliveries(db, caller.tenant_id, vendor_id, id, offset, limit)


@logs.post("/{delivery_id}/retries", permission=Permission.WRITE_WEBHOOK)
async def retry_webhook_delivery(
    db: Transaction, caller: Caller, delivery_id: UUID
) -> schemas.RetryResult:
    """Send it again now, arrived or not; `statusCode` 202. 404 `webhooks.delivery_not_found`; 409
    `webhooks.inactive`."""
    await log.redeliver_webhook(db, WebhookOwner.for_tenant(caller), delivery_id)
    return schemas.RetryResult()
