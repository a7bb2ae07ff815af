"""Refusals about billing with cards, and those of the card provider."""

from gatehouse.kit.errors import Conflict, DomainError, Forbidden, Invalid, NotFound


class BillingNotConfigured(NotFound, code="billing.not_configured"):
    """The vendor has no card provider."""


class ExternallyManaged(Conflict, code="billing.externally_managed"): ...


class BillingAccountNotFound(NotFound, code="billing.account_not_found"): ...


class PlanNotSold(NotFound, code="billing.plan_not_found"): ...


class BillingSubscriptionNotFound(NotFound, code="billing.subscription_not_found"): ...


class AlreadySubscribed(Conflict, code="billing.already_subscribed"): ...


class NotNow(Conflict, code="billing.not_now"):
    """The subscription is not in a state for this."""


class OrderUnderWay(Conflict, code="billing.under_way"): ...


class VendorForbids(Forbidden, code="billing.not_offered"): ...


class PaymentMethodNotFound(NotFound, code="billing.payment_method_not_found"): ...


class InvoiceNotFound(NotFound, code="billing.invoice_not_found"): ...


class CardsUnavailable(DomainError, status=503, code="billing.provider_unavailable"):
    """It did not answer, or answered something that it should not."""


class CardsRefused(Conflict, code="billing.refused", keeps_writes=True):
    """It does not allow this now. What was noted of the attempt stays."""


class CardDeclined(CardsRefused, code="billing.card_declined"):
    """The card could not be charged; the text says why."""


class CardsBusy(CardsRefused, code="billing.under_way"):
    """An identical call is still being processed by the provider."""


class EventRefused(Invalid, code="billing.event_refused"): ...
