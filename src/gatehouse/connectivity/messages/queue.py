"""The content of a message, independent of its channel."""

from typing import Any
from uuid import UUID

from gatehouse.connectivity.catalogue import Added, find_event_key, index_entries_by_key
from gatehouse.connectivity.events import EventTriggered
from gatehouse.connectivity.messages import queries
from gatehouse.connectivity.slack.queries import TOLD as TOLD_IN_SLACK
from gatehouse.connectivity.slack.queries import ToldInSlack
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import Event, EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext, enqueue
from gatehouse.vendor.current import configuration_of


def compose_message_content(key: str, news: EventEnvelope[Event], added: Added) -> dict[str, Any]:
    """`title`, `text`, and `at`; for an event of the vendor's, `email` and `slack` say how these are to
    tell of it."""
    event = news.event
    at = f"{news.occurred_at:%Y-%m-%d %H:%M} UTC"
    if isinstance(event, EventTriggered):
        return {"title": event.title, "text": event.summary, "at": at, **event.channels}
    entry = index_entries_by_key(added).get(key)
    return {"title": entry.display_name if entry else key, "text": event.description, "at": at}


async def has_event_recipients(context: JobContext, db: Db, news: EventEnvelope[Event]) -> bool:
    """Whether the event has a subscriber on any channel."""
    key, tenant_id = find_event_key(news.event), news.event.tenant_id
    if key is None or tenant_id is None:
        return False
    if await queries.TOLD.first(db, tenant_id, key):
        return True
    return await TOLD_IN_SLACK.first(db, tenant_id, key) is not None


@subscribe_to_event(Event, "connectivity.tell", wants=has_event_recipients)
async def queue_event_messages(context: JobContext, news: EventEnvelope[Event]) -> None:
    """Each recipient once, however often it runs."""
    key, tenant_id = find_event_key(news.event), news.event.tenant_id
    if key is None or tenant_id is None:
        return
    content = compose_message_content(key, news, configuration_of(context.resources).events)
    async with context.database.transaction(Scope.tenant(tenant_id)) as db:
        for told in await queries.TOLD.all(db, tenant_id, key):
            await add_event_message(
                db, tenant_id, news.id, key, told.channel, told.recipient, content
            )
        for slack in await TOLD_IN_SLACK.all(db, tenant_id, key):
            said = content | _select_custom_texts(slack)
            for channel_id in slack.channel_ids:
                await add_event_message(db, tenant_id, news.id, key, "slack", channel_id, said)


def _select_custom_texts(slack: ToldInSlack) -> dict[str, str]:
    """What the account wants to be said instead of the usual."""
    asked = {"title": slack.title, "text": slack.message}
    return {name: text for name, text in asked.items() if text}


async def add_event_message(
    db: Db,
    tenant_id: UUID,
    event_id: UUID,
    key: str,
    channel: str,
    recipient: str,
    content: dict[str, Any],
) -> None:
    """Queue one message, unless it is there."""
    message_id = await queries.ADD.first(
        db, new_id(), tenant_id, event_id, key, channel, recipient, content, clock.now()
    )
    if message_id:
        await enqueue(db, "connectivity.send", tenant_id=tenant_id, message_id=message_id)
