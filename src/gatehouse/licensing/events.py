"""What happens to licenses, their seats and keys, purchases, bills and organizations."""

from uuid import UUID

from gatehouse.kit.events import Event, Severity


class LicenseEvent(Event):
    license_id: UUID
    name: str


class LicenseRenamed(LicenseEvent):
    event_name = "license.renamed"
    text = "{former_name} is now called {name}"
    former_name: str


class LicenseChanged(LicenseEvent):
    event_name = "license.changed"
    text = "{name} now has {seats} seats"
    seats: int


class LicenseCanceled(LicenseEvent):
    event_name = "license.canceled"
    text = "{name} was canceled"


class LicenseResumed(LicenseEvent):
    event_name = "license.resumed"
    text = "{name} was resumed"


class SeatTakenBack(LicenseEvent):
    event_name = "license.seat_taken_back"
    text = "The seat of {subject} in {name} was freed"
    subject: str


class SeatsReset(LicenseEvent):
    event_name = "license.seats_reset"
    text = "{seats} seats of {name} were freed at the billing date"
    seats: int


class TrialEnded(LicenseEvent):
    event_name = "license.trial_ended"
    severity = "Medium"
    text = "The trial of {name} has ended"


class LicenseKeyRevealed(LicenseEvent):
    event_name = "license.key_revealed"
    severity = "Medium"
    text = "The key of {name} was shown"


class LicenseKeyReplaced(LicenseEvent):
    event_name = "license.key_replaced"
    severity = "High"
    text = "{name} got a new key; the one before works until {former_until}"
    former_until: str


class LicenseFileTaken(LicenseEvent):
    event_name = "license.file_taken"
    severity = "Medium"
    text = "The license file of {name} was downloaded"


class LicenseIssued(LicenseEvent):
    event_name = "license.issued"
    severity = "Medium"
    text = "The vendor issued {name} with {seats} seats"
    seats: int


class LicenseExtended(LicenseEvent):
    """`until`: a day, or that there is none any more."""

    event_name = "license.extended"
    severity = "Medium"
    text = "The vendor lets {name} work until {until}"
    until: str


class LicenseSuspended(LicenseEvent):
    event_name = "license.suspended"
    severity = "High"
    text = "{name} was suspended by the vendor"


class LicenseRevoked(LicenseEvent):
    event_name = "license.revoked"
    severity = "High"
    text = "{name} was revoked by the vendor"


class LicenseRestored(LicenseEvent):
    event_name = "license.restored"
    text = "{name} was restored by the vendor"


class FewerSeatsScheduled(LicenseEvent):
    event_name = "license.seats_scheduled"
    text = "{name} will have {seats} seats from the next period on"
    seats: int


class FewerSeatsTakenBack(LicenseEvent):
    event_name = "license.seats_kept"
    text = "{name} keeps its seats in the next period"


class ScheduledSeatsMade(LicenseEvent):
    event_name = "license.scheduled_seats_made"
    text = "{name} now has {seats} seats, as was scheduled"
    seats: int


class SeatClaimed(LicenseEvent):
    event_name = "license.seat_claimed"
    text = "{subject} took a seat of {name}"
    subject: str
    kind: str


class SeatFreed(Event):
    event_name = "license.seat_freed"
    text = "{subject} gave a seat back"
    license_id: UUID
    subject: str


class LicensePurchased(LicenseEvent):
    event_name = "license.purchased"
    seats: int

    @property
    def description(self) -> str:
        return f"{self.name} was purchased with {count_seats(self.seats)}"


class LicenseMovedAway(LicenseEvent):
    """The payment provider bills another customer for its subscription by now."""

    event_name = "license.moved_away"
    severity = "High"
    text = "{name} has ended: its subscription was moved to another customer"
    subscription: str


class LicenseMovedHere(LicenseEvent):
    """Its subscription was another customer's before."""

    event_name = "license.moved_here"
    seats: int

    @property
    def description(self) -> str:
        return f"{self.name} was moved here with {count_seats(self.seats)}"


class LicenseUpdated(LicenseEvent):
    """Its subscription changed. `change` says how."""

    event_name = "license.updated"
    text = "{name}: {change}"
    seats: int
    status: str
    is_past_due: bool
    change: str

    @property
    def severity(self) -> Severity:  # type: ignore[override]
        return "Medium" if self.is_past_due else "Info"


class SeatsBeyondPaid(LicenseEvent):
    event_name = "license.seats_beyond_paid"
    severity = "Medium"
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


class OrganizationCreated(Event):
    event_name = "organization.created"
    text = "{name} was created with a trial of {trial_days} days"
    organization_id: UUID
    name: str
    trial_days: int


class VendorContacted(Event):
    event_name = "organization.contacted_vendor"
    text = "A message was sent to the vendor: {subject}"
    subject: str


class BillingEmailAsked(Event):
    event_name = "organization.billing_email_asked"
    text = "A link was mailed to {email}, to bill it from now on"
    email: str


class BillingEmailChanged(Event):
    event_name = "organization.billing_email_changed"
    severity = "Medium"
    text = "Bills go to {email} now, no longer to {former_email}"
    email: str
    former_email: str


WORDS = {
    "changed": "it has other particulars than are kept",
    "missing": "it is unknown there",
    "unlicensed": "it is charged for, and there is no license",
    "replaced": "it is charged for, though another replaced it",
    "blocked": "it is charged for, though its license may not be used",
}


class PaymentDifferenceFound(Event):
    event_name = "payments.difference_found"
    severity = "High"
    subscription: str
    kind: str

    @property
    def description(self) -> str:
        return f"The payment provider differs on {self.subscription}: {WORDS[self.kind]}"


class PaymentDifferenceNoted(Event):
    event_name = "payments.difference_noted"
    severity = "Medium"
    text = "What differs on {subscription} is right as it is: {note}"
    subscription: str
    note: str


class PaymentDifferenceAccepted(Event):
    event_name = "payments.difference_accepted"
    severity = "High"
    text = "What the payment provider says of {subscription} counts"
    subscription: str
    kind: str


class PaymentChargesStopped(Event):
    event_name = "payments.charges_stopped"
    severity = "High"
    text = "{subscription} is ended at the payment provider"
    subscription: str
    kind: str


class PaymentEventsReplayedByVendor(Event):
    event_name = "payments.events_replayed"
    severity = "Medium"
    text = "{count} events of the payment provider are applied again"
    count: int
