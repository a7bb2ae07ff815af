"""Refusals about billing."""

from gatehouse.kit.errors import Invalid, NotFound


class InvoiceMissing(NotFound):
    code = "billing.invoice_missing"


class LinkNotValid(Invalid):
    code = "billing.link_not_valid"
