"""Bodies about billing discrepancies and events of the provider that could not be applied."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from gatehouse.kit.paging import CountedPage
from gatehouse.kit.schemas import Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId
from gatehouse.licensing.reconciliation.models import Kind

DifferenceState = Literal["waiting", "noted", "resolved"]
Resolution = Literal["agreed", "corrected", "accepted", "stopped"]


class DifferencesQuery(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    state: DifferenceState = "waiting"
    offset: int = Field(0, ge=0, le=10_000)
    limit: int = Field(20, ge=1, le=100)


class SaidOut(Wire):
    """Of a subscription, in the provider's words; nothing at all where it is unknown. `standing`: the vendor
    has `suspended` or `revoked` its license."""

    status: str | None = None
    seats: int | None = None
    price_id: str | None = None
    ends_at: datetime | None = None
    pauses_at: datetime | None = None
    standing: Literal["suspended", "revoked"] | None = None


class DifferenceOut(Wire):
    """`changed`: both know it, and say something else; `missing`: it runs here, and the provider knows none;
    `unlicensed`: it is charged for, and there is no license; `replaced`: it is charged for, though another
    pays the license by now; `blocked`: it is charged for, and the license may not be used. `resolution`: the
    two `agreed` by themselves, a look at the provider `corrected` ours, staff `accepted` the provider's
    state or `stopped` the charges."""

    id: UUID
    tenant_id: ShownTenantId
    tenant_name: str
    license_name: str | None = None
    fingerprint: str | None = None
    subscription_id: str
    kind: Kind
    provider: SaidOut
    kept: SaidOut
    found_at: datetime
    seen_at: datetime
    note: str | None = None
    noted_by: str | None = None
    noted_at: datetime | None = None
    resolution: Resolution | None = None
    resolved_by: str | None = None
    resolved_at: datetime | None = None


class DifferencesPage(CountedPage[DifferenceOut]):
    """The newest first; `total` counts to 10,000."""


class DifferenceNote(Wire):
    """Why it is right as it is."""

    note: Annotated[Text, StringConstraints(min_length=3, max_length=500)]


EventId = Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_.\-]+$")]


class StuckPaymentEvent(Wire):
    """`attempts`: how often applying it has failed, with `lastError`; 0: it was not tried yet."""

    id: str
    type: str
    received_at: datetime
    attempts: int
    last_error: str | None = None


class StuckPaymentEvents(CountedPage[StuckPaymentEvent]):
    """The oldest 500 of them; `total` counts all."""


class PaymentEventsReplay(Wire):
    """None named: all that are stuck."""

    ids: Annotated[list[EventId], Field(max_length=500)] = Field([], examples=[["evt_1"]])


class PaymentEventsReplayed(Wire):
    """The events that are applied again now. One that was applied before is left alone."""

    ids: list[str]
