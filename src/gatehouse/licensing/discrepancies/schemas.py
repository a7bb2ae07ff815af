from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from gatehouse.kit.schemas import Text, Wire
from gatehouse.kit.tenant_ids import ShownTenantId

DifferenceKind = Literal["changed", "missing", "unlicensed", "replaced", "blocked"]
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
    kind: DifferenceKind
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


class DifferencesPage(Wire):
    """The newest first; `total` counts to 10,000."""

    items: list[DifferenceOut]
    total: int


class DifferenceNote(Wire):
    """Why it is right as it is."""

    note: Annotated[Text, StringConstraints(min_length=3, max_length=500)]
