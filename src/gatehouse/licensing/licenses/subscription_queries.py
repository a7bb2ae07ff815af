"""Statements on what a subscription, or a change of it, does to the license that it pays for."""

from datetime import datetime

from gatehouse.kit.db import Command, Query
from gatehouse.kit.jobs import build_known_job_condition
from gatehouse.licensing.licenses.models import (
    DueSeats,
    PendingSeatChange,
    SubscribedLicense,
)

SUBSCRIBED = Query(
    SubscribedLicense,
    """
    select l.provider_subscription_id as subscription_id, o.provider_customer_id as customer_id
    from licenses l join organizations o on o.tenant_id = l.tenant_id and o.id = l.organization_id
    where l.tenant_id = $1 and l.id = $2
    """,
)

# The subscription that a license had before keeps its link, so that its late news is recognized.
TAKE_OVER_LICENSE = Command(
    """
    with replaced as (
      update license_subscriptions set replaced_at = $5
      where tenant_id = $1 and license_id = $2 and replaced_at is null
    ), linked as (
      insert into license_subscriptions (id, tenant_id, license_id, linked_at)
      values ($3, $1, $2, $5)
    )
    update licenses set is_trial = false, license_type = $4, provider_subscription_id = $3,
      provider_transaction_id = null, provider_updated_at = null, provider_occurred_at = null,
      next_seats = null, next_seats_at = null, moved_subscription_id = null
    where tenant_id = $1 and id = $2
    """,
)

ADD_PAID_LICENSE = Command(
    """
    with added as (
      insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,
        fingerprint, provider_subscription_id, created_at, updated_at)
      values ($1, $2, $3, $4, $5, false, 1, $6, $7, $8, $8)
      returning id, tenant_id
    ), key as (
      insert into license_keys (id, tenant_id, license_id, key_hash, sealed_key, created_at)
      select $9, tenant_id, id, $10, $11, $8 from added
    )
    insert into license_subscriptions (id, tenant_id, license_id, linked_at)
    select $7, tenant_id, id, $8 from added
    """,
)

# A billing date that has come, or comes within the hour, stays until its seats were reset: the renewal may be
# told before. After the end no period follows that fewer seats could wait for.
APPLY_SUBSCRIPTION = Command(
    """
    update licenses set billing_status = $3, status_at = $4, max_seats = $5, price_id = $6,
      cycle = $7, next_payment_at = $8, deactivation_at = $9, is_past_due = $10, valid_to = $11,
      provider_updated_at = $12, provider_occurred_at = $13, updated_at = $14, pauses_at = $15,
      seats_due_at = case
        when seats_due_at <= $14::timestamptz + interval '1 hour' then seats_due_at
        else coalesce($8, seats_due_at) end,
      next_seats = case when $3 <> 'canceled' then next_seats end,
      next_seats_at = case when $3 <> 'canceled' then next_seats_at end
    where tenant_id = $1 and id = $2
    """,
)

# Its facts go with the link. A license that another subscription pays by now stays as it is.
UNLINK_SUBSCRIPTION = Command(
    """
    with unlinked as (
      delete from license_subscriptions where tenant_id = $1 and license_id = $2 and id = $3
    )
    update licenses set provider_subscription_id = null, moved_subscription_id = $3,
      held_seats = null, held_until = null, seats_due_at = null, updated_at = $4
    where tenant_id = $1 and id = $2 and provider_subscription_id = $3
    """
)

SET_TRANSACTION = Command(
    """
    update licenses set provider_transaction_id = $3
    where tenant_id = $1 and id = $2 and provider_transaction_id is distinct from $3
    """,
)

# A reduction whose answer never came: the provider has been read since, so what is paid is known.
RELEASE_LAPSED_SEAT_HOLDS = Command(
    """
    update licenses set held_seats = null, held_until = null
    where tenant_id = $1 and organization_id = $2 and held_until < $3
    """
)

# The next read applies the provider's state, independent of what was applied before.
FORGET_PROVIDER_TIMES = Command(
    "update licenses set provider_updated_at = null, provider_occurred_at = null, updated_at = $3"
    " where tenant_id = $1 and id = $2"
)

CANCEL_LICENSE = Command(
    """
    update licenses set billing_status = 'canceled', status_at = $3, valid_to = $3, next_payment_at = null,
      deactivation_at = null, pauses_at = null, is_past_due = false, updated_at = $3
    where tenant_id = $1 and id = $2
    """
)

SCHEDULE_SEATS = Command(
    """
    update licenses set next_seats = $3, next_seats_at = $4, updated_at = $5
    where tenant_id = $1 and id = $2
    """
)
SCHEDULED_AT = Query(
    datetime,
    """
    select next_seats_at from licenses
    where tenant_id = $1 and id = $2 and next_seats_at is not null for update
    """,
)

DROP_SCHEDULE = Command(
    """
    update licenses set next_seats = null, next_seats_at = null
    where tenant_id = $1 and id = $2 and next_seats is not null
    """
)
# Whose period ends before $1. One that ends, pauses or is not paid has none that follows, for now.
DUE_SCHEDULES = Query(
    DueSeats,
    f"""
    select next_seats_at as due_at, id from licenses
    where next_seats_at <= $1 and (next_seats_at, id) > ($2, $3) and billing_status in ('active', 'trialing')
      and deactivation_at is null and pauses_at is null
      and not {build_known_job_condition("'seats ' || licenses.id")}
    order by next_seats_at, id limit $4
    """,
)
# Claims the license until $2, so that no other change runs meanwhile. No row: another change holds it at $3.
CLAIM_SCHEDULED = Query(
    PendingSeatChange,
    """
    update licenses set held_until = $2
    where id = $1 and next_seats is not null and (held_until is null or held_until <= $3)
    returning tenant_id, id as license_id, name, provider_subscription_id as subscription_id,
      next_seats as seats, next_seats_at as at, (
        select o.provider_customer_id from organizations o
        where o.tenant_id = licenses.tenant_id and o.id = licenses.organization_id
      ) as customer_id
    """,
)
DISCOUNT_WAS_USED = Query(
    bool,
    """
    select exists(select from license_discounts
      where tenant_id = $1 and license_id = $2 and discount_id = $3) as used
    """,
)
RENAME_LICENSE = Command(
    """
    update licenses set name = $3, updated_at = $4
    where tenant_id = $1 and id = $2 and name is distinct from $3
    """,
)
