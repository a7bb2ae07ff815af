from dataclasses import dataclass, field
from typing import Any

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class EventTriggered(Event):
    """Something happened in the vendor's product. `details` are all its facts beside title and description;
    `channels` says how channels are to tell of it."""

    event_name = "event.triggered"
    text = "{title}"
    event_key: str
    title: str
    summary: str
    details: dict[str, Any] = field(default_factory=dict)
    channels: dict[str, Any] = field(default_factory=dict)
