"""Refusals about checkouts."""

from gatehouse.kit.errors import NotFound


class TransactionMissing(NotFound):
    code = "checkout.transaction_missing"


class DiscountMissing(NotFound):
    code = "checkout.discount_missing"
