"""The content of a message, independent of its channel."""

from typing import Any

from gatehouse.connectivity.events.catalogue import Added, by_key
from gatehouse.connectivity.events.events import EventTriggered
from gatehouse.kit.events import Event, EventEnvelope


def content_of(key: str, news: EventEnvelope[Event], added: Added) -> dict[str, Any]:
    """`title`, `text`, and `at`; for an event of the vendor's, `email` and `slack` say how these are to
    tell of it."""
    event = news.event
    at = f"{news.occurred_at:%Y-%m-%d %H:%M} UTC"
    if isinstance(event, EventTriggered):
        return {"title": event.title, "text": event.summary, "at": at, **event.channels}
    entry = by_key(added).get(key)
    return {"title": entry.display_name if entry else key, "text": event.description, "at": at}
