"""The events that can be subscribed to: made once from what the areas declare."""

from dataclasses import dataclass
from functools import cache
from uuid import UUID, uuid5

from gatehouse.connectivity.events.names import (
    NOT_TOLD,
    NOT_TOLD_OF,
    OWN_PREFIX,
    PREFIX,
    WIRE_KEYS,
    category_of,
    in_words,
)
from gatehouse.kit.events import Event, all_kinds

# The ids of entries follow from their names, so that they are the same in every process and version.
NAMESPACE = UUID("5f1a7a7e-6b0e-4d9b-9d5c-8a2f2f7b4c11")
PERSON = ":person"


@dataclass(frozen=True, slots=True)
class Category:
    name: str

    @property
    def id(self) -> UUID:
        return uuid5(NAMESPACE, f"category {self.name}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One event under its key on the wire."""

    key: str
    display_name: str
    category: Category

    @property
    def id(self) -> UUID:
        return uuid5(NAMESPACE, f"event {self.key}")


def key_of(event: Event) -> str | None:
    """What the event is called outside; None for one that nobody is told of."""
    name = event.event_name
    if event.tenant_id is None or not _is_told(name):
        return None
    is_persons = name + PERSON in WIRE_KEYS and getattr(event, "user_id", None) is not None
    return _key(name + PERSON if is_persons else name)


def _key(name: str) -> str:
    wire = WIRE_KEYS.get(name)
    return PREFIX + wire if wire else OWN_PREFIX + name.removesuffix(PERSON)


def _is_told(name: str) -> bool:
    return name not in NOT_TOLD and name.partition(".")[0] not in NOT_TOLD_OF


@cache
def entries() -> tuple[Entry, ...]:
    """By category, then by name."""
    names = {kind.event_name for kind in all_kinds() if _is_told(kind.event_name)}
    found = [_entry(name) for name in names]
    found += [_entry(name + PERSON) for name in names if name + PERSON in WIRE_KEYS]
    return tuple(sorted(found, key=lambda entry: (entry.category.name, entry.display_name)))


def _entry(name: str) -> Entry:
    plain = name.removesuffix(PERSON)
    words = in_words(f"personal {plain}" if name.endswith(PERSON) else plain)
    return Entry(_key(name), words, Category(category_of(plain)))


@cache
def categories() -> dict[Category, tuple[Entry, ...]]:
    found: dict[Category, list[Entry]] = {}
    for entry in entries():
        found.setdefault(entry.category, []).append(entry)
    return {category: tuple(of_it) for category, of_it in found.items()}


@cache
def category_ids() -> dict[str, str]:
    """Of each event's key, the id of its category as subscriptions have it."""
    return {entry.key: str(entry.category.id) for entry in entries()}


@cache
def known() -> frozenset[str]:
    """All that a subscription may name: keys of events, and ids of categories for all in them."""
    keys = category_ids()
    return frozenset(keys) | frozenset(keys.values())
