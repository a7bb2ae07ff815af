"""Webhooks of a tenant or of the vendor: which URLs get which events."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.connectivity import errors, events
from gatehouse.connectivity.catalogue import list_subscribable_keys, resolve_category_pattern
from gatehouse.connectivity.webhooks import queries, schemas
from gatehouse.connectivity.webhooks.delivery import enqueue_webhook_delivery
from gatehouse.connectivity.webhooks.message import build_test_webhook_body
from gatehouse.connectivity.webhooks.models import Webhook, WebhookOwner
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.webhook_signature import build_signature_headers
from gatehouse.vendor.current import configuration_of

MOST = 50
OVERLAP = timedelta(days=1)


def to_webhook_response(webhook: Webhook) -> schemas.WebhookOut:
    values = {
        name: getattr(webhook, name) for name in schemas.WebhookOut.model_fields if name != "secret"
    }
    return schemas.WebhookOut(**values, secret=schemas.HIDDEN if webhook.sealed_secret else None)


def decrypt_webhook_secret(box: Box, webhook: Webhook) -> str | None:
    """What was handed in; None where nothing was."""
    if webhook.sealed_secret is None:
        return None
    return queries.SECRET.open(box, webhook.id, webhook.sealed_secret).decode()


async def create_webhook(
    db: Db, resources: Resources, owner: WebhookOwner, data: schemas.WebhookIn
) -> Webhook:
    """Raises `UrlRefused`, `UnknownEvent` or `TooManyWebhooks`."""
    _refuse_private_url(resources, data.url)
    event_keys = _resolve_event_keys(resources, data.event_keys)
    _refuse_unknown_event_keys(resources, event_keys)
    await take_lock(db, Lock.WEBHOOKS, str(owner.tenant_id))
    if await queries.COUNT.one(db, owner.tenant_id) >= MOST:
        raise errors.TooManyWebhooks(
            f"The limit of {MOST} webhooks is reached. Delete one that you do not use."
        )
    webhook_id = new_id()
    webhook = await queries.ADD.one(
        db, webhook_id, owner.tenant_id, data.display_name or "", data.description or "", data.url,
        _seal_webhook_secret(resources[Box], webhook_id, data.secret, None), event_keys, data.is_active,
        data.is_ordered, data.payload, clock.now(),
    )  # fmt: skip
    event = events.WebhookCreated(owner.account, webhook.id, webhook.name)
    await announce_event(db, event, by=owner.by)
    return webhook


async def change_webhook(
    db: Db, resources: Resources, owner: WebhookOwner, webhook_id: UUID, data: schemas.WebhookChange
) -> Webhook:
    """`WebhookNotFound`, `UrlRefused`, `UnknownEvent`. What waited while it was off is sent once it is on.
    After a change of the secret, messages are signed with the previous one as well for a day."""
    before = await queries.LOCKED.first(db, owner.tenant_id, webhook_id)
    if before is None:
        raise errors.WebhookNotFound("The webhook was not found")
    given = data.model_dump(exclude_unset=True, exclude_none=True)
    if data.event_keys is not None:
        given["event_keys"] = _resolve_event_keys(resources, data.event_keys)
    # An event that an earlier version had may stay.
    _refuse_unknown_event_keys(resources, set(given.get("event_keys", [])) - set(before.event_keys))
    if data.url not in (None, before.url):
        _refuse_private_url(resources, data.url)
    now, box = clock.now(), resources[Box]
    sealed, previous = before.sealed_secret, None
    known = decrypt_webhook_secret(box, before)
    is_changed = "secret" in data.model_fields_set and data.secret not in (schemas.HIDDEN, known)
    if is_changed:
        sealed = _seal_webhook_secret(box, webhook_id, data.secret, sealed)
        if known is not None and data.secret is not None:
            previous = queries.PREVIOUS_SECRET.seal(box, webhook_id, known.encode())
    webhook = await queries.CHANGE.one(
        db, owner.tenant_id, webhook_id, given.get("display_name", before.display_name),
        given.get("description", before.description), given.get("url", before.url), sealed,
        given.get("event_keys", before.event_keys), given.get("is_active", before.is_active),
        given.get("is_ordered", before.is_ordered), given.get("payload", before.payload), now,
        is_changed, previous, now + OVERLAP if previous else None,
    )  # fmt: skip
    event = events.WebhookUpdated(
        owner.account, webhook_id, webhook.name, is_active=webhook.is_active
    )
    await announce_event(db, event, by=owner.by)
    if webhook.is_active and not before.is_active:
        await enqueue_webhook_delivery(db, owner.tenant_id, webhook_id)
    return webhook


async def delete_webhook(db: Db, owner: WebhookOwner, webhook_id: UUID) -> None:
    """`WebhookNotFound`. With its log; what waits is not sent."""
    name = await queries.DELETE.first(db, owner.tenant_id, webhook_id)
    if name is None:
        raise errors.WebhookNotFound("The webhook was not found")
    await announce_event(db, events.WebhookDeleted(owner.account, webhook_id, name), by=owner.by)


def _refuse_private_url(resources: Resources, url: str) -> None:
    try:
        resources[Outbound].refuse_private(url)
    except AddressRefused as error:
        raise errors.UrlRefused(str(error)) from None


def _resolve_event_keys(resources: Resources, keys: Iterable[str]) -> list[str]:
    added = configuration_of(resources).events
    return list(dict.fromkeys(resolve_category_pattern(key, added) for key in keys))


def _refuse_unknown_event_keys(resources: Resources, keys: Iterable[str]) -> None:
    if unknown := sorted(set(keys) - list_subscribable_keys(configuration_of(resources).events)):
        raise errors.UnknownEvent(f"Unknown event or category: {unknown[0]}", keys=unknown[:20])


def _seal_webhook_secret(
    box: Box, webhook_id: UUID, secret: str | None, before: bytes | None
) -> bytes | None:
    """The placeholder stands for what is stored, also where that is nothing."""
    if secret == schemas.HIDDEN:
        return before
    return queries.SECRET.seal(box, webhook_id, secret.encode()) if secret is not None else None


TESTS = RateLimit("webhook tests", 20)


async def test_webhook(
    db: Db, resources: Resources, owner: WebhookOwner, data: schemas.WebhookTest
) -> schemas.WebhookTestResult:
    """No connection is held while the receiver thinks. Raises `UrlRefused`, `TestFailed` or `RateLimited`."""
    await db.pause()
    await resources[RateLimiter].hit(TESTS, str(owner.tenant_id))
    known = await _find_stored_webhook(db, owner, data)
    secret = data.secret
    if secret == schemas.HIDDEN:
        secret = decrypt_webhook_secret(resources[Box], known) if known else None
    event = events.WebhookTested(
        owner.account,
        known.id if known else new_id(),
        known.name if known else "",
        url=data.url,
    )
    await announce_event(db, event, by=owner.by)
    await db.pause()
    message_id, now = new_id(), clock.now()
    written = build_test_webhook_body(message_id, now, owner.account, data.payload).encode()
    body = await resources[ExternalIds].replace_in_json(written)
    try:
        answer = await resources[Outbound].post(
            data.url, body, build_signature_headers(secret, str(message_id), now, body)
        )
    except AddressRefused as error:
        raise errors.UrlRefused(str(error)) from None
    except Unreachable as error:
        raise errors.TestFailed(str(error)) from None
    return schemas.WebhookTestResult(status_code=answer.status, body=answer.text)


async def _find_stored_webhook(
    db: Db, owner: WebhookOwner, data: schemas.WebhookTest
) -> Webhook | None:
    if data.id is not None:
        return await queries.ONE.first(db, owner.tenant_id, data.id)
    return await queries.BY_URL.first(db, owner.tenant_id, data.url)
