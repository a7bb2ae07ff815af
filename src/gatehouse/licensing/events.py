"""What happens to licenses, their seats and keys, purchases, bills and organizations."""

from typing import ClassVar
from uuid import UUID

from gatehouse.kit.events import Event, Severity


class LicenseEvent(Event):
    license_id: UUID
    name: str


class LicenseRenamed(LicenseEvent):
    event_name = "license.renamed"
    text = "{former_name} was renamed to {name}"
    former_name: str


class LicenseSeatsEvent(LicenseEvent):
    seats: int


class LicenseChanged(LicenseSeatsEvent):
    event_name = "license.changed"
    text = "{name} now has {seats} seats"


class LicenseCanceled(LicenseEvent):
    event_name = "license.canceled"
    text = "{name} was canceled"


class LicenseResumed(LicenseEvent):
    event_name = "license.resumed"
    text = "{name} was resumed"


class SeatTakenBack(LicenseEvent):
    event_name = "license.seat_taken_back"
    text = "The seat of {subject} in {name} was released"
    subject: str


class SeatsReset(LicenseSeatsEvent):
    event_name = "license.seats_reset"
    text = "{seats} seats of {name} were released on the billing date"


class TrialEnded(LicenseEvent):
    event_name = "license.trial_ended"
    severity = "Medium"
    text = "The trial of {name} has ended"


class LicenseKeyRevealed(LicenseEvent):
    event_name = "license.key_revealed"
    severity = "Medium"
    text = "The key of {name} was revealed"


class LicenseKeyReplaced(LicenseEvent):
    event_name = "license.key_replaced"
    severity = "High"
    text = "The key of {name} was replaced; the previous key works until {former_until}"
    former_until: str


class LicenseFileTaken(LicenseEvent):
    event_name = "license.file_taken"
    severity = "Medium"
    text = "The license file of {name} was downloaded"


class LicenseIssued(LicenseSeatsEvent):
    event_name = "license.issued"
    severity = "Medium"
    text = "The vendor issued {name} with {seats} seats"


class LicenseExtended(LicenseEvent):
    """`until`: a day, or that there is none any more."""

    event_name = "license.extended"
    severity = "Medium"
    text = "The vendor extended {name} until {until}"
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


class FewerSeatsScheduled(LicenseSeatsEvent):
    event_name = "license.seats_scheduled"
    text = "{name} will have {seats} seats from the next billing period"


class FewerSeatsTakenBack(LicenseEvent):
    event_name = "license.seats_kept"
    text = "{name} keeps its seats in the next billing period"


class ScheduledSeatsMade(LicenseSeatsEvent):
    event_name = "license.scheduled_seats_made"
    text = "{name} now has {seats} seats, as scheduled"


class SeatClaimed(LicenseEvent):
    event_name = "license.seat_claimed"
    text = "{subject} claimed a seat of {name}"
    subject: str
    kind: str


class SeatFreed(Event):
    event_name = "license.seat_freed"
    text = "{subject} released a seat"
    license_id: UUID
    subject: str


class LicenseReceived(LicenseSeatsEvent):
    """A tenant has got a license by a subscription. `how` says by what."""

    how: ClassVar[str] = ""

    @property
    def description(self) -> str:
        return f"{self.name} was {self.how} with {format_seats(self.seats)}"


class LicensePurchased(LicenseReceived):
    event_name = "license.purchased"
    how = "purchased"


class LicenseMovedAway(LicenseEvent):
    """The payment provider bills another customer for its subscription by now."""

    event_name = "license.moved_away"
    severity = "High"
    text = "{name} has ended because its subscription was moved to another customer"
    subscription: str


class LicenseMovedHere(LicenseReceived):
    """Its subscription was another customer's before."""

    event_name = "license.moved_here"
    how = "moved to this organization"


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


class SeatsBeyondPaid(LicenseSeatsEvent):
    event_name = "license.seats_beyond_paid"
    severity = "Medium"

    @property
    def description(self) -> str:
        were = "was" if self.seats == 1 else "were"
        return f"{format_seats(self.seats)} of {self.name} {were} released: fewer seats are paid"


class InvoiceEvent(Event):
    """`amount` is in the lowest unit of the currency."""

    invoice: str
    currency_code: str
    amount: int


class InvoiceRefunded(InvoiceEvent):
    event_name = "invoice.refunded"
    text = "A payment of invoice {invoice} was refunded"


class InvoiceDisputed(InvoiceEvent):
    event_name = "invoice.disputed"
    severity = "High"
    text = "The payment of invoice {invoice} is disputed"


class DisputeEnded(InvoiceEvent):
    event_name = "invoice.dispute_ended"
    severity = "Medium"
    text = "The payment of invoice {invoice} is no longer disputed"


def format_seats(count: int) -> str:
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
    text = "A link to confirm the billing email was sent to {email}"
    email: str


class BillingEmailChanged(Event):
    event_name = "organization.billing_email_changed"
    severity = "Medium"
    text = "The billing email was changed from {former_email} to {email}"
    email: str
    former_email: str


WORDS = {
    "changed": "its details differ",
    "missing": "it was not found there",
    "unlicensed": "it is charged without a license",
    "replaced": "it is charged although another subscription replaced it",
    "blocked": "it is charged although its license is suspended or revoked",
}


class PaymentDifferenceEvent(Event):
    severity = "High"
    subscription: str
    kind: str


class PaymentDifferenceFound(PaymentDifferenceEvent):
    event_name = "payments.difference_found"

    @property
    def description(self) -> str:
        return f"Billing discrepancy found for {self.subscription}: {WORDS[self.kind]}"


class PaymentDifferenceNoted(Event):
    event_name = "payments.difference_noted"
    severity = "Medium"
    text = "Accepted the billing discrepancy of {subscription}: {note}"
    subscription: str
    note: str


class PaymentDifferenceAccepted(PaymentDifferenceEvent):
    event_name = "payments.difference_accepted"
    text = "Applied the payment provider's data for {subscription}"


class PaymentChargesStopped(PaymentDifferenceEvent):
    event_name = "payments.charges_stopped"
    text = "Ended {subscription} at the payment provider"


class PaymentEventsReplayedByVendor(Event):
    event_name = "payments.events_replayed"
    severity = "Medium"
    text = "Retried {count} payment events"
    count: int
