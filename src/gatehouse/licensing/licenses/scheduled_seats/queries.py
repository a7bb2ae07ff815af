"""Statements about seats of the next period."""

from datetime import datetime

from gatehouse.kit.db import Command, Query
from gatehouse.kit.jobs import has_just_failed
from gatehouse.licensing.licenses.scheduled_seats.models import DueSeats, PendingSeatChange

SCHEDULE = Command(
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
TAKE_BACK = Command(
    """
    update licenses set next_seats = null, next_seats_at = null
    where tenant_id = $1 and id = $2 and next_seats is not null
    """
)
# Whose period ends before $1. One that ends, pauses or is not paid has none that follows, for now.
DUE = Query(
    DueSeats,
    f"""
    select next_seats_at as due_at, id from licenses
    where next_seats_at <= $1 and (next_seats_at, id) > ($2, $3) and billing_status in ('active', 'trialing')
      and deactivation_at is null and pauses_at is null
      and not {has_just_failed("'seats ' || licenses.id")}
    order by next_seats_at, id limit $4
    """,
)
# Claims the license until $2, so that no other change runs meanwhile. No row: another change holds it at $3.
TAKE_TURN = Query(
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
