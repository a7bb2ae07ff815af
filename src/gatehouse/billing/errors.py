"""Refusals about billing with cards, and those of the card provider."""

from gatehouse.kit.errors import Conflict, DomainError, Forbidden, Invalid, NotFound


class BillingNotConfigured(NotFound):
    """The vendor has no card provider."""

    code = "billing.not_configured"


class ExternallyManaged(Conflict):
    code = "billing.externally_managed"


class BillingAccountNotFound(NotFound):
    code = "billing.account_not_found"


class PlanNotSold(NotFound):
    code = "billing.plan_not_found"


class BillingSubscriptionNotFound(NotFound):
    code = "billing.subscription_not_found"


class AlreadySubscribed(Conflict):
    code = "billing.already_subscribed"


class NotNow(Conflict):
    """The subscription is not in a state for this."""

    code = "billing.not_now"


class OrderUnderWay(Conflict):
    code = "billing.under_way"


class VendorForbids(Forbidden):
    code = "billing.not_offered"


class PaymentMethodNotFound(NotFound):
    code = "billing.payment_method_not_found"


class InvoiceNotFound(NotFound):
    code = "billing.invoice_not_found"


class CardsUnavailable(DomainError):
    """It did not answer, or answered something that it should not."""

    status = 503
    code = "billing.provider_unavailable"


class CardsRefused(Conflict):
    """It does not allow this now. What was noted of the attempt stays."""

    code = "billing.refused"
    keeps_writes = True


class CardDeclined(CardsRefused):
    """The card could not be charged; the text says why."""

    code = "billing.card_declined"


class CardsBusy(CardsRefused):
    """An identical call is still being processed by the provider."""

    code = "billing.under_way"


class EventRefused(Invalid):
    code = "billing.event_refused"
