"""The log of a webhook (wire-api §16.18). The published client asks with a slash before the query."""

from uuid import UUID

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.replica_reads import LaggingTransaction
from gatehouse.access.router import Caller, Router
from gatehouse.connectivity.webhooks.log import jobs as _jobs  # noqa: F401  registers them
from gatehouse.connectivity.webhooks.log import service
from gatehouse.connectivity.webhooks.log.schemas import (
    DeliveryPage,
    Offset,
    RetryResult,
    Size,
    WebhookId,
)
from gatehouse.connectivity.webhooks.owner import of_account
from gatehouse.kit.resources import AllResources
from gatehouse.vendor.current import configuration_of

router = Router(prefix="/webhook/logs", tags=["Webhooks"])


@router.get("/", permission=Permission.READ_WEBHOOK_LOGS)
@router.get(
    "",
    permission=Permission.READ_WEBHOOK_LOGS,
    include_in_schema=False,
    name="list_webhook_deliveries_without_slash",
)
async def list_webhook_deliveries(
    db: LaggingTransaction,
    caller: Caller,
    resources: AllResources,
    id: WebhookId,  # noqa: A002  the wire's name
    offset: Offset = 0,
    limit: Size = 10,
) -> DeliveryPage:
    """What was or is to be sent in the last 30 days, the newest first. 404 `webhooks.not_found`."""
    vendor_id = configuration_of(resources).vendor.id
    return await service.list_deliveries(db, caller.tenant_id, vendor_id, id, offset, limit)


@router.post("/{delivery_id}/retries", permission=Permission.WRITE_WEBHOOK)
async def retry_webhook_delivery(
    db: Transaction, caller: Caller, client: CurrentClient, delivery_id: UUID
) -> RetryResult:
    """Send it again now, arrived or not; `statusCode` 202. 404 `webhooks.delivery_not_found`; 409
    `webhooks.inactive`."""
    await service.redeliver_webhook(db, of_account(caller, client), delivery_id)
    return RetryResult()
