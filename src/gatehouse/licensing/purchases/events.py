from uuid import UUID

from gatehouse.kit.events import Event, Severity


class LicensePurchased(Event):
    event_name = "license.purchased"
    license_id: UUID
    name: str
    seats: int

    @property
    def description(self) -> str:
        return f"{self.name} was purchased with {count_seats(self.seats)}"


class LicenseMovedAway(Event):
    """The payment provider bills another customer for its subscription by now."""

    event_name = "license.moved_away"
    severity = "High"
    text = "{name} has ended: its subscription was moved to another customer"
    license_id: UUID
    name: str
    subscription: str


class LicenseMovedHere(Event):
    """Its subscription was another customer's before."""

    event_name = "license.moved_here"
    license_id: UUID
    name: str
    seats: int

    @property
    def description(self) -> str:
        return f"{self.name} was moved here with {count_seats(self.seats)}"


class LicenseUpdated(Event):
    """Its subscription changed. `change` says how."""

    event_name = "license.updated"
    text = "{name}: {change}"
    license_id: UUID
    name: str
    seats: int
    status: str
    is_past_due: bool
    change: str

    @property
    def severity(self) -> Severity:  # type: ignore[override]
        return "Medium" if self.is_past_due else "Info"


class SeatsBeyondPaid(Event):
    event_name = "license.seats_beyond_paid"
    severity = "Medium"
    license_id: UUID
    name: str
    seats: int

    @property
    def description(self) -> str:
        were = "was" if self.seats == 1 else "were"
        return f"{count_seats(self.seats)} of {self.name} {were} freed: no more are paid"


class OfInvoice(Event):
    """`amount` is in the lowest unit of the currency."""

    invoice: str
    currency_code: str
    amount: int


class InvoiceRefunded(OfInvoice):
    event_name = "invoice.refunded"
    text = "Money for invoice {invoice} was given back"


class InvoiceDisputed(OfInvoice):
    event_name = "invoice.disputed"
    severity = "High"
    text = "The payment of invoice {invoice} is disputed at the bank"


class DisputeEnded(OfInvoice):
    event_name = "invoice.dispute_ended"
    severity = "Medium"
    text = "The payment of invoice {invoice} is not disputed any more"


def count_seats(count: int) -> str:
    return "1 seat" if count == 1 else f"{count} seats"
