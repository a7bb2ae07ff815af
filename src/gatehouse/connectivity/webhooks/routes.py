"""Webhooks (wire-api §16.18; admin portal, webhooks)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.connectivity.webhooks import service, trial
from gatehouse.connectivity.webhooks.delivery import send as _send  # noqa: F401  registers its jobs
from gatehouse.connectivity.webhooks.owner import of_account
from gatehouse.connectivity.webhooks.queries import ALL
from gatehouse.connectivity.webhooks.schemas import (
    WebhookChange,
    WebhookIn,
    WebhookOut,
    WebhookTest,
    WebhookTestResult,
)
from gatehouse.kit.resources import AllResources

router = Router(prefix="/webhook", tags=["Webhooks"])


@router.get("", permission=Permission.READ_WEBHOOKS)
async def list_webhooks(db: Transaction, caller: Caller) -> list[WebhookOut]:
    """All of the account, the oldest first."""
    return [service.to_webhook_response(one) for one in await ALL.all(db, caller.tenant_id)]


@router.post("/custom", permission=Permission.WRITE_WEBHOOK, status_code=201)
async def create_webhook(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: WebhookIn,
) -> WebhookOut:
    """Switched off unless `isActive`. 400 `webhooks.url_refused` for an address in a private network,
    `webhooks.unknown_event`; 409 `webhooks.too_many`."""
    owner = of_account(caller, client)
    return service.to_webhook_response(await service.create_webhook(db, resources, owner, data))


@router.post("/test", permission=Permission.WRITE_WEBHOOK)
async def test_webhook(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: WebhookTest,
) -> WebhookTestResult:
    """Send a test event now. 400 `webhooks.url_refused` for a private address; 400 `webhooks.test_failed`
    when no answer came, with the reason as text; 429 `rate.limited`."""
    return await trial.test_webhook(db, resources, of_account(caller, client), data)


@router.patch("/{webhook_id}", permission=Permission.WRITE_WEBHOOK)
async def change_webhook(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    webhook_id: UUID,
    data: WebhookChange,
) -> WebhookOut:
    """400 `webhooks.url_refused`, `webhooks.unknown_event`; 404 `webhooks.not_found`."""
    owner = of_account(caller, client)
    return service.to_webhook_response(
        await service.change_webhook(db, resources, owner, webhook_id, data)
    )


@router.delete("/{webhook_id}", permission=Permission.DELETE_WEBHOOK)
async def delete_webhook(
    db: Transaction, caller: Caller, client: CurrentClient, webhook_id: UUID
) -> Response:
    """Delete the webhook and its log. 404 `webhooks.not_found`."""
    await service.delete_webhook(db, of_account(caller, client), webhook_id)
    return Response()
