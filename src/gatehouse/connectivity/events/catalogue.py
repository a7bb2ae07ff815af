"""The events that can be subscribed to: what the areas declare, and what the vendor's document adds.

`added` are the vendor's own everywhere, as the configuration has them.
"""

from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID, uuid5

from gatehouse.connectivity.events.events import EventTriggered
from gatehouse.connectivity.events.names import (
    ALSO,
    NOT_TOLD,
    NOT_TOLD_OF,
    OWN_PREFIX,
    PREFIX,
    WIRE_KEYS,
    category_of,
    in_words,
)
from gatehouse.kit.events import Event, all_kinds
from gatehouse.vendor.events.models import VendorEvent

# The ids of entries follow from their names, so that they are the same in every process and version.
NAMESPACE = UUID("5f1a7a7e-6b0e-4d9b-9d5c-8a2f2f7b4c11")
PERSON = ":person"
Added = tuple[VendorEvent, ...]


@dataclass(frozen=True, slots=True)
class CatalogCategory:
    name: str

    @property
    def id(self) -> UUID:
        return uuid5(NAMESPACE, f"category {self.name}")


@dataclass(frozen=True, slots=True)
class EventEntry:
    """One event under its key on the wire."""

    key: str
    display_name: str
    category: CatalogCategory
    description: str = ""

    @property
    def id(self) -> UUID:
        return uuid5(NAMESPACE, f"event {self.key}")


def key_of(event: Event) -> str | None:
    """The event's key on the wire; None for an event that is not published."""
    if isinstance(event, EventTriggered):
        return event.event_key
    name = event.event_name
    if event.tenant_id is None or not _is_told(name):
        return None
    is_persons = name + PERSON in WIRE_KEYS and getattr(event, "user_id", None) is not None
    return _event_key(name + PERSON if is_persons else name)


def _event_key(name: str) -> str:
    wire = WIRE_KEYS.get(name)
    return PREFIX + wire if wire else OWN_PREFIX + name.removesuffix(PERSON)


def _is_told(name: str) -> bool:
    return name not in NOT_TOLD and name.partition(".")[0] not in NOT_TOLD_OF


@lru_cache(maxsize=4)
def event_entries(added: Added) -> tuple[EventEntry, ...]:
    """By category, then by name."""
    names = {kind.event_name for kind in all_kinds() if _is_told(kind.event_name)} - ALSO
    found = [_event_entry(name) for name in names]
    found += [_event_entry(name + PERSON) for name in names if name + PERSON in WIRE_KEYS]
    found += [
        EventEntry(one.key, one.name, CatalogCategory(one.category), one.description)
        for one in added
    ]
    return tuple(sorted(found, key=lambda entry: (entry.category.name, entry.display_name)))


def _event_entry(name: str) -> EventEntry:
    plain = name.removesuffix(PERSON)
    words = in_words(f"personal {plain}" if name.endswith(PERSON) else plain)
    return EventEntry(_event_key(name), words, CatalogCategory(category_of(plain)), words)


@lru_cache(maxsize=4)
def entries_by_category(added: Added) -> dict[CatalogCategory, tuple[EventEntry, ...]]:
    found: dict[CatalogCategory, list[EventEntry]] = {}
    for entry in event_entries(added):
        found.setdefault(entry.category, []).append(entry)
    return {category: tuple(of_it) for category, of_it in found.items()}


@lru_cache(maxsize=4)
def by_key(added: Added) -> dict[str, EventEntry]:
    return {entry.key: entry for entry in event_entries(added)}


def category_id(key: str, added: Added) -> str | None:
    """The id of the event's category; None for an event that no longer exists."""
    entry = by_key(added).get(key)
    return str(entry.category.id) if entry else None


def key_of_pattern(key: str, added: Added) -> str:
    """The id of the category for its name and `.*`; any other key as it is."""
    ids = {f"{category.name}.*": str(category.id) for category in entries_by_category(added)}
    return ids.get(key, key)


def known_event_keys(added: Added) -> frozenset[str]:
    """All that a webhook may name: keys of events, and ids of categories for all in them."""
    return frozenset(by_key(added)) | {str(category.id) for category in entries_by_category(added)}
