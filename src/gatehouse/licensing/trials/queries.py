"""Statements on trials that end."""

from gatehouse.kit.db import Query
from gatehouse.licensing.trials.models import EndedTrial

# Each is claimed once, whoever else looks at the same moment.
END_TRIALS = Query(
    EndedTrial,
    """
    with over as (
      select id from licenses
      where is_trial and trial_ended_at is null and valid_to < $1
        and (extended_until is null or extended_until < $1)
        and exists (select from tenants t where t.id = licenses.tenant_id and t.deleted_at is null)
      order by valid_to limit $2 for update skip locked
    )
    update licenses l set trial_ended_at = $1, updated_at = $1
    from over, organizations o
    where l.id = over.id and o.tenant_id = l.tenant_id and o.id = l.organization_id
    returning l.id, l.tenant_id, l.name, o.billing_email
    """,
)
