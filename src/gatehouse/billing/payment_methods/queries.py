"""Statements on cards."""

from typing import LiteralString

from gatehouse.billing.payment_methods.models import PaymentMethod
from gatehouse.kit.db import Query

_METHODS: LiteralString = """
  select m.id, m.external_id, coalesce(m.external_id = a.default_method, false) as is_default, m.brand,
    m.last4, m.exp_month, m.exp_year, m.name, m.email, m.address
  from billing_payment_methods m join billing_accounts a on a.tenant_id = m.tenant_id
  where m.tenant_id = $1
"""

METHODS = Query(
    PaymentMethod, f"{_METHODS} order by 3 desc, m.created_at desc, m.id desc limit 100"
)
METHOD = Query(PaymentMethod, f"{_METHODS} and m.id = $2")
BY_REFERENCE = Query(PaymentMethod, f"{_METHODS} and $2 in (m.id::text, m.external_id)")
