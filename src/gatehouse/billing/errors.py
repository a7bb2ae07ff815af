"""Refusals of billing (spec, admin portal §8)."""

from gatehouse.kit.errors import Conflict, Forbidden, NotFound


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
