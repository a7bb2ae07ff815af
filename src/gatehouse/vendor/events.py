"""`[events."<key>"]` of the document."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.schemas import Line, Text
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    State,
    build_table_reader,
    delete_removed_entries,
    quote_key,
)


@dataclass(frozen=True, slots=True)
class VendorEvent:
    """`category` is the name shown to users."""

    id: UUID
    key: str
    name: str
    description: str
    category: str
    created_at: datetime
    updated_at: datetime


READ_EVENTS = Query(VendorEvent, "select * from vendor_events order by key")

SAVE_EVENT = Command(
    """
    insert into vendor_events (key, created_at, updated_at, name, description, category)
    values ($1, $2, $2, $3, $4, $5)
    on conflict (key) do update set updated_at = $2, name = $3, description = $4, category = $5
    """
)

DELETE_EVENTS = Command("delete from vendor_events where key = any ($1::text[])")


# Prefixes of this server's own events.
TAKEN = ("frontegg.", "gatehouse.")


class EventEntry(DocumentEntry):
    name: Annotated[Line, Field(min_length=1)] = Field(description="As people see it.")
    description: Text = Field("", description="When it happens.")
    category: Annotated[Line, Field(min_length=1)] = Field(
        "Product", description="The heading that it stands under."
    )


async def write_event_types(db: Db, changes: Changes) -> None:
    for key, after in await delete_removed_entries(db, DELETE_EVENTS, changes):
        entry = EventEntry.model_validate(after)
        await SAVE_EVENT.run(db, key, clock.now(), entry.name, entry.description, entry.category)


def check_event_types(state: State) -> Iterator[DocumentProblem]:
    for key in state["events"]:
        if key.startswith(TAKEN):
            text = "keys with this prefix are reserved"
            yield DocumentProblem(f"events.{quote_key(key)}", text, "key_reserved")


EVENTS = DocumentSection(
    "events",
    "What happens in your product, and accounts can be told of; your backend triggers it.",
    EventEntry,
    build_table_reader(EventEntry, READ_EVENTS),
    write_event_types,
    check=check_event_types,
    most=500,
    keys=r"[A-Za-z0-9_.-]{1,100}",
    example="""\
[events."invoices.overdue"]
name = "Invoice overdue"
category = "Invoices"
""",
)
