from datetime import datetime
from typing import Annotated

from pydantic import Field

from gatehouse.kit.schemas import Wire

EventId = Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_.\-]+$")]


class StuckPaymentEvent(Wire):
    """`attempts`: how often applying it has failed, with `lastError`; 0: it was not tried yet."""

    id: str
    type: str
    received_at: datetime
    attempts: int
    last_error: str | None = None


class StuckPaymentEvents(Wire):
    """The oldest 500 of them; `total` counts all."""

    items: list[StuckPaymentEvent]
    total: int


class PaymentEventsReplay(Wire):
    """None named: all that are stuck."""

    ids: Annotated[list[EventId], Field(max_length=500)] = Field([], examples=[["evt_1"]])


class PaymentEventsReplayed(Wire):
    """The events that are applied again now. One that was applied before is left alone."""

    ids: list[str]
