"""Webhooks of the vendor itself, which hear of every account, at the paths of the accounts' own: a caller
that names no account means these (wire-api §16.18)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    UnnamedRoute,
    VendorPrincipal,
    VendorTransaction,
    may_read_secrets,
)
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.connectivity.webhooks import log, schemas, service
from gatehouse.connectivity.webhooks.models import VENDOR, Webhook, WebhookOwner
from gatehouse.connectivity.webhooks.queries import ALL
from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.vendor.current import configuration_of

of_everybody = Router(
    prefix="/webhook", tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False
)


def _to_vendor_webhook_response(
    resources: Resources, caller: VendorPrincipal, webhook: Webhook
) -> schemas.VendorWebhookOut:
    told = service.to_webhook_response(webhook).model_dump()
    if may_read_secrets(caller):
        told["secret"] = service.decrypt_webhook_secret(resources[Box], webhook)
    return schemas.VendorWebhookOut(**told, vendor_id=configuration_of(resources).vendor.id)


@of_everybody.get("", permission=VendorPermission.READ_EVENTS)
async def list_vendor_webhooks(
    db: VendorTransaction, caller: VendorCaller, resources: AllResources
) -> list[schemas.VendorWebhookOut]:
    """The oldest first."""
    return [
        _to_vendor_webhook_response(resources, caller, one) for one in await ALL.all(db, VENDOR)
    ]


@of_everybody.post("/custom", permission=VendorPermission.WRITE_EVENTS, status_code=201)
async def create_vendor_webhook(
    db: VendorTransaction,
    caller: VendorCaller,
    resources: AllResources,
    data: schemas.VendorWebhookIn,
) -> schemas.VendorWebhookOut:
    """Create a webhook of the vendor, as accounts create theirs. The name may be missing."""
    made = await service.create_webhook(db, resources, WebhookOwner.for_vendor(caller), data)
    return _to_vendor_webhook_response(resources, caller, made)


@of_everybody.post("/test", permission=VendorPermission.WRITE_EVENTS)
async def test_vendor_webhook(
    db: VendorTransaction, caller: VendorCaller, resources: AllResources, data: schemas.WebhookTest
) -> schemas.WebhookTestResult:
    """Test a webhook of the vendor, as accounts test theirs."""
    return await service.test_webhook(db, resources, WebhookOwner.for_vendor(caller), data)


@of_everybody.get("/logs/", permission=VendorPermission.READ_EVENTS)
@of_everybody.get(
    "/logs",
    permission=VendorPermission.READ_EVENTS,
    name="list_vendor_webhook_deliveries_without_slash",
)
async def list_vendor_webhook_deliveries(
    db: VendorLaggingTransaction,
    resources: AllResources,
    id: schemas.WebhookId,  # noqa: A002  the wire's name
    offset: schemas.Offset = 0,
    limit: schemas.Size = 10,
) -> schemas.DeliveryPage:
    """List deliveries of the last 30 days, the newest first; each with the account that its event is of. 404
    `webhooks.not_found`."""
    vendor_id = configuration_of(resources).vendor.id
    return await log.list_deliveries(db, VENDOR, vendor_id, id, offset, limit)


@of_everybody.post("/logs/{delivery_id}/retries", permission=VendorPermission.WRITE_EVENTS)
async def retry_vendor_webhook_delivery(
    db: VendorTransaction, caller: VendorCaller, delivery_id: UUID
) -> schemas.RetryResult:
    """404 `webhooks.delivery_not_found`; 409 `webhooks.inactive`."""
    await log.redeliver_webhook(db, WebhookOwner.for_vendor(caller), delivery_id)
    return schemas.RetryResult()


@of_everybody.patch("/{webhook_id}", permission=VendorPermission.WRITE_EVENTS)
async def change_vendor_webhook(
    db: VendorTransaction,
    caller: VendorCaller,
    resources: AllResources,
    webhook_id: UUID,
    data: schemas.WebhookChange,
) -> schemas.VendorWebhookOut:
    """404 `webhooks.not_found`."""
    owner = WebhookOwner.for_vendor(caller)
    changed = await service.change_webhook(db, resources, owner, webhook_id, data)
    return _to_vendor_webhook_response(resources, caller, changed)


@of_everybody.delete("/{webhook_id}", permission=VendorPermission.WRITE_EVENTS)
async def delete_vendor_webhook(
    db: VendorTransaction, caller: VendorCaller, webhook_id: UUID
) -> Response:
    """Delete the webhook and its log. 404 `webhooks.not_found`."""
    await service.delete_webhook(db, WebhookOwner.for_vendor(caller), webhook_id)
    return Response()
