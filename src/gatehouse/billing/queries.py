"""Statements on billing accounts, prices, cards, invoices and subscriptions."""

from typing import LiteralString
from uuid import UUID

from gatehouse.billing.models import BillingAccount, PaymentMethod, Price, Subscription
from gatehouse.billing.schemas import InvoiceOut
from gatehouse.kit.db import Command, Query

ACCOUNT = Query(BillingAccount, "select * from billing_accounts where tenant_id = $1")
LOCKED_ACCOUNT = Query(
    BillingAccount, "select * from billing_accounts where tenant_id = $1 for update"
)
ACCOUNT_OF_CUSTOMER = Query(BillingAccount, "select * from billing_accounts where customer = $1")

# Two at once make one.
ADD_ACCOUNT = Command(
    """
    insert into billing_accounts (id, tenant_id, created_at, updated_at) values ($2, $1, $3, $3)
    on conflict (tenant_id) do nothing
    """
)
# The first customer stays: concurrent requests get the same one.
SET_CUSTOMER = Query(
    str,
    """
    update billing_accounts set customer = coalesce(customer, $2), updated_at = $3
    where tenant_id = $1 returning customer
    """,
)
CONFIGURE = Command(
    """
    update billing_accounts set externally_managed = $2, default_plan = $3, updated_at = $4
    where tenant_id = $1
    """
)
WATCH_ACCOUNT = Command(
    """
    update billing_accounts set watched_until = greatest(watched_until, $2) where tenant_id = $1
    """
)

# The same order for the same thing, until it is a day old; another one while none is open, or the open one
# is $5 or older. No row: something else is being charged. $2 for what, $3 the new order, $4 now.
BEGIN_ORDER = Query(
    UUID,
    """
    update billing_accounts set
      order_id = case when order_for = $2 and ordered_at > $6 then order_id else $3 end,
      ordered_at = case when order_for = $2 and ordered_at > $6 then ordered_at else $4 end,
      order_for = $2
    where tenant_id = $1 and (order_id is null or order_for = $2 or ordered_at < $5)
    returning order_id
    """,
)
FINISH_ORDER = Command(
    """
    update billing_accounts set order_id = null, order_for = null, ordered_at = null
    where tenant_id = $1 and order_id = $2
    """
)

# No row: what a later look has found is there already.
SAVE_READING = Query(
    UUID,
    """
    update billing_accounts set reading = $2, read_at = $3, default_method = $4, updated_at = $3,
      watched_until = case when watched_until > $3 then watched_until end
    where tenant_id = $1 and reading < $2
    returning id
    """,
)


# Bounded by how many plans there may be.
PRICES = Query(Price, "select * from billing_prices where id = any ($1::text[])")
KEEP_PRICE = Command(
    """
    insert into billing_prices (id, product, amount, currency, every, every_count, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing
    """
)


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
METHOD_BY_REFERENCE = Query(PaymentMethod, f"{_METHODS} and $2 in (m.id::text, m.external_id)")


_INVOICES: LiteralString = """
  select i.id, i.external_id, s.id as subscription_id, i.paid_at as payment_date,
    i.total as total_amount, i.currency, i.status = 'paid' as paid,
    coalesce(i.receipt_number, '') as receipt_number, coalesce(i.number, '') as number, i.created_at,
    i.status
  from billing_invoices i
  left join billing_subscriptions s
    on s.tenant_id = i.tenant_id and s.external_id = i.subscription
  where i.tenant_id = $1
"""

INVOICES = Query(InvoiceOut, f"{_INVOICES} order by i.created_at desc, i.id desc limit 100")
INVOICE = Query(InvoiceOut, f"{_INVOICES} and i.id = $2")


# The one that counts first: what is not over, and of these the newest.
SUBSCRIPTIONS = Query(
    Subscription,
    """
    select * from billing_subscriptions where tenant_id = $1
    order by status in ('canceled', 'incomplete_expired'), started_at desc, id desc limit 100
    """,
)
SUBSCRIPTION = Query(
    Subscription, "select * from billing_subscriptions where tenant_id = $1 and id = $2"
)
SUBSCRIPTION_BY_EXTERNAL_ID = Query(
    Subscription, "select * from billing_subscriptions where tenant_id = $1 and external_id = $2"
)
