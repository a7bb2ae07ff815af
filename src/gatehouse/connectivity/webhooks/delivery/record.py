"""What came of a run: each delivery's state, and the webhook's own."""

from datetime import datetime
from uuid import UUID

from gatehouse.access.owners import some_owners
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.connectivity.webhooks.delivery import queries, rules
from gatehouse.connectivity.webhooks.delivery.models import DeliveryOutcome, DeliveryTarget
from gatehouse.connectivity.webhooks.events import WebhookDisabled
from gatehouse.connectivity.webhooks.owner import account_of
from gatehouse.directory.people.administrators import some_addresses
from gatehouse.identity.mails.service import send_mail
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources


async def record_outcomes(
    db: Db,
    resources: Resources,
    tenant_id: UUID,
    target: DeliveryTarget,
    outcomes: list[DeliveryOutcome],
    rest_until: datetime | None,
) -> datetime | None:
    """Let the webhook go; when it is due again, if it is."""
    now = clock.now()
    if await queries.LOCK.first(db, tenant_id, target.id) is None:
        return None  # deleted meanwhile, with its deliveries
    for outcome in outcomes:
        await _store_outcome(db, tenant_id, outcome, now)
    failing_since = _failing_since(target, outcomes, now)
    due_at = await queries.RELEASE.first(
        db, tenant_id, target.id, rest_until, len(outcomes), failing_since
    )
    last = outcomes[-1].status if outcomes else None
    if failing_since and rules.is_given_up(failing_since, now, last):
        await _disable_webhook(db, resources, tenant_id, target, now)
        return None
    return due_at


async def _store_outcome(db: Db, tenant_id: UUID, outcome: DeliveryOutcome, now: datetime) -> None:
    attempts = outcome.due.attempts + 1
    if rules.is_success(outcome.status):
        status, again_at = "delivered", None
    else:
        again_at = rules.next_attempt(attempts, now)
        status = "waiting" if again_at else "dead"
    await queries.RECORD.run(
        db,
        tenant_id,
        outcome.due.id,
        status,
        attempts,
        outcome.status,
        outcome.answer,
        now,
        again_at,
    )


def _failing_since(
    target: DeliveryTarget, outcomes: list[DeliveryOutcome], now: datetime
) -> datetime | None:
    if not outcomes:
        return target.failing_since
    if any(rules.is_success(outcome.status) for outcome in outcomes):
        return None
    return target.failing_since or now


async def _disable_webhook(
    db: Db, resources: Resources, tenant_id: UUID, target: DeliveryTarget, now: datetime
) -> None:
    """Disable the webhook and mail the tenant's administrators, or the staff owners for a webhook of the
    vendor. Does nothing when it is disabled already."""
    if not await queries.DISABLE.run(db, tenant_id, target.id, now):
        return
    account = account_of(tenant_id)
    await announce_event(db, WebhookDisabled(account, target.id, target.name), by=SYSTEM)
    page = "/oauth/portal/webhooks" if account else "/console/webhooks"
    link = f"{resources[Deployment].public_url}{page}"
    addresses = await some_addresses(db, account) if account else await some_owners(db)
    for address in addresses:
        await send_mail(db, resources, "webhook-disabled", address, webhook=target.name, link=link)
