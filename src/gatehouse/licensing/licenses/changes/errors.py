"""Refusals about changes."""

from gatehouse.kit.errors import Conflict, Invalid


class NotForSale(Invalid):
    code = "changes.price_not_for_sale"


class PaymentMissing(Conflict):
    code = "changes.payment_missing"


class DiscountRefused(Conflict):
    code = "changes.discount_does_not_apply"


class CostDiffers(Conflict):
    """From what the preview showed that the caller refers to; another preview shows it."""

    code = "changes.cost_differs"


class ChangeUnderWay(Conflict):
    code = "changes.under_way"


class SeatsInUseForChange(Conflict):
    code = "changes.seats_in_use"
