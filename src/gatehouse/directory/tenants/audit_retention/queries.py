"""How long one account's audit is kept. They need the system scope."""

from gatehouse.kit.db import Command

# What the setting before let go, the one after does not bring back.
CHANGE = Command(
    """
    update tenants set audit_retention_days = $2, updated_at = $3,
      audit_kept_from = case when audit_retention_days is null then audit_kept_from
        else greatest(audit_kept_from, gatehouse_audit_kept_since($3, audit_retention_days)) end
    where id = $1
    """
)
