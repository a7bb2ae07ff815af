"""Statements on organizations."""

from gatehouse.kit.db import Query
from gatehouse.licensing.organizations.models import Organization

ORGANIZATION = Query(Organization, "select * from organizations where tenant_id = $1")

# The organization and its trial license are one fact. Of two that race, the second inserts nothing.
ADD_ORGANIZATION = Query(
    Organization,
    """
    with made as (
      insert into organizations (id, tenant_id, name, billing_email, created_at)
      values ($1, $2, $3, $4, $5)
      on conflict (tenant_id) do nothing
      returning *
    ), trial as (
      insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,
        fingerprint, valid_to, created_at, updated_at)
      select $6, tenant_id, id, name, 'trial', true, $7, $8, $9, $5, $5 from made
      returning id, tenant_id
    ), key as (
      insert into license_keys (id, tenant_id, license_id, key_hash, sealed_key, created_at)
      select $10, tenant_id, id, $11, $12, $5 from trial
    )
    select * from made
    """,
)

# A checkout is being prepared: until it is known how it ended, the provider is asked now and then.
OPEN_CHECKOUT = Query(
    Organization,
    "update organizations set checkout_at = $2 where tenant_id = $1 returning *",
)

# The first customer stays: of two that race, both get the same one.
LINK_CUSTOMER = Query(
    str,
    """
    update organizations set provider_customer_id = coalesce(provider_customer_id, $2),
      billing_email = case when provider_customer_id is null then $3 else billing_email end
    where tenant_id = $1 returning provider_customer_id
    """,
)
