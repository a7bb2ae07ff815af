"""Statements on bills."""

from gatehouse.kit.db import Query
from gatehouse.licensing.billing.models import Bill

# What was only begun is no bill.
BILLS = Query(
    Bill,
    """
    select id, invoice_number as number, status, total, currency_code, billed_at
    from provider_transactions
    where tenant_id = $1 and status in ('billed', 'paid', 'completed', 'past_due')
      and billed_at is not null
    order by billed_at desc limit $2
    """,
)
HAS_BILL = Query(
    bool,
    "select exists(select from provider_transactions where tenant_id = $1 and id = $2) as found",
)
