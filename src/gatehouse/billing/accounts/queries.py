"""Statements on accounts."""

from uuid import UUID

from gatehouse.billing.accounts.models import BillingAccount
from gatehouse.kit.db import Command, Query

ACCOUNT = Query(BillingAccount, "select * from billing_accounts where tenant_id = $1")
LOCKED = Query(BillingAccount, "select * from billing_accounts where tenant_id = $1 for update")
OF_CUSTOMER = Query(BillingAccount, "select * from billing_accounts where customer = $1")

# Two at once make one.
ADD = Command(
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
WATCH = Command(
    """
    update billing_accounts set watched_until = greatest(watched_until, $2) where tenant_id = $1
    """
)

# The same order for the same thing, until it is a day old; another one while none is open, or the open one
# is $5 or older. No row: something else is being charged. $2 for what, $3 the new order, $4 now.
ORDER = Query(
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
DONE = Command(
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
