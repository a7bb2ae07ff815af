"""Statements on organizations and their bills."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.organizations.schemas import Bill


@dataclass(frozen=True, slots=True)
class Organization:
    id: UUID
    tenant_id: UUID
    name: str
    billing_email: str
    provider_customer_id: str | None
    created_at: datetime


ORGANIZATION = Query(Organization, "select * from organizations where tenant_id = $1")

# Of two that race, the second inserts nothing.
ADD_ORGANIZATION = Query(
    Organization,
    """
    insert into organizations (id, tenant_id, name, billing_email, created_at)
    values ($1, $2, $3, $4, $5)
    on conflict (tenant_id) do nothing
    returning *
    """,
)

# A checkout is being prepared, or a payment has succeeded or finally failed, and the event of its
# subscription may be lost: until the outcome is known, the provider is read periodically.
NOTE_CHECKOUT = Query(
    Organization,
    "update organizations set checkout_at = $2 where tenant_id = $1 returning *",
)

# The first customer stays: two concurrent requests get the same one.
LINK_CUSTOMER = Query(
    str,
    """
    update organizations set provider_customer_id = coalesce(provider_customer_id, $2),
      billing_email = case when provider_customer_id is null then $3 else billing_email end
    where tenant_id = $1 returning provider_customer_id
    """,
)

# As the provider knows it now; news of its own that are older change nothing.
SET_BILLING_EMAIL = Command(
    """
    update organizations set billing_email = $2, customer_updated_at = coalesce($3, customer_updated_at)
    where tenant_id = $1
    """
)

FOLLOW_BILLING_EMAIL = Query(
    UUID,
    """
    update organizations set billing_email = $2, customer_updated_at = $3
    where provider_customer_id = $1 and (customer_updated_at is null or customer_updated_at < $3)
    returning tenant_id
    """,
)

NOTE_PROVIDER_READ = Query(
    str,
    """
    update organizations set provider_read_at = $2
    where id = $1 and provider_customer_id is not null
    returning provider_customer_id
    """,
)


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
