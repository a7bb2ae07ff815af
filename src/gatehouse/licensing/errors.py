"""Refusals about licenses, their changes and subscriptions, organizations, bills and payments."""

from gatehouse.kit.errors import Conflict, Invalid, NotFound, Unauthenticated


class LicenseMissing(NotFound, code="licenses.missing"): ...


class KeyMissing(NotFound, code="licenses.key_missing"): ...


class OrganizationNeeded(Conflict, code="licenses.organization_needed"):
    """The account has none yet, and to make one an address for bills has to be known."""


class ReferenceTaken(Conflict, code="licenses.reference_taken"): ...


class KeyTaken(Conflict, code="licenses.key_taken"): ...


class DayPassed(Invalid, code="licenses.day_passed"): ...


class SeatsArePaid(Conflict, code="licenses.seats_are_paid"):
    """Their number is what the subscription says."""


class SeatsInUse(Conflict, code="licenses.seats_in_use"): ...


class UnreadableTable(Invalid, code="licenses.unreadable_table"): ...


class UnreadableLine(Invalid, code="licenses.unreadable_line"): ...


class NotForSale(Invalid, code="changes.price_not_for_sale"): ...


class PaymentMissing(Conflict, code="changes.payment_missing"): ...


class DiscountRefused(Conflict, code="changes.discount_does_not_apply"): ...


class CostDiffers(Conflict, code="changes.cost_differs"):
    """From what the preview showed that the caller refers to; another preview shows it."""


class ChangeUnderWay(Conflict, code="changes.under_way"): ...


class SeatsInUseForChange(Conflict, code="changes.seats_in_use"): ...


class OnlyFewerSeats(Invalid, code="changes.only_fewer_seats_wait"): ...


class NoPeriodEnd(Conflict, code="changes.no_period_follows"):
    """It ends, pauses, or is not billed: no period follows."""


class TooLate(Conflict, code="changes.too_late"): ...


class NoSubscription(Conflict, code="subscriptions.none"): ...


class SubscriptionEnded(Conflict, code="subscriptions.ended"): ...


class OrganizationMissing(NotFound, code="organizations.missing"): ...


class OrganizationExists(Conflict, code="organizations.exists"): ...


class CustomerTaken(Conflict, code="organizations.customer_taken"): ...


class TransactionMissing(NotFound, code="checkout.transaction_missing"): ...


class DiscountMissing(NotFound, code="checkout.discount_missing"): ...


class InvoiceMissing(NotFound, code="billing.invoice_missing"): ...


class LinkNotValid(Invalid, code="billing.link_not_valid"): ...


class NobodyToWriteTo(Conflict, code="contact.closed"): ...


class DifferenceMissing(NotFound, code="payments.difference_missing"):
    """None with this id waits; perhaps it was settled meanwhile."""


class NothingToTake(Conflict, code="payments.nothing_to_take"):
    """The provider's word cannot be taken: there is no license that it could change."""


class NothingCharged(Conflict, code="payments.nothing_charged"):
    """The provider does not charge for it."""


class UnknownKey(Unauthenticated, code="UNKNOWN_KEY"): ...


class NoSeats(Conflict, code="NO_SEATS"): ...


class SeatGone(NotFound, code="SEAT_GONE"): ...


class NotInForce(Conflict):
    """With the reason as its code: `EXPIRED`, `PAST_DUE`, `PAUSED`, `SUSPENDED`, `REVOKED`, `NO_SEAT`."""

    def __init__(self, reason: str) -> None:
        super().__init__("The license cannot be used at the moment")
        self.code = reason  # type: ignore[misc]
