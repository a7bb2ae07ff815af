"""Statements on trials that end."""

from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.licensing.licenses.trials.models import DueTrial, EndedTrial

_IS_OVER: LiteralString = """
  is_trial and trial_ended_at is null and valid_to < $1
  and (extended_until is null or extended_until < $1)
"""
DUE_TRIALS = Query(
    DueTrial,
    f"""
    select valid_to as due_at, id, tenant_id from licenses
    where {_IS_OVER} and (valid_to, id) > ($2, $3)
      and exists (select from tenants t where t.id = licenses.tenant_id and t.deleted_at is null)
    order by valid_to, id limit $4
    """,
)
# Each is claimed once, whichever worker looks at the same moment.
END_TRIAL = Query(
    EndedTrial,
    f"""
    with over as (
      select id from licenses where tenant_id = $2 and id = $3 and {_IS_OVER} for update skip locked
    )
    update licenses l set trial_ended_at = $1, updated_at = $1
    from over, organizations o
    where l.tenant_id = $2 and l.id = over.id and o.tenant_id = l.tenant_id and o.id = l.organization_id
    returning l.id, l.tenant_id, l.name, o.billing_email
    """,
)

ADD_TRIAL_LICENSE = Command(
    """
    with added as (
      insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,
        fingerprint, valid_to, created_at, updated_at)
      values ($1, $2, $3, $4, 'trial', true, $5, $6, $7, $8, $8)
      returning id, tenant_id
    )
    insert into license_keys (id, tenant_id, license_id, key_hash, sealed_key, created_at)
    select $9, tenant_id, id, $10, $11, $8 from added
    """
)
