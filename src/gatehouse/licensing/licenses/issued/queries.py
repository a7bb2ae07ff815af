"""Statements of the vendor on any account's licenses."""

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.licenses.issued.models import ExistingLicense, IssuedLicense, LockedLicense
from gatehouse.licensing.licenses.queries import used_seats

HOLD = Query(
    LockedLicense,
    """
    select id, tenant_id, name, max_seats, provider_subscription_id is not null as is_billed
    from licenses where fingerprint = $1 for no key update
    """,
)
# A statement of its own: it must see the seats that were claimed while the lock was awaited.
USED_SEATS = Query(
    int,
    f"select {used_seats('$3')} as used_seats from licenses l where l.tenant_id = $1 and l.id = $2",
)
TAKEN = Query(
    ExistingLicense,
    """
    select exists(select from licenses where reference = $1) as reference,
      exists(select from license_keys where key_hash = $2) as key
    """,
)
ADD_LICENSE = Query(
    IssuedLicense,
    """
    with added as (
      insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,
        fingerprint, valid_to, reference, created_at, updated_at)
      values ($1, $2, $3, $4, $5, false, $6, $7, $8, $9, $10, $10)
      on conflict (reference) where reference is not null do nothing
      returning id, tenant_id
    ), keyed as (
      insert into license_keys (id, tenant_id, license_id, key_hash, sealed_key, created_at)
      select $11, tenant_id, id, $12, $13, $10 from added
      on conflict (key_hash) do nothing returning id
    )
    select exists(select from added) as license, exists(select from keyed) as key
    """,
)
EXTEND = Command(
    """
    update licenses set extended_until = $3, updated_at = $4,
      trial_ended_at = case when valid_to is null or greatest(valid_to, $3) >= $4 then null
        else trial_ended_at end
    where tenant_id = $1 and id = $2
    """
)
SET_SEATS = Command(
    "update licenses set max_seats = $3, updated_at = $4 where tenant_id = $1 and id = $2"
)
# A line of a table is taken whole or not at all.
BEGIN_LINE = Command("savepoint line")
UNDO_LINE = Command("rollback to savepoint line")
END_LINE = Command("release savepoint line")
