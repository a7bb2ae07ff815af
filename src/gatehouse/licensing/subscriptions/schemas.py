"""Bodies about subscriptions and their changes. Amounts are integers in the lowest unit of the currency."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from gatehouse.kit.schemas import Name, Wire


class PaymentMethodUpdate(Wire):
    customer_id: str
    transaction_id: str


def _require_text(name: str) -> str:
    if not name:
        raise ValueError("must not be empty")
    return name


class PlanChange(Wire):
    """Absent fields stay as they are."""

    max_seats: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    price_id: str | None = Field(None, pattern=r"^pri_[a-z0-9]{26}$")
    discount_id: str | None = Field(None, pattern=r"^dsc_[a-z0-9]{26}$")

    effective_from: Literal["now", "period_end"] | None = Field(
        None,
        description="`period_end`: fewer seats only. All stay until this period ends, and the next bill is "
        "the smaller one; more may be in use until then.",
    )


class LicenseChange(PlanChange):
    name: Annotated[Name, AfterValidator(_require_text)] | None = None
    quote: str | None = Field(
        None,
        pattern=r"^[0-9a-f]{32}$",
        description="That of the preview which was shown: nothing else is charged than what it says. "
        "Without one the change costs whatever it costs by now.",
    )


class TotalsOut(Wire):
    subtotal: int
    discount: int
    tax: int
    total: int
    credit: int
    grand_total: int = Field(description="What is paid, after the credit.")


class ChangeResult(Wire):
    action: str = Field(description="`charge` or `credit`.")
    amount: int


class ChangePreview(Wire):
    currency_code: str
    max_seats: int
    price_id: str
    next_payment: datetime | None = None
    immediate: TotalsOut | None = Field(None, description="Absent when nothing is billed now.")
    next: TotalsOut | None = Field(None, description="The next payment.")
    recurring: TotalsOut | None = Field(None, description="Every payment after that.")
    result: ChangeResult | None = Field(
        None, description="What is owed, or credited, for the rest of this period."
    )
    quote: str = Field(description="Stands for all of this; give it to the change.")
