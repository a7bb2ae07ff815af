"""Statements on invoices."""

from typing import LiteralString

from gatehouse.billing.invoices.models import Invoice
from gatehouse.kit.db import Query

_INVOICES: LiteralString = """
  select i.id, i.external_id, s.id as subscription_id, i.number, i.receipt_number, i.status,
    i.currency, i.total, i.created_at, i.paid_at
  from billing_invoices i
  left join billing_subscriptions s
    on s.tenant_id = i.tenant_id and s.external_id = i.subscription
  where i.tenant_id = $1
"""

INVOICES = Query(Invoice, f"{_INVOICES} order by i.created_at desc, i.id desc limit 100")
INVOICE = Query(Invoice, f"{_INVOICES} and i.id = $2")
